import { type Kysely, type RawBuilder, sql } from "kysely";
import type { CatalogueTables, ItemRow } from "../tables.ts";
import { runKept } from "../kept-statements.ts";
import {
  beginOf,
  EVERYTHING,
  firstDayOf,
  type ItemFilter,
  ownedBy,
  ownItems,
  type Period,
  PERIODS,
  visibleItems,
} from "./visible-items.ts";

type Db = Kysely<CatalogueTables>;
/** So many are counted of those that were updated last. */
const RECENT_ITEMS = 10_000;
/** How many items there are of a type, category and licence; `period`: the shortest that they were updated in. */
export type Cell = Pick<ItemRow, "kind" | "category" | "license"> & {
  readonly period?: Period | null;
  readonly count: number;
};

/** How many items there are; not `exact`: at least so many. */
export type ItemCount = { readonly count: number; readonly exact: boolean };
/** Counts of a search by each filter, as the other filters leave them. */
export type Facets = {
  readonly exact: boolean;
  /** Matches whatever the filters. */
  readonly found: number;
  readonly types: ReadonlyMap<string, number>;
  readonly categories: ReadonlyMap<string, number>;
  readonly licenses: ReadonlyMap<string, number>;
  readonly periods: ReadonlyMap<Period, ItemCount>;
};
type Facet = "type" | "category" | "license" | "period";
type Counted = { readonly total: ItemCount; readonly facets: Facets };

/**
 * How many items a viewer may see, in a time that does not grow with the catalogue: the read model keeps counts. Those of
 * a period with other filters are taken from the items that were updated last.
 */
export async function countItems(db: Db, viewer: string | null, filter: ItemFilter): Promise<Counted> {
  const { categories, licenses = [], updatedWithin = null } = filter;
  if (updatedWithin === null && categories.length === 0 && licenses.length === 0) {
    const [cells, days] = await Promise.all([keptCounts(db, viewer), keptPeriods(db, viewer, filter.type)]);
    const { total, facets } = countsOf(cells, filter, true);
    return { total, facets: { ...facets, periods: days } };
  }
  const [kept, recent] = await Promise.all([
    updatedWithin === null ? keptCounts(db, viewer) : null,
    recentCounts(db, viewer),
  ]);
  const { total, facets } = countsOf(kept ?? recent.cells, filter, kept !== null || recent.isExact(updatedWithin));
  const { periods } = countsOf(recent.cells, filter, true).facets;
  const exactly = new Map(
    [...periods].map(([period, { count }]) => [period, { count, exact: recent.isExact(period) }]),
  );
  return { total, facets: { ...facets, periods: exactly } };
}

/** How many items there are that the read model keeps counts of: with no period and no search. */
export async function countKept(db: Db, viewer: string | null, filter: ItemFilter): Promise<number> {
  return countsOf(await keptCounts(db, viewer), filter, true).total.count;
}

/** The total of a list and its facets; `cells` are counts without its filters. */
export function countsOf(cells: readonly Cell[], filter: ItemFilter, exact: boolean): Counted {
  const besides = (facet: Facet | null) => cells.filter((cell) => isLeft(cell, filter, facet));
  const inPeriods = besides("period");
  return {
    total: { count: sum(besides(null)), exact },
    facets: {
      exact,
      found: sum(cells),
      types: byKey(besides("type"), ({ kind }) => kind),
      categories: byKey(besides("category"), ({ category }) => category),
      licenses: byKey(
        besides("license").filter(({ kind }) => kind === "dataset"),
        ({ license }) => license,
      ),
      periods: new Map(
        PERIODS.map((period) => [period, { count: sum(inPeriods.filter((cell) => isWithin(cell, period))), exact }]),
      ),
    },
  };
}

/** Whether the filters, all or all but one, leave an item. */
export function isLeft(cell: Cell, filter: ItemFilter, but: Facet | null = null): boolean {
  const { type, categories, licenses = [], updatedWithin = null } = filter;
  const { kind, category, license } = cell;
  return (
    (but === "type" || type === null || kind === type) &&
    (but === "category" || categories.length === 0 || categories.includes(category)) &&
    (but === "license" || licenses.length === 0 || licenses.includes(license)) &&
    (but === "period" || updatedWithin === null || isWithin(cell, updatedWithin))
  );
}

