import { type Kysely, sql } from "kysely";
import type { CatalogueTables, ItemRow } from "../tables.ts";
import { runKept } from "../kept-statements.ts";
import { EVERYTHING, type ItemFilter, ownedBy, ownItems, visibleItems } from "./visible-items.ts";

type Db = Kysely<CatalogueTables>;
/** How many items there are of a type and category. */
export type Cell = Pick<ItemRow, "kind" | "category"> & { readonly count: number };

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

/** How many items a viewer may see, in a time that does not grow with the catalogue: the read model keeps counts. */
export async function countItems(db: Db, viewer: string | null, filter: ItemFilter): Promise<Counted> {
  return countsOf(await keptCounts(db, viewer), filter, true);
}

type Counted = { readonly total: ItemCount; readonly facets: Facets };

/** The total of a list and its facets; `cells` are counts without its filters. */
export function countsOf(cells: readonly Cell[], filter: ItemFilter, exact: boolean): Counted {
  const inCategory = ({ category }: Cell) => filter.categories.length === 0 || filter.categories.includes(category);
  const ofType = ({ kind }: Cell) => filter.type === null || kind === filter.type;
  return {
    total: { count: sum(cells.filter((cell) => inCategory(cell) && ofType(cell))), exact },
    facets: {
      exact,
      found: sum(cells),
      types: byKey(cells.filter(inCategory), ({ kind }) => kind),
      categories: byKey(cells.filter(ofType), ({ category }) => category),
    },
  };
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

/** Everybody's items and the viewer's own, by the counts of the read model; those that others gave access to one by one. */
function keptCounts(db: Db, viewer: string | null): Promise<readonly Cell[]> {
  const counts = (parameter: (name: string) => string) => {
    const kept = db.selectFrom("facets").select(["kind", "category", "count"]);
    if (viewer === null) return kept.where("scope", "=", "");
    const user = parameter("viewer");
    const given = ownItems(db, user, EVERYTHING)
      .where((where) => where.not(ownedBy(where, user)))
      .select(["items.kind", "items.category", sql<number>`count(*)::int`.as("count")])
      .groupBy(["items.kind", "items.category"]);
    return kept.where("scope", "in", ["", user]).unionAll(given);
  };
  return runKept(db, { shape: ["counts", viewer !== null], values: viewer === null ? {} : { viewer } }, counts);
}

const sum = (cells: readonly { readonly count: number }[]) => cells.reduce((total, { count }) => total + count, 0);

function byKey(cells: readonly Cell[], key: (cell: Cell) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const cell of cells) counts.set(key(cell), (counts.get(key(cell)) ?? 0) + cell.count);
  return counts;
}
