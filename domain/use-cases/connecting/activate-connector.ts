import type { ConnectorCommand } from "../../connector/commands.ts";
import { connector } from "../../connector/decider.ts";
import { aggregate, view } from "../../core/aggregate.ts";
import type { Position } from "../../core/event-store.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import { instance } from "../../instance/decider.ts";
import { consentToStore } from "../api-access/agreed-consent.ts";
import { storeConfig } from "../api-access/instance-config.ts";
import { tableName } from "../../core/values/table.ts";
import { releasePlanSlot, takePlanSlot, SLOT_UNUSED_AFTER_MS } from "../plan-slots/plan-slots.ts";
import { intervalPause } from "../plan-slots/schedule-pause.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";
import { finishRemoval, type RemovalPorts } from "./finish-removal.ts";
import { safeDefinition } from "../rechecking/safe-definition.ts";
import type { ConnectingRefusal } from "./instance-refusal.ts";
import { unnamedHosts } from "./named-hosts.ts";
import { changedConfig, type SetupChanges, startConfig } from "./setup-changes.ts";

type Activation = {
  readonly rootId: string;
  readonly connectorId: string;
  readonly changes: SetupChanges;
  readonly by: string;
};

/**
 * Connects a user to a connector: takes a plan slot, subscribes, stores the credentials in the vault and the consent in
 * the log. Sends nothing to the API. The same command again returns the first result, even after a removal.
 */
export async function activateConnector(
  ports: RemovalPorts & Pick<Ports, "runs">,
  request: Activation,
  cause: Cause,
): Promise<Result<{ readonly instanceId: string; readonly tableName: string }, ConnectingRefusal>> {
  const { rootId, connectorId, changes, by } = request;
  const instanceId = ports.ids.derive(cause.commandId, "instance");
  const earlier = await activationOf(ports, instanceId);
  if (earlier)
    return earlier.ownerId === by
      ? accept({ instanceId, tableName: earlier.tableName }, earlier.position)
      : refuse({ code: "instance-unknown" });

  const subscribe = { type: "subscribe", connectorId, instanceId, userId: by } as const;
  const found = await subscribable(ports, rootId, subscribe, cause);
  if (!found.ok) return found;
  const state = found.value;
  const version = state.versions.find((each) => each.connectorId === connectorId);
  const safe = await safeDefinition(ports, version, { userId: by, latestConnectorId: null });
  if (!safe.ok) return safe;
  const definition = safe.value;
  const config = changedConfig(definition, startConfig(definition), changes, "activation");
  if (!config.ok) return config;
  const unnamed = unnamedHosts(definition, config.value, changes.namedHosts);
  if (unnamed) return unnamed;
  const pause = await intervalPause(ports, { userId: by, interval: changes.refreshInterval, present: 0 });
  if (pause) return refuse(pause);

  const slot = { userId: by, kind: "connector", itemId: instanceId } as const;
  const full = await takePlanSlot(ports, slot, cause);
  if (full) return refuse(full);
  // As with plan slots: after the subscription has ended, the same command subscribes again.
  const subscribed = await aggregate(ports.log, connector).handle(
    rootId,
    subscribe,
    step(cause, `subscribe/${ports.ids.fresh()}`),
  );
  if (!subscribed.ok) {
    await releasePlanSlot(ports, slot, cause);
    return subscribed;
  }
  const setup = await storeConfig(ports, { ownerId: by, instanceId, revision: "1" }, config.value, {
    method: changes.method ?? null,
    refreshInterval: changes.refreshInterval ?? 0,
    override: changes.override ?? definition.operations[0]?.primaryKey.length === 0,
  });
  const name = tableName(version?.title ?? "", instanceId);
  const consent = consentToStore(definition, config.value);
  const instances = aggregate(ports.log, instance);
  const activated = await instances.handle(
    instanceId,
    { type: "activate", instanceId, by, rootId, connectorId, tableName: name, consent, setup },
    step(cause, "activate"),
  );
  if (!activated.ok) {
    await ports.vault.remove(by, setup.config);
    return activated;
  }
  // The same command may have run concurrently, and the instance may have changed or gone since.
  const current = await instances.load(instanceId);
  if (current.status !== "active") await finishRemoval(ports, { instanceId, ownerId: by, rootId }, cause);
  else if (current.setup.config !== setup.config) await ports.vault.remove(by, setup.config);
  return accept({ instanceId, tableName: name }, activated.position);
}

type Subscribe = Extract<ConnectorCommand, { type: "subscribe" }>;

/** The connector, ready to subscribe: ends a subscription that a removal left behind. */
async function subscribable(ports: RemovalPorts, rootId: string, subscribe: Subscribe, cause: Cause) {
  const connectors = aggregate(ports.log, connector);
  const state = await connectors.load(rootId);
  const decided = connector.decide(state, subscribe);
  if (decided.ok) return accept(state);
  const ended =
    decided.refusal.code === "already-connected" &&
    (await endDeadSubscription(ports, { rootId, userId: subscribe.userId }, cause));
  if (!ended) return decided;
  const now = await connectors.load(rootId);
  const again = connector.decide(now, subscribe);
  return again.ok ? accept(now) : again;
}

/** The activation of an instance; null if it was never created. */
export async function activationOf(
  { log }: Pick<Ports, "log">,
  instanceId: string,
): Promise<{
  readonly ownerId: string;
  readonly rootId: string;
  readonly tableName: string;
  readonly position: Position;
} | null> {
  const [first] = await view(log, instance).history(instanceId, { maxCount: 1 });
  if (first?.type !== "InstanceActivated") return null;
  const { owner, rootId, tableName: name } = first.data;
  return { ownerId: owner.id, rootId, tableName: name, position: first.position };
}

/**
 * Ends a user's subscription if its instance is gone, or was not created within two minutes because its process died.
 * True if there was one.
 */
async function endDeadSubscription(
  ports: RemovalPorts,
  { rootId, userId }: { readonly rootId: string; readonly userId: string },
  cause: Cause,
): Promise<boolean> {
  const connectors = aggregate(ports.log, connector);
  const { subscribers } = await connectors.load(rootId);
  const dead = [...subscribers.toMap()].find(([, subscriber]) => subscriber === userId)?.[0];
  if (dead === undefined) return false;
  const { status } = await aggregate(ports.log, instance).load(dead);
  if (status === "active") return false;
  if (status === "absent") {
    const begun = (await connectors.history(rootId)).findLast(
      (event) => event.type === "ConnectorSubscribed" && event.data.instanceId === dead,
    );
    if ((await ports.clock.now()).getTime() - Date.parse(begun?.recordedAt ?? "") < SLOT_UNUSED_AFTER_MS) return false;
  }
  await finishRemoval(
    ports,
    { instanceId: dead, ownerId: userId, rootId },
    { ...cause, commandId: `${cause.commandId}/dead/${dead}` },
  );
  return true;
}
