import { connector, type ConnectorState, usableInPlaceOf } from "../../connector/decider.ts";
import { seesVersion } from "../../connector/who-sees.ts";
import type { ConsentChange } from "../../connector-language/consent/consent-change.ts";
import { type Definition, flatFields, paramsFieldsOf } from "../../connector-language/definition/definition.ts";
import { aggregate } from "../../core/aggregate.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import type { JsonObject } from "../../core/values/json.ts";
import { agreedConsent, consentToStore } from "../api-access/agreed-consent.ts";
import { EMPTY_CONFIG, readConfig, storeConfig } from "../api-access/instance-config.ts";
import { definitionFor } from "../authoring/definitions.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";
import { safeDefinition } from "../rechecking/safe-definition.ts";
import { credentialsReplaced } from "../rechecking/credentials-replaced.ts";
import type { ConnectingRefusal } from "./instance-refusal.ts";
import { movedSetup } from "./moved-setup.ts";
import { unnamedHosts, unnamedOrigins } from "./named-hosts.ts";
import { isLive, replaceSetup, stateBefore, retryOnConflict } from "./replace-setup.ts";

export type MigrationRefusal =
  | ConnectingRefusal
  /** The other version calls other hosts or sends secrets elsewhere, by itself or with these settings: the user must agree, and enter the secrets again. */
  | { readonly code: "consent-needed"; readonly change: ConsentChange };

/** Settings that the instance keeps although its new version does not declare them. */
export type Migrated = { readonly unknownSettings: readonly string[] };

type MigrationRequest = {
  readonly instanceId: string;
  readonly toConnectorId: string;
  readonly auth?: Readonly<Record<string, string>>;
  readonly settings?: JsonObject;
  /** The hosts that are agreed to; `shown`: those that a page showed. Absent: no other host may be called than before. */
  readonly namedHosts?: NamedHosts;
  readonly by: string;
};

/** Hosts as a program names them, or as a page showed them, with those that its user still had to enter. */
export type NamedHosts = readonly string[] | { readonly shown: readonly string[] };

type MigrationPorts = Pick<Ports, "log" | "ids" | "vault">;

/**
 * Moves an instance to another version of its lineage, older or newer, with its table. If hosts, as the settings make
 * them, auth and consent places are the same, the consent stays. Otherwise the secrets are dropped, and `auth`, with the
 * new ones or empty if there are none, means that the user has agreed; other hosts are named in `namedHosts`.
 * `settings` are those that the other version needs in addition; without them it is refused. A concurrent change of the
 * setup is kept.
 */
export async function migrateInstance(
  ports: MigrationPorts,
  request: MigrationRequest,
  cause: Cause,
): Promise<Result<Migrated, MigrationRefusal>> {
  return retryOnConflict(request.instanceId, () => migrateOnce(ports, request, cause));
}

async function migrateOnce(
  ports: MigrationPorts,
  request: MigrationRequest,
  cause: Cause,
): Promise<Result<Migrated, MigrationRefusal> | "setup-changed"> {
  const { instanceId, toConnectorId, auth, settings, namedHosts, by } = request;
  const context = step(cause, "migrate");
  const { state, answer } = await stateBefore(ports, instanceId, context.commandId);
  if (state.status !== "active" || state.ownerId !== by) return refuse({ code: "instance-unknown" });
  const replaced = state.setup.config;
  const lineage = await aggregate(ports.log, connector).load(state.rootId);
  const from = await definitionOf(ports, lineage, state.connectorId, by);
  const version = lineage.versions.find((each) => each.connectorId === toConnectorId);
  if (answer) {
    await ports.vault.remove(by, replaced);
    const now = await definitionOf(ports, lineage, toConnectorId, by);
    return accept({ unknownSettings: unknownTo(now, from, state.setup.settingKeys) }, answer.position);
  }
  if (!version || lineage.status === "deleted" || !seesVersion(lineage, version, by))
    return refuse({ code: "connector-unknown" });
  if (toConnectorId === state.connectorId) return accept({ unknownSettings: [] });
  const latestConnectorId = usableInPlaceOf(lineage, toConnectorId, by);
  if (!version.active || lineage.status !== "open") return refuse({ code: "connector-inactive", latestConnectorId });
  const safe = await safeDefinition(ports, version, { userId: by, latestConnectorId });
  if (!safe.ok) return safe;
  const to = safe.value;
  const found = await readConfig(ports, by, state.setup);
  if (found === null && !(await isLive(ports, instanceId, replaced))) return "setup-changed";
  const before = found ?? EMPTY_CONFIG;
  const moved = movedSetup(
    { agreed: agreedConsent(state), from, to, before },
    { ...(settings ? { settings } : {}), ...(auth ? { auth } : {}) },
  );
  const { config, change } = moved;
  if (change !== null && !auth) return refuse({ code: "consent-needed", change });
  if (!config.ok) return config;
  const named = namedHosts ?? (moved.otherHosts ? [] : undefined);
  const unnamed =
    change === null
      ? null
      : named && "shown" in named
        ? unnamedHosts(to, config.value, named.shown)
        : unnamedOrigins(to, config.value, named);
  if (unnamed) return unnamed;

  const revision = ports.ids.derive(cause.commandId, "migrate", replaced);
  const setup = await storeConfig(ports, { ownerId: by, instanceId, revision }, config.value, {
    ...{ method: state.setup.method, refreshInterval: state.setup.refreshInterval },
    override: state.setup.override,
  });
  const consent = consentToStore(to, config.value);
  const renewed = credentialsReplaced(to, before, config.value);
  const command = { type: "migrate", by, toConnectorId, consent, setup, replaced: renewed } as const;
  const migrated = await replaceSetup(
    ports,
    { ownerId: by, instanceId, definition: to, config: config.value },
    { replaced, moves: change !== null, command, context },
  );
  if (migrated === "setup-changed" || !migrated.ok) return migrated;
  return accept({ unknownSettings: unknownTo(to, from, setup.settingKeys) }, migrated.position);
}

async function definitionOf(
  ports: Pick<Ports, "log">,
  lineage: ConnectorState,
  connectorId: string,
  userId: string,
): Promise<Definition | null> {
  const version = lineage.versions.find((each) => each.connectorId === connectorId);
  return version ? definitionFor(ports, version, userId) : null;
}

/** The settings among `kept` that were fields before and no longer are; a user's own settings were never fields. */
function unknownTo(to: Definition | null, from: Definition | null, kept: readonly string[]): string[] {
  const known = fieldKeys(to);
  const knew = fieldKeys(from);
  return kept.filter((key) => knew.has(key) && !known.has(key));
}

function fieldKeys(definition: Definition | null): Set<string> {
  return new Set(definition ? flatFields(paramsFieldsOf(definition)).map((field) => field.key) : []);
}
