import type { ConnectorEvent } from "#domain/connector/events.ts";
import type { DatasetEvent } from "#domain/dataset/events.ts";

/** Who may see what after a history: the one table of cases for the rule in the domain and for the queries. */
export const OWNER = "ada";
const GUEST = "ben";
export const STRANGER = "eve";
export const VIEWERS = [OWNER, GUEST, STRANGER] as const;

const datasetId = "d-1";
const card = { title: "Rivers", description: "", category: "Other", keywords: [], license: "none", onRequest: false };
const created = (isPublic: boolean): DatasetEvent => ({
  type: "DatasetCreated",
  data: {
    ...{ datasetId, ...card, isPublic, price: 0, tableName: "rivers_1", fileName: "rivers.csv" },
    owner: { kind: "user", id: OWNER },
  },
});
const table = {
  physical: "t_1",
  columns: [{ name: "level", label: "Level", type: "bigint" as const }],
  rows: 3,
  contentHash: "ab",
};
const loaded: DatasetEvent = { type: "DatasetLoaded", data: { datasetId, version: 1, table, rejected: 0 } };
const failed: DatasetEvent = { type: "DatasetLoadFailed", data: { datasetId, code: "empty", facts: {} } };
const shared: DatasetEvent = { type: "AccessGranted", data: { datasetId, userId: GUEST, by: OWNER } };
const left: DatasetEvent = { type: "AccessRemoved", data: { datasetId, userId: GUEST, by: GUEST } };
const edited = (isPublic: boolean): DatasetEvent => ({ type: "DatasetEdited", data: { datasetId, ...card, isPublic } });
const hidden: DatasetEvent = { type: "DatasetHidden", data: { datasetId } };
const takenDown: DatasetEvent = { type: "DatasetTakenDown", data: { datasetId, reason: "Stolen." } };
const restored: DatasetEvent = { type: "DatasetRestored", data: { datasetId } };
const deleted: DatasetEvent = { type: "DatasetDeleted", data: { datasetId } };

type DatasetCase = {
  readonly about: string;
  readonly events: readonly DatasetEvent[];
  readonly seenBy: readonly string[];
};
export const DATASET = datasetId;
export const datasetCases: readonly DatasetCase[] = [
  { about: "a public one that is loading", events: [created(true)], seenBy: [OWNER] },
  { about: "a public one that failed to load", events: [created(true), failed], seenBy: [OWNER] },
  { about: "a public one with rows", events: [created(true), loaded], seenBy: [OWNER, GUEST, STRANGER] },
  {
    about: "a public one with rows whose newer file failed to load",
    events: [created(true), loaded, failed],
    seenBy: [OWNER, GUEST, STRANGER],
  },
  { about: "a private one with rows", events: [created(false), loaded], seenBy: [OWNER] },
  { about: "a private one that is shared", events: [created(false), loaded, shared], seenBy: [OWNER, GUEST] },
  { about: "a shared one that is loading", events: [created(false), shared], seenBy: [OWNER, GUEST] },
  { about: "a private one whose guest has left", events: [created(false), loaded, shared, left], seenBy: [OWNER] },
  {
    about: "one that was made private after it was shared",
    events: [created(true), loaded, shared, edited(false)],
    seenBy: [OWNER, GUEST],
  },
  {
    about: "one that was made public",
    events: [created(false), loaded, edited(true)],
    seenBy: [OWNER, GUEST, STRANGER],
  },
  {
    about: "one that its owner has deleted while others use it",
    events: [created(true), loaded, shared, hidden],
    seenBy: [GUEST],
  },
  {
    about: "one that an admin has taken down",
    events: [created(true), loaded, shared, takenDown],
    seenBy: [OWNER],
  },
  {
    about: "one that was loaded again after an admin had taken it down",
    events: [created(true), loaded, takenDown, { ...loaded, data: { ...loaded.data, version: 2 } }, edited(true)],
    seenBy: [OWNER],
  },
  {
    about: "one that an admin has restored",
    events: [created(true), loaded, shared, takenDown, restored],
    seenBy: [OWNER, GUEST, STRANGER],
  },
  {
    about: "one that its owner has deleted and an admin has taken down",
    events: [created(true), loaded, shared, hidden, takenDown],
    seenBy: [],
  },
  { about: "one that is gone", events: [created(true), loaded, deleted], seenBy: [] },
];

