import type { Aggregate } from "../core/aggregate.ts";
import { type Decision, emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";
import { PersistentMap } from "../core/values/persistent-map.ts";
import { userOwner } from "../core/values/owner.ts";
import { takedownReason, type TakedownRefusal } from "../core/values/takedown.ts";
import type { ConnectorCommand } from "./commands.ts";
import { seesVersion } from "./who-sees.ts";
import { type ConnectorEvent, type PublishedVersion, connectorEvents, connectorStream } from "./events.ts";

/** What a user may not see is unknown to them. */
export type ConnectorRefusal =
  | { readonly code: "connector-unknown" }
  | { readonly code: "connector-not-yours" }
  /** `latestConnectorId`: the version to use instead, if there is one. */
  | { readonly code: "connector-inactive"; readonly latestConnectorId: string | null }
  | TakedownRefusal
  /** One instance per user and lineage; other versions are reached by migration. */
  | { readonly code: "already-connected" };

/** A version without its definition, which is large and rarely needed: it is in the stream's event at `revision`. */
export type VersionEntry = Omit<PublishedVersion, "definition"> & {
  readonly active: boolean;
  readonly revision: number;
};

export type ConnectorState = {
  /** Events so far. */
  readonly length: number;
  readonly rootId: string | null;
  readonly ownerId: string | null;
  readonly versions: readonly VersionEntry[];
  readonly image: string | null;
  readonly status: "open" | "withdrawn" | "deleted";
  /** An admin has hidden it. */
  readonly takenDown: boolean;
  /** instance → user */
  readonly subscribers: PersistentMap<string>;
  /** instance → number of the version that it was first connected to */
  readonly since: PersistentMap<number>;
};

type Decided = Decision<ConnectorEvent, ConnectorRefusal>;

/** The latest version is the last one published. It decides whether the lineage is public. */
export function latestVersion(state: ConnectorState): ConnectorState["versions"][number] | undefined {
  return state.versions.at(-1);
}

/** The latest version, if a user can use it in place of this one; else null. */
export function usableInPlaceOf(state: ConnectorState, connectorId: string, userId: string): string | null {
  const latest = latestVersion(state);
  const usable = latest?.active && state.status === "open" && !state.takenDown && seesVersion(state, latest, userId);
  return usable && latest.connectorId !== connectorId ? latest.connectorId : null;
}

const INACTIVE = { code: "connector-inactive", latestConnectorId: null } as const;

export const connector: Aggregate<string, ConnectorState, ConnectorEvent, ConnectorCommand, ConnectorRefusal> = {
  stream: connectorStream,
  events: connectorEvents,
  initialState: {
    length: 0,
    rootId: null,
    ownerId: null,
    versions: [],
    image: null,
    status: "open",
    takenDown: false,
    subscribers: PersistentMap.empty(),
    since: PersistentMap.empty(),
  },

  snapshots: {
    version: "connector.3",
    // An event with a definition may have 256 kB.
    every: 10,
    revive(json) {
      const state = json as unknown as ConnectorState;
      return {
        ...state,
        subscribers: PersistentMap.from(state.subscribers as never),
        since: PersistentMap.from(state.since as never),
      };
    },
  },

  evolve: (state, event) => ({ ...evolved(state, event), length: state.length + 1 }),

  decide(state, command): Decided {
    if (command.type === "publish-version") return publish(state, command);
    const { rootId } = state;
    if (rootId === null || state.status === "deleted") {
      return command.type === "unsubscribe" ? emit() : refuse({ code: "connector-unknown" });
    }
    if (command.type === "take-down" || command.type === "restore") return decideTakedown(state, rootId, command);
    switch (command.type) {
      case "deactivate-version": {
        if (command.by !== state.ownerId) return refuse(strangerRefusal(state, command.by));
        const version = state.versions.find((each) => each.connectorId === command.connectorId);
        if (!version) return refuse({ code: "connector-unknown" });
        return version.active
          ? emit({ type: "ConnectorVersionDeactivated", data: { rootId, connectorId: command.connectorId } })
          : emit();
      }
      case "reactivate-version": {
        if (command.by !== state.ownerId) return refuse(strangerRefusal(state, command.by));
        const version = state.versions.find((each) => each.connectorId === command.connectorId);
        if (!version) return refuse({ code: "connector-unknown" });
        if (state.status !== "open") return refuse(INACTIVE);
        return version.active
          ? emit()
          : emit({ type: "ConnectorVersionReactivated", data: { rootId, connectorId: command.connectorId } });
      }
      case "change-image": {
        if (command.by !== state.ownerId) return refuse(strangerRefusal(state, command.by));
        const { image } = command;
        return image === state.image ? emit() : emit({ type: "ConnectorImageChanged", data: { rootId, image } });
      }
      case "delete": {
        if (command.by !== state.ownerId) return refuse(strangerRefusal(state, command.by));
        const others = [...state.subscribers.toMap().values()].some((userId) => userId !== state.ownerId);
        if (!others) return emit({ type: "ConnectorDeleted", data: { rootId } });
        return state.status === "withdrawn" ? emit() : emit({ type: "ConnectorWithdrawn", data: { rootId } });
      }
      case "subscribe": {
        const { connectorId, instanceId, userId } = command;
        if (state.subscribers.has(instanceId)) return emit();
        const version = state.versions.find((each) => each.connectorId === connectorId);
        if (!version || !seesVersion(state, version, userId)) return refuse({ code: "connector-unknown" });
        if ([...state.subscribers.toMap().values()].includes(userId)) return refuse({ code: "already-connected" });
        if (state.takenDown || state.status !== "open" || !version.active || version !== latestVersion(state))
          return refuse({ ...INACTIVE, latestConnectorId: usableInPlaceOf(state, connectorId, userId) });
        return emit({ type: "ConnectorSubscribed", data: { rootId, connectorId, instanceId, userId } });
      }
      case "unsubscribe": {
        const { instanceId, userId } = command;
        if (state.subscribers.get(instanceId) !== userId) return emit();
        const left: ConnectorEvent = { type: "ConnectorUnsubscribed", data: { rootId, instanceId, userId } };
        const othersStay = [...state.subscribers.toMap()].some(
          ([id, user]) => id !== instanceId && user !== state.ownerId,
        );
        return state.status === "withdrawn" && !othersStay
          ? emit<ConnectorEvent>(left, { type: "ConnectorDeleted", data: { rootId } })
          : emit(left);
      }
    }
  },
};

function decideTakedown(
  { takenDown }: ConnectorState,
  rootId: string,
  command: Extract<ConnectorCommand, { type: "take-down" | "restore" }>,
): Decided {
  if (command.type === "restore") return takenDown ? emit({ type: "ConnectorRestored", data: { rootId } }) : emit();
  const reason = takedownReason(command.reason);
  if (!reason.ok) return reason;
  return takenDown ? emit() : emit({ type: "ConnectorTakenDown", data: { rootId, reason: reason.value } });
}

function evolved(state: ConnectorState, event: ConnectorEvent): ConnectorState {
  switch (event.type) {
    case "ConnectorVersionPublished": {
      const { definition: _definition, ...entry } = event.data;
      const versions = [...state.versions, { ...entry, active: true, revision: state.length }];
      return { ...state, rootId: entry.rootId, ownerId: entry.owner.id, versions };
    }
    case "ConnectorVersionDeactivated":
      return withActive(state, event.data.connectorId, false);
    case "ConnectorVersionReactivated":
      return withActive(state, event.data.connectorId, true);
    case "ConnectorImageChanged":
      return { ...state, image: event.data.image };
    case "ConnectorWithdrawn":
      return { ...state, status: "withdrawn" };
    case "ConnectorTakenDown":
      return { ...state, takenDown: true };
    case "ConnectorRestored":
      return { ...state, takenDown: false };
    case "ConnectorDeleted":
      return { ...state, status: "deleted" };
    case "ConnectorSubscribed": {
      const { instanceId, userId, connectorId } = event.data;
      const first = state.versions.find((version) => version.connectorId === connectorId)?.version ?? 1;
      return {
        ...state,
        subscribers: state.subscribers.with(instanceId, userId),
        since: state.since.with(instanceId, first),
      };
    }
    case "ConnectorUnsubscribed":
      return {
        ...state,
        subscribers: state.subscribers.without(event.data.instanceId),
        since: state.since.without(event.data.instanceId),
      };
  }
}

function withActive(state: ConnectorState, connectorId: string, active: boolean): ConnectorState {
  return {
    ...state,
    versions: state.versions.map((version) => (version.connectorId === connectorId ? { ...version, active } : version)),
  };
}

function publish(state: ConnectorState, command: Extract<ConnectorCommand, { type: "publish-version" }>): Decided {
  const { type: _type, by, ...content } = command;
  if (state.status === "deleted") return refuse({ code: "connector-unknown" });
  if (state.ownerId !== null && by !== state.ownerId) return refuse(strangerRefusal(state, by));
  if (state.versions.some((version) => version.connectorId === command.connectorId)) return emit();
  if (state.status !== "open") return refuse(INACTIVE);
  const version = state.versions.length + 1;
  return emit({ type: "ConnectorVersionPublished", data: { ...content, owner: userOwner(by), version } });
}

function strangerRefusal(state: ConnectorState, userId: string): ConnectorRefusal {
  const visible = state.versions.some((version) => seesVersion(state, version, userId));
  return { code: visible ? "connector-not-yours" : "connector-unknown" };
}
