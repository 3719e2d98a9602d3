import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import type { CatalogueTables } from "../tables.ts";
import { LASTING } from "../grant-queries.ts";
import type { TextMatch } from "./match-words.ts";

/** Which of the items that a viewer may see. */
export type ItemFilter = {
  readonly type: "connector" | "dataset" | null;
  /** Empty: all. */
  readonly categories: readonly string[];
  /** Empty or absent: all. */
  readonly licenses?: readonly string[];
  /** Only what got its newest rows in this period. */
  readonly updatedWithin?: Period | null;
  readonly match: TextMatch | null;
  /** Only what has changed since then. */
  readonly changedSince?: string | null;
  /** Only the viewer's own items, or only those that the viewer has access to as a subscriber. */
  readonly only?: "owned" | "access";
};
/** Periods that end now, by their days; each begins with its first day in UTC. */
export const PERIOD_DAYS = { day: 1, week: 7, month: 30, year: 365 } as const;
export type Period = keyof typeof PERIOD_DAYS;
export const PERIODS = Object.keys(PERIOD_DAYS) as Period[];

/** The first day of a period, by the clock of the database. */
export function firstDayOf(period: Period) {
  return sql<string>`((now() at time zone 'UTC')::date - ${sql.lit(PERIOD_DAYS[period])})`;
}

/** The moment at which a period begins. */
export function beginOf(period: Period) {
  return sql<string>`(${firstDayOf(period)}::timestamp at time zone 'UTC')`;
}

export const EVERYTHING: ItemFilter = { type: null, categories: [], match: null };

type Db = Kysely<CatalogueTables>;
type Where = ExpressionBuilder<CatalogueTables, "items">;

/**
 * The items that a user has access to as a subscriber: datasets by a grant, connectors by an instance; none that an admin
 * has taken down.
 */
function accessible(where: Where, viewer: string) {
  return where.and([
    where.not(where.ref("items.takenDown")),
    where.or([isAnyOf(where, granted(where, viewer)), isAnyOf(where, subscribed(where, viewer))]),
  ]);
}

const granted = (where: Where, viewer: string) =>
  where.selectFrom("grants").select("grants.datasetId as id").where("grants.userId", "=", viewer).where(LASTING);
const subscribed = (where: Where, viewer: string) =>
  where.selectFrom("subscriptions").select("subscriptions.rootId as id").where("subscriptions.userId", "=", viewer);

/** Reads the ids first, so that the items are looked up by their key. */
function isAnyOf(where: Where, ids: ReturnType<typeof granted> | ReturnType<typeof subscribed>) {
  return where("items.id", "=", sql<string>`any(array(${ids}))`);
}

export function ownedBy(where: Where, owner: string) {
  return where.and([where("items.ownerId", "=", owner), where("items.status", "!=", "hidden")]);
}

/**
 * The items that a viewer may see, by the rules of `seesDataset` in domain/dataset and `seesVersion` in
 * domain/connector (testing/contracts/who-sees.ts checks both), in parts that have no item in common: what everybody
 * sees, by type, because each order has an index by type; and what the viewer alone sees, which is little and found by
 * its keys.
 */
export function visibleItems(db: Db, viewer: string | null, filter: ItemFilter) {
  if (viewer !== null && filter.only !== undefined) return [relatedItems(db, viewer, filter)];
  const types = filter.type === null && filter.match === null ? (["dataset", "connector"] as const) : [filter.type];
  const everybodys = types.map((type) =>
    filtered(db, { ...filter, type }, "listed").where("items.listed", "=", sql<boolean>`true`),
  );
  return viewer === null ? everybodys : [...everybodys, ownItems(db, viewer, filter)];
}

/** Whether a viewer may see an item. */
export function isVisible(where: Where, viewer: string | null) {
  const everybody = sql<boolean>`items.listed`;
  return viewer === null ? everybody : where.or([everybody, ownedBy(where, viewer), accessible(where, viewer)]);
}

/** What a viewer sees and others do not. */
export function ownItems(db: Db, viewer: string, filter: ItemFilter) {
  return filtered(db, filter)
    .where((where) => where.not(where.ref("items.listed")))
    .where((where) => where.or([ownedBy(where, viewer), accessible(where, viewer)]));
}

function relatedItems(db: Db, viewer: string, filter: ItemFilter) {
  return filtered(db, filter).where((where) =>
    filter.only === "owned" ? ownedBy(where, viewer) : accessible(where, viewer),
  );
}

/** Items by a filter alone, whoever may see them. */
export function filtered(
  db: Db,
  { type, categories, licenses = [], updatedWithin = null, match, changedSince = null }: ItemFilter,
  by: "any" | "listed" = "any",
) {
  return db
    .selectFrom("items")
    .$if(type !== null, (found) => found.where("items.kind", "=", type ?? "dataset"))
    .$if(categories.length === 1, (found) => found.where("items.category", "=", categories[0] ?? ""))
    .$if(categories.length > 1, (found) => found.where("items.category", "=", sql<string>`any(${[...categories]})`))
    .$if(licenses.length > 0, (found) => found.where("items.license", "=", sql<string>`any(${[...licenses]})`))
    .$if(updatedWithin !== null, (found) => found.where("items.updatedAt", ">=", beginOf(updatedWithin ?? "year")))
    .$if(changedSince !== null, (found) => found.where("items.changedAt", ">=", changedSince as string))
    .$if(match !== null, (found) => found.where(sql<boolean>`items.document @@ ${match?.[by]}::tsquery`));
}
