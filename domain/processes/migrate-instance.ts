import { type Consent, consentOf, sameConsent } from "../connector-language/consent.ts";
import { privateKeys } from "../connector-language/definition.ts";
import { dispatch } from "../core/dispatch.ts";
import type { JsonObject } from "../core/json.ts";
import type { CorePorts } from "../core/ports.ts";
import { instance } from "../instance/decider.ts";
import { definitionFor, type InstanceProcessRefusal, loadConnector, loadInstance } from "./connect.ts";
import { EMPTY_CONFIG, type InstanceConfig, readConfig, storeConfig } from "./instance-config.ts";
import { changedConfig } from "./setup-changes.ts";
import { type Cause, done, type Outcome, refused, step } from "./step.ts";
import { streams } from "./streams.ts";

export type MigrationRefusal =
  | InstanceProcessRefusal
  /** The other version calls other hosts or sends secrets elsewhere: the user must enter them again, knowing that. */
  | { readonly name: "consent-needed"; readonly hosts: readonly string[] };

/**
 * Moves a connection to another version of its lineage, with its table. Where hosts, way of signing in and places of secrets
 * are the same, nothing is asked again; otherwise the secrets are dropped and must come with the request.
 */
export async function migrateInstance(
  ports: CorePorts,
  request: { readonly instanceId: string; readonly toConnectorId: string; readonly auth?: Readonly<Record<string, string>> },
  by: string,
  cause: Cause,
): Promise<Outcome<null, MigrationRefusal>> {
  const { instanceId, toConnectorId, auth } = request;
  const state = await loadInstance(ports, instanceId);
  if (state.status !== "active" || state.ownerId !== by) return refused({ name: "instance-unknown" });
  const lineage = await loadConnector(ports, state.rootId);
  const version = lineage.versions.find((each) => each.connectorId === toConnectorId);
  if (!version || lineage.status === "deleted" || (!version.isPublic && lineage.ownerId !== by)) return refused({ name: "connector-unknown" });
  if (!version.active || lineage.status !== "open") return refused({ name: "connector-inactive" });
  const definition = definitionFor(version, by);
  if (!definition) return refused({ name: "definition-outdated" });

  const before = (await readConfig(ports, by, state.setup)) ?? EMPTY_CONFIG;
  const choice = before.authChoice < definition.auths.length ? before.authChoice : 0;
  const consent = consentOf(definition, choice);
  const same = sameConsent(state.consent as unknown as Consent, consent);
  if (!same && consent.authFields.length > 0 && !auth) return refused({ name: "consent-needed", hosts: consent.hosts });
  const kept: InstanceConfig = same ? before : withoutSecrets(before, choice, privateKeys(definition, choice));
  const config = changedConfig(definition, kept, auth ? { auth } : {}, "activation");
  if (!config.ok) return config;

  const setup = await storeConfig(ports, { ownerId: by, instanceId, revision: ports.ids.derive(cause.commandId, "migrate") }, config.value, {
    method: state.setup.method,
    refreshInterval: state.setup.refreshInterval,
    override: state.setup.override,
  });
  const migrated = await dispatch(ports.log, instance, {
    stream: streams.instance(instanceId),
    command: { type: "migrate", by, toConnectorId, consent: consent as unknown as JsonObject, setup },
    context: step(cause, "migrate"),
  });
  if (!migrated.ok) return refused(migrated.refusal);
  if (setup.config !== state.setup.config) await ports.vault.remove(by, state.setup.config);
  return done(null, migrated.position);
}

/** Header rows and bodies may hold secrets whatever they are called, so they go too. */
function withoutSecrets(config: InstanceConfig, authChoice: number, secret: ReadonlySet<string>): InstanceConfig {
  const settings = Object.fromEntries(Object.entries(config.settings).filter(([key]) => !secret.has(key)));
  return { authChoice, auth: {}, settings, headers: {}, bodyTemplate: null };
}
