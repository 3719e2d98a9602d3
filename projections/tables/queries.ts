import { type Kysely, sql } from "kysely";
import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import type { TableVersion } from "#domain/core/values/table.ts";
import { anyOf } from "../any-of.ts";
import { ascending } from "#domain/core/lists/list-order.ts";
import { pageOf } from "../list-page.ts";
import type { TablesTables } from "./projection.ts";
import { versionQueries } from "./version-queries.ts";

type Row = TablesTables["tables"];

/** Tables by their titles. */
export const TABLES_BY_TITLE = ascending({ title: "text", name: "text" });

/** Readers whose access has not ended, whether or not its event is written. */
const LASTING = sql<boolean>`(readers.until is null or readers.until > now())`;

export type TableEntry = Omit<Row, "current"> & { readonly current: TableVersion | null };

/**
 * A user's access to a table. `sample`: it is public but not granted, or taken down and the user is an admin, so only a
 * few rows may be shown. null for both
 * missing and hidden tables: nobody can tell the two apart.
 */
export type TableAccess = { readonly table: TableEntry; readonly access: "full" | "sample" };

/** The newest whole output of one operation, which can be published. */
type WholeOutput = {
  readonly operation: string;
  readonly tableName: string;
  readonly table: TableVersion;
  readonly broughtAt: string;
};

/** Why a physical table is kept or not. One that no event names has no entry. */
export type TableNeed = {
  readonly needed: boolean;
  /** Items that had it and are not in the model: they were deleted, or the model does not know them yet. */
  readonly missingItems: readonly string[];
  /** The current tables of items that have enough newer versions. */
  readonly replacedBy: readonly string[];
};

type TablesAsked = { readonly only: readonly string[] | null; readonly withRows?: boolean; readonly once?: boolean };

/** A part of a list of tables by name; `only`: null for all. */
type TablesAfter = { readonly only: readonly string[] | null; readonly after: string; readonly limit: number };

/** How many of its newest versions an item needs. */
type VersionsKept = { readonly dataset: number; readonly output: number };

function entry({ current, ...row }: Row): TableEntry {
  return { ...row, current: current === null ? null : (JSON.parse(current) as TableVersion) };
}

