import { connector, type ConnectorRefusal, type ConnectorState } from "../connector/decider.ts";
import type { ConnectorEvent } from "../connector/events.ts";
import { consentOf } from "../connector-language/consent.ts";
import type { Definition } from "../connector-language/definition.ts";
import { parseDefinition } from "../connector-language/parse-definition.ts";
import { fold } from "../core/decider.ts";
import { dispatch } from "../core/dispatch.ts";
import type { JsonObject } from "../core/json.ts";
import type { CorePorts } from "../core/ports.ts";
import { instance, type InstanceRefusal, type InstanceState } from "../instance/decider.ts";
import type { InstanceEvent } from "../instance/events.ts";
import type { QuotaRefusal } from "../quota/decider.ts";
import { configPrefix, EMPTY_CONFIG, readConfig, storeConfig } from "./instance-config.ts";
import { planOf, releasePlace, takePlace } from "./places.ts";
import { changedConfig, type SettingsRefusal, type SetupChanges } from "./setup-changes.ts";
import { type Cause, done, later, type Outcome, refused, step } from "./step.ts";
import { streams } from "./streams.ts";
import { tableName } from "./table-name.ts";

export type InstanceProcessRefusal =
  | ConnectorRefusal
  | InstanceRefusal
  | QuotaRefusal
  | SettingsRefusal
  | { readonly name: "schedule-not-in-plan" }
  /** The stored definition is none that this version of the language can run. */
  | { readonly name: "definition-outdated" };

type ActiveInstance = Extract<InstanceState, { status: "active" }>;

export async function loadConnector(ports: Pick<CorePorts, "log">, rootId: string): Promise<ConnectorState> {
  return fold(connector, (await ports.log.read(streams.connector(rootId))) as readonly ConnectorEvent[]);
}

export async function loadInstance(ports: Pick<CorePorts, "log">, instanceId: string): Promise<InstanceState> {
  return fold(instance, (await ports.log.read(streams.instance(instanceId))) as readonly InstanceEvent[]);
}

/** The definition of one version as the engine runs it; null when there is none. */
export async function loadDefinition(ports: Pick<CorePorts, "log">, rootId: string, connectorId: string): Promise<Definition | null> {
  const version = (await loadConnector(ports, rootId)).versions.find((each) => each.connectorId === connectorId);
  const parsed = version ? parseDefinition(version.definition) : null;
  return parsed?.ok ? parsed.definition : null;
}

/**
 * Connects a user to a connector: takes a place of the plan, subscribes, keeps the credentials in the vault and the consent
 * in the log. Nothing is sent outward.
 */
export async function activateConnector(
  ports: CorePorts,
  request: { readonly rootId: string; readonly connectorId: string; readonly changes: SetupChanges },
  by: string,
  cause: Cause,
): Promise<Outcome<{ readonly instanceId: string; readonly tableName: string }, InstanceProcessRefusal>> {
  const { rootId, connectorId, changes } = request;
  const state = await loadConnector(ports, rootId);
  const version = state.versions.find((each) => each.connectorId === connectorId);
  const instanceId = ports.ids.derive(cause.commandId, "instance");
  const mayConnect = connector.decide(state, { type: "subscribe", connectorId, instanceId, userId: by });
  if (!mayConnect.accepted) return refused(mayConnect.refusal);
  const parsed = parseDefinition(version?.definition);
  if (!version || !parsed.ok) return refused({ name: "definition-outdated" });
  const config = changedConfig(parsed.definition, EMPTY_CONFIG, changes, "activation");
  if (!config.ok) return config;
  const interval = await checkInterval(ports, by, changes.refreshInterval);
  if (interval) return refused(interval);

  const place = { userId: by, kind: "connector", itemId: instanceId } as const;
  const full = await takePlace(ports, place, cause);
  if (full) return refused(full);
  const subscribed = await dispatch(ports.log, connector, {
    stream: streams.connector(rootId),
    command: { type: "subscribe", connectorId, instanceId, userId: by },
    context: step(cause, "subscribe"),
  });
  if (!subscribed.ok) {
    await releasePlace(ports, place, cause);
    return refused(subscribed.refusal);
  }
  const setup = await storeConfig(ports, { ownerId: by, instanceId, revision: "1" }, config.value, {
    method: changes.method ?? null,
    refreshInterval: changes.refreshInterval ?? 0,
    override: changes.override ?? parsed.definition.operations[0]?.primaryKey.length === 0,
  });
  const name = tableName(version.title, instanceId);
  const consent = consentOf(parsed.definition, config.value.authChoice) as unknown as JsonObject;
  const activated = await dispatch(ports.log, instance, {
    stream: streams.instance(instanceId),
    command: { type: "activate", instanceId, by, rootId, connectorId, tableName: name, consent, setup },
    context: step(cause, "activate"),
  });
  return activated.ok ? done({ instanceId, tableName: name }, activated.position) : refused(activated.refusal);
}

