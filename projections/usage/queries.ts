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

/** The runs of weeks as they are counted beside the log, in which those counted in the log are too. */
type CountedWeeks = { readonly "runs.weeks": UsageTables["weeks"] };

/** Reads of the usage model; `db` is bound to its schema. */
export function usageQueries(db: Kysely<UsageTables>) {
  /** Runs in a week, for those of these users who had any. */
  const runsOfUsers = async (
    userIds: readonly string[],
    week: string,
  ): Promise<ReadonlyMap<string, { readonly runs: number; readonly scheduled: number }>> => {
    if (userIds.length === 0) return new Map();
    const counted = <T extends "weeks" | "runs.weeks">(weeks: T) =>
      (db as unknown as Kysely<UsageTables & CountedWeeks>)
        .selectFrom(weeks as "weeks")
        .select(["userId", "runs", "scheduled"])
        .where("week", "=", week)
        .where("userId", "=", anyOf(userIds))
        .execute();
    const rows = [...(await counted("weeks")), ...(await counted("runs.weeks"))];
    return new Map(rows.map(({ userId, runs, scheduled }) => [userId, { runs, scheduled }]));
  };
  return {
    runsOfUsers,
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
      const runs = (await runsOfUsers([userId], week)).get(userId);
      return { ...places, runsThisWeek: runs?.runs ?? 0, scheduledRuns: runs?.scheduled ?? 0 };
    },
  };
}
