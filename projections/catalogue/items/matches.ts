import { type Kysely, sql } from "kysely";
import type { CatalogueTables, ItemRow } from "../tables.ts";
import type { ItemReader } from "./item-list.ts";
import { asCursorText, type CatalogueSort, type Cursor, RELEVANCE, STORED_ORDERS } from "./item-order.ts";
import { beyond, itemsAt, type PageAt, together } from "./item-pages.ts";
import type { TextMatch } from "./match-words.ts";
import { isLeft, periodOf, UPDATED_ON } from "./item-counts.ts";
import { EVERYTHING, type ItemFilter, type Period, visibleItems } from "./visible-items.ts";

type Db = Kysely<CatalogueTables>;

/**
 * A search is ranked, sorted and counted among this many of its newest matches, so that it takes no longer the more there
 * are. Only in the order newest the others follow.
 */
const RANKED_MATCHES = 500;

type Match = Cursor &
  Pick<ItemRow, "kind" | "category" | "license"> & { readonly period: Period | null; readonly beyond: boolean };
/** The newest matches of a search, in the order of the list. */
export type Matches = {
  readonly found: readonly Match[];
  /** There are no others. */
  readonly exact: boolean;
};
type Searched = ItemFilter & { readonly match: TextMatch };
type Order = {
  readonly sort: CatalogueSort;
  /** The page beside a cursor that will be read: `beyond` says which matches are on it or further. */
  readonly beside: PageAt | null;
};

/**
 * The newest matches by one look-up, from which both the counts and the page are taken: finding the matches is what a
 * search costs.
 */
export async function readMatches(
  db: Db,
  viewer: string | null,
  filter: Searched,
  { sort, beside }: Order,
): Promise<Matches> {
  const { column, direction, values } = orderOf(sort);
  const towards = (direction === "asc") === (beside?.at === "before") ? "desc" : "asc";
  const score = sort === "relevance" ? scoreOf(filter.match) : sql<number>`0`;
  const ranked = db
    .selectFrom(newestMatches(db, viewer, filter, RANKED_MATCHES + 1).as("found"))
    .select([
      "id",
      "kind",
      "category",
      "license",
      "updatedAt",
      "createdAt",
      "titleOrder",
      "subscriberCount",
      "rowsOrder",
    ])
    .select(score.as("score"))
    .select(sql<number>`row_number() over (order by created_at desc, id desc)`.as("position"));
  // One value: hundreds of rows would take longer to read than to find.
  const row = await db
    .selectFrom(ranked.as("items"))
    .select(
      sql<
        readonly (readonly [string, string, Match["kind"], string, string, Period | null, boolean, number])[] | null
      >`json_agg(
        json_build_array(${asCursorText(`items.${column}`, values)}, id, kind, category, license, ${periodOf(UPDATED_ON)}, ${
          beside === null ? sql`true` : beyond(beside, column, towards, values)
        }, position)
        order by ${sql.ref(`items.${column}`)} ${sql.raw(direction)}, id ${sql.raw(direction)})`.as("matches"),
    )
    .executeTakeFirst();
  const matches = row?.matches ?? [];
  return {
    exact: matches.length <= RANKED_MATCHES,
    found: matches.flatMap(([value, id, kind, category, license, period, isBeyond, position]) =>
      position <= RANKED_MATCHES ? [{ value, id, kind, category, license, period, beyond: isBeyond }] : [],
    ),
  };
}

/**
 * An item with the very words of the search counts most, then one with words that begin with them. Where all three are the
 * same, the rank is made once.
 */
function scoreOf({ exact, prefix, any, alone }: TextMatch) {
  const rank = (text: string) => sql`ts_rank(document, ${text}::tsquery)`;
  const sum = sql`8 * ${rank(exact)} + 4 * ${rank(prefix)} + ${rank(any)}`;
  const points = alone ? sql`case when listed then 13 * ${rank(exact)} else ${sum} end` : sum;
  return sql<number>`round(1000000 * (${points}))::bigint`;
}

/** Those that the filters leave, if all matches are known. */
export function narrowed({ found, exact }: Matches, filter: ItemFilter): Matches {
  return { found: found.filter((match) => isLeft({ ...match, count: 1 }, filter)), exact };
}

/** Pages of the matches that were read; a page beside a cursor is the one that they were read for. */
export function matchReader(db: Db, viewer: string | null, { found }: Matches): ItemReader {
  return {
    async read(page, size) {
      const inReach =
        page.at === "from"
          ? found.slice(found.findIndex(({ id }) => id === page.cursor.id))
          : "cursor" in page
            ? found.filter((match) => match.beyond)
            : found;
      const backwards = page.at === "before" || page.at === "last";
      const taken = backwards ? inReach.slice(-size) : inReach.slice(0, size);
      return { items: await itemsAt(db, viewer, taken), more: inReach.length > size };
    },
    cursorAt: (skip) => Promise.resolve(found[skip] ?? null),
  };
}

/** Whether there is any match. */
export async function isAny(db: Db, viewer: string | null, match: TextMatch): Promise<boolean> {
  return (await newestMatches(db, viewer, { ...EVERYTHING, match }, 1).executeTakeFirst()) !== undefined;
}

function orderOf(sort: CatalogueSort) {
  return sort === "relevance" ? RELEVANCE : STORED_ORDERS[sort];
}

function newestMatches(db: Db, viewer: string | null, filter: ItemFilter, most: number) {
  const parts = visibleItems(db, viewer, filter).map((part) =>
    part
      .select(["items.id", "items.kind", "items.category", "items.license", "items.createdAt"])
      .select(["items.document", "items.listed"])
      .select(["items.updatedAt", "items.titleOrder", "items.subscriberCount", "items.rowsOrder"])
      .orderBy("items.createdAt", "desc")
      .orderBy("items.id", "desc")
      .limit(most),
  );
  return db
    .selectFrom(together(db, parts).as("found"))
    .selectAll()
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(most);
}
