import { connector, type ConnectorState, latestVersion } from "../../../connector/decider.ts";
import { type ConnectorEvent, connectorEvents } from "../../../connector/events.ts";
import { isEventOf } from "../../../core/event-catalog.ts";
import type { JsonObject } from "../../../core/values/json.ts";
import { pick } from "../../../core/values/pick.ts";
import type { PersistentMap } from "../../../core/values/persistent-map.ts";
import { type Access, accessThen, NO_ACCESS } from "../access-then.ts";
import type { Replay } from "./replay-of.ts";

const VERSION_FIELDS = ["connectorId", "version", "title", "description", "category", "apiDocUrl", "isPublic"] as const;

type Folded = {
  readonly state: ConnectorState;
  readonly publishedAt: readonly string[];
  /** Of the latest version, and of the one before it. */
  readonly definition: JsonObject | null;
  readonly previousDefinition: JsonObject | null;
  /** By instance. */
  readonly access: PersistentMap<Access>;
};

/** What a connector was: its versions, the definitions of the latest two, and who was connected. */
export const connectorReplay: Replay<Folded, ReturnType<typeof show>> = {
  initial: {
    state: connector.initialState,
    publishedAt: [],
    definition: null,
    previousDefinition: null,
    access: NO_ACCESS,
  },
  evolve(folded, event) {
    if (!isEventOf<ConnectorEvent>(connectorEvents, event)) return folded;
    const next = { ...folded, state: connector.evolve(folded.state, event) };
    switch (event.type) {
      case "ConnectorVersionPublished":
        return {
          ...next,
          publishedAt: [...folded.publishedAt, event.recordedAt],
          definition: event.data.definition,
          previousDefinition: folded.definition,
        };
      case "ConnectorSubscribed": {
        const { instanceId, userId } = event.data;
        const access = { userId, since: event.recordedAt, by: userId, until: null };
        return { ...next, access: folded.access.with(instanceId, access) };
      }
      case "ConnectorUnsubscribed":
        return { ...next, access: folded.access.without(event.data.instanceId) };
      case "ConnectorVersionDeactivated":
      case "ConnectorVersionReactivated":
      case "ConnectorImageChanged":
      case "ConnectorWithdrawn":
      case "ConnectorTakenDown":
      case "ConnectorRestored":
      case "ConnectorDeleted":
        return next;
    }
  },
  show,
};

function show({ state, publishedAt, definition, previousDefinition, access }: Folded, time: string) {
  const latest = latestVersion(state);
  return {
    status: state.rootId === null ? ("absent" as const) : state.status,
    ownerId: state.ownerId,
    title: latest?.title ?? null,
    isPublic: latest?.isPublic ?? false,
    takenDown: state.takenDown,
    versions: state.versions.map((version, at) => ({
      ...pick(version, VERSION_FIELDS),
      active: version.active,
      publishedAt: publishedAt[at] ?? null,
    })),
    definition,
    previousDefinition,
    access: accessThen(access, time),
  };
}