/** Reads of the table registry; `db` is bound to the model's schema. The rights for rows are checked only here. */
export function tablesQueries(db: Kysely<TablesTables>) {
  return {
    /** By table name, dataset id or instance id, for `userId` (null: a visitor). */
    async find(reference: string, userId: string | null): Promise<TableAccess | null> {
      const row = await db
        .selectFrom("tables")
        .selectAll()
        .where((where) => where.or([where("name", "=", reference), where("itemId", "=", reference)]))
        .executeTakeFirst();
      if (!row) return null;
      const table = entry(row);
      if (row.takenDown && userId !== row.ownerId)
        return userId !== null && (await isAdmin(db, userId)) ? { table, access: "sample" } : null;
      if (userId !== null && (userId === row.ownerId || (await isReader(db, row.itemId, userId))))
        return { table, access: "full" };
      return row.isPublic ? { table, access: "sample" } : null;
    },

    /**
     * A page of the tables whose rows the user may read in full, by title; `only`: those with these names; `withRows`:
     * those that have a version; `once`: without outputs that the user has published under the same title.
     */
    async readablePage(
      userId: string,
      { only, withRows = false, once = false }: TablesAsked,
      range: ListRange,
    ): Promise<CursorPage<TableEntry>> {
      const { items, ...page } = await pageOf(
        readable(db, userId)
          .$if(only !== null, (found) => found.where("name", "=", anyOf(only ?? [])))
          .$if(withRows, (found) => found.where("current", "is not", null))
          .$if(once, (found) => found.where(({ not, exists }) => not(exists(publishedFrom(db, userId))))),
        TABLES_BY_TITLE,
        range,
      );
      return { ...page, items: items.map(entry) };
    },

    /** At most `limit` of these tables with rows, by name, after the name `after`; `only`: those with these names. */
    readableAfter: (userId: string, part: TablesAfter) => readableAfter(db, userId, part),

    /** The physical table of a version of an item; null if there is none. Rights are the caller's to check. */
    physicalOf: (itemId: string, version: number) => physicalOf(db, itemId, version),

    /** The tables of each of these instances, for their owner alone: its own table first. */
    async outputsOf(
      instanceIds: readonly string[],
      ownerId: string,
    ): Promise<ReadonlyMap<string, readonly TableEntry[]>> {
      const rows = await db
        .selectFrom("tables")
        .selectAll()
        .where("ownerId", "=", ownerId)
        .where("kind", "=", "output")
        .where("instanceId", "=", anyOf(instanceIds))
        .orderBy("itemId")
        .execute();
      return new Map(
        [...Map.groupBy(rows, (row) => row.instanceId ?? row.itemId)].map(([id, found]) => [id, found.map(entry)]),
      );
    },

    /** The tables with these ids or names, and those of these instances. Rights are the caller's to check. */
    named: (references: readonly string[], instanceIds: readonly string[]) => namedTables(db, references, instanceIds),

    /** Which of these datasets or instances exist. */
    async existing(itemIds: readonly string[]): Promise<ReadonlySet<string>> {
      if (itemIds.length === 0) return new Set();
      const rows = await db.selectFrom("tables").select("itemId").where("itemId", "=", anyOf(itemIds)).execute();
      return new Set(rows.map((row) => row.itemId));
    },

    /** The newest whole outputs of an instance, for its owner alone: its own table first. */
    wholeOutputs: (instanceId: string, ownerId: string) => wholeOutputsOf(db, instanceId, ownerId),

    ...versionQueries(db),

    /** What still needs each of these physical tables, when items keep their newest versions. */
    needs: (physicals: readonly string[], keep: VersionsKept) => needsOf(db, physicals, keep),
  };
}

export type TablesQueries = ReturnType<typeof tablesQueries>;

async function readableAfter(
  db: Kysely<TablesTables>,
  userId: string,
  { only, after, limit }: TablesAfter,
): Promise<readonly TableEntry[]> {
  const rows = await readable(db, userId)
    .$if(only !== null, (found) => found.where("name", "=", anyOf(only ?? [])))
    .where("current", "is not", null)
    .where("name", ">", after)
    .orderBy("name")
    .limit(limit)
    .execute();
  return rows.map(entry);
}

async function physicalOf(db: Kysely<TablesTables>, itemId: string, version: number): Promise<string | null> {
  const row = await db
    .selectFrom("versions")
    .select("physical")
    .where("itemId", "=", itemId)
    .where("version", "=", version)
    .executeTakeFirst();
  return row?.physical ?? null;
}

async function namedTables(
  db: Kysely<TablesTables>,
  references: readonly string[],
  instanceIds: readonly string[],
): Promise<readonly Pick<Row, "itemId" | "name" | "kind" | "instanceId">[]> {
  return db
    .selectFrom("tables")
    .select(["itemId", "name", "kind", "instanceId"])
    .where((where) =>
      where.or([
        where("itemId", "=", anyOf(references)),
        where("name", "=", anyOf(references)),
        where("instanceId", "=", anyOf(instanceIds)),
      ]),
    )
    .execute();
}

async function wholeOutputsOf(
  db: Kysely<TablesTables>,
  instanceId: string,
  ownerId: string,
): Promise<readonly WholeOutput[]> {
  const own = await db
    .selectFrom("tables")
    .select("name")
    .where("itemId", "=", instanceId)
    .where("ownerId", "=", ownerId)
    .executeTakeFirst();
  if (!own) return [];
  const rows = await db
    .selectFrom("wholeOutputs")
    .selectAll()
    .where("instanceId", "=", instanceId)
    .orderBy("operation")
    .execute();
  const outputs = rows.map(({ operation, tableName: tableName, current, broughtAt: broughtAt }) => ({
    operation,
    tableName,
    table: JSON.parse(current) as TableVersion,
    broughtAt,
  }));
  return outputs.sort((a, b) => Number(b.tableName === own.name) - Number(a.tableName === own.name));
}