/** Changes settings, headers, body, credentials, interval or the override box of a connection. */
export async function configureInstance(
  ports: CorePorts,
  instanceId: string,
  changes: SetupChanges,
  by: string,
  cause: Cause,
): Promise<Outcome<null, InstanceProcessRefusal>> {
  const state = await loadInstance(ports, instanceId);
  if (state.status !== "active" || state.ownerId !== by) return refused({ name: "instance-unknown" });
  const definition = await loadDefinition(ports, state.rootId, state.connectorId);
  if (!definition) return refused({ name: "definition-outdated" });
  const interval = await checkInterval(ports, by, changes.refreshInterval);
  if (interval) return refused(interval);
  const before = (await readConfig(ports, by, state.setup)) ?? EMPTY_CONFIG;
  const config = changedConfig(definition, before, changes, "change");
  if (!config.ok) return config;
  const setup = await storeConfig(ports, { ownerId: by, instanceId, revision: ports.ids.fresh() }, config.value, {
    method: changes.method === undefined ? state.setup.method : changes.method,
    refreshInterval: changes.refreshInterval ?? state.setup.refreshInterval,
    override: changes.override ?? state.setup.override,
  });
  const sameSignIn = config.value.authChoice === before.authChoice;
  const consent = sameSignIn ? state.consent : (consentOf(definition, config.value.authChoice) as unknown as JsonObject);
  const configured = await dispatch(ports.log, instance, {
    stream: streams.instance(instanceId),
    command: { type: "configure", by, consent, setup },
    context: step(cause, "configure"),
  });
  if (!configured.ok) return refused(configured.refusal);
  await ports.vault.remove(by, state.setup.config);
  return done(null, configured.position);
}

async function checkInterval(ports: CorePorts, userId: string, interval: number | undefined): Promise<{ readonly name: "schedule-not-in-plan" } | null> {
  if (interval === undefined || interval === 0) return null;
  return (await planOf(ports, userId)).scheduledRuns === 0 ? { name: "schedule-not-in-plan" } : null;
}

/** Disconnects: the place of the plan is free again, credentials are deleted, the output table is gone for its readers. */
export async function removeInstance(ports: CorePorts, instanceId: string, by: string, cause: Cause): Promise<Outcome<null, InstanceRefusal>> {
  const state = await loadInstance(ports, instanceId);
  if (state.status !== "active") return refused({ name: "instance-unknown" });
  const removed = await dispatch(ports.log, instance, {
    stream: streams.instance(instanceId),
    command: { type: "remove", by },
    context: step(cause, "remove"),
  });
  if (!removed.ok) return refused(removed.refusal);
  return done(null, later(removed.position, await finishRemoval(ports, state, cause)));
}

/** What follows from a removal. Safe to run twice; finished by the clean-up after a crash. */
export async function finishRemoval(
  ports: CorePorts,
  gone: Pick<ActiveInstance, "instanceId" | "ownerId" | "rootId">,
  cause: Cause,
): Promise<string | null> {
  const { instanceId, ownerId, rootId } = gone;
  const released = await releasePlace(ports, { userId: ownerId, kind: "connector", itemId: instanceId }, cause);
  const left = await dispatch(ports.log, connector, {
    stream: streams.connector(rootId),
    command: { type: "unsubscribe", instanceId, userId: ownerId },
    context: step(cause, "unsubscribe"),
  });
  await ports.vault.removeAll(ownerId, configPrefix(instanceId));
  return later(released, left.ok ? left.position : null);
}
