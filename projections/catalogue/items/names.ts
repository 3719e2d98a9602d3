import { type Kysely, sql } from "kysely";
import type { CatalogueTables } from "../tables.ts";

type Db = Kysely<CatalogueTables>;
/** Shorter parts of names are in too many of them for the index of names. */
const SHORTEST_PART = 3;

/** A connection of a user under the title of its connector. */
export type NamedConnection = { readonly instanceId: string; readonly connectorId: string; readonly title: string };

/** What is found by a part of its name. */
export function nameReads(db: Db) {
  return {
    /** The user's connections whose titles contain a text, at most so many. */
    async connectionsNamed(userId: string, part: string, most: number): Promise<readonly NamedConnection[]> {
      return db
        .selectFrom("subscriptions")
        .innerJoin("connectors", "connectors.id", "subscriptions.connectorId")
        .select(["subscriptions.instanceId", "subscriptions.connectorId", "connectors.title"])
        .where("subscriptions.userId", "=", userId)
        .where("connectors.title", "ilike", containing(part))
        .orderBy("connectors.title")
        .orderBy("subscriptions.instanceId")
        .limit(most)
        .execute();
    },
    /** Authors of items that everybody sees, whose names contain a text of at least three letters. */
    async authorsNamed(part: string, most: number): Promise<readonly { readonly name: string }[]> {
      if ([...part].length < SHORTEST_PART) return [];
      return db
        .selectFrom("authors")
        .select("authors.name")
        .where("authors.name", "ilike", containing(part))
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom("items")
              .select("items.id")
              .whereRef("items.ownerId", "=", "authors.userId")
              .where("items.listed", "=", sql<boolean>`true`),
          ),
        )
        .orderBy("authors.name")
        .limit(most)
        .execute();
    },
  };
}

function containing(part: string): string {
  return `%${part.replace(/[\\%_]/g, "\\$&")}%`;
}
