import { type Kysely, sql } from "kysely";
import { anyOf } from "../any-of.ts";
import type { SchedulesTables } from "./tables.ts";

/** The address of a dataset and its refreshes, for the owner. */
export type RefreshRow = SchedulesTables["refreshes"];
type DueRefresh = Pick<RefreshRow, "datasetId" | "ownerId">;

/** Reads of the addresses of datasets and of their refreshes. */
export function refreshQueries(db: Kysely<SchedulesTables>) {
  return {
    /** Datasets whose slot has come, the longest waiting first, but the first of every owner before anybody's second. */
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
  };
}
