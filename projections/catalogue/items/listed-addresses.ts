import { type Kysely, sql } from "kysely";
import type { CatalogueTables, ItemRow } from "../tables.ts";
import { asCursorText, type Cursor, cursorText } from "./item-order.ts";
import { beyond } from "./item-pages.ts";

type Db = Kysely<CatalogueTables>;
type Kind = ItemRow["kind"];
/** What a list of addresses for search engines says of an item. */
export type ListedAddress = Pick<ItemRow, "kind" | "profileId" | "updatedAt">;

/** The items that everybody sees, for search engines: oldest first, in parts of a fixed size. */
export function addressReads(db: Db) {
  const listed = () => db.selectFrom("items").where("items.listed", "=", true);
  return {
    /** At most so many of a kind, beginning with the item of a cursor (null: with the first). */
    async listedAddresses(kind: Kind, from: Cursor | null, most: number): Promise<readonly ListedAddress[]> {
      return listed()
        .select(["items.kind", "items.profileId", "items.updatedAt"])
        .where("items.kind", "=", kind)
        .$if(from !== null, (found) => found.where(beyond({ at: "from", cursor: from! }, "createdAt", "asc", "time")))
        .orderBy("items.createdAt")
        .orderBy("items.id")
        .limit(most)
        .execute();
    },
    /** How many there are of all kinds, from the counts that the read model keeps. */
    async countListed(): Promise<number> {
      const { total } = await db
        .selectFrom("facets")
        .select(sql<number>`coalesce(sum(count), 0)::float8`.as("total"))
        .where("scope", "=", "")
        .executeTakeFirstOrThrow();
      return total;
    },
    /** The cursor of the first item of each part, from one index. */
    async partsOfListed(size: number): Promise<readonly { readonly kind: Kind; readonly from: string }[]> {
      const numbered = listed().select([
        "items.kind",
        "items.createdAt",
        "items.id",
        sql<number>`row_number() over (partition by items.kind order by items.created_at, items.id)`.as("number"),
      ]);
      const firsts = await db
        .selectFrom(numbered.as("items"))
        .select(["items.kind", "items.id", asCursorText("items.createdAt", "time").as("value")])
        .where(sql<boolean>`(number - 1) % ${size}::integer = 0`)
        .orderBy("items.kind")
        .orderBy("number")
        .execute();
      return firsts.map(({ kind, id, value }) => ({ kind, from: cursorText({ value, id }) }));
    },
  };
}
