import { connector, type ConnectorRefusal } from "../../connector/decider.ts";
import type { ConnectorEvent } from "../../connector/events.ts";
import { type Json, jsonEquals } from "../../connector-language/json/json.ts";
import { consentOf } from "../../connector-language/consent/consent.ts";
import { dispatch } from "../../core/dispatch.ts";
import type { LoggedEvent } from "../../core/event-log.ts";
import type { CorePorts } from "../../core/ports/ports.ts";
import { instance, type InstanceRefusal, type InstanceState } from "../../instance/decider.ts";
import type { InstanceEvent } from "../../instance/events.ts";
import type { QuotaRefusal } from "../../quota/decider.ts";
import { configPrefix, EMPTY_CONFIG, readConfig, storeConfig } from "./instance-config.ts";
import { definitionFor, loadConnector, loadDefinition } from "../authoring/load-connector.ts";
import { loadInstance } from "./load-instance.ts";
import { releasePlace, takePlace, UNUSED_AFTER } from "../plan-slots/places.ts";
import { type SchedulePause, weekPause } from "../running/schedule-pause.ts";
import { isLive, replaceSetup, stateBefore, untilNothingCameBetween } from "./setup-race.ts";
import { changedConfig, type SettingsRefusal, type SetupChanges, startConfig } from "./setup-changes.ts";
import { type Cause, done, later, type Outcome, refused, step } from "../step.ts";
import { streams } from "../streams.ts";
import { tableName } from "../datasets/table-name.ts";

export type InstanceProcessRefusal =
  | ConnectorRefusal
  | InstanceRefusal
  | QuotaRefusal
  | SettingsRefusal
  | SchedulePause
  /** The stored definition is none that this version of the language can run. */
  | { readonly name: "definition-outdated" };

type ActiveInstance = Extract<InstanceState, { status: "active" }>;

/**
 * Connects a user to a connector: takes a place of the plan, subscribes, keeps the credentials in the vault and the consent
 * in the log. Nothing is sent outward. The same command again gives the first answer, also after a removal.
 */
export async function activateConnector(
  ports: CorePorts,
  request: { readonly rootId: string; readonly connectorId: string; readonly changes: SetupChanges },
  by: string,
  cause: Cause,
): Promise<Outcome<{ readonly instanceId: string; readonly tableName: string }, InstanceProcessRefusal>> {
  const { rootId, connectorId, changes } = request;
  const instanceId = ports.ids.derive(cause.commandId, "instance");
  const earlier = await activationOf(ports, instanceId);
  if (earlier)
    return earlier.ownerId === by
      ? done({ instanceId, tableName: earlier.tableName }, earlier.position)
      : refused({ name: "instance-unknown" });

  const subscribe = { type: "subscribe", connectorId, instanceId, userId: by } as const;
  let state = await loadConnector(ports, rootId);
  let mayConnect = connector.decide(state, subscribe);
  if (
    !mayConnect.accepted &&
    mayConnect.refusal.name === "already-connected" &&
    (await endDeadSubscription(ports, rootId, by, cause))
  ) {
    state = await loadConnector(ports, rootId);
    mayConnect = connector.decide(state, subscribe);
  }
  if (!mayConnect.accepted) return refused(mayConnect.refusal);
  const version = state.versions.find((each) => each.connectorId === connectorId);
  const definition = version ? await definitionFor(ports, version, by) : null;
  if (!version || !definition) return refused({ name: "definition-outdated" });
  const config = changedConfig(definition, startConfig(definition), changes, "activation");
  if (!config.ok) return config;
  const interval = await checkInterval(ports, by, changes.refreshInterval, 0);
  if (interval) return refused(interval);

  const place = { userId: by, kind: "connector", itemId: instanceId } as const;
  const full = await takePlace(ports, place, cause);
  if (full) return refused(full);
  const subscribed = await dispatch(ports.log, connector, {
    stream: streams.connector(rootId),
    command: subscribe,
    // As with places: after a subscription that was ended, the same command subscribes anew.
    context: step(cause, `subscribe/${ports.ids.fresh()}`),
  });
  if (!subscribed.ok) {
    await releasePlace(ports, place, cause);
    return refused(subscribed.refusal);
  }
  const setup = await storeConfig(ports, { ownerId: by, instanceId, revision: "1" }, config.value, {
    method: changes.method ?? null,
    refreshInterval: changes.refreshInterval ?? 0,
    override: changes.override ?? definition.operations[0]?.primaryKey.length === 0,
  });
  const name = tableName(version.title, instanceId);
  const consent = consentOf(definition, config.value.authChoice);
  const activated = await dispatch(ports.log, instance, {
    stream: streams.instance(instanceId),
    command: { type: "activate", instanceId, by, rootId, connectorId, tableName: name, consent, setup },
    context: step(cause, "activate"),
  });
  if (!activated.ok) {
    await ports.vault.remove(by, setup.config);
    return refused(activated.refusal);
  }
  // The same command may have been here at the same time, and the connection changed or gone since.
  const current = await loadInstance(ports, instanceId);
  if (current.status !== "active") await finishRemoval(ports, { instanceId, ownerId: by, rootId }, cause);
  else if (current.setup.config !== setup.config) await ports.vault.remove(by, setup.config);
  return done({ instanceId, tableName: name }, activated.position);
}

