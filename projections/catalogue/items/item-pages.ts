import { type Kysely, type SelectQueryBuilder, sql } from "kysely";
import type { CatalogueTables, ItemRow } from "../tables.ts";
import {
  asCursorText,
  type CatalogueSort,
  type Cursor,
  cursorValue,
  RELEVANCE,
  STORED_ORDERS,
  type StoredSort,
} from "./item-order.ts";
import type { TextMatch } from "./match-words.ts";
import { type ItemFilter, visibleItems } from "./visible-items.ts";

type Db = Kysely<CatalogueTables>;

const COLUMNS = [
  "id",
  "kind",
  "profileId",
  "ownerId",
  "author",
  "title",
  "summary",
  "category",
  "isPublic",
  "status",
  "subscriberCount",
  "version",
  "price",
  "rows",
  "rejected",
  "live",
  "shape",
  "source",
  "createdAt",
  "updatedAt",
] as const;

/** An item in a list, for one viewer. */
export type ListedItem = Pick<ItemRow, (typeof COLUMNS)[number]> & {
  readonly owned: boolean;
  /** The viewer has a grant for the dataset, or an instance of the connector. */
  readonly accessible: boolean;
  readonly cursor: Cursor;
};

/** Which page of a list: its first, its last, or the one beside a cursor, or beginning with the item of a cursor. */
export type PageAt =
  { readonly at: "first" | "last" } | { readonly at: "after" | "before" | "from"; readonly cursor: Cursor };

/** A page of items in their order. `more`: there are others further in the direction that was read. */
export type ItemsPage = { readonly items: readonly ListedItem[]; readonly more: boolean };

/**
 * A search is ranked, sorted and counted among this many of its newest matches, so that it takes no longer the more there
 * are. Only in the order newest the others follow.
 */
export const RANKED_MATCHES = 500;

/** One page of the items that a viewer may see, found by an index of the order and never by counting off. */
export async function readItems(
  db: Db,
  viewer: string | null,
  filter: ItemFilter,
  { sort, page, size }: { readonly sort: CatalogueSort; readonly page: PageAt; readonly size: number },
): Promise<ItemsPage> {
  const { match } = filter;
  const { column, direction, values } = sort === "relevance" ? RELEVANCE : STORED_ORDERS[sort];
  const backwards = page.at === "before" || page.at === "last";
  const towards = (direction === "asc") === backwards ? "desc" : "asc";
  const source =
    match !== null && sort !== "newest"
      ? amongMatches(db, scoredMatches(db, viewer, filter, match), { sort, page, towards, size })
      : stored(db, viewer, filter, { sort: sort === "relevance" ? "newest" : sort, page, towards, size });
  const rows = await source
    .selectAll("items")
    .select([asCursorText(`items.${column}`, values).as("cursorValue")])
    .select((select) =>
      viewer === null
        ? sql<boolean>`false`.as("accessible")
        : select
            .or([
              select.exists(
                select
                  .selectFrom("grants")
                  .select("grants.userId")
                  .whereRef("grants.datasetId", "=", "items.id")
                  .where("grants.userId", "=", viewer),
              ),
              select.exists(
                select
                  .selectFrom("subscriptions")
                  .select("subscriptions.userId")
                  .whereRef("subscriptions.rootId", "=", "items.id")
                  .where("subscriptions.userId", "=", viewer),
              ),
            ])
            .as("accessible"),
    )
    .$if("cursor" in page, (found) => found.where(beyond(page, column, towards, values)))
    .orderBy(sql.ref(`items.${column}`), towards)
    .orderBy("items.id", towards)
    .limit(size + 1)
    .execute();
  const items = rows.slice(0, size).map(({ cursorValue: value, accessible, ...row }) => ({
    ...row,
    owned: row.ownerId === viewer,
    accessible: Boolean(accessible),
    cursor: { value, id: row.id },
  }));
  return { items: backwards ? items.toReversed() : items, more: rows.length > size };
}

