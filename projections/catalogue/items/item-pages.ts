import { type ExpressionBuilder, type Kysely, type SelectQueryBuilder, sql } from "kysely";
import { anyOf } from "../../any-of.ts";
import type { CatalogueTables, ItemRow } from "../tables.ts";
import { asCursorText, type Cursor, cursorValue, STORED_ORDERS, type StoredSort } from "./item-order.ts";
import { LASTING } from "../grant-queries.ts";
import { runKept } from "../kept-statements.ts";
import { isVisible, type ItemFilter, visibleItems } from "./visible-items.ts";

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
  "auth",
  "price",
  "rows",
  "rejected",
  "live",
  "onRequest",
  "license",
  "updateFrequency",
  "shape",
  "source",
  "image",
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

/** Reads items in a stored order, found by an index of the order and never by counting off. */
export function storedItems(db: Db, viewer: string | null, filter: ItemFilter, sort: StoredSort) {
  return {
    read: (page: PageAt, size: number) => readItems(db, viewer, filter, { sort, page, size }),
    /** Costs as much as it skips. */
    cursorAt: (skip: number) => cursorAt(db, viewer, filter, sort, skip),
  };
}

type Reading = { readonly sort: StoredSort; readonly page: PageAt; readonly size: number };

/** One page of the items that a viewer may see: at most a page from each part of what the viewer sees. */
export async function readItems(
  db: Db,
  viewer: string | null,
  filter: ItemFilter,
  reading: Reading,
): Promise<ItemsPage> {
  const { sort, page, size } = reading;
  const { type, categories, licenses = [], updatedWithin = null, match, only, changedSince = null } = filter;
  const rows = await runKept(
    db,
    {
      shape: [
        ...["page", viewer !== null, type, categories.length, match !== null, only, changedSince !== null],
        ...[licenses.length, updatedWithin, sort, page.at, size],
      ],
      values: {
        ...(viewer === null ? {} : { viewer }),
        ...Object.fromEntries(categories.map((category, at) => [`category ${at}`, category])),
        ...Object.fromEntries(licenses.map((license, at) => [`license ${at}`, license])),
        ...(changedSince === null ? {} : { changedSince }),
        ...(match === null ? {} : { any: match.any, listed: match.listed }),
        ...("cursor" in page ? page.cursor : {}),
      },
    },
    (parameter) =>
      pageQuery(
        db,
        viewer === null ? null : parameter("viewer"),
        {
          ...filter,
          categories: categories.map((_, at) => parameter(`category ${at}`)),
          licenses: licenses.map((_, at) => parameter(`license ${at}`)),
          ...(changedSince === null ? {} : { changedSince: parameter("changedSince") }),
          match: match && { ...match, any: parameter("any"), listed: parameter("listed") },
        },
        {
          ...reading,
          page: "cursor" in page ? { ...page, cursor: { value: parameter("value"), id: parameter("id") } } : page,
        },
      ),
  );
  const items = rows.slice(0, size).map(({ cursorValue, ...row }) => listed(row, viewer, cursorValue));
  return { items: isBackwards(page) ? items.toReversed() : items, more: rows.length > size };
}

const isBackwards = ({ at }: PageAt) => at === "before" || at === "last";

function pageQuery(db: Db, viewer: string | null, filter: ItemFilter, { sort, page, size }: Reading) {
  const { column, direction, values } = STORED_ORDERS[sort];
  const towards = (direction === "asc") === isBackwards(page) ? "desc" : "asc";
  const parts = visibleItems(db, viewer, filter).map((part) =>
    part
      .select([...COLUMNS, "titleOrder", "rowsOrder"])
      .$if("cursor" in page, (found) => found.where(beyond(page, column, towards, values)))
      .orderBy(sql.ref(`items.${column}`), towards)
      .orderBy("items.id", towards)
      .limit(size + 1),
  );
  const source = db.selectFrom(together(db, parts).as("items")) as unknown as ItemsSource;
  return source
    .selectAll("items")
    .select([asCursorText(`items.${column}`, values).as("cursorValue")])
    .select((select) => accessibleTo(select, viewer).as("accessible"))
    .orderBy(sql.ref(`items.${column}`), towards)
    .orderBy("items.id", towards)
    .limit(size + 1);
}

/** These items in this order, of those that the viewer still sees, with the values of their cursors. */
export async function itemsAt(db: Db, viewer: string | null, cursors: readonly Cursor[]): Promise<ListedItem[]> {
  if (cursors.length === 0) return [];
  const rows = await db
    .selectFrom("items")
    .select(COLUMNS)
    .select((select) => accessibleTo(select, viewer).as("accessible"))
    .where("items.id", "=", anyOf(cursors.map(({ id }) => id)))
    .where((where) => isVisible(where, viewer))
    .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  return cursors.flatMap(({ id, value }) => {
    const row = found.get(id);
    return row ? [listed(row, viewer, value)] : [];
  });
}

type Row = Pick<ItemRow, (typeof COLUMNS)[number]> & { readonly accessible: unknown };

function listed({ accessible, ...row }: Row, viewer: string | null, value: string): ListedItem {
  return { ...row, owned: row.ownerId === viewer, accessible: Boolean(accessible), cursor: { value, id: row.id } };
}

function accessibleTo(select: ExpressionBuilder<CatalogueTables, "items">, viewer: string | null) {
  if (viewer === null) return sql<boolean>`false`;
  const either = select.or([
    select.exists(
      select
        .selectFrom("grants")
        .select("grants.userId")
        .whereRef("grants.datasetId", "=", "items.id")
        .where("grants.userId", "=", viewer)
        .where(LASTING),
    ),
    select.exists(
      select
        .selectFrom("subscriptions")
        .select("subscriptions.userId")
        .whereRef("subscriptions.rootId", "=", "items.id")
        .where("subscriptions.userId", "=", viewer),
    ),
  ]);
  return sql<boolean>`${either}`;
}

async function cursorAt(
  db: Db,
  viewer: string | null,
  filter: ItemFilter,
  sort: StoredSort,
  skip: number,
): Promise<Cursor | null> {
  const { column, direction, values } = STORED_ORDERS[sort];
  const parts = visibleItems(db, viewer, filter).map((part) =>
    part
      .select(["items.id", sql.ref(`items.${column}`).as(column)])
      .orderBy(sql.ref(`items.${column}`), direction)
      .orderBy("items.id", direction)
      .limit(skip + 1),
  );
  const source = db.selectFrom(together(db, parts).as("items")) as unknown as ItemsSource;
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
export function beyond(
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

/** The rows of all parts, each with an order and a limit of its own. */
export function together<O>(db: Db, parts: readonly SelectQueryBuilder<CatalogueTables, "items", O>[]) {
  const [first, ...others] = parts.map((part) => db.selectFrom(part.as("part")).selectAll());
  return others.reduce((all, part) => all.unionAll(part), first!);
}

/** Rows with the columns of a list and of its order, called items. */
type ItemsSource = SelectQueryBuilder<
  Omit<CatalogueTables, "items"> & { items: Pick<ItemRow, (typeof COLUMNS)[number]> },
  "items",
  object
>;
