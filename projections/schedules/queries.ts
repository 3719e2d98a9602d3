import { type Kysely, sql } from "kysely";
import { anyOf } from "../any-of.ts";
import { refreshQueries } from "./refresh-queries.ts";
import type { SchedulesTables } from "./tables.ts";

type ScheduleRow = Pick<SchedulesTables["schedules"], "instanceId" | "refreshInterval" | "anchoredAt" | "dueAt">;
export type DueRow = Pick<SchedulesTables["schedules"], "instanceId" | "ownerId" | "connectorId" | "lastNumber">;
export type { RefreshRow } from "./refresh-queries.ts";
type RunTotal = SchedulesTables["totals"];

/** The claims of runs that go on, which are beside the log. */
type Claims = { readonly "runs.claims": { readonly instanceId: string; readonly number: number } };
/** A run of the instance is claimed whose end the model does not know. */
const GOES_ON = sql<boolean>`exists (select from runs.claims c where c.instance_id = schedules.instance_id and c.number > schedules.last_number)`;

/** Reads of the schedules; `db` is bound to the model's schema. */
export function schedulesQueries(db: Kysely<SchedulesTables>) {
  return {
    /** The schedules of instances that have one, by instance. */
    async ofInstances(instanceIds: readonly string[]): Promise<ReadonlyMap<string, ScheduleRow>> {
      if (instanceIds.length === 0) return new Map();
      const rows = await db
        .selectFrom("schedules")
        .select(["instanceId", "refreshInterval", "anchoredAt"])
        .select(sql<string | null>`case when ${GOES_ON} then null else due_at end`.as("dueAt"))
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
        .where(sql<boolean>`not ${GOES_ON}`)
        .orderBy(sql`row_number() over (partition by owner_id order by due_at, instance_id)`)
        .orderBy("dueAt")
        .orderBy("instanceId")
        .execute();
    },
    ...refreshQueries(db),
    /** How many runs of each owner are in progress or wait for a runner. */
    async openByOwner(): Promise<ReadonlyMap<string, number>> {
      const begun = db.selectFrom("schedules").select("ownerId").where("running", "is not", null);
      const claimed = (db as unknown as Kysely<SchedulesTables & Claims>)
        .selectFrom("runs.claims as claim")
        .innerJoin("schedules", "schedules.instanceId", "claim.instanceId")
        .where(sql<boolean>`not claim.ended`)
        .whereRef("claim.number", ">", "schedules.lastNumber")
        .select("schedules.ownerId");
      const rows = await db
        .selectFrom(begun.unionAll(claimed as unknown as typeof begun).as("open"))
        .select(["ownerId", sql<number>`count(*)::int`.as("count")])
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
