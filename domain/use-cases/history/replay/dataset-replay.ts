import { isEventOf } from "../../../core/event-catalog.ts";
import { pick } from "../../../core/values/pick.ts";
import type { PersistentMap } from "../../../core/values/persistent-map.ts";
import type { TableVersion } from "../../../core/values/table.ts";
import { dataset, type DatasetState } from "../../../dataset/decider.ts";
import { type DatasetEvent, datasetEvents, type DatasetSource } from "../../../dataset/events.ts";
import type { LoggedEvent } from "../../../core/event-log.ts";
import { type Access, accessThen, NO_ACCESS } from "../access-then.ts";
import type { Replay } from "./replay-of.ts";

/** How many of its newest versions a state names. Their number is always that of all. */
const VERSIONS_NAMED = 100;

type Version = Pick<TableVersion, "columns" | "rows" | "contentHash"> & {
  readonly version: number;
  readonly at: string;
};
type Folded = {
  readonly state: DatasetState;
  readonly tableName: string | null;
  readonly source: DatasetSource | null;
  /** The newest ones. */
  readonly versions: readonly Version[];
  readonly access: PersistentMap<Access>;
};

/** What a dataset was: its card, its versions, and who had access. */
export const datasetReplay: Replay<Folded, ReturnType<typeof show>> = {
  initial: { state: dataset.initialState, tableName: null, source: null, versions: [], access: NO_ACCESS },
  evolve(folded, event) {
    if (!isEventOf<DatasetEvent>(datasetEvents, event)) return folded;
    return { ...folded, ...changesOf(folded, event), state: dataset.evolve(folded.state, event) };
  },
  show,
};

function changesOf(folded: Folded, event: LoggedEvent<DatasetEvent>): Partial<Folded> {
  const { access } = folded;
  switch (event.type) {
    case "DatasetCreated":
      return { tableName: event.data.tableName };
    case "DatasetPublishedFromConnection":
      return { tableName: event.data.tableName, source: event.data.source };
    case "DatasetLoaded":
    case "DatasetVersionRestored": {
      const { version, table } = event.data;
      const made = { version, at: event.recordedAt, ...pick(table, ["columns", "rows", "contentHash"]) };
      return { versions: [...folded.versions, made].slice(-VERSIONS_NAMED) };
    }
    case "AccessGranted": {
      const { userId, by, until = null } = event.data;
      const since = access.get(userId)?.since ?? event.recordedAt;
      return { access: access.with(userId, { userId, since, by, until }) };
    }
    case "AccessRemoved":
    case "AccessExpired":
      return { access: access.without(event.data.userId) };
    case "DatasetVersionRequested":
    case "DatasetSourceSet":
    case "DatasetRefreshIntervalSet":
    case "DatasetRefreshRequested":
    case "DatasetFileFetched":
    case "DatasetRefreshUnchanged":
    case "DatasetLoadFailed":
    case "DatasetLoadRetried":
    case "DatasetEdited":
    case "ColumnsDescribed":
    case "DatasetImageChanged":
    case "DatasetHidden":
    case "DatasetTakenDown":
    case "DatasetRestored":
    case "DatasetDeleted":
      return {};
  }
}

function show({ state, tableName, source, versions, access }: Folded, time: string) {
  const isThere = state.status !== "absent" && state.status !== "deleted";
  const shown = versions.map(({ columns, ...version }) => ({ ...version, columnCount: columns.length }));
  return {
    status: state.status,
    ownerId: isThere ? state.ownerId : null,
    title: isThere ? state.card.title : null,
    isPublic: isThere && state.card.isPublic,
    takenDown: isThere && state.takenDown,
    price: isThere ? state.price : null,
    card: isThere ? state.card : null,
    columnNotes: isThere ? state.columnNotes : {},
    tableName,
    source,
    versionCount: versions.at(-1)?.version ?? 0,
    versions: isThere ? shown : [],
    columns: isThere ? (versions.at(-1)?.columns ?? []) : [],
    access: accessThen(isThere ? access : NO_ACCESS, time),
  };
}
