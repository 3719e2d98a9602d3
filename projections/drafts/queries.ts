import type { Kysely } from "kysely";
import { descending } from "#domain/core/lists/list-order.ts";
import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import { anyOf } from "../any-of.ts";
import { pageOf } from "../list-page.ts";
import { nextIds } from "../next-ids.ts";
import type { DraftsTables } from "./projection.ts";

export type DraftRow = DraftsTables["drafts"];

/** Open drafts of a user, the last saved first. */
export const LAST_SAVED_DRAFTS = descending({ updatedAt: "time", id: "text" });

/** Reads of open drafts; `db` is bound to the model's schema. Every read names the owner: nobody else sees a draft. */
export function draftsQueries(db: Kysely<DraftsTables>) {
  return {
    async ofOwner(ownerId: string): Promise<readonly DraftRow[]> {
      return db.selectFrom("drafts").selectAll().where("ownerId", "=", ownerId).orderBy("updatedAt", "desc").execute();
    },
    /** The next ids of them, in their order after one. */
    idsOf: (ownerId: string, after: string) =>
      nextIds(
        db.selectFrom("drafts").select("id").where("ownerId", "=", ownerId).where("id", ">", after).orderBy("id"),
      ),
    /** A page of them. */
    pageOfOwner: (ownerId: string, range: ListRange): Promise<CursorPage<DraftRow>> =>
      pageOf(db.selectFrom("drafts").selectAll().where("ownerId", "=", ownerId), LAST_SAVED_DRAFTS, range),
    /** How many drafts the owner has open. */
    async countOf(ownerId: string): Promise<number> {
      const { count } = await db
        .selectFrom("drafts")
        .select((select) => select.fn.countAll<number>().as("count"))
        .where("ownerId", "=", ownerId)
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    /** Which of these texts an open draft uses; drafts of `exceptOwner` do not count. */
    async textsHeld(hashes: readonly string[], exceptOwner: string | null = null): Promise<ReadonlySet<string>> {
      const rows = await db
        .selectFrom("drafts")
        .select("textHash")
        .distinct()
        .where("textHash", "=", anyOf(hashes))
        .$if(exceptOwner !== null, (found) => found.where("ownerId", "!=", exceptOwner))
        .execute();
      return new Set(rows.flatMap(({ textHash }) => textHash ?? []));
    },
    async byId(id: string, ownerId: string): Promise<DraftRow | null> {
      return (
        (await db
          .selectFrom("drafts")
          .selectAll()
          .where("id", "=", id)
          .where("ownerId", "=", ownerId)
          .executeTakeFirst()) ?? null
      );
    },
    /** The owner's open draft of a lineage, if there is one. */
    async ofLineage(rootId: string, ownerId: string): Promise<DraftRow | null> {
      const row = await db
        .selectFrom("drafts")
        .selectAll()
        .where("rootId", "=", rootId)
        .where("ownerId", "=", ownerId)
        .orderBy("createdAt")
        .executeTakeFirst();
      return row ?? null;
    },
  };
}
