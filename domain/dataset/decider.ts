import type { Aggregate } from "../core/aggregate.ts";
import { type Decision, emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";
import { pick } from "../core/values/pick.ts";
import { PersistentMap } from "../core/values/persistent-map.ts";
import { userOwner } from "../core/values/owner.ts";
import { takedownReason, type TakedownRefusal } from "../core/values/takedown.ts";
import { withChanges } from "../core/values/with-changes.ts";
import {
  type ColumnNote,
  type ColumnNotes,
  MOST_NOTE_CHARACTERS,
  newNotes,
  noteCharacters,
  withNotes,
} from "./card-details.ts";
import { type AccessRefusal, confirmation, decideAccess } from "./access/decide-access.ts";
import type { DatasetCommand } from "./commands.ts";
import {
  cancelLoad,
  evolveVersions,
  noVersionYet,
  recordLoad,
  recordLoadFailure,
  requestVersion,
  restoreVersion,
  retryLoad,
  type VersionRefusal,
  type VersionsOfDataset,
} from "./versions.ts";
import {
  evolveSource,
  type FileSource,
  recordFetch,
  requestRefresh,
  setRefreshInterval,
  eventsOfSource,
  type SourceRefusal,
} from "./source/source.ts";
import { strangerRefusal } from "./who-sees.ts";
import { CARD_FIELDS, type DatasetCard, type DatasetEvent, datasetEvents, datasetStream } from "./events.ts";

/** What a user may not see is unknown to them; so is, to its owner, a deleted dataset that others still use. */
export type DatasetRefusal =
  | AccessRefusal
  | { readonly code: "column-notes-too-long"; readonly most: number }
  | TakedownRefusal
  | VersionRefusal
  | SourceRefusal
  /** An output table is one dataset at a time. */
  | { readonly code: "output-published" };

export type DatasetState =
  | { readonly status: "absent" }
  | { readonly status: "deleted" }
  | ({
      readonly status: "loading" | "ready" | "failed" | "hidden";
      readonly datasetId: string;
      readonly ownerId: string;
      readonly card: DatasetCard;
      readonly columnNotes: ColumnNotes;
      readonly price: number;
      readonly image: string | null;
      /** Where its files come from; null: they are uploaded. */
      readonly source: FileSource | null;
      /** Code of the latest failed load; null if none failed or rows were loaded since. */
      readonly loadFailure: string | null;
      /** An admin has hidden it. */
      readonly takenDown: boolean;
      /** Who has access, and until when; null: without end. */
      readonly grantees: PersistentMap<string | null>;
    } & VersionsOfDataset);

type Decided = Decision<DatasetEvent, DatasetRefusal>;
type Live = Extract<DatasetState, { datasetId: string }>;

export const dataset: Aggregate<string, DatasetState, DatasetEvent, DatasetCommand, DatasetRefusal> = {
  stream: datasetStream,
  events: datasetEvents,
  initialState: { status: "absent" },
  snapshots: {
    version: "dataset.10",
    every: 100,
    inMemory: true,
    revive(json) {
      const state = json as unknown as DatasetState;
      return "grantees" in state ? { ...state, grantees: PersistentMap.from(state.grantees as never) } : state;
    },
  },

  evolve(state, event) {
    if (event.type === "DatasetCreated" || event.type === "DatasetPublishedFromConnection") return newDataset(event);
    if (state.status === "absent" || state.status === "deleted") return state;
    switch (event.type) {
      case "DatasetSourceSet":
      case "DatasetRefreshIntervalSet":
      case "DatasetRefreshRequested":
      case "DatasetFileFetched":
      case "DatasetRefreshUnchanged":
        return { ...state, ...evolveSource(state, event) };
      case "DatasetVersionRequested":
        return { ...state, ...evolveVersions(state, event) };
      case "DatasetVersionRestored":
        return { ...state, ...evolveVersions(state, event), loadFailure: null };
      case "DatasetLoaded":
        return {
          ...state,
          ...evolveVersions(state, event),
          status: state.status === "hidden" ? "hidden" : "ready",
          loadFailure: null,
        };
      case "DatasetLoadFailed":
        return {
          ...state,
          ...evolveVersions(state, event),
          status: state.status === "loading" ? "failed" : state.status,
          loadFailure: event.data.code,
        };
      case "DatasetLoadRetried":
        return {
          ...state,
          ...evolveVersions(state, event),
          // As at its first load: the first file has a dataset wait for it, one of a later version does not.
          status: state.status === "failed" && event.data.uploadId === null ? "loading" : state.status,
          loadFailure: null,
        };
      case "DatasetEdited": {
        const { datasetId: _id, ...card } = event.data;
        return { ...state, card };
      }
      case "ColumnsDescribed":
        return { ...state, columnNotes: withNotes(state.columnNotes, event.data.columns) };
      case "DatasetImageChanged":
        return { ...state, image: event.data.image };
      case "AccessGranted":
        return { ...state, grantees: state.grantees.with(event.data.userId, event.data.until ?? null) };
      case "AccessRemoved":
      case "AccessExpired":
        return { ...state, grantees: state.grantees.without(event.data.userId) };
      case "DatasetHidden":
        return { ...state, status: "hidden" };
      case "DatasetTakenDown":
        return { ...state, takenDown: true };
      case "DatasetRestored":
        return { ...state, takenDown: false };
      case "DatasetDeleted":
        return { status: "deleted" };
    }
  },

  decide(state, command): Decided {
    if (command.type === "create") {
      if (state.status !== "absent") return emit();
      const { type: _type, by, keywords, source, ...rest } = command;
      const data = { ...rest, keywords: [...keywords], owner: userOwner(by) };
      return emit<DatasetEvent>({ type: "DatasetCreated", data }, ...eventsOfSource(command, source));
    }
    if (command.type === "publish-output") {
      if (state.status !== "absent") return refuse({ code: "output-published" });
      const { type: _type, by, keywords, rightsConfirmed: _confirmed, ...rest } = command;
      return emit({
        type: "DatasetPublishedFromConnection",
        data: { ...rest, keywords: [...keywords], price: 0, owner: userOwner(by), ...confirmation(command) },
      });
    }
    if (state.status === "absent" || state.status === "deleted") return refuse({ code: "dataset-unknown" });
    return decideLive(state, command);
  },
};

/** A dataset without rows, or with those of its connection. */
function newDataset(event: Extract<DatasetEvent, { type: "DatasetCreated" | "DatasetPublishedFromConnection" }>): Live {
  const { datasetId, owner, price } = event.data;
  return {
    status: event.type === "DatasetCreated" ? "loading" : "ready",
    datasetId,
    ownerId: owner.id,
    card: pick(event.data, CARD_FIELDS),
    columnNotes: {},
    price,
    image: null,
    ...noVersionYet(event),
    source: null,
    loadFailure: null,
    takenDown: false,
    grantees: PersistentMap.empty(),
  };
}

function decideLive(state: Live, command: Exclude<DatasetCommand, { type: "create" | "publish-output" }>): Decided {
  const { datasetId } = state;
  switch (command.type) {
    case "request-version":
      return refusalToChange(state, command.by) ?? requestVersion(datasetId, state, command);
    case "request-refresh":
      return refusalToChange(state, command.by) ?? requestRefresh(datasetId, state, command);
    case "record-fetch":
      return recordFetch(datasetId, state, command);
    case "set-refresh-interval":
      return refusalToChange(state, command.by) ?? setRefreshInterval(datasetId, state, command.minutes);
    case "restore-version":
      return refusalToChange(state, command.by) ?? restoreVersion(datasetId, state, command);
    case "cancel-load":
      return refusalToChange(state, command.by) ?? cancelLoad(datasetId, state, command);
    case "retry-load":
      return refusalToChange(state, command.by) ?? retryLoad(datasetId, state, command);
    case "record-load":
      return recordLoad(datasetId, state, command);
    case "record-load-failure":
      return recordLoadFailure(datasetId, state, command);
    case "edit":
      return refusalToChange(state, command.by) ?? edit(state, command);
    case "describe-columns":
      return refusalToChange(state, command.by) ?? describeColumns(state, command.columns);
    case "change-image":
      return refusalToChange(state, command.by) ?? changeImage(state, command.image);
    case "take-access":
    case "share":
    case "remove-access":
    case "expire-access":
      return decideAccess(state, command);
    case "take-down":
    case "restore":
      return decideTakedown(state, command);
    case "delete": {
      if (command.by !== state.ownerId) return refuse({ code: strangerRefusal(state, command.by) });
      if (state.grantees.size === 0) return emit({ type: "DatasetDeleted", data: { datasetId } });
      return state.status === "hidden" ? emit() : emit({ type: "DatasetHidden", data: { datasetId } });
    }
  }
}

function edit({ datasetId, card }: Live, command: Extract<DatasetCommand, { type: "edit" }>): Decided {
  const changed = withChanges(card, command.card);
  if (sameCard(card, changed)) return emit();
  return emit({ type: "DatasetEdited", data: { datasetId, ...changed, keywords: [...changed.keywords] } });
}

/** Only the owner changes a dataset, and not after deleting it. */
function refusalToChange(state: Live, by: string): Decided | null {
  if (by !== state.ownerId) return refuse({ code: strangerRefusal(state, by) });
  return state.status === "hidden" ? refuse({ code: "dataset-unknown" }) : null;
}

function decideTakedown(
  { datasetId, takenDown }: Live,
  command: Extract<DatasetCommand, { type: "take-down" | "restore" }>,
): Decided {
  if (command.type === "restore") return takenDown ? emit({ type: "DatasetRestored", data: { datasetId } }) : emit();
  const reason = takedownReason(command.reason);
  if (!reason.ok) return reason;
  return takenDown ? emit() : emit({ type: "DatasetTakenDown", data: { datasetId, reason: reason.value } });
}

function describeColumns({ datasetId, columnNotes }: Live, columns: readonly ColumnNote[]): Decided {
  const changed = newNotes(columnNotes, columns);
  if (changed.length === 0) return emit();
  if (noteCharacters(withNotes(columnNotes, changed)) > MOST_NOTE_CHARACTERS)
    return refuse({ code: "column-notes-too-long", most: MOST_NOTE_CHARACTERS });
  return emit({ type: "ColumnsDescribed", data: { datasetId, columns: [...changed] } });
}

function changeImage({ datasetId, image: before }: Live, image: string | null): Decided {
  return image === before ? emit() : emit({ type: "DatasetImageChanged", data: { datasetId, image } });
}

function sameCard(a: DatasetCard, b: DatasetCard): boolean {
  const { keywords, ...rest } = a;
  const sameKeywords =
    keywords.length === b.keywords.length && keywords.every((keyword, index) => keyword === b.keywords[index]);
  return sameKeywords && (Object.keys(rest) as (keyof typeof rest)[]).every((key) => rest[key] === b[key]);
}
