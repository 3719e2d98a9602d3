import type { Generated, Kysely, Transaction } from "kysely";
import type { ConnectorEvent } from "#domain/connector/events.ts";
import type { LoggedEvent } from "#domain/core/event-log.ts";
import type { DatasetEvent } from "#domain/dataset/events.ts";
import type { InstanceEvent } from "#domain/instance/events.ts";
import type { RunEvent } from "#domain/run/events.ts";
import type { UserEvent } from "#domain/user/events.ts";
import type { Projection } from "../projection.ts";
import { applyConnectionEvent } from "./apply-connection-event.ts";
import { applyConnectorEvent } from "./apply-connector-event.ts";
import { applyDatasetEvent } from "./apply-dataset-event.ts";

export type CatalogueTables = {
  authors: { user_id: string; name: string };
  connectors: {
    id: string;
    root_id: string;
    version: number;
    is_latest: boolean;
    owner_id: string;
    title: string;
    description: string;
    category: string;
    api_doc_url: string | null;
    is_public: boolean;
    /** JSON text of the definition. */
    definition: string;
    active: Generated<boolean>;
    withdrawn: Generated<boolean>;
    parent_id: string | null;
    created_at: string;
  };
  /** `since_version`: the number of the version that was connected to first. */
  subscriptions: { instance_id: string; root_id: string; connector_id: string; user_id: string; since_version: number };
  datasets: {
    id: string;
    owner_id: string;
    title: string;
    description: string;
    category: string;
    keywords: string[];
    price: number;
    is_public: boolean;
    status: "loading" | "ready" | "failed" | "hidden";
    load_error: string | null;
    table_name: string;
    license: string;
    /** null: its rows come from a connection. */
    file_name: string | null;
    /** The connection and operation whose output it shows; no viewer is told. */
    instance_id: string | null;
    operation: string | null;
    /** The connector version that its newest rows came through. */
    connector_id: string | null;
    /** Since when its connection brings nothing new: the connection is gone, or the owner has deleted the dataset. */
    stopped_at: string | null;
    /** JSON text of the columns. */
    columns: string | null;
    rows: number | null;
    rejected: number | null;
    created_at: string;
    updated_at: string;
    /** When the rows were loaded or pulled. */
    rows_at: string | null;
  };
  connections: { instance_id: string; connector_id: string; refresh_interval: number };
  /** What each operation of a connection has brought as a whole, the newest: what a dataset made of it begins with. */
  whole_outputs: { instance_id: string; operation: string; columns: string; rows: number; brought_at: string };
  grants: { dataset_id: string; user_id: string; granted_by: string; granted_at: string };
};

/** What the DataStore and the profiles show: every version of every connector, every dataset, who subscribed. */
export const catalogue: Projection<CatalogueTables> = {
  name: "catalogue",
  version: 3,

  async createTables(db: Kysely<CatalogueTables>) {
    await db.schema
      .createTable("authors")
      .addColumn("user_id", "text", (column) => column.primaryKey())
      .addColumn("name", "text", (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("connectors")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("root_id", "text", (column) => column.notNull())
      .addColumn("version", "integer", (column) => column.notNull())
      .addColumn("is_latest", "boolean", (column) => column.notNull())
      .addColumn("owner_id", "text", (column) => column.notNull())
      .addColumn("title", "text", (column) => column.notNull())
      .addColumn("description", "text", (column) => column.notNull())
      .addColumn("category", "text", (column) => column.notNull())
      .addColumn("api_doc_url", "text")
      .addColumn("is_public", "boolean", (column) => column.notNull())
      .addColumn("definition", "text", (column) => column.notNull())
      .addColumn("active", "boolean", (column) => column.notNull().defaultTo(true))
      .addColumn("withdrawn", "boolean", (column) => column.notNull().defaultTo(false))
      .addColumn("parent_id", "text")
      .addColumn("created_at", "timestamptz", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("connectors_by_root").on("connectors").column("root_id").execute();
    await db.schema
      .createTable("subscriptions")
      .addColumn("instance_id", "text", (column) => column.primaryKey())
      .addColumn("root_id", "text", (column) => column.notNull())
      .addColumn("connector_id", "text", (column) => column.notNull())
      .addColumn("user_id", "text", (column) => column.notNull())
      .addColumn("since_version", "integer", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("subscriptions_by_root").on("subscriptions").column("root_id").execute();
    await db.schema
      .createTable("datasets")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("owner_id", "text", (column) => column.notNull())
      .addColumn("title", "text", (column) => column.notNull())
      .addColumn("description", "text", (column) => column.notNull())
      .addColumn("category", "text", (column) => column.notNull())
      .addColumn("keywords", "jsonb", (column) => column.notNull())
      .addColumn("price", "double precision", (column) => column.notNull())
      .addColumn("is_public", "boolean", (column) => column.notNull())
      .addColumn("status", "text", (column) => column.notNull())
      .addColumn("load_error", "text")
      .addColumn("table_name", "text", (column) => column.notNull())
      .addColumn("license", "text", (column) => column.notNull())
      .addColumn("file_name", "text")
      .addColumn("instance_id", "text")
      .addColumn("operation", "text")
      .addColumn("connector_id", "text")
      .addColumn("stopped_at", "timestamptz")
      .addColumn("columns", "text")
      .addColumn("rows", "bigint")
      .addColumn("rejected", "integer")
      .addColumn("created_at", "timestamptz", (column) => column.notNull())
      .addColumn("updated_at", "timestamptz", (column) => column.notNull())
      .addColumn("rows_at", "timestamptz")
      .execute();
    await db.schema.createIndex("datasets_by_output").on("datasets").columns(["instance_id", "operation"]).execute();
    await db.schema
      .createTable("connections")
      .addColumn("instance_id", "text", (column) => column.primaryKey())
      .addColumn("connector_id", "text", (column) => column.notNull())
      .addColumn("refresh_interval", "integer", (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("whole_outputs")
      .addColumn("instance_id", "text", (column) => column.notNull())
      .addColumn("operation", "text", (column) => column.notNull())
      .addColumn("columns", "text", (column) => column.notNull())
      .addColumn("rows", "bigint", (column) => column.notNull())
      .addColumn("brought_at", "timestamptz", (column) => column.notNull())
      .addPrimaryKeyConstraint("whole_outputs_key", ["instance_id", "operation"])
      .execute();
    await db.schema
      .createTable("grants")
      .addColumn("dataset_id", "text", (column) => column.notNull())
      .addColumn("user_id", "text", (column) => column.notNull())
      .addColumn("granted_by", "text", (column) => column.notNull())
      .addColumn("granted_at", "timestamptz", (column) => column.notNull())
      .addPrimaryKeyConstraint("grants_key", ["dataset_id", "user_id"])
      .execute();
  },

  async apply(db: Transaction<CatalogueTables>, event: LoggedEvent) {
    if (event.type === "UserRegistered") {
      const { userId: user_id, name } = (event as LoggedEvent<Extract<UserEvent, { type: "UserRegistered" }>>).data;
      await db
        .insertInto("authors")
        .values({ user_id, name })
        .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ name }))
        .execute();
    }
    await applyConnectionEvent(db, event as LoggedEvent<InstanceEvent | RunEvent>);
    await applyConnectorEvent(db, event as LoggedEvent<ConnectorEvent>);
    await applyDatasetEvent(db, event as LoggedEvent<DatasetEvent>);
  },
};
