import type { Kysely, Transaction } from "kysely";
import { sql } from "kysely";
import type { ConnectorEvent } from "#domain/connector/events.ts";
import type { LoggedEvent } from "#domain/core/event-log.ts";
import type { TableVersion } from "#domain/core/values/table.ts";
import type { DatasetEvent, DatasetSource } from "#domain/dataset/events.ts";
import type { InstanceEvent } from "#domain/instance/events.ts";
import { type RunEvent, type RunOutput, wholeOutputs } from "#domain/run/events.ts";
import type { Projection } from "../projection.ts";

export type TablesTables = {
  connector_titles: { connector_id: string; title: string };
  tables: {
    /** Dataset or instance id. */
    item_id: string;
    name: string;
    kind: "dataset" | "output";
    title: string;
    /** null: the owner has deleted it, and those with access still read it. */
    owner_id: string | null;
    /** Anybody may know of it (never true for outputs). */
    is_public: boolean;
    /** The loaded version that readers see; null before the first. JSON text of a TableVersion. */
    current: string | null;
    version: number;
    rows: number | null;
    updated_at: string;
  };
  readers: { item_id: string; user_id: string };
  /** Every version ever loaded, for the clean-up of what nobody can read any more. A dataset made of an output shares its versions. */
  versions: { physical: string; item_id: string; version: number };
  /** What each operation of a connection has brought as a whole: the newest such version. JSON text of a TableVersion. */
  whole_outputs: {
    instance_id: string;
    operation: string;
    table_name: string;
    physical: string;
    current: string;
    brought_at: string;
  };
  /** Datasets that show each whole output. */
  followers: { dataset_id: string; instance_id: string; operation: string };
};

/**
 * Every data table, its current version and who may read it: the one place where previews and streams look a table up.
 * Owners may always read; `readers` are the granted.
 */