async function activationOf(
  ports: CorePorts,
  instanceId: string,
): Promise<{
  readonly ownerId: string;
  readonly rootId: string;
  readonly tableName: string;
  readonly position: string;
} | null> {
  const first = (await ports.log.read(streams.instance(instanceId), { maxCount: 1 }))[0] as
    LoggedEvent<InstanceEvent> | undefined;
  return first?.type === "InstanceActivated"
    ? {
        ownerId: first.data.owner.id,
        rootId: first.data.rootId,
        tableName: first.data.tableName,
        position: first.position,
      }
    : null;
}

async function connectorEventsOf(
  ports: Pick<CorePorts, "log">,
  rootId: string,
): Promise<LoggedEvent<ConnectorEvent>[]> {
  return (await ports.log.read(streams.connector(rootId))) as LoggedEvent<ConnectorEvent>[];
}

/**
 * Ends a user's subscription whose connection is gone, or never came to be within two minutes: its process died. True when
 * there was one.
 */
async function endDeadSubscription(ports: CorePorts, rootId: string, userId: string, cause: Cause): Promise<boolean> {
  const { subscribers } = await loadConnector(ports, rootId);
  const dead = [...subscribers.toMap()].find(([, subscriber]) => subscriber === userId)?.[0];
  if (dead === undefined) return false;
  const { status } = await loadInstance(ports, dead);
  if (status === "active") return false;
  if (status === "absent") {
    const begun = (await connectorEventsOf(ports, rootId)).findLast(
      (event) => event.type === "ConnectorSubscribed" && event.data.instanceId === dead,
    );
    if ((await ports.clock.now()).getTime() - Date.parse(begun?.recordedAt ?? "") < UNUSED_AFTER) return false;
  }
  await finishRemoval(
    ports,
    { instanceId: dead, ownerId: userId, rootId },
    { ...cause, commandId: `${cause.commandId}/dead/${dead}` },
  );
  return true;
}

/**
 * Changes settings, headers, body, credentials, interval or the override box of a connection. Two changes at the same time
 * both count: the later one is made anew from what the earlier one left.
 */
export async function configureInstance(
  ports: CorePorts,
  instanceId: string,
  changes: SetupChanges,
  by: string,
  cause: Cause,
): Promise<Outcome<null, InstanceProcessRefusal>> {
  return untilNothingCameBetween(instanceId, () => configureOnce(ports, instanceId, changes, by, cause));
}

