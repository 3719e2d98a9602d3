import type { Kysely } from "kysely";
import { sql } from "kysely";
import { anyOf } from "../any-of.ts";
import type { UsageTables } from "./projection.ts";

type Usage = {
  readonly connectors: number;
  readonly datasets: number;
  readonly runsThisWeek: number;
  readonly scheduledRuns: number;
};

/** Reads of the usage model; `db` is bound to its schema. */
export function usageQueries(db: Kysely<UsageTables>) {
  return {
    /** Runs in a week, for those of these users who had any. */
    async runsOfUsers(
      userIds: readonly string[],
      week: string,
    ): Promise<ReadonlyMap<string, { readonly runs: number; readonly scheduled: number }>> {
      if (userIds.length === 0) return new Map();
      const rows = await db
        .selectFrom("runs")
        .select([
          "userId",
          sql<number>`count(*)::int`.as("runs"),
          sql<number>`count(*) filter (where scheduled)::int`.as("scheduled"),
        ])
        .where("week", "=", week)
        .where("userId", "=", anyOf(userIds))
        .groupBy("userId")
        .execute();
      return new Map(rows.map(({ userId, runs, scheduled }) => [userId, { runs, scheduled }]));
    },
    /** Counts of one user; `week` is the ISO week's name (domain/quota/iso-week.ts). */
    async ofUser(userId: string, week: string): Promise<Usage> {
      const places = await db
        .selectFrom("places")
        .select([
          sql<number>`count(*) filter (where kind = 'connector')::int`.as("connectors"),
          sql<number>`count(*) filter (where kind = 'dataset')::int`.as("datasets"),
        ])
        .where("userId", "=", userId)
        .executeTakeFirstOrThrow();
      const runs = await db
        .selectFrom("runs")
        .select([
          sql<number>`count(*)::int`.as("all"),
          sql<number>`count(*) filter (where scheduled)::int`.as("scheduled"),
        ])
        .where("userId", "=", userId)
        .where("week", "=", week)
        .executeTakeFirstOrThrow();
      return { ...places, runsThisWeek: runs.all, scheduledRuns: runs.scheduled };
    },
  };
}
