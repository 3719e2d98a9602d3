import { type Kysely, sql } from "kysely";
import { anyOf } from "../any-of.ts";
import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import { ascending, descending } from "#domain/core/lists/list-order.ts";
import { pageOf } from "../list-page.ts";
import type { CatalogueTables } from "./tables.ts";

/** Grants whose end has not passed. It is asked at each reading: an access ends on time, whenever its event is written. */
export const LASTING = sql<boolean>`(grants.until is null or grants.until > now())`;

const GRANT = ["userId", "grantedAt", "until"] as const;
export type Grant = Pick<CatalogueTables["grants"], (typeof GRANT)[number]>;

/** Datasets that a user was given access to, the newest first. */
export const GRANTED_DATASETS = descending({ "datasets.createdAt": "time", "datasets.id": "text" });
/** Grants of a dataset, the earliest first. */
export const EARLIEST_GRANTS = ascending({ grantedAt: "time", userId: "text" });

/** Reads of who has access to datasets. */
export function grantReads(db: Kysely<CatalogueTables>) {
  return {
    /** A page of the ids of the datasets that a user has access to by a grant. Who has access may see a dataset. */
    async grantedIdsPage(
      userId: string,
      range: ListRange,
      only: readonly string[] | null = null,
    ): Promise<CursorPage<string>> {
      const granted = db
        .selectFrom("grants")
        .innerJoin("datasets", "datasets.id", "grants.datasetId")
        .select("datasets.id")
        .where("grants.userId", "=", userId)
        .where("datasets.takenDown", "is", null)
        .$if(only !== null, (found) => found.where("datasets.id", "=", anyOf(only ?? [])))
        .where(LASTING);
      const { items, ...page } = await pageOf(granted, GRANTED_DATASETS, range);
      return { ...page, items: items.map(({ id }) => id) };
    },
    /** Users with whom a dataset is shared or who took access. */
    async grantees(datasetId: string): Promise<readonly Grant[]> {
      return db
        .selectFrom("grants")
        .select(GRANT)
        .where("datasetId", "=", datasetId)
        .where(LASTING)
        .orderBy("grantedAt")
        .execute();
    },
    /** A page of them, the earliest grants first. `count`: how many there are, if it is not to be read. */
    async granteesPage(datasetId: string, range: ListRange, count?: () => Promise<number>): Promise<CursorPage<Grant>> {
      const grants = db.selectFrom("grants").select(GRANT).where("datasetId", "=", datasetId).where(LASTING);
      return pageOf(grants, EARLIEST_GRANTS, range, count);
    },
    /** Accesses whose end has passed, the earliest first. */
    async expiredGrants(limit: number): Promise<readonly { datasetId: string; userId: string }[]> {
      return db
        .selectFrom("grants")
        .select(["datasetId", "userId"])
        .where("until", "<=", sql<string>`now()`)
        .orderBy("until")
        .limit(limit)
        .execute();
    },
  };
}
