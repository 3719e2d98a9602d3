import { type Kysely, sql } from "kysely";
import { anyOf } from "../any-of.ts";
import type { SchedulesTables } from "./projection.ts";

type ScheduleRow = Pick<SchedulesTables["schedules"], "instance_id" | "refresh_interval" | "anchored_at" | "due_at">;
export type DueRow = Pick<SchedulesTables["schedules"], "instance_id" | "owner_id" | "connector_id" | "last_number">;
type RunTotal = SchedulesTables["totals"];

/** Reads of the schedules; `db` is bound to the model's schema. */
export function schedulesQueries(db: Kysely<SchedulesTables>) {
  return {
    /** The schedules of instances that have one, by instance. */
    async ofInstances(instanceIds: readonly string[]): Promise<ReadonlyMap<string, ScheduleRow>> {
      if (instanceIds.length === 0) return new Map();
      const rows = await db
        .selectFrom("schedules")
        .select(["instance_id", "refresh_interval", "anchored_at", "due_at"])
        .where("instance_id", "=", anyOf(instanceIds))
        .where("refresh_interval", ">", 0)
        .execute();
      return new Map(rows.map((row) => [row.instance_id, row]));
    },
    /** Instances whose slot has come, the longest waiting first, but everybody's first before anybody's second. */
    async due(now: Date): Promise<readonly DueRow[]> {
      return db
        .selectFrom("schedules")
        .select(["instance_id", "owner_id", "connector_id", "last_number"])
        .where("due_at", "<=", now.toISOString())
        .orderBy(sql`row_number() over (partition by owner_id order by due_at, instance_id)`)
        .orderBy("due_at")
        .orderBy("instance_id")
        .execute();
    },
    /** How many runs of each owner are going on or wait for a runner. */
    async openByOwner(): Promise<ReadonlyMap<string, number>> {
      const rows = await db
        .selectFrom("schedules")
        .select(["owner_id", sql<number>`count(*)::int`.as("count")])
        .where("running", "is not", null)
        .groupBy("owner_id")
        .execute();
      return new Map(rows.map(({ owner_id, count }) => [owner_id, count]));
    },
    /** Runs by trigger and end since the first event, and the slots that were `skipped`. */
    async totals(): Promise<readonly RunTotal[]> {
      return db
        .selectFrom("totals")
        .select(["trigger", "outcome", "count"])
        .orderBy("trigger")
        .orderBy("outcome")
        .execute();
    },
  };
}
