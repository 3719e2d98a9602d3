import type { Kysely, Transaction } from "kysely";
import { sql } from "kysely";
import type { ConnectorEvent } from "#domain/connector/events.ts";
import type { LoggedEvent } from "#domain/core/event-log.ts";
import type { InstanceEvent, InstanceSetup } from "#domain/instance/events.ts";
import type { IncrementalState, OperationEnd, RunAsks, RunEvent } from "#domain/run/events.ts";
import type { Projection } from "../projection.ts";

export type RunStatus = "running" | "success" | "partial" | "failed" | "cancelled" | "abandoned";

export type InstancesTables = {
  /** Versions of connectors by number; they stay when a connector is deleted, for the runs that it had. */
  versions: { connector_id: string; version: number };
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
    connector_id: string;
    /** Of the connector; null when its publication is not known. */
    version: number | null;
    trigger: "manual" | "schedule";
    override: boolean;
    /** Its owner agreed that operations which add rows read from the beginning again. */
    restart: boolean;
    setting_keys: string[];
    /** Whether some of its settings were for this run only. */
    own_settings: boolean;
    /** Where incremental reading started. */
    incremental: IncrementalState;
    status: RunStatus;
    operations: OperationEnd[];
    pages: number | null;
    row_count: number | null;
    error: string | null;
    /** What it waits for its owner to decide. */
    asks: RunAsks | null;
    warnings: string[];
    deadline: string;
    started_at: string;
    ended_at: string | null;
    /** How many runs in a row have failed, this one the last of them. */
    failures: number;
    failures_reported: boolean;
  };
};

/** Connections of users and their runs. */
export const instances: Projection<InstancesTables> = {
  name: "instances",
  version: 4,

  async createTables(db: Kysely<InstancesTables>) {
    await db.schema
      .createTable("versions")
      .addColumn("connector_id", "text", (column) => column.primaryKey())
      .addColumn("version", "bigint", (column) => column.notNull())
      .execute();
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
      .addColumn("connector_id", "text", (column) => column.notNull())
      .addColumn("version", "bigint")
      .addColumn("trigger", "text", (column) => column.notNull())
      .addColumn("override", "boolean", (column) => column.notNull())
      .addColumn("restart", "boolean", (column) => column.notNull())
      .addColumn("setting_keys", "jsonb", (column) => column.notNull())
      .addColumn("own_settings", "boolean", (column) => column.notNull())
      .addColumn("incremental", "jsonb", (column) => column.notNull())
      .addColumn("status", "text", (column) => column.notNull())
      .addColumn("operations", "jsonb", (column) => column.notNull())
      .addColumn("pages", "integer")
      .addColumn("row_count", "bigint")
      .addColumn("error", "text")
      .addColumn("asks", "text")
      .addColumn("warnings", "jsonb", (column) => column.notNull())
      .addColumn("deadline", "timestamptz", (column) => column.notNull())
      .addColumn("started_at", "timestamptz", (column) => column.notNull())
      .addColumn("ended_at", "timestamptz")
      .addColumn("failures", "integer", (column) => column.notNull())
      .addColumn("failures_reported", "boolean", (column) => column.notNull())
      .addUniqueConstraint("runs_by_number", ["instance_id", "number"])
      .execute();
    await db.schema
      .createIndex("runs_open")
      .on("runs")
      .column("status")
      .where(sql.ref("status"), "=", "running")
      .execute();
  },

  async apply(db: Transaction<InstancesTables>, event: LoggedEvent) {
    await noteVersion(db, event as LoggedEvent<ConnectorEvent>);
    await applyInstanceEvent(db, event as LoggedEvent<InstanceEvent>);
    await applyRunEvent(db, event as LoggedEvent<RunEvent>);
  },
};

const json = (value: unknown) => sql<never>`${JSON.stringify(value)}::jsonb`;

