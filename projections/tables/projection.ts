import type { TableVersion } from "#domain/core/values/table.ts";
import type { DatasetSource } from "#domain/dataset/events.ts";
import { type RunOutput, wholeOutputs } from "#domain/run/events.ts";
import type { Logged } from "../events.ts";
import { projection, type Rows } from "../projection.ts";
import { bigint, boolean, type DatabaseOf, integer, nullable, table, text, time } from "../table.ts";

const tablesOfModel = {
  connectorTitles: table({ connectorId: text(), title: text() }, { key: ["connectorId"] }),
  tables: table(
    {
      /** Dataset or instance id, or `<instance id>/<operation>`. */
      itemId: text(),
      /** For an output: the instance that fills it. */
      instanceId: nullable(text()),
      name: text(),
      kind: text<"dataset" | "output">(),
      title: text(),
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
  /**
   * Every version ever loaded, for the clean-up of what nobody can read any more. A dataset made from an output shares
   * its versions.
   */
  versions: table(
    { physical: text(), itemId: text(), version: integer() },
    { key: ["physical", "itemId"], indexes: [{ on: ["itemId"] }] },
  ),
  /** The newest whole version of each operation of an instance. JSON text of a TableVersion. */
  wholeOutputs: table(
    {
      instanceId: text(),
      operation: text(),
      tableName: text(),
      physical: text(),
      current: text(),
      broughtAt: time(),
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

const EMPTY = { takenDown: false, current: null, version: 0, rows: null };

/**
 * Every data table, its current version and who may read it: previews and streams find tables here. Owners may always
 * read; `readers` have a grant.
 */
export const tables = projection({
  name: "tables",
  version: 5,
  tables: tablesOfModel,
  on: {
    DatasetCreated: addDataset,
    DatasetPublishedFromConnection(rows, event) {
      addDataset(rows, event);
      follow(rows, event.data.datasetId, event.data.source);
    },
    DatasetLoaded: (rows, { data: { datasetId, table }, recordedAt }) => load(rows, datasetId, table, recordedAt),
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
      rows.readers.remove({ itemId: datasetId });
    },
    ConnectorVersionPublished: (rows, { data: { connectorId, title } }) =>
      rows.connectorTitles.put({ connectorId, title }),
    InstanceActivated(rows, { data: { instanceId, tableName: name, owner, connectorId }, recordedAt: updatedAt }) {
      const title = titleOf(rows, connectorId);
      const about = { name, title, ownerId: owner.id, kind: "output", isPublic: false, updatedAt } as const;
      rows.tables.put({ itemId: instanceId, instanceId, ...about, ...EMPTY });
    },
    InstanceMigrated: (rows, { data: { instanceId, toConnectorId } }) =>
      rows.tables.patch({ itemId: instanceId }, { title: titleOf(rows, toConnectorId) }),
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
  const { instanceId, outputs } = event.data;
  if (!rows.tables.get(instanceId)) return;
  for (const output of outputs) loadOutput(rows, instanceId, output, event.recordedAt);
  for (const output of wholeOutputs(event)) showToFollowers(rows, instanceId, output, event.recordedAt);
}

/** The first operation fills the instance's own table; each further one has a table of its own beside it. */
function loadOutput(rows: Model, instanceId: string, { operation, tableName, table }: RunOutput, at: string): void {
  const own = rows.tables.get(instanceId);
  if (!own) return;
  const itemId = tableName === own.name ? instanceId : `${instanceId}/${operation}`;
  if (!rows.tables.get(itemId)) {
    const title = `${own.title}: ${operation}`;
    const about = { name: tableName, title, ownerId: own.ownerId, kind: "output", isPublic: false } as const;
    rows.tables.put({ itemId, instanceId, ...about, ...EMPTY, updatedAt: at });
  }
  load(rows, itemId, table, at);
}

/** A dataset shows the newest whole output from the start, with that output's time. */
function follow(rows: Model, datasetId: string, { instanceId, operation }: DatasetSource): void {
  const whole = rows.wholeOutputs.get(instanceId, operation);
  if (!whole) return;
  rows.followers.put({ datasetId, instanceId, operation });
  load(rows, datasetId, JSON.parse(whole.current) as TableVersion, whole.broughtAt);
}

/** Datasets made from an output show each whole output immediately. */
function showToFollowers(
  rows: Model,
  instanceId: string,
  { operation, tableName, table }: RunOutput,
  at: string,
): void {
  const newest = { tableName, physical: table.physical, current: JSON.stringify(table), broughtAt: at };
  rows.wholeOutputs.put({ instanceId, operation, ...newest });
  for (const { datasetId } of rows.followers.where({ instanceId, operation })) load(rows, datasetId, table, at);
}

function titleOf(rows: Model, connectorId: string): string {
  return rows.connectorTitles.get(connectorId)?.title ?? "Output";
}

function load(rows: Model, itemId: string, table: TableVersion, at: string): void {
  const version = (rows.tables.get(itemId)?.version ?? -1) + 1;
  rows.tables.patch({ itemId }, { current: JSON.stringify(table), rows: table.rows, version, updatedAt: at });
  if (!rows.versions.get(table.physical, itemId)) rows.versions.put({ physical: table.physical, itemId, version });
}