/**
 * What still needs each of these physical tables. An item needs its newest `keep` versions, and an instance the newest whole output
 * of each operation; a version that several items share stays as long as one of them needs it.
 */
async function needsOf(
  db: Kysely<TablesTables>,
  physicals: readonly string[],
  keep: VersionsKept,
): Promise<ReadonlyMap<string, TableNeed>> {
  // Runs without news share one table: thousands of versions of an item may be of one.
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom("versions")
        .select(["physical", "itemId"])
        .select(({ fn }) => fn.max<number>("version").as("version"))
        .where("physical", "=", anyOf(physicals))
        .groupBy(["physical", "itemId"])
        .as("held"),
    )
    .leftJoin("tables", "tables.itemId", "held.itemId")
    .select([
      ...(["held.physical", "held.itemId", "held.version"] as const),
      ...(["tables.version as newest", "tables.kind", "tables.current"] as const),
    ])
    .execute();
  const instances = [...new Set(rows.map(({ itemId }) => itemId.split("/")[0] as string))];
  const whole = await db
    .selectFrom("wholeOutputs")
    .select("physical")
    .where("instanceId", "=", anyOf(instances))
    .execute();
  const needed = new Set(whole.map(({ physical }) => physical));
  const needs = new Map<string, { needed: boolean; missingItems: string[]; replacedBy: string[] }>();
  for (const { physical, itemId, version, newest, kind, current } of rows) {
    const need = needs.get(physical) ?? { needed: needed.has(physical), missingItems: [], replacedBy: [] };
    needs.set(physical, need);
    if (newest === null || kind === null) need.missingItems.push(itemId);
    else if (version > newest - keep[kind]) need.needed = true;
    else need.replacedBy.push((JSON.parse(current ?? "{}") as Partial<TableVersion>).physical ?? "");
  }
  return needs;
}

/** The tables whose rows a user may read in full. A union, because an OR of the two would read every table. */
function readable(db: Kysely<TablesTables>, userId: string) {
  return db
    .selectFrom("tables")
    .selectAll()
    .where("itemId", "in", (select) =>
      select
        .selectFrom("tables")
        .select("itemId")
        .where("ownerId", "=", userId)
        .union(select.selectFrom("readers").select("itemId").where("userId", "=", userId).where(LASTING)),
    )
    .where((where) => where.or([where.not(where.ref("takenDown")), where("ownerId", "=", userId)]));
}

/** The datasets with rows of this user that show the output `tables` under its title. */
function publishedFrom(db: Kysely<TablesTables>, userId: string) {
  return db
    .selectFrom("wholeOutputs as whole")
    .innerJoin("followers", (join) =>
      join.onRef("followers.instanceId", "=", "whole.instanceId").onRef("followers.operation", "=", "whole.operation"),
    )
    .innerJoin("tables as published", "published.itemId", "followers.datasetId")
    .select("published.itemId")
    .where("whole.instanceId", "=", sql.ref<string>("tables.instanceId"))
    .where("whole.tableName", "=", sql.ref<string>("tables.name"))
    .where("published.title", "=", sql.ref<string>("tables.title"))
    .where("published.ownerId", "=", userId)
    .where("published.current", "is not", null);
}

async function isReader(db: Kysely<TablesTables>, itemId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("readers")
    .select("itemId")
    .where("itemId", "=", itemId)
    .where("userId", "=", userId)
    .where(LASTING)
    .executeTakeFirst();
  return row !== undefined;
}

async function isAdmin(db: Kysely<TablesTables>, userId: string): Promise<boolean> {
  return (await db.selectFrom("admins").select("userId").where("userId", "=", userId).executeTakeFirst()) !== undefined;
}