/** Where the page begins that is so many items further; null if the list is shorter. Costs as much as it skips. */
export async function cursorAt(
  db: Db,
  viewer: string | null,
  filter: ItemFilter,
  sort: CatalogueSort,
  skip: number,
): Promise<Cursor | null> {
  const { column, direction, values } = sort === "relevance" ? RELEVANCE : STORED_ORDERS[sort];
  const source =
    filter.match !== null && sort !== "newest"
      ? (db.selectFrom(scoredMatches(db, viewer, filter, filter.match).as("items")) as unknown as ItemsSource)
      : positions(db, viewer, filter, sort === "relevance" ? "newest" : sort, skip + 1);
  const row = await source
    .select(["items.id", asCursorText(`items.${column}`, values).as("value")])
    .orderBy(sql.ref(`items.${column}`), direction)
    .orderBy("items.id", direction)
    .offset(skip)
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Rows beyond the cursor of a page, in the direction that is read. */
function beyond(
  page: PageAt,
  column: string,
  towards: "asc" | "desc",
  values: "time" | "number" | "text",
  table = "items",
) {
  if (!("cursor" in page)) return sql<boolean>`true`;
  const comparison = sql.raw(`${towards === "asc" ? ">" : "<"}${page.at === "from" ? "=" : ""}`);
  const { cursor } = page;
  const row = sql`(${sql.ref(`${table}.${column}`)}, ${sql.ref(`${table}.id`)})`;
  return sql<boolean>`${row} ${comparison} (${cursorValue(cursor, values)}, ${cursor.id})`;
}

type Reading = {
  readonly sort: StoredSort;
  readonly page: PageAt;
  readonly towards: "asc" | "desc";
  readonly size: number;
};

/** At most a page from each part of what the viewer sees. */
function stored(db: Db, viewer: string | null, filter: ItemFilter, { sort, page, towards, size }: Reading) {
  const { column, values } = STORED_ORDERS[sort];
  const parts = visibleItems(db, viewer, filter).map((part) =>
    part
      .select([...COLUMNS, "titleOrder", "rowsOrder"])
      .$if("cursor" in page, (found) => found.where(beyond(page, column, towards, values)))
      .orderBy(sql.ref(`items.${column}`), towards)
      .orderBy("items.id", towards)
      .limit(size + 1),
  );
  return db.selectFrom(together(db, parts).as("items")) as unknown as ItemsSource;
}

function positions(db: Db, viewer: string | null, filter: ItemFilter, sort: StoredSort, most: number) {
  const { column, direction } = STORED_ORDERS[sort];
  const parts = visibleItems(db, viewer, filter).map((part) =>
    part
      .select(["items.id", sql.ref(`items.${column}`).as(column)])
      .orderBy(sql.ref(`items.${column}`), direction)
      .orderBy("items.id", direction)
      .limit(most),
  );
  return db.selectFrom(together(db, parts).as("items")) as unknown as ItemsSource;
}

/** The rows of all parts, each with an order and a limit of its own. */
function together<O>(db: Db, parts: readonly SelectQueryBuilder<CatalogueTables, "items", O>[]) {
  const [first, ...others] = parts.map((part) => db.selectFrom(part.as("part")).selectAll());
  return others.reduce((all, part) => all.unionAll(part), first!);
}

/** The newest matches of a search, with what is needed to rank or to count them. */
export function newestMatches(db: Db, viewer: string | null, filter: ItemFilter, most: number) {
  const parts = visibleItems(db, viewer, filter).map((part) =>
    part
      .select(["items.id", "items.kind", "items.category", "items.createdAt", "items.document"])
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

/**
 * The newest matches with their score: an item with the very words of the search counts most, then one with words that
 * begin with them.
 */
function scoredMatches(db: Db, viewer: string | null, filter: ItemFilter, { exact, prefix, any }: TextMatch) {
  return db
    .selectFrom(newestMatches(db, viewer, filter, RANKED_MATCHES).as("found"))
    .select(["found.id", "found.updatedAt", "found.titleOrder", "found.subscriberCount", "found.rowsOrder"])
    .select(
      sql<number>`round(1000000 * (8 * ts_rank(found.document, ${exact}::tsquery) + 4 * ts_rank(found.document, ${prefix}::tsquery) + ts_rank(found.document, ${any}::tsquery)))::bigint`.as(
        "score",
      ),
    );
}

type Sorting = Omit<Reading, "sort"> & { readonly sort: CatalogueSort };

/** A page of the matches; only its own items are read whole. */
function amongMatches(db: Db, matches: ReturnType<typeof scoredMatches>, { sort, page, towards, size }: Sorting) {
  const { column, values } = sort === "relevance" ? RELEVANCE : STORED_ORDERS[sort];
  const ids = db
    .selectFrom(matches.as("match"))
    .select(["match.id", "match.score"])
    .where(beyond(page, column, towards, values, "match"))
    .orderBy(sql.ref(`match.${column}`), towards)
    .orderBy("match.id", towards)
    .limit(size + 1);
  return db.selectFrom(
    db
      .selectFrom(ids.as("page"))
      .innerJoin("items", "items.id", "page.id")
      .select([...COLUMNS, "titleOrder", "rowsOrder"].map((name) => sql.ref(`items.${name}`).as(name)))
      .select("page.score")
      .as("items"),
  ) as unknown as ItemsSource;
}

/** Rows with the columns of a list and of its order, called items. */
type ItemsSource = SelectQueryBuilder<
  Omit<CatalogueTables, "items"> & { items: Pick<ItemRow, (typeof COLUMNS)[number]> },
  "items",
  object
>;
