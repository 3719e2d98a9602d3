import { comparedPart } from "#domain/core/history/compared-events.ts";
import { beginningOf, runOfId } from "#domain/run/events.ts";
import type { EventType, Logged } from "../events.ts";
import { type Handlers, projection } from "../projection.ts";
import { type HistoryRows, historyTables } from "./tables.ts";

type Handler<T extends EventType> = (rows: HistoryRows, event: Logged<T>) => void;

/** Adds an event to the histories of these subjects. */
function enter(rows: HistoryRows, event: Logged<EventType>, ...subjects: readonly string[]): void {
  const { position, stream, revision, type, recordedAt, actor, data } = event;
  const actorId = actor.kind === "user" ? actor.id : null;
  const entry = {
    ...{ position, revision, type, recordedAt, actorId, run: null },
    ...{ aboutId: userOf(data), compared: comparedPart(type) },
  };
  for (const subject of subjects)
    rows.entries.put({ subject, ...entry, stream: stream === subject.replace("/", "-") ? null : stream });
}

/** The user whom an event is about: the one it names, or the owner of what was made. */
function userOf(data: Logged<EventType>["data"]): string | null {
  if ("userId" in data) return data.userId;
  return "owner" in data ? data.owner.id : null;
}

/** An event of a dataset, connector or instance; one that names a user belongs to the history of that user too. */
const withUser = (rows: HistoryRows, event: Logged<EventType>, subject: string): void => {
  const user = userOf(event.data);
  enter(rows, event, subject, ...(user === null ? [] : [`user/${user}`]));
};

const ofUser: Handler<Extract<Logged<EventType>, { data: { userId: string } }>["type"]> = (rows, event) =>
  enter(rows, event, `user/${event.data.userId}`);
const ofDataset = (rows: HistoryRows, event: Logged<Extract<EventType, OfDataset>>) =>
  withUser(rows, event, `dataset/${event.data.datasetId}`);
const ofConnector = (rows: HistoryRows, event: Logged<Extract<EventType, OfConnector>>) =>
  withUser(rows, event, `connector/${event.data.rootId}`);
const ofInstance = (rows: HistoryRows, event: Logged<Extract<EventType, `Instance${string}`>>) =>
  withUser(rows, event, `instance/${event.data.instanceId}`);
/** The end of a run was done by who asked for the run, unless another one ended it. */
const ofRun = (rows: HistoryRows, event: Logged<Extract<EventType, OfRun>>): void => {
  const { position, revision, type, recordedAt, actor, data } = event;
  const actorId = actor.kind === "user" ? actor.id : (beginningOf(event)?.start.by?.id ?? null);
  rows.entries.put({
    ...{ subject: `instance/${data.instanceId}`, position, revision, type, recordedAt, actorId, aboutId: null },
    ...{ stream: null, run: runOfId(data.runId)?.number ?? null, compared: null },
  });
};
const ofDraft = (rows: HistoryRows, event: Logged<"DraftImported" | "DraftSaved">) =>
  enter(rows, event, draftSubject(rows, event.data.draftId));

type OfDataset = `Dataset${string}` | "ColumnsDescribed" | `Access${string}`;
type OfConnector = `Connector${string}`;
type OfRun =
  | "RunStarted"
  | "RunSucceeded"
  | "RunPartlySucceeded"
  | "RunFailed"
  | "RunCancelled"
  | "RunAbandoned"
  | "RunFailuresReported";

function draftSubject(rows: HistoryRows, draftId: string): string {
  const rootId = rows.draftRoots.get(draftId)?.rootId ?? null;
  return rootId === null ? `draft/${draftId}` : `connector/${rootId}`;
}

