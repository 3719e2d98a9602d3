import type { Kysely, Transaction } from "kysely";
import { sql } from "kysely";
import type { LoggedEvent } from "#domain/core/event-log.ts";
import type { InstanceEvent, InstanceSetup } from "#domain/instance/events.ts";
import type { RunEvent } from "#domain/run/events.ts";
import type { Projection } from "../projection.ts";

export type RunStatus = "running" | "success" | "partial" | "failed" | "cancelled" | "abandoned";

export type InstancesTables = {
  instances: {
    id: string;
    owner_id: string;
    root_id: string;
    connector_id: string;
    table_name: string;
    setup: InstanceSetup;
    created_at: string;
  };
  runs: {
    id: string;
    instance_id: string;
    owner_id: string;
    number: number;
    trigger: "manual" | "schedule";
    status: RunStatus;
    pages: number | null;
    row_count: number | null;
    error: string | null;
    warnings: string[];
    deadline: string;
    started_at: string;
    ended_at: string | null;
  };
};

/** Connections of users and their runs. */
export const instances: Projection<InstancesTables> = {
  name: "instances",
  version: 1,

  async createTables(db: Kysely<InstancesTables>) {
    await db.schema
      .createTable("instances")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("owner_id", "text", (column) => column.notNull())
      .addColumn("root_id", "text", (column) => column.notNull())
      .addColumn("connector_id", "text", (column) => column.notNull())
      .addColumn("table_name", "text", (column) => column.notNull())
      .addColumn("setup", "jsonb", (column) => column.notNull())
      .addColumn("created_at", "timestamptz", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("instances_by_owner").on("instances").column("owner_id").execute();
    await db.schema
      .createTable("runs")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("instance_id", "text", (column) => column.notNull())
      .addColumn("owner_id", "text", (column) => column.notNull())
      .addColumn("number", "integer", (column) => column.notNull())
      .addColumn("trigger", "text", (column) => column.notNull())
      .addColumn("status", "text", (column) => column.notNull())
      .addColumn("pages", "integer")
      .addColumn("row_count", "bigint")
      .addColumn("error", "text")
      .addColumn("warnings", "jsonb", (column) => column.notNull())
      .addColumn("deadline", "timestamptz", (column) => column.notNull())
      .addColumn("started_at", "timestamptz", (column) => column.notNull())
      .addColumn("ended_at", "timestamptz")
      .addUniqueConstraint("runs_by_number", ["instance_id", "number"])
      .execute();
    await db.schema.createIndex("runs_open").on("runs").column("status").where(sql.ref("status"), "=", "running").execute();
  },

  async apply(db: Transaction<InstancesTables>, event: LoggedEvent) {
    await applyInstanceEvent(db, event as LoggedEvent<InstanceEvent>);
    await applyRunEvent(db, event as LoggedEvent<RunEvent>);
  },
};

const json = (value: unknown) => sql<never>`${JSON.stringify(value)}::jsonb`;

async function applyInstanceEvent(db: Transaction<InstancesTables>, event: LoggedEvent<InstanceEvent>): Promise<void> {
  switch (event.type) {
    case "InstanceActivated": {
      const { instanceId: id, owner, rootId: root_id, connectorId: connector_id, tableName: table_name, setup } = event.data;
      await db
        .insertInto("instances")
        .values({ id, owner_id: owner.id, root_id, connector_id, table_name, setup: json(setup), created_at: event.recordedAt })
        .execute();
      return;
    }
    case "InstanceConfigured":
      await db.updateTable("instances").set({ setup: json(event.data.setup) }).where("id", "=", event.data.instanceId).execute();
      return;
    case "InstanceMigrated":
      await db
        .updateTable("instances")
        .set({ setup: json(event.data.setup), connector_id: event.data.toConnectorId })
        .where("id", "=", event.data.instanceId)
        .execute();
      return;
    case "InstanceRemoved":
      await db.deleteFrom("instances").where("id", "=", event.data.instanceId).execute();
      await db.deleteFrom("runs").where("instance_id", "=", event.data.instanceId).execute();
      return;
  }
}

async function applyRunEvent(db: Transaction<InstancesTables>, event: LoggedEvent<RunEvent>): Promise<void> {
  const end = async (status: RunStatus, values: { pages?: number; row_count?: number; error?: string; warnings?: readonly string[] }) => {
    const { warnings, ...rest } = values;
    await db
      .updateTable("runs")
      .set({ status, ...rest, ...(warnings ? { warnings: json(warnings) } : {}), ended_at: event.recordedAt })
      .where("id", "=", event.data.runId)
      .execute();
  };
  switch (event.type) {
    case "RunStarted": {
      const { runId: id, instanceId: instance_id, ownerId: owner_id, number, trigger, deadline } = event.data;
      await db
        .insertInto("runs")
        .values({ id, instance_id, owner_id, number, trigger, status: "running", warnings: json([]), deadline, started_at: event.recordedAt })
        .execute();
      return;
    }
    case "RunSucceeded": {
      const { pages, rowCount: row_count, warnings } = event.data;
      return end("success", { pages, row_count, warnings });
    }
    case "RunPartlySucceeded": {
      const { pages, rowCount: row_count, warnings, error } = event.data;
      return end("partial", { pages, row_count, warnings, error });
    }
    case "RunFailed": {
      const { pages, rowCount: row_count, warnings, error } = event.data;
      return end("failed", { pages, row_count, warnings, error });
    }
    case "RunCancelled":
      return end("cancelled", {});
    case "RunAbandoned":
      return end("abandoned", { error: event.data.reason });
  }
}