async function configureOnce(
  ports: CorePorts,
  instanceId: string,
  changes: SetupChanges,
  by: string,
  cause: Cause,
): Promise<Outcome<null, InstanceProcessRefusal> | "setup-changed"> {
  const context = step(cause, "configure");
  const { state, answer } = await stateBefore(ports, instanceId, context.commandId);
  if (state.status !== "active" || state.ownerId !== by) return refused({ name: "instance-unknown" });
  const replaced = state.setup.config;
  if (answer) {
    // Names of values are used once, so what was replaced is never live again.
    await ports.vault.remove(by, replaced);
    return done(null, answer.position);
  }
  const definition = await loadDefinition(ports, state, by);
  if (!definition) return refused({ name: "definition-outdated" });
  const interval = await checkInterval(ports, by, changes.refreshInterval, state.setup.refreshInterval);
  if (interval) return refused(interval);
  const found = await readConfig(ports, by, state.setup);
  if (found === null && !(await isLive(ports, instanceId, replaced))) return "setup-changed";
  const before = found ?? EMPTY_CONFIG;
  const config = changedConfig(definition, before, changes, "change");
  if (!config.ok) return config;
  const {
    method = state.setup.method,
    refreshInterval = state.setup.refreshInterval,
    override = state.setup.override,
  } = changes;
  const others = { method, refreshInterval, override };
  if (found !== null && jsonEquals(config.value as Json, found as Json) && jsonEquals(others, partsOf(state.setup)))
    return done(null, null);
  // The same change of the same values has one name; made anew from others it has another, so that it cannot be overwritten.
  const revision = ports.ids.derive(cause.commandId, "setup", replaced);
  const setup = await storeConfig(ports, { ownerId: by, instanceId, revision }, config.value, others);
  const sameSignIn = config.value.authChoice === before.authChoice;
  const consent = sameSignIn ? state.consent : consentOf(definition, config.value.authChoice);
  return replaceSetup(
    ports,
    { ownerId: by, instanceId, definition, config: config.value },
    { replaced, command: { type: "configure", by, consent, setup }, context },
  );
}

function partsOf({ method, refreshInterval, override }: ActiveInstance["setup"]) {
  return { method, refreshInterval, override };
}

/** A new interval needs a plan and a week with room for it; the one that is there may stay, and can always be ended. */
async function checkInterval(
  ports: CorePorts,
  userId: string,
  interval: number | undefined,
  present: number,
): Promise<SchedulePause | null> {
  return interval === undefined || interval === 0 || interval === present ? null : weekPause(ports, userId);
}

/** Disconnects: the place of the plan is free again, credentials are deleted, the output table is gone for its readers. */
export async function removeInstance(
  ports: CorePorts,
  instanceId: string,
  by: string,
  cause: Cause,
): Promise<Outcome<null, InstanceRefusal>> {
  const context = step(cause, "remove");
  const { state } = await stateBefore(ports, instanceId, context.commandId);
  if (state.status !== "active") return refused({ name: "instance-unknown" });
  const removed = await dispatch(ports.log, instance, {
    stream: streams.instance(instanceId),
    command: { type: "remove", by },
    context,
  });
  if (!removed.ok) return refused(removed.refusal);
  return done(null, later(removed.position, await finishRemoval(ports, state, cause)));
}

/** What follows from a removal. Safe to run twice; `clearDeadConnections` finishes it after a crash, which it tells by the secrets that are left. */
async function finishRemoval(
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

/**
 * Takes away what processes that died have left of connections: a removal is finished, and credentials of a connection that never
 * came to be are deleted. `held`: connections that the vault has kept secrets of for longer than two minutes; of those that the log does
 * not know, secrets stay where `unknownForLong` is false.
 */
export async function clearDeadConnections(
  ports: CorePorts,
  held: readonly { readonly ownerId: string; readonly instanceId: string; readonly unknownForLong?: boolean }[],
): Promise<void> {
  for (const { ownerId, instanceId, unknownForLong = true } of held) {
    if ((await loadInstance(ports, instanceId)).status === "active") continue;
    const activated = await activationOf(ports, instanceId);
    const cause: Cause = {
      actor: { kind: "system", name: "clean-up" },
      commandId: `dead/${instanceId}`,
      correlationId: instanceId,
    };
    if (activated) await finishRemoval(ports, { instanceId, ownerId, rootId: activated.rootId }, cause);
    else if (unknownForLong) await ports.vault.removeAll(ownerId, configPrefix(instanceId));
  }
}