const rootId = "c-1";
const published = (version: number, isPublic: boolean): ConnectorEvent => ({
  type: "ConnectorVersionPublished",
  data: {
    ...{ rootId, connectorId: `c-${version}`, version, isPublic, title: "Weather", description: "", category: "API" },
    owner: { kind: "user", id: OWNER },
    apiDocUrl: null,
    definition: {},
    parentId: version === 1 ? null : `c-${version - 1}`,
  },
});
const connected = (connectorId: string): ConnectorEvent => ({
  type: "ConnectorSubscribed",
  data: { rootId, connectorId, instanceId: "i-1", userId: GUEST },
});
const gone: ConnectorEvent = {
  type: "ConnectorUnsubscribed",
  data: { rootId, instanceId: "i-1", userId: GUEST },
};
const connectorTakenDown: ConnectorEvent = { type: "ConnectorTakenDown", data: { rootId, reason: "It spies." } };
const withdrawn: ConnectorEvent = { type: "ConnectorWithdrawn", data: { rootId } };

type ConnectorCase = {
  readonly about: string;
  readonly events: readonly ConnectorEvent[];
  /** The versions that each viewer sees. */
  readonly seen: Readonly<Record<(typeof VIEWERS)[number], readonly string[]>>;
};
const all = ["c-1", "c-2"];
export const connectorCases: readonly ConnectorCase[] = [
  {
    about: "all versions public",
    events: [published(1, true), published(2, true)],
    seen: { [OWNER]: all, [GUEST]: all, [STRANGER]: all },
  },
  {
    about: "a version from before it was made public",
    events: [published(1, false), published(2, true)],
    seen: { [OWNER]: all, [GUEST]: ["c-2"], [STRANGER]: ["c-2"] },
  },
  {
    about: "made private again",
    events: [published(1, true), published(2, false)],
    seen: { [OWNER]: all, [GUEST]: [], [STRANGER]: [] },
  },
  {
    about: "made private after somebody was connected",
    events: [published(1, true), connected("c-1"), published(2, false)],
    seen: { [OWNER]: all, [GUEST]: all, [STRANGER]: [] },
  },
  {
    about: "made private before and after somebody was connected",
    events: [published(1, false), published(2, true), connected("c-2"), published(3, false)],
    seen: { [OWNER]: [...all, "c-3"], [GUEST]: ["c-2", "c-3"], [STRANGER]: [] },
  },
  {
    about: "private, and no longer connected",
    events: [published(1, true), connected("c-1"), published(2, false), gone],
    seen: { [OWNER]: all, [GUEST]: [], [STRANGER]: [] },
  },
  {
    about: "withdrawn",
    events: [published(1, true), connected("c-1"), withdrawn],
    seen: { [OWNER]: ["c-1"], [GUEST]: ["c-1"], [STRANGER]: [] },
  },
  {
    about: "taken down by an admin, with a later version",
    events: [published(1, true), connected("c-1"), connectorTakenDown, published(2, true)],
    seen: { [OWNER]: all, [GUEST]: [], [STRANGER]: [] },
  },
  {
    about: "restored by an admin",
    events: [published(1, true), connected("c-1"), connectorTakenDown, { type: "ConnectorRestored", data: { rootId } }],
    seen: { [OWNER]: ["c-1"], [GUEST]: ["c-1"], [STRANGER]: ["c-1"] },
  },
  {
    about: "deactivated",
    events: [published(1, true), { type: "ConnectorVersionDeactivated", data: { rootId, connectorId: "c-1" } }],
    seen: { [OWNER]: ["c-1"], [GUEST]: ["c-1"], [STRANGER]: ["c-1"] },
  },
];
