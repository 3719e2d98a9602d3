import { type Kysely, sql, type Transaction } from "kysely";
import type { LoggedEvent } from "#domain/core/event-log.ts";
import type { InstanceEvent } from "#domain/instance/events.ts";
import { rescheduled, type Schedule, slotAfter, slotsBetween } from "#domain/core/values/schedule.ts";
import type { RunEvent } from "#domain/run/events.ts";
import type { Projection } from "../projection.ts";

type Trigger = "manual" | "schedule";

export type SchedulesTables = {
  schedules: {
    instance_id: string;
    owner_id: string;
    connector_id: string;
    /** Minutes; 0 is none. */
    refresh_interval: number;
    anchored_at: string | null;
    /** What started the run that is going on; null between runs. */
    running: Trigger | null;
    last_number: number;
    /** Up to here slots are accounted for: they had a run, or were skipped. */
    seen_until: string;
    /** The slot that waits for its moment; null without a schedule and during a run. */
    due_at: string | null;
  };
  /** Runs by how they ended, and `skipped`: slots that had no run of their own. */
  totals: { trigger: Trigger; outcome: string; count: number };
};

/** When each connection runs by itself, and what has become of the slots. */
export const schedules: Projection<SchedulesTables> = {
  name: "schedules",
  version: 1,

  async createTables(db: Kysely<SchedulesTables>) {
    await db.schema
      .createTable("schedules")
      .addColumn("instance_id", "text", (column) => column.primaryKey())
      .addColumn("owner_id", "text", (column) => column.notNull())
      .addColumn("connector_id", "text", (column) => column.notNull())
      .addColumn("refresh_interval", "integer", (column) => column.notNull())
      .addColumn("anchored_at", "timestamptz")
      .addColumn("running", "text")
      .addColumn("last_number", "integer", (column) => column.notNull())
      .addColumn("seen_until", "timestamptz", (column) => column.notNull())
      .addColumn("due_at", "timestamptz")
      .execute();
    await db.schema
      .createIndex("schedules_due")
      .on("schedules")
      .column("due_at")
      .where(sql.ref("due_at"), "is not", null)
      .execute();
    await db.schema
      .createTable("totals")
      .addColumn("trigger", "text", (column) => column.notNull())
      .addColumn("outcome", "text", (column) => column.notNull())
      .addColumn("count", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("totals_key", ["trigger", "outcome"])
      .execute();
  },

  async apply(db: Transaction<SchedulesTables>, event: LoggedEvent) {
    await applyInstanceEvent(db, event as LoggedEvent<InstanceEvent>);
    await applyRunEvent(db, event as LoggedEvent<RunEvent>);
  },
};

const ENDS = {
  RunSucceeded: "success",
  RunPartlySucceeded: "partial",
  RunFailed: "failed",
  RunCancelled: "cancelled",
  RunAbandoned: "abandoned",
} as const;

function isEnd(event: LoggedEvent<RunEvent>): event is LoggedEvent<RunEvent> & { readonly type: keyof typeof ENDS } {
  return Object.hasOwn(ENDS, event.type);
}

const iso = (moment: number) => new Date(moment).toISOString();

async function applyInstanceEvent(db: Transaction<SchedulesTables>, event: LoggedEvent<InstanceEvent>): Promise<void> {
  const at = Date.parse(event.recordedAt);
  switch (event.type) {
    case "InstanceActivated": {
      const { instanceId: instance_id, owner, connectorId: connector_id, setup } = event.data;
      const schedule = rescheduled(null, setup.refreshInterval, at);
      await db
        .insertInto("schedules")
        .values({
          instance_id,
          owner_id: owner.id,
          connector_id,
          running: null,
          last_number: 0,
          seen_until: iso(at),
          ...columns(schedule, at),
        })
        .execute();
      return;
    }
    case "InstanceConfigured":
    case "InstanceMigrated": {
      const row = await find(db, event.data.instanceId);
      if (!row) return;
      const before = scheduleIn(row);
      const schedule = rescheduled(before, event.data.setup.refreshInterval, at);
      const moved = event.type === "InstanceMigrated" ? { connector_id: event.data.toConnectorId } : {};
      if (schedule !== before) await skip(db, before, row, at);
      const kept =
        schedule === before
          ? {}
          : { seen_until: iso(at), ...columns(schedule, at), ...(row.running ? { due_at: null } : {}) };
      if (Object.keys({ ...moved, ...kept }).length === 0) return;
      await db
        .updateTable("schedules")
        .set({ ...moved, ...kept })
        .where("instance_id", "=", row.instance_id)
        .execute();
      return;
    }
    case "InstanceRemoved":
      await db.deleteFrom("schedules").where("instance_id", "=", event.data.instanceId).execute();
      return;
  }
}

async function applyRunEvent(db: Transaction<SchedulesTables>, event: LoggedEvent<RunEvent>): Promise<void> {
  if (event.type !== "RunStarted" && !isEnd(event)) return;
  const row = await find(db, event.data.instanceId);
  if (!row) return;
  const at = Date.parse(event.recordedAt);
  const schedule = scheduleIn(row);
  if (event.type === "RunStarted") {
    const { trigger, number: last_number } = event.data;
    await skip(db, schedule, row, at, trigger === "schedule" ? 1 : 0);
    await db
      .updateTable("schedules")
      .set({ running: trigger, last_number, seen_until: iso(at), due_at: null })
      .where("instance_id", "=", row.instance_id)
      .execute();
    return;
  }
  await skip(db, schedule, row, at);
  if (row.running) await count(db, row.running, ENDS[event.type], 1);
  await db
    .updateTable("schedules")
    .set({ running: null, seen_until: iso(at), due_at: schedule && slotAfter(schedule, at) })
    .where("instance_id", "=", row.instance_id)
    .execute();
}

type Row = SchedulesTables["schedules"];

async function find(db: Transaction<SchedulesTables>, instanceId: string): Promise<Row | undefined> {
  return db.selectFrom("schedules").selectAll().where("instance_id", "=", instanceId).executeTakeFirst();
}

function scheduleIn({ refresh_interval: minutes, anchored_at }: Row): Schedule | null {
  return anchored_at === null ? null : { minutes, anchor: new Date(anchored_at).getTime() };
}

function columns(schedule: Schedule | null, from: number) {
  return schedule === null
    ? { refresh_interval: 0, anchored_at: null, due_at: null }
    : { refresh_interval: schedule.minutes, anchored_at: iso(schedule.anchor), due_at: slotAfter(schedule, from) };
}

/** Counts the slots that have passed without a run of their own; `taken` of them have just had one. */
async function skip(
  db: Transaction<SchedulesTables>,
  schedule: Schedule | null,
  row: Row,
  at: number,
  taken = 0,
): Promise<void> {
  const passed = schedule === null ? 0 : slotsBetween(schedule, new Date(row.seen_until).getTime(), at);
  await count(db, "schedule", "skipped", Math.max(0, passed - taken));
}

async function count(db: Transaction<SchedulesTables>, trigger: Trigger, outcome: string, more: number): Promise<void> {
  if (more === 0) return;
  await db
    .insertInto("totals")
    .values({ trigger, outcome, count: more })
    .onConflict((conflict) =>
      conflict.columns(["trigger", "outcome"]).doUpdateSet({ count: sql`totals.count + excluded.count` }),
    )
    .execute();
}
