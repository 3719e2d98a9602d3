import { type Kysely, sql } from "kysely";
import { anyOf } from "../any-of.ts";
import { nextIds } from "../next-ids.ts";
import { cursorTime, type TimeCursor, timeCursorText } from "../time-cursor.ts";
import type { DraftsTables } from "./projection.ts";

export { readTimeCursor } from "../time-cursor.ts";
export type DraftRow = DraftsTables["drafts"];

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
    /** A page of them, the last saved first; `next` is the cursor of the page that follows, null on the last one. */
    pageOfOwner: (ownerId: string, page: { readonly limit: number; readonly after: TimeCursor | null }) =>
      pageOfOwner(db, ownerId, page),
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

async function pageOfOwner(
  db: Kysely<DraftsTables>,
  ownerId: string,
  { limit, after }: { readonly limit: number; readonly after: TimeCursor | null },
): Promise<{ readonly items: readonly DraftRow[]; readonly next: string | null }> {
  const rows = await db
    .selectFrom("drafts")
    .selectAll()
    .select(cursorTime("updatedAt").as("place"))
    .where("ownerId", "=", ownerId)
    .$if(after !== null, (found) =>
      found.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("updatedAt", "id"), "<", tuple(sql<string>`${after?.time}::timestamptz`, after?.id ?? "")),
      ),
    )
    .orderBy("updatedAt", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map(({ place: _, ...row }) => row),
    next: last ? timeCursorText({ time: last.place, id: last.id }) : null,
  };
}