async function noteVersion(
  db: Transaction<InstancesTables>,
  { type, data }: LoggedEvent<ConnectorEvent>,
): Promise<void> {
  if (type === "ConnectorVersionPublished")
    await db.insertInto("versions").values({ connector_id: data.connectorId, version: data.version }).execute();
}

async function applyInstanceEvent(db: Transaction<InstancesTables>, event: LoggedEvent<InstanceEvent>): Promise<void> {
  switch (event.type) {
    case "InstanceActivated": {
      const {
        instanceId: id,
        owner,
        rootId: root_id,
        connectorId: connector_id,
        tableName: table_name,
        setup,
      } = event.data;
      await db
        .insertInto("instances")
        .values({
          id,
          owner_id: owner.id,
          root_id,
          connector_id,
          table_name,
          setup: json(setup),
          created_at: event.recordedAt,
        })
        .execute();
      return;
    }
    case "InstanceConfigured":
      await db
        .updateTable("instances")
        .set({ setup: json(event.data.setup) })
        .where("id", "=", event.data.instanceId)
        .execute();
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

type RunEnd = {
  pages?: number;
  row_count?: number;
  error?: string;
  asks?: RunAsks;
  warnings?: readonly string[];
  operations?: readonly OperationEnd[];
};

async function applyRunEvent(db: Transaction<InstancesTables>, event: LoggedEvent<RunEvent>): Promise<void> {
  const end = async (status: RunStatus, { warnings, operations, ...rest }: RunEnd) => {
    await db
      .updateTable("runs")
      .set({
        status,
        ...rest,
        ended_at: event.recordedAt,
        ...(warnings ? { warnings: json(warnings) } : {}),
        ...(operations ? { operations: json(operations) } : {}),
        ...(status === "failed" || status === "abandoned"
          ? { failures: sql`failures + 1` }
          : status === "cancelled"
            ? {}
            : { failures: 0 }),
      })
      .where("id", "=", event.data.runId)
      .execute();
  };
  switch (event.type) {
    case "RunStarted":
      return start(db, event);
    case "RunSucceeded": {
      const { pages, rowCount: row_count, warnings, operations } = event.data;
      return end("success", { pages, row_count, warnings, operations });
    }
    case "RunPartlySucceeded": {
      const { pages, rowCount: row_count, warnings, operations, error } = event.data;
      return end("partial", { pages, row_count, warnings, operations, error });
    }
    case "RunFailed": {
      const { pages, rowCount: row_count, warnings, operations, error, asks } = event.data;
      return end("failed", { pages, row_count, warnings, operations, error, ...(asks ? { asks } : {}) });
    }
    case "RunCancelled":
      return end("cancelled", {});
    case "RunAbandoned":
      return end("abandoned", { error: event.data.reason });
    case "RunFailuresReported":
      await db.updateTable("runs").set({ failures_reported: true }).where("id", "=", event.data.runId).execute();
      return;
  }
}

async function start(
  db: Transaction<InstancesTables>,
  { data, recordedAt }: LoggedEvent<Extract<RunEvent, { type: "RunStarted" }>>,
): Promise<void> {
  const {
    runId: id,
    instanceId: instance_id,
    ownerId: owner_id,
    connectorId: connector_id,
    number,
    trigger,
    override,
    deadline,
  } = data;
  const published = await db
    .selectFrom("versions")
    .select("version")
    .where("connector_id", "=", connector_id)
    .executeTakeFirst();
  await db
    .insertInto("runs")
    .values({
      id,
      version: published?.version ?? null,
      restart: data.restart ?? false,
      instance_id,
      owner_id,
      number,
      connector_id,
      trigger,
      override,
      deadline,
      status: "running",
      started_at: recordedAt,
      setting_keys: json(data.settingKeys),
      own_settings: data.settings !== null,
      incremental: json(data.incremental),
      operations: json([]),
      warnings: json([]),
      failures: data.failuresBefore,
      failures_reported: false,
    })
    .execute();
}
