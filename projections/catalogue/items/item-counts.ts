import { type Kysely, sql } from "kysely";
import type { CatalogueTables, ItemRow } from "../tables.ts";
import { newestMatches, RANKED_MATCHES } from "./item-pages.ts";
import { EVERYTHING, type ItemFilter, ownedBy, ownItems, visibleItems } from "./visible-items.ts";

type Db = Kysely<CatalogueTables>;
type Cell = Pick<ItemRow, "kind" | "category"> & { readonly count: number };

/** How many items there are; not `exact`: at least so many. */
export type ItemCount = { readonly count: number; readonly exact: boolean };
/** Counts of a search by type (in the chosen categories) and by category (of the chosen type). */
export type Facets = {
  readonly exact: boolean;
  /** Matches of any type and category. */
  readonly found: number;
  readonly types: ReadonlyMap<string, number>;
  readonly categories: ReadonlyMap<string, number>;
};

/**
 * Counts for a viewer in a time that does not grow with the catalogue: without a search from counts that the read model
 * keeps, with one among its newest matches.
 */
export async function countItems(
  db: Db,
  viewer: string | null,
  filter: ItemFilter,
): Promise<{ readonly total: ItemCount; readonly facets: Facets }> {
  const counted = filter.match === null ? await keptCounts(db, viewer) : await matchCounts(db, viewer, filter.match);
  const exact = filter.match === null || sum(counted) <= RANKED_MATCHES;
  const cells = exact ? counted : withoutOne(counted);
  const inCategory = ({ category }: Cell) => filter.categories.length === 0 || filter.categories.includes(category);
  const ofType = ({ kind }: Cell) => filter.type === null || kind === filter.type;
  const filtered = sum(cells.filter((cell) => inCategory(cell) && ofType(cell)));
  const isFiltered = filter.type !== null || filter.categories.length > 0;
  return {
    total: !exact && isFiltered ? await countMatches(db, viewer, filter) : within({ count: filtered, exact }),
    facets: {
      exact,
      found: sum(cells),
      types: byKey(cells.filter(inCategory), ({ kind }) => kind),
      categories: byKey(cells.filter(ofType), ({ category }) => category),
    },
  };
}

/** The match by which there are known to be more than are counted. */
function withoutOne([first, ...others]: readonly Cell[]): readonly Cell[] {
  return first === undefined ? [] : [{ ...first, count: first.count - 1 }, ...others];
}

/** How many there are, counted one by one. */
export async function countExactly(db: Db, viewer: string | null, filter: ItemFilter): Promise<number> {
  const counts = await Promise.all(
    visibleItems(db, viewer, filter).map((part) =>
      part.select(sql<number>`count(*)::float8`.as("count")).executeTakeFirstOrThrow(),
    ),
  );
  return sum(counts);
}

/** Whether there is any match. */
export async function isAny(db: Db, viewer: string | null, filter: ItemFilter): Promise<boolean> {
  return (await newestMatches(db, viewer, filter, 1).executeTakeFirst()) !== undefined;
}

async function countMatches(db: Db, viewer: string | null, filter: ItemFilter): Promise<ItemCount> {
  const { count } = await db
    .selectFrom(newestMatches(db, viewer, filter, RANKED_MATCHES + 1).as("found"))
    .select(sql<number>`count(*)::int`.as("count"))
    .executeTakeFirstOrThrow();
  return within({ count, exact: count <= RANKED_MATCHES });
}

const within = ({ count, exact }: ItemCount): ItemCount => ({ count: exact ? count : RANKED_MATCHES, exact });

/** Everybody's items and the viewer's own, by the counts of the read model; those that others gave access to one by one. */
async function keptCounts(db: Db, viewer: string | null): Promise<readonly Cell[]> {
  const kept = await db
    .selectFrom("facets")
    .select(["kind", "category", "count"])
    .where("scope", "in", viewer === null ? [""] : ["", viewer])
    .execute();
  if (viewer === null) return kept;
  const given = await ownItems(db, viewer, EVERYTHING)
    .where((where) => where.not(ownedBy(where, viewer)))
    .select(["items.kind", "items.category", sql<number>`count(*)::int`.as("count")])
    .groupBy(["items.kind", "items.category"])
    .execute();
  return [...kept, ...given];
}

async function matchCounts(
  db: Db,
  viewer: string | null,
  match: NonNullable<ItemFilter["match"]>,
): Promise<readonly Cell[]> {
  return db
    .selectFrom(newestMatches(db, viewer, { ...EVERYTHING, match }, RANKED_MATCHES + 1).as("found"))
    .select(["kind", "category", sql<number>`count(*)::int`.as("count")])
    .groupBy(["kind", "category"])
    .execute();
}

const sum = (cells: readonly { readonly count: number }[]) => cells.reduce((total, { count }) => total + count, 0);

function byKey(cells: readonly Cell[], key: (cell: Cell) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const cell of cells) counts.set(key(cell), (counts.get(key(cell)) ?? 0) + cell.count);
  return counts;
}
