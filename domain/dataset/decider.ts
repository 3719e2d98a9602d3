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
import type { Confirmation, DatasetCommand } from "./commands.ts";
import {
  cancelLoad,
  evolveVersions,
  noVersionYet,
  recordLoad,
  recordLoadFailure,
  requestVersion,
  restoreVersion,
  type VersionRefusal,
  type VersionsOfDataset,
} from "./versions.ts";
import { seesDataset } from "./who-sees.ts";
import { CARD_FIELDS, type DatasetCard, type DatasetEvent, datasetEvents } from "./events.ts";

/** What a user may not see is unknown to them; so is, to its owner, a deleted dataset that others still use. */
export type DatasetRefusal =
  | { readonly code: "dataset-unknown" }
  | { readonly code: "dataset-not-yours" }
  | { readonly code: "dataset-priced" }
  | { readonly code: "dataset-owned" }
  | { readonly code: "access-on-request" }
  | { readonly code: "no-access-to-remove" }
  | { readonly code: "column-notes-too-long"; readonly most: number }
  | TakedownRefusal
  | VersionRefusal
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
  stream: (id) => `dataset-${id}`,
  events: datasetEvents,
  initialState: { status: "absent" },
  snapshots: {
    version: "dataset.6",
    every: 100,
    inMemory: true,
    revive(json) {
      const state = json as unknown as DatasetState;
      return "grantees" in state ? { ...state, grantees: PersistentMap.from(state.grantees as never) } : state;
    },
  },

  evolve(state, event) {
    if (event.type === "DatasetCreated" || event.type === "DatasetPublishedFromConnection") {
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
        loadFailure: null,
        takenDown: false,
        grantees: PersistentMap.empty(),
      };
    }
    if (state.status === "absent" || state.status === "deleted") return state;
    switch (event.type) {
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
      const { type: _type, by, keywords, ...rest } = command;
      return state.status === "absent"
        ? emit({ type: "DatasetCreated", data: { ...rest, keywords: [...keywords], owner: userOwner(by) } })
        : emit();
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

function decideLive(state: Live, command: Exclude<DatasetCommand, { type: "create" | "publish-output" }>): Decided {
  const { datasetId } = state;
  switch (command.type) {
    case "request-version":
      return refusalToChange(state, command.by) ?? requestVersion(datasetId, state, command);
    case "restore-version":
      return refusalToChange(state, command.by) ?? restoreVersion(datasetId, state, command);
    case "cancel-load":
      return refusalToChange(state, command.by) ?? cancelLoad(datasetId, state, command);
    case "record-load":
      return recordLoad(datasetId, state, command);
    case "record-load-failure":
      return recordLoadFailure(datasetId, state, command);
    case "edit":
      return refusalToChange(state, command.by) ?? edit(state, command);
    case "describe-columns":
      return describeColumns(state, command.by, command.columns);
    case "change-image":
      return changeImage(state, command.by, command.image);
    case "take-access": {
      const { userId } = command;
      if (userId === state.ownerId) return refuse({ code: "dataset-owned" });
      if (state.grantees.has(userId) && !state.takenDown) return emit();
      if (!seesDataset(state, userId)) return refuse({ code: "dataset-unknown" });
      if (state.price > 0) return refuse({ code: "dataset-priced" });
      if (state.card.onRequest) return refuse({ code: "access-on-request" });
      return emit({ type: "AccessGranted", data: { datasetId, userId, by: userId } });
    }
    case "share":
      return decideShare(state, command);
    case "remove-access": {
      const { userId, by } = command;
      if (by !== userId && by !== state.ownerId) return refuse({ code: strangerRefusal(state, by) });
      if (!state.grantees.has(userId))
        return refuse({
          code: by === state.ownerId || seesDataset(state, by) ? "no-access-to-remove" : "dataset-unknown",
        });
      return ended(state, { type: "AccessRemoved", data: { datasetId, userId, by } });
    }
    case "expire-access": {
      const { userId, until } = command;
      if (state.grantees.get(userId) !== until) return emit();
      return ended(state, { type: "AccessExpired", data: { datasetId, userId, until } });
    }
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

function decideShare(state: Live, command: Extract<DatasetCommand, { type: "share" }>): Decided {
  if (command.by !== state.ownerId) return refuse({ code: strangerRefusal(state, command.by) });
  if (state.takenDown) return refuse({ code: "taken-down" });
  const { userId, until } = command;
  const before = state.grantees.get(userId);
  if (userId === state.ownerId || (before !== undefined && (until === undefined || until === before))) return emit();
  if (state.status === "hidden") return refuse({ code: "dataset-unknown" });
  return emit({
    type: "AccessGranted",
    data: { datasetId: state.datasetId, userId, by: command.by, ...confirmation(command), ...(until ? { until } : {}) },
  });
}

/** The end of one user's access: the last one to have it takes a hidden dataset along. */
function ended(state: Live, event: DatasetEvent): Decided {
  const last = state.status === "hidden" && state.grantees.size === 1;
  return last
    ? emit<DatasetEvent>(event, { type: "DatasetDeleted", data: { datasetId: state.datasetId } })
    : emit(event);
}

function describeColumns(state: Live, by: string, columns: readonly ColumnNote[]): Decided {
  const { datasetId, columnNotes } = state;
  if (by !== state.ownerId) return refuse({ code: strangerRefusal(state, by) });
  if (state.status === "hidden") return refuse({ code: "dataset-unknown" });
  const changed = newNotes(columnNotes, columns);
  if (changed.length === 0) return emit();
  if (noteCharacters(withNotes(columnNotes, changed)) > MOST_NOTE_CHARACTERS)
    return refuse({ code: "column-notes-too-long", most: MOST_NOTE_CHARACTERS });
  return emit({ type: "ColumnsDescribed", data: { datasetId, columns: [...changed] } });
}

function changeImage(state: Live, by: string, image: string | null): Decided {
  if (by !== state.ownerId) return refuse({ code: strangerRefusal(state, by) });
  if (state.status === "hidden") return refuse({ code: "dataset-unknown" });
  if (image === state.image) return emit();
  return emit({ type: "DatasetImageChanged", data: { datasetId: state.datasetId, image } });
}

function confirmation({ rightsConfirmed }: Confirmation): { readonly rightsConfirmed?: true } {
  return rightsConfirmed ? { rightsConfirmed: true } : {};
}

function sameCard(a: DatasetCard, b: DatasetCard): boolean {
  const { keywords, ...rest } = a;
  const sameKeywords =
    keywords.length === b.keywords.length && keywords.every((keyword, index) => keyword === b.keywords[index]);
  return sameKeywords && (Object.keys(rest) as (keyof typeof rest)[]).every((key) => rest[key] === b[key]);
}

function strangerRefusal(state: Live, userId: string): "dataset-unknown" | "dataset-not-yours" {
  return seesDataset(state, userId) ? "dataset-not-yours" : "dataset-unknown";
}
