import { pick } from "#domain/core/values/pick.ts";
import type { TableVersion } from "#domain/core/values/table.ts";
import type { DatasetSource } from "#domain/dataset/events.ts";
import { type RunOutput, wholeOutputs } from "#domain/run/events.ts";
import type { Logged } from "../events.ts";
import { projection, type Rows } from "../projection.ts";
import { bigint, boolean, type DatabaseOf, integer, line, nullable, table, text, time } from "../table.ts";
import { type Origin, putVersion, versionTables } from "./version-rows.ts";

const tablesOfModel = {
  /** `version`: the number of this version of the connector. */
  connectorTitles: table({ connectorId: text(), title: line(), version: integer() }, { key: ["connectorId"] }),
  tables: table(
    {
      /** Dataset or instance id, or `<instance id>/<operation>`. */
      itemId: text(),
      /** For an output: the instance that fills it. */
      instanceId: nullable(text()),
      /** The connector version that it uses. */
      connectorId: nullable(text()),
      name: text(),
      kind: text<"dataset" | "output">(),
      title: line(),
      /** null: the owner has deleted it, and those with access still read it. */
      ownerId: nullable(text()),
      /** Visible to everybody (never true for outputs). */
      isPublic: boolean(),
      /** An admin has hidden it from all but its owner. */
      takenDown: boolean(),
      /** The loaded version that readers see; null before the first. JSON text of a TableVersion. */
      current: nullable(text()),
      version: integer(),
      rows: nullable(bigint()),
      updatedAt: time(),
    },
    { key: ["itemId"], indexes: [{ on: ["name"], unique: true }, { on: ["ownerId"] }, { on: ["instanceId"] }] },
  ),
  admins: table({ userId: text() }, { key: ["userId"] }),
  readers: table(
    /** `until`: when the access ends, with or without an event of it. */
    { itemId: text(), userId: text(), until: nullable(time()) },
    { key: ["itemId", "userId"], indexes: [{ on: ["userId"] }] },
  ),
  ...versionTables,
  /** The newest whole version of each operation of an instance. JSON text of a TableVersion. */
  wholeOutputs: table(
    {
      instanceId: text(),
      operation: text(),
      tableName: text(),
      physical: text(),
      current: text(),
      broughtAt: time(),
      runId: nullable(text()),
      connectorId: nullable(text()),
      connectorVersion: nullable(integer()),
    },
    { key: ["instanceId", "operation"] },
  ),
  /** Datasets that show each whole output. */
  followers: table(
    { datasetId: text(), instanceId: text(), operation: text() },
    { key: ["datasetId"], indexes: [{ on: ["instanceId", "operation"] }] },
  ),
};
export type TablesTables = DatabaseOf<typeof tablesOfModel>;
type Model = Rows<typeof tablesOfModel>;

/** The run that a version of an output is of. */
type OfRun = Required<Pick<Origin, "runId" | "connectorId" | "connectorVersion">>;

const EMPTY = { connectorId: null, takenDown: false, current: null, version: 0, rows: null };

/**
 * Every data table, its current version and who may read it: previews and streams find tables here. Owners may always
 * read; `readers` have a grant.
 */
export const tables = projection({
  name: "tables",
  version: 7,
  tables: tablesOfModel,
  on: {
    DatasetCreated(rows, event) {
      addDataset(rows, event);
      const { datasetId: itemId, fileName, file, owner } = event.data;
      const { sha256 = null, bytes = null } = file ?? {};
      rows.versionFiles.put({ itemId, mode: "replace", fileName, sha256, bytes, by: owner.id, mergedBy: [], key: [] });
    },
    DatasetPublishedFromConnection(rows, event) {
      addDataset(rows, event);
      follow(rows, event.data.datasetId, event.data.source);
    },
    DatasetVersionRequested(rows, { data: { datasetId: itemId, mode, fileName, file, by, key: mergedBy } }) {
      const { key = [] } = rows.versionFiles.get(itemId) ?? {};
      rows.versionFiles.put({ itemId, mode, fileName, ...file, by, mergedBy, key });
    },
    DatasetRefreshRequested(rows, { data: { datasetId: itemId, fileName, by } }) {
      const { key = [] } = rows.versionFiles.get(itemId) ?? {};
      rows.versionFiles.put({ itemId, mode: "replace", fileName, sha256: null, bytes: null, by, mergedBy: [], key });
    },
    DatasetFileFetched: (rows, { data: { datasetId: itemId, file } }) => rows.versionFiles.patch({ itemId }, file),
    DatasetLoaded(rows, { data: { datasetId, table, rejected }, recordedAt }) {
      const file = rows.versionFiles.get(datasetId);
      if (file?.mode === "upsert") rows.versionFiles.patch({ itemId: datasetId }, { key: file.mergedBy });
      const origin = file ? pick(file, ["mode", "fileName", "sha256", "bytes", "by"]) : { mode: "replace" as const };
      load(rows, datasetId, table, recordedAt, { ...origin, rejected });
    },
    DatasetVersionRestored(rows, { data: { datasetId, table, from, by, fileName, rejected }, recordedAt }) {
      const { sha256 = null, bytes = null } = rows.versions.get(datasetId, from) ?? {};
      const file = { fileName, sha256, bytes, rejected };
      load(rows, datasetId, table, recordedAt, { mode: "restore", ...file, by, restoredFrom: from });
    },
    DatasetEdited: (rows, { data: { datasetId, title, isPublic } }) =>
      rows.tables.patch({ itemId: datasetId }, { title, isPublic }),
    AccessGranted: (rows, { data: { datasetId, userId, until = null } }) =>
      rows.readers.put({ itemId: datasetId, userId, until }),
    AccessRemoved: endAccess,
    AccessExpired: endAccess,
    DatasetTakenDown: (rows, { data: { datasetId } }) => rows.tables.patch({ itemId: datasetId }, { takenDown: true }),
    DatasetRestored: (rows, { data: { datasetId } }) => rows.tables.patch({ itemId: datasetId }, { takenDown: false }),
    RoleGranted(rows, { data: { userId, role } }) {
      if (role === "admin") rows.admins.put({ userId });
    },
    RoleRemoved(rows, { data: { userId, role } }) {
      if (role === "admin") rows.admins.remove({ userId });
    },
    DatasetHidden(rows, { data: { datasetId } }) {
      rows.tables.patch({ itemId: datasetId }, { isPublic: false, ownerId: null });
      rows.followers.remove({ datasetId });
    },
    DatasetDeleted(rows, { data: { datasetId } }) {
      rows.followers.remove({ datasetId });
      rows.tables.remove({ itemId: datasetId });
      rows.versionFiles.remove({ itemId: datasetId });
      rows.readers.remove({ itemId: datasetId });
    },
    ConnectorVersionPublished: (rows, { data: { connectorId, title, version } }) =>
      rows.connectorTitles.put({ connectorId, title, version }),
    InstanceActivated(rows, { data: { instanceId, tableName: name, owner, connectorId }, recordedAt: updatedAt }) {
      const title = titleOf(rows, connectorId);
      const about = { name, title, ownerId: owner.id, kind: "output", isPublic: false, updatedAt } as const;
      rows.tables.put({ itemId: instanceId, instanceId, ...about, ...EMPTY, connectorId });
    },
    InstanceMigrated: (rows, { data: { instanceId, toConnectorId } }) =>
      rows.tables.patch({ itemId: instanceId }, { title: titleOf(rows, toConnectorId), connectorId: toConnectorId }),
    InstanceRemoved(rows, { data: { instanceId } }) {
      rows.followers.remove({ instanceId });
      rows.wholeOutputs.remove({ instanceId });
      rows.tables.remove({ instanceId });
    },
    RunSucceeded: takeOutputs,
    RunPartlySucceeded: takeOutputs,
  },
});