const draftHandlers: Handlers<typeof historyTables> = {
  DraftCreated(rows, event) {
    const { draftId, rootId } = event.data;
    rows.draftRoots.put({ draftId, rootId });
    enter(rows, event, draftSubject(rows, draftId));
  },
  DraftImported: ofDraft,
  DraftSaved: ofDraft,
  /** What was written before the first version belongs to the history of the connector from here on. */
  DraftPublished(rows, event) {
    const { draftId, rootId } = event.data;
    const subject = `draft/${draftId}`;
    for (const entry of rows.entries.where({ subject })) rows.entries.put({ ...entry, subject: `connector/${rootId}` });
    rows.entries.remove({ subject });
    rows.draftRoots.remove({ draftId });
    enter(rows, event, `connector/${rootId}`);
  },
  DraftDiscarded(rows, event) {
    const { draftId } = event.data;
    const subject = draftSubject(rows, draftId);
    // Of a draft that never became a version nobody reads a history.
    if (subject.startsWith("draft/")) rows.entries.remove({ subject });
    else enter(rows, event, subject);
    rows.draftRoots.remove({ draftId });
  },
};

/**
 * Where the events about a connector, a dataset, an instance or a user are in the log, in order, so that a page of a
 * history is found without reading a stream from its start.
 */
export const history = projection({
  name: "history",
  version: 2,
  tables: historyTables,
  on: {
    ...draftHandlers,
    UserRegistered: ofUser,
    UserVerified: ofUser,
    UserRenamed: ofUser,
    EmailChanged: ofUser,
    PasswordSet: ofUser,
    PlanChosen: ofUser,
    RoleGranted: ofUser,
    RoleRemoved: ofUser,
    StreamingKeyReplaced: ofUser,
    StreamingKeyRemoved: ofUser,
    AccountDeleted: ofUser,
    AccountErased: ofUser,
    ApiKeyCreated: ofUser,
    ApiKeyRenamed: ofUser,
    ApiKeyExpiryNear: ofUser,
    ApiKeyDeleted: ofUser,
    ApiKeysEnded: ofUser,
    ConnectorVersionPublished: ofConnector,
    ConnectorVersionDeactivated: ofConnector,
    ConnectorVersionReactivated: ofConnector,
    ConnectorImageChanged: ofConnector,
    ConnectorWithdrawn: ofConnector,
    ConnectorTakenDown: ofConnector,
    ConnectorRestored: ofConnector,
    ConnectorDeleted: ofConnector,
    ConnectorSubscribed: ofConnector,
    ConnectorUnsubscribed: ofConnector,
    DatasetCreated: ofDataset,
    DatasetPublishedFromConnection: ofDataset,
    DatasetVersionRequested: ofDataset,
    DatasetSourceSet: ofDataset,
    DatasetRefreshIntervalSet: ofDataset,
    DatasetRefreshRequested: ofDataset,
    DatasetFileFetched: ofDataset,
    DatasetRefreshUnchanged: ofDataset,
    DatasetVersionRestored: ofDataset,
    DatasetLoaded: ofDataset,
    DatasetLoadFailed: ofDataset,
    DatasetLoadRetried: ofDataset,
    DatasetEdited: ofDataset,
    ColumnsDescribed: ofDataset,
    DatasetImageChanged: ofDataset,
    DatasetHidden: ofDataset,
    DatasetTakenDown: ofDataset,
    DatasetRestored: ofDataset,
    DatasetDeleted: ofDataset,
    AccessGranted: ofDataset,
    AccessRemoved: ofDataset,
    AccessExpired: ofDataset,
    AccessRequested: ofDataset,
    AccessRequestApproved: ofDataset,
    AccessRequestRefused: ofDataset,
    AccessRequestWithdrawn: ofDataset,
    InstanceActivated: ofInstance,
    InstanceConfigured: ofInstance,
    InstanceMigrated: ofInstance,
    InstanceSignedIn: ofInstance,
    InstanceSignedOut: ofInstance,
    InstanceConsentChecked: ofInstance,
    InstanceCredentialsReplaced: ofInstance,
    InstanceStopped: ofInstance,
    InstanceOwnerReminded: ofInstance,
    InstanceRemoved: ofInstance,
    RunStarted: ofRun,
    RunSucceeded: ofRun,
    RunPartlySucceeded: ofRun,
    RunFailed: ofRun,
    RunCancelled: ofRun,
    RunAbandoned: ofRun,
    RunFailuresReported: ofRun,
  },
});
