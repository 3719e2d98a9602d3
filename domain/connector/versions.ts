import type { StreamView } from "../core/aggregate.ts";
import type { ConnectorState } from "./decider.ts";
import { connectorEvents, connectorStream, type ConnectorEvent } from "./events.ts";

/** A version without what only its own page needs. Its definition is in the stream's event at `revision`. */
export type PublishedVersionRef = {
  readonly connectorId: string;
  readonly title: string;
  readonly active: boolean;
  readonly revision: number;
};

export type ConnectorVersions = {
  /** Events so far. */
  readonly length: number;
  readonly ownerId: string | null;
  readonly status: ConnectorState["status"];
  /** An admin has hidden it: only its owner may use it. */
  readonly takenDown: boolean;
  readonly versions: readonly PublishedVersionRef[];
};

/** The versions of a connector without its subscribers, so that what a run reads does not grow with their number. */
export const connectorVersions: StreamView<string, ConnectorVersions, ConnectorEvent> = {
  stream: connectorStream,
  events: connectorEvents,
  initialState: { length: 0, ownerId: null, status: "open", takenDown: false, versions: [] },
  // As often as for the connector itself: an event with a definition may have 256 kB.
  snapshots: {
    version: "connector-versions.2",
    beside: "versions",
    every: 10,
    revive: (json) => json as unknown as ConnectorVersions,
  },
  evolve: (state, event) => ({ ...evolved(state, event), length: state.length + 1 }),
};

function evolved(state: ConnectorVersions, event: ConnectorEvent): ConnectorVersions {
  switch (event.type) {
    case "ConnectorVersionPublished": {
      const { connectorId, title, owner } = event.data;
      const version = { connectorId, title, active: true, revision: state.length };
      return { ...state, ownerId: owner.id, versions: [...state.versions, version] };
    }
    case "ConnectorVersionDeactivated":
      return withActive(state, event.data.connectorId, false);
    case "ConnectorVersionReactivated":
      return withActive(state, event.data.connectorId, true);
    case "ConnectorWithdrawn":
      return { ...state, status: "withdrawn" };
    case "ConnectorTakenDown":
      return { ...state, takenDown: true };
    case "ConnectorRestored":
      return { ...state, takenDown: false };
    case "ConnectorDeleted":
      return { ...state, status: "deleted" };
    case "ConnectorImageChanged":
    case "ConnectorSubscribed":
    case "ConnectorUnsubscribed":
      return state;
  }
}

function withActive(state: ConnectorVersions, connectorId: string, active: boolean): ConnectorVersions {
  return {
    ...state,
    versions: state.versions.map((version) => (version.connectorId === connectorId ? { ...version, active } : version)),
  };
}