export const tables: Projection<TablesTables> = {
  name: "tables",
  version: 3,

  async createTables(db: Kysely<TablesTables>) {
    await db.schema
      .createTable("connector_titles")
      .addColumn("connector_id", "text", (column) => column.primaryKey())
      .addColumn("title", "text", (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("tables")
      .addColumn("item_id", "text", (column) => column.primaryKey())
      .addColumn("name", "text", (column) => column.notNull().unique())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("title", "text", (column) => column.notNull())
      .addColumn("owner_id", "text")
      .addColumn("is_public", "boolean", (column) => column.notNull())
      .addColumn("current", "text")
      .addColumn("version", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("rows", "bigint")
      .addColumn("updated_at", "timestamptz", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("tables_by_owner").on("tables").column("owner_id").execute();
    await db.schema
      .createTable("readers")
      .addColumn("item_id", "text", (column) => column.notNull())
      .addColumn("user_id", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("readers_key", ["item_id", "user_id"])
      .execute();
    await db.schema.createIndex("readers_by_user").on("readers").column("user_id").execute();
    await db.schema
      .createTable("versions")
      .addColumn("physical", "text", (column) => column.notNull())
      .addColumn("item_id", "text", (column) => column.notNull())
      .addColumn("version", "integer", (column) => column.notNull())
      .addPrimaryKeyConstraint("versions_key", ["physical", "item_id"])
      .execute();
    await db.schema.createIndex("versions_by_item").on("versions").column("item_id").execute();
    await db.schema
      .createTable("whole_outputs")
      .addColumn("instance_id", "text", (column) => column.notNull())
      .addColumn("operation", "text", (column) => column.notNull())
      .addColumn("table_name", "text", (column) => column.notNull())
      .addColumn("physical", "text", (column) => column.notNull())
      .addColumn("current", "text", (column) => column.notNull())
      .addColumn("brought_at", "timestamptz", (column) => column.notNull())
      .addPrimaryKeyConstraint("whole_outputs_key", ["instance_id", "operation"])
      .execute();
    await db.schema
      .createTable("followers")
      .addColumn("dataset_id", "text", (column) => column.primaryKey())
      .addColumn("instance_id", "text", (column) => column.notNull())
      .addColumn("operation", "text", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("followers_by_output").on("followers").columns(["instance_id", "operation"]).execute();
  },

  async apply(db: Transaction<TablesTables>, event: LoggedEvent) {
    await applyDatasetEvent(db, event as LoggedEvent<DatasetEvent>);
    await applyOutputEvent(db, event as LoggedEvent<ConnectorEvent | InstanceEvent | RunEvent>);
  },
};

async function applyDatasetEvent(db: Transaction<TablesTables>, event: LoggedEvent<DatasetEvent>): Promise<void> {
  switch (event.type) {
    case "DatasetCreated":
    case "DatasetPublishedFromConnection": {
      const { datasetId: item_id, tableName: name, title, owner, isPublic: is_public } = event.data;
      await db
        .insertInto("tables")
        .values({
          item_id,
          name,
          kind: "dataset",
          title,
          owner_id: owner.id,
          is_public,
          version: 0,
          updated_at: event.recordedAt,
        })
        .execute();
      if (event.type === "DatasetPublishedFromConnection") await follow(db, item_id, event.data.source);
      return;
    }
    case "DatasetLoaded":
      return load(db, event.data.datasetId, event.data.table, event.recordedAt);
    case "DatasetEdited": {
      const { datasetId, title, isPublic: is_public } = event.data;
      await db.updateTable("tables").set({ title, is_public }).where("item_id", "=", datasetId).execute();
      return;
    }
    case "AccessGranted":
      await db.insertInto("readers").values({ item_id: event.data.datasetId, user_id: event.data.userId }).execute();
      return;
    case "AccessRemoved":
      await db
        .deleteFrom("readers")
        .where("item_id", "=", event.data.datasetId)
        .where("user_id", "=", event.data.userId)
        .execute();
      return;
    case "DatasetHidden":
      await db
        .updateTable("tables")
        .set({ is_public: false, owner_id: null })
        .where("item_id", "=", event.data.datasetId)
        .execute();
      await db.deleteFrom("followers").where("dataset_id", "=", event.data.datasetId).execute();
      return;
    case "DatasetDeleted":
      await db.deleteFrom("followers").where("dataset_id", "=", event.data.datasetId).execute();
      return remove(db, event.data.datasetId);
    case "DatasetLoadFailed":
      return;
  }
}

async function applyOutputEvent(
  db: Transaction<TablesTables>,
  event: LoggedEvent<ConnectorEvent | InstanceEvent | RunEvent>,
): Promise<void> {
  switch (event.type) {
    case "ConnectorVersionPublished":
      await db
        .insertInto("connector_titles")
        .values({ connector_id: event.data.connectorId, title: event.data.title })
        .execute();
      return;
    case "InstanceActivated": {
      const { instanceId: item_id, tableName: name, owner, connectorId } = event.data;
      const title = await titleOf(db, connectorId);
      await db
        .insertInto("tables")
        .values({
          item_id,
          name,
          kind: "output",
          title,
          owner_id: owner.id,
          is_public: false,
          version: 0,
          updated_at: event.recordedAt,
        })
        .execute();
      return;
    }
    case "InstanceMigrated":
      await db
        .updateTable("tables")
        .set({ title: await titleOf(db, event.data.toConnectorId) })
        .where("item_id", "=", event.data.instanceId)
        .execute();
      return;
    case "InstanceRemoved":
      await db.deleteFrom("followers").where("instance_id", "=", event.data.instanceId).execute();
      await db.deleteFrom("whole_outputs").where("instance_id", "=", event.data.instanceId).execute();
      return remove(db, event.data.instanceId);
    case "RunSucceeded":
    case "RunPartlySucceeded":
      for (const output of event.data.outputs) await loadOutput(db, event.data.instanceId, output, event.recordedAt);
      for (const output of wholeOutputs(event))
        await showToFollowers(db, event.data.instanceId, output, event.recordedAt);
      return;
    default:
      return;
  }
}

/** The first operation fills the connection's own table; each further one has a table of its own beside it. */
async function loadOutput(
  db: Transaction<TablesTables>,
  instanceId: string,
  output: RunOutput,
  at: string,
): Promise<void> {
  const own = await db
    .selectFrom("tables")
    .select(["name", "title", "owner_id"])
    .where("item_id", "=", instanceId)
    .executeTakeFirst();
  if (!own) return;
  const { operation, tableName, table } = output;
  const itemId = tableName === own.name ? instanceId : `${instanceId}/${operation}`;
  if (itemId !== instanceId) {
    await db
      .insertInto("tables")
      .values({
        item_id: itemId,
        name: tableName,
        kind: "output",
        title: `${own.title}: ${operation}`,
        owner_id: own.owner_id,
        is_public: false,
        version: 0,
        updated_at: at,
      })
      .onConflict((conflict) => conflict.column("item_id").doNothing())
      .execute();
  }
  await load(db, itemId, table, at);
}

/** A dataset shows the newest whole output from the start, with the time at which it was brought. */
async function follow(
  db: Transaction<TablesTables>,
  dataset_id: string,
  { instanceId: instance_id, operation }: DatasetSource,
): Promise<void> {
  const whole = await db
    .selectFrom("whole_outputs")
    .selectAll()
    .where("instance_id", "=", instance_id)
    .where("operation", "=", operation)
    .executeTakeFirst();
  if (!whole) return;
  await db.insertInto("followers").values({ dataset_id, instance_id, operation }).execute();
  await load(db, dataset_id, JSON.parse(whole.current) as TableVersion, whole.brought_at);
}

/** What a run has brought as a whole is at once what the datasets made of it show. Runs of a removed connection bring nothing. */
async function showToFollowers(
  db: Transaction<TablesTables>,
  instance_id: string,
  { operation, tableName: table_name, table }: RunOutput,
  at: string,
): Promise<void> {
  const own = await db.selectFrom("tables").select("item_id").where("item_id", "=", instance_id).executeTakeFirst();
  if (!own) return;
  const newest = { table_name, physical: table.physical, current: JSON.stringify(table), brought_at: at };
  await db
    .insertInto("whole_outputs")
    .values({ instance_id, operation, ...newest })
    .onConflict((conflict) => conflict.columns(["instance_id", "operation"]).doUpdateSet(newest))
    .execute();
  const followers = await db
    .selectFrom("followers")
    .select("dataset_id")
    .where("instance_id", "=", instance_id)
    .where("operation", "=", operation)
    .execute();
  for (const { dataset_id } of followers) await load(db, dataset_id, table, at);
}

async function titleOf(db: Transaction<TablesTables>, connectorId: string): Promise<string> {
  const row = await db
    .selectFrom("connector_titles")
    .select("title")
    .where("connector_id", "=", connectorId)
    .executeTakeFirst();
  return row?.title ?? "Output";
}

async function load(db: Transaction<TablesTables>, item_id: string, table: TableVersion, at: string): Promise<void> {
  const changed = await db
    .updateTable("tables")
    .set({ current: JSON.stringify(table), rows: table.rows, version: sql`version + 1`, updated_at: at })
    .where("item_id", "=", item_id)
    .returning("version")
    .executeTakeFirst();
  await db
    .insertInto("versions")
    .values({ physical: table.physical, item_id, version: changed?.version ?? 0 })
    .onConflict((conflict) => conflict.columns(["physical", "item_id"]).doNothing())
    .execute();
}

async function remove(db: Transaction<TablesTables>, itemId: string): Promise<void> {
  await db
    .deleteFrom("tables")
    .where((where) => where.or([where("item_id", "=", itemId), where("item_id", "like", `${itemId}/%`)]))
    .execute();
  await db.deleteFrom("readers").where("item_id", "=", itemId).execute();
}
