import { accept, type Decider, type Decision, refuse } from "../core/decider.ts";
import { GrowingMap } from "../core/growing-map.ts";
import { userOwner } from "../core/owner.ts";
import type { ConnectorCommand } from "./commands.ts";
import type { ConnectorEvent, PublishedVersion } from "./events.ts";

/** What one may not see is unknown to one. */
export type ConnectorRefusal =
  | { readonly name: "connector-unknown" }
  | { readonly name: "connector-not-yours" }
  | { readonly name: "connector-inactive" }
  /** One connection a user and lineage: another version is reached by migrating. */
  | { readonly name: "already-connected" };

export type ConnectorState = {
  readonly rootId: string | null;
  readonly ownerId: string | null;
  readonly versions: readonly (PublishedVersion & { readonly active: boolean })[];
  readonly status: "open" | "withdrawn" | "deleted";
  /** instance → user */
  readonly subscribers: GrowingMap<string>;
};

type Decided = Decision<ConnectorEvent, ConnectorRefusal>;

/** The latest version is the last one published. */
export function latestVersion(state: ConnectorState): ConnectorState["versions"][number] | undefined {
  return state.versions.at(-1);
}

export const connector: Decider<ConnectorState, ConnectorEvent, ConnectorCommand, ConnectorRefusal> = {
  initialState: { rootId: null, ownerId: null, versions: [], status: "open", subscribers: GrowingMap.empty() },

  evolve(state, event) {
    switch (event.type) {
      case "ConnectorVersionPublished":
        return {
          ...state,
          rootId: event.data.rootId,
          ownerId: event.data.owner.id,
          versions: [...state.versions, { ...event.data, active: true }],
        };
      case "ConnectorVersionDeactivated":
        return {
          ...state,
          versions: state.versions.map((version) => (version.connectorId === event.data.connectorId ? { ...version, active: false } : version)),
        };
      case "ConnectorWithdrawn":
        return { ...state, status: "withdrawn" };
      case "ConnectorDeleted":
        return { ...state, status: "deleted" };
      case "ConnectorSubscribed":
        return { ...state, subscribers: state.subscribers.with(event.data.instanceId, event.data.userId) };
      case "ConnectorUnsubscribed":
        return { ...state, subscribers: state.subscribers.without(event.data.instanceId) };
    }
  },

  decide(state, command): Decided {
    if (command.type === "publish-version") return publish(state, command);
    const { rootId } = state;
    if (rootId === null || state.status === "deleted") {
      return command.type === "unsubscribe" ? accept() : refuse({ name: "connector-unknown" });
    }
    switch (command.type) {
      case "deactivate-version": {
        if (command.by !== state.ownerId) return refuse(strangerRefusal(state, command.by));
        const version = state.versions.find((each) => each.connectorId === command.connectorId);
        if (!version) return refuse({ name: "connector-unknown" });
        return version.active ? accept({ type: "ConnectorVersionDeactivated", data: { rootId, connectorId: command.connectorId } }) : accept();
      }
      case "delete": {
        if (command.by !== state.ownerId) return refuse(strangerRefusal(state, command.by));
        const others = [...state.subscribers.toMap().values()].some((userId) => userId !== state.ownerId);
        if (!others) return accept({ type: "ConnectorDeleted", data: { rootId } });
        return state.status === "withdrawn" ? accept() : accept({ type: "ConnectorWithdrawn", data: { rootId } });
      }
      case "subscribe": {
        const { connectorId, instanceId, userId } = command;
        if (state.subscribers.has(instanceId)) return accept();
        const version = state.versions.find((each) => each.connectorId === connectorId);
        if (!version || (!version.isPublic && userId !== state.ownerId)) return refuse({ name: "connector-unknown" });
        if ([...state.subscribers.toMap().values()].includes(userId)) return refuse({ name: "already-connected" });
        if (state.status !== "open" || !version.active) return refuse({ name: "connector-inactive" });
        return accept({ type: "ConnectorSubscribed", data: { rootId, connectorId, instanceId, userId } });
      }
      case "unsubscribe": {
        const { instanceId, userId } = command;
        if (state.subscribers.get(instanceId) !== userId) return accept();
        const left: ConnectorEvent = { type: "ConnectorUnsubscribed", data: { rootId, instanceId, userId } };
        const othersStay = [...state.subscribers.toMap()].some(([id, user]) => id !== instanceId && user !== state.ownerId);
        return state.status === "withdrawn" && !othersStay ? accept<ConnectorEvent>(left, { type: "ConnectorDeleted", data: { rootId } }) : accept(left);
      }
    }
  },
};

function publish(state: ConnectorState, command: Extract<ConnectorCommand, { type: "publish-version" }>): Decided {
  const { type: _type, by, ...content } = command;
  if (state.status === "deleted") return refuse({ name: "connector-unknown" });
  if (state.ownerId !== null && by !== state.ownerId) return refuse(strangerRefusal(state, by));
  if (state.versions.some((version) => version.connectorId === command.connectorId)) return accept();
  if (state.status !== "open") return refuse({ name: "connector-inactive" });
  const version = state.versions.length + 1;
  return accept({ type: "ConnectorVersionPublished", data: { ...content, owner: userOwner(by), version } });
}

function strangerRefusal(state: ConnectorState, userId: string): ConnectorRefusal {
  const visible = state.versions.some((version) => version.isPublic) || [...state.subscribers.toMap().values()].includes(userId);
  return { name: visible ? "connector-not-yours" : "connector-unknown" };
}