function endAccess(rows: Model, { data }: Logged<"AccessRemoved" | "AccessExpired">): void {
  rows.readers.remove({ itemId: data.datasetId, userId: data.userId });
}

function addDataset(
  rows: Model,
  { data, recordedAt: updatedAt }: Logged<"DatasetCreated" | "DatasetPublishedFromConnection">,
): void {
  const { datasetId: itemId, tableName: name, title, owner, isPublic } = data;
  const about = { name, title, ownerId: owner.id, kind: "dataset", isPublic, updatedAt } as const;
  rows.tables.put({ itemId, instanceId: null, ...about, ...EMPTY });
}

/** Runs of a removed instance have no effect. */
function takeOutputs(rows: Model, event: Logged<"RunSucceeded" | "RunPartlySucceeded">): void {
  const { instanceId, outputs, runId } = event.data;
  const instance = rows.tables.get(instanceId);
  if (!instance) return;
  const { connectorId } = instance;
  const connectorVersion = connectorId === null ? null : (rows.connectorTitles.get(connectorId)?.version ?? null);
  const run = { runId, connectorId, connectorVersion };
  for (const output of outputs) loadOutput(rows, instanceId, output, event.recordedAt, run);
  for (const output of wholeOutputs(event)) showToFollowers(rows, instanceId, output, event.recordedAt, run);
}

/** The first operation fills the instance's own table; each further one has a table of its own beside it. */
function loadOutput(
  rows: Model,
  instanceId: string,
  { operation, tableName, table }: RunOutput,
  at: string,
  run: OfRun,
): void {
  const own = rows.tables.get(instanceId);
  if (!own) return;
  const itemId = tableName === own.name ? instanceId : `${instanceId}/${operation}`;
  if (!rows.tables.get(itemId)) {
    const title = `${own.title}: ${operation}`;
    const about = { name: tableName, title, ownerId: own.ownerId, kind: "output", isPublic: false } as const;
    rows.tables.put({ itemId, instanceId, ...about, ...EMPTY, updatedAt: at });
  }
  load(rows, itemId, table, at, { mode: "run", ...run });
}

/** A dataset shows the newest whole output from the start, with that output's time. */
function follow(rows: Model, datasetId: string, { instanceId, operation }: DatasetSource): void {
  const whole = rows.wholeOutputs.get(instanceId, operation);
  if (!whole) return;
  rows.followers.put({ datasetId, instanceId, operation });
  const { runId, connectorId, connectorVersion } = whole;
  const origin = { mode: "run", runId, connectorId, connectorVersion } as const;
  load(rows, datasetId, JSON.parse(whole.current) as TableVersion, whole.broughtAt, origin);
}

/** Datasets made from an output show each whole output immediately. */
function showToFollowers(
  rows: Model,
  instanceId: string,
  { operation, tableName, table }: RunOutput,
  at: string,
  run: OfRun,
): void {
  const newest = { tableName, physical: table.physical, current: JSON.stringify(table), broughtAt: at, ...run };
  rows.wholeOutputs.put({ instanceId, operation, ...newest });
  for (const { datasetId } of rows.followers.where({ instanceId, operation }))
    load(rows, datasetId, table, at, { mode: "run", ...run });
}

function titleOf(rows: Model, connectorId: string): string {
  return rows.connectorTitles.get(connectorId)?.title ?? "Output";
}

function load(rows: Model, itemId: string, table: TableVersion, at: string, origin: Origin): void {
  const version = (rows.tables.get(itemId)?.version ?? -1) + 1;
  rows.tables.patch({ itemId }, { current: JSON.stringify(table), rows: table.rows, version, updatedAt: at });
  putVersion(rows, { itemId, version, at }, table, origin);
}
