import type { Kysely } from "kysely";
import { anyOf } from "../any-of.ts";
import type { DraftsTables } from "./projection.ts";

export type DraftRow = DraftsTables["drafts"];

/** Reads of open drafts; `db` is bound to the model's schema. Every read names the owner: nobody else sees a draft. */
export function draftsQueries(db: Kysely<DraftsTables>) {
  return {
    async ofOwner(ownerId: string): Promise<readonly DraftRow[]> {
      return db.selectFrom("drafts").selectAll().where("ownerId", "=", ownerId).orderBy("updatedAt", "desc").execute();
    },
    /** How many drafts the owner has open. */
    async countOf(ownerId: string): Promise<number> {
      const { count } = await db
        .selectFrom("drafts")
        .select((select) => select.fn.countAll<number>().as("count"))
        .where("ownerId", "=", ownerId)
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    /** Which of these texts an open draft uses. */
    async textsHeld(hashes: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await db
        .selectFrom("drafts")
        .select("textHash")
        .distinct()
        .where("textHash", "=", anyOf(hashes))
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