function isWithin({ period }: Cell, asked: Period): boolean {
  return period !== undefined && period !== null && PERIODS.indexOf(period) <= PERIODS.indexOf(asked);
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
    const kept = db
      .selectFrom("facets")
      .select(["kind", "category", "license", "count"])
      .where("scope", "=", sql<string>`any(${scopes(viewer, parameter)})`);
    if (viewer === null) return kept;
    const given = givenItems(db, parameter("viewer"))
      .select(["items.kind", "items.category", "items.license", sql<number>`count(*)::int`.as("count")])
      .groupBy(["items.kind", "items.category", "items.license"]);
    return kept.unionAll(given);
  };
  return runKept(db, { shape: ["counts", viewer !== null], values: viewer === null ? {} : { viewer } }, counts);
}

/** The same by the periods in which they were updated, from the counts of days. */
async function keptPeriods(
  db: Db,
  viewer: string | null,
  type: ItemRow["kind"] | null,
): Promise<ReadonlyMap<Period, ItemCount>> {
  const counts = (parameter: (name: string) => string) => {
    const kept = db
      .selectFrom("daysUpdated")
      .select([sql<number>`sum(count)::int`.as("count"), periodOf(sql`day::date`).as("period")])
      .where("scope", "=", sql<string>`any(${scopes(viewer, parameter)})`)
      .where("kind", "=", sql<ItemRow["kind"]>`any(${type === null ? ["dataset", "connector"] : [type]})`)
      .where("day", ">=", sql<string>`${firstDayOf("year")}::text`)
      .groupBy("period");
    if (viewer === null) return kept;
    const given = givenItems(db, parameter("viewer"))
      .$if(type !== null, (found) => found.where("items.kind", "=", type ?? "dataset"))
      .select([sql<number>`count(*)::int`.as("count"), periodOf(UPDATED_ON).as("period")])
      .where("items.updatedAt", ">=", beginOf("year"))
      .groupBy("period");
    return kept.unionAll(given);
  };
  const values: Record<string, string> = viewer === null ? {} : { viewer };
  const rows = await runKept(db, { shape: ["periods", viewer !== null, type], values }, counts);
  const cells = rows.map((row) => ({ ...row, kind: "dataset" as const, category: "", license: "" }));
  return countsOf(cells, EVERYTHING, true).facets.periods;
}

/**
 * Counts of the items that were updated last, by all filters: at most RECENT_ITEMS of each part of what the viewer sees.
 * A period that reaches further back than these is not counted exactly.
 */
async function recentCounts(db: Db, viewer: string | null) {
  const parts = (parameter: (name: string) => string) =>
    visibleItems(db, viewer === null ? null : parameter("viewer"), { ...EVERYTHING, updatedWithin: "year" })
      .map((part, at) =>
        db
          .selectFrom(
            part
              .select(["items.kind", "items.category", "items.license", "items.updatedAt"])
              .orderBy("items.updatedAt", "desc")
              .orderBy("items.id", "desc")
              .limit(sql.lit(RECENT_ITEMS))
              .as("items"),
          )
          .select(["kind", "category", "license", periodOf(UPDATED_ON).as("period")])
          .select([sql<number>`count(*)::int`.as("count"), sql<number>`${sql.lit(at)}::int`.as("part")])
          .groupBy(["kind", "category", "license", "period"]),
      )
      .reduce((all, part) => all.unionAll(part));
  const values: Record<string, string> = viewer === null ? {} : { viewer };
  const cells = await runKept(db, { shape: ["recent", viewer !== null], values }, parts);
  const full = [...Map.groupBy(cells, ({ part }) => part).values()].filter((part) => sum(part) >= RECENT_ITEMS);
  return {
    cells: cells as readonly Cell[],
    /** Nothing of the period is older than the oldest item that was read. */
    isExact: (period: Period | null) =>
      period !== null && full.every((part) => part.some((cell) => !isWithin(cell, period))),
  };
}

export const UPDATED_ON = sql`(items.updated_at at time zone 'UTC')::date`;

/** The shortest period that has a day; null: none has. */
export function periodOf(day: RawBuilder<unknown>) {
  const whens = PERIODS.map((period) => sql`when ${day} >= ${firstDayOf(period)} then ${sql.lit(period)}`);
  return sql<Period | null>`case ${sql.join(whens, sql` `)} end`;
}

const scopes = (viewer: string | null, parameter: (name: string) => string) =>
  viewer === null ? sql`array['']` : sql`array['', ${parameter("viewer")}]`;

/** The items that others gave the viewer access to one by one. */
function givenItems(db: Db, viewer: string) {
  return ownItems(db, viewer, EVERYTHING).where((where) => where.not(ownedBy(where, viewer)));
}

const sum = (cells: readonly { readonly count: number }[]) => cells.reduce((total, { count }) => total + count, 0);

function byKey(cells: readonly Cell[], key: (cell: Cell) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const cell of cells) counts.set(key(cell), (counts.get(key(cell)) ?? 0) + cell.count);
  return counts;
}
