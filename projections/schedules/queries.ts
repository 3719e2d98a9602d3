import { type Kysely, sql } from "kysely";
import { anyOf } from "../any-of.ts";
import type { SchedulesTables } from "./tables.ts";

type ScheduleRow = Pick<SchedulesTables["schedules"], "instanceId" | "refreshInterval" | "anchoredAt" | "dueAt">;
export type DueRow = Pick<SchedulesTables["schedules"], "instanceId" | "ownerId" | "connectorId" | "lastNumber">;
/** The address of a dataset and its refreshes, for the owner. */
export type RefreshRow = SchedulesTables["refreshes"];
export type DueRefresh = Pick<RefreshRow, "datasetId" | "ownerId">;
type RunTotal = SchedulesTables["totals"];

/** Reads of the schedules; `db` is bound to the model's schema. */
export function schedulesQueries(db: Kysely<SchedulesTables>) {
  return {
    /** The schedules of instances that have one, by instance. */
    async ofInstances(instanceIds: readonly string[]): Promise<ReadonlyMap<string, ScheduleRow>> {
      if (instanceIds.length === 0) return new Map();
      const rows = await db
        .selectFrom("schedules")
        .select(["instanceId", "refreshInterval", "anchoredAt", "dueAt"])
        .where("instanceId", "=", anyOf(instanceIds))
        .where("refreshInterval", ">", 0)
        .execute();
      return new Map(rows.map((row) => [row.instanceId, row]));
    },
    /**
     * Instances whose slot has come, the longest waiting first, but the first of every owner before anybody's second.
     */
    async due(now: Date): Promise<readonly DueRow[]> {
      return db
        .selectFrom("schedules")
        .select(["instanceId", "ownerId", "connectorId", "lastNumber"])
        .where("dueAt", "<=", now.toISOString())
        .orderBy(sql`row_number() over (partition by owner_id order by due_at, instance_id)`)
        .orderBy("dueAt")
        .orderBy("instanceId")
        .execute();
    },
    /** Datasets whose slot has come, in the same order. */
    async dueRefreshes(now: Date, limit: number): Promise<readonly DueRefresh[]> {
      return db
        .selectFrom("refreshes")
        .select(["datasetId", "ownerId"])
        .where("dueAt", "<=", now.toISOString())
        .orderBy(sql`row_number() over (partition by owner_id order by due_at, dataset_id)`)
        .orderBy("dueAt")
        .orderBy("datasetId")
        .limit(limit)
        .execute();
    },
    /** The address of a dataset and its refreshes; null: its files are uploaded. Rights are the caller's to check. */
    async refreshOf(datasetId: string): Promise<RefreshRow | null> {
      const row = await db.selectFrom("refreshes").selectAll().where("datasetId", "=", datasetId).executeTakeFirst();
      return row ?? null;
    },
    /** Those of these datasets whose files come from an address. */
    async withAddress(datasetIds: readonly string[]): Promise<ReadonlySet<string>> {
      if (datasetIds.length === 0) return new Set();
      const rows = await db
        .selectFrom("refreshes")
        .select("datasetId")
        .where("datasetId", "=", anyOf([...datasetIds]))
        .execute();
      return new Set(rows.map(({ datasetId }) => datasetId));
    },
    /** How many runs of each owner are in progress or wait for a runner. */
    async openByOwner(): Promise<ReadonlyMap<string, number>> {
      const rows = await db
        .selectFrom("schedules")
        .select(["ownerId", sql<number>`count(*)::int`.as("count")])
        .where("running", "is not", null)
        .groupBy("ownerId")
        .execute();
      return new Map(rows.map(({ ownerId, count }) => [ownerId, count]));
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
