import type { Generated, Kysely, Transaction } from "kysely";
import type { ConnectorEvent } from "#domain/connector/events.ts";
import type { LoggedEvent } from "#domain/core/event-log.ts";
import type { DatasetEvent } from "#domain/dataset/events.ts";
import type { InstanceEvent } from "#domain/instance/events.ts";
import type { UserEvent } from "#domain/user/events.ts";
import type { Projection } from "../projection.ts";
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
    file_name: string;
    /** JSON text of the columns. */
    columns: string | null;
    rows: number | null;
    rejected: number | null;
    created_at: string;
    updated_at: string;
  };
  grants: { dataset_id: string; user_id: string; granted_by: string; granted_at: string };
};

/** What the DataStore and the profiles show: every version of every connector, every dataset, who subscribed. */
export const catalogue: Projection<CatalogueTables> = {
  name: "catalogue",
  version: 2,

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
      .addColumn("file_name", "text", (column) => column.notNull())
      .addColumn("columns", "text")
      .addColumn("rows", "integer")
      .addColumn("rejected", "integer")
      .addColumn("created_at", "timestamptz", (column) => column.notNull())
      .addColumn("updated_at", "timestamptz", (column) => column.notNull())
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
    if (event.type === "InstanceMigrated") {
      const { instanceId, toConnectorId } = (event as LoggedEvent<Extract<InstanceEvent, { type: "InstanceMigrated" }>>).data;
      await db.updateTable("subscriptions").set({ connector_id: toConnectorId }).where("instance_id", "=", instanceId).execute();
    }
    await applyConnectorEvent(db, event as LoggedEvent<ConnectorEvent>);
    await applyDatasetEvent(db, event as LoggedEvent<DatasetEvent>);
  },
};
