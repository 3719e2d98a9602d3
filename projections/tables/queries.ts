import type { Kysely } from "kysely";
import type { TableVersion } from "#domain/core/table.ts";
import type { TablesTables } from "./projection.ts";

export type TableEntry = {
  readonly itemId: string;
  readonly name: string;
  readonly kind: "dataset" | "output";
  readonly title: string;
  /** null: its owner has deleted it, and those with access still read it. */
  readonly ownerId: string | null;
  readonly isPublic: boolean;
  readonly current: TableVersion | null;
  readonly version: number;
  readonly updatedAt: string;
};

/**
 * What somebody may do with a table. `sample`: it is public but not granted, so only a few rows may be shown. null stands
 * for both missing and hidden: nobody can tell the two apart.
 */
export type TableAccess = { readonly table: TableEntry; readonly access: "full" | "sample" };

type Row = TablesTables["tables"];

function entry(row: Row): TableEntry {
  return {
    itemId: row.item_id,
    name: row.name,
    kind: row.kind,
    title: row.title,
    ownerId: row.owner_id,
    isPublic: row.is_public,
    current: row.current === null ? null : (JSON.parse(row.current) as TableVersion),
    version: row.version,
    updatedAt: row.updated_at,
  };
}

/** Reads of the table registry; `db` is bound to the model's schema. The rights check for rows lives here and nowhere else. */
export function tablesQueries(db: Kysely<TablesTables>) {
  return {
    /** By table name, dataset id or instance id, as `userId` (null: a visitor) may see it. */
    async find(reference: string, userId: string | null): Promise<TableAccess | null> {
      const row = await db
        .selectFrom("tables")
        .selectAll()
        .where((where) => where.or([where("name", "=", reference), where("item_id", "=", reference)]))
        .executeTakeFirst();
      if (!row) return null;
      const table = entry(row);
      if (userId !== null && (userId === row.owner_id || (await isReader(db, row.item_id, userId)))) return { table, access: "full" };
      return row.is_public ? { table, access: "sample" } : null;
    },

    /** Every table whose rows the user may read in full, by title. */
    async readableBy(userId: string): Promise<readonly TableEntry[]> {
      const rows = await db
        .selectFrom("tables")
        .selectAll()
        .where((where) =>
          where.or([
            where("owner_id", "=", userId),
            where("item_id", "in", where.selectFrom("readers").select("item_id").where("user_id", "=", userId)),
          ]),
        )
        .orderBy("title")
        .orderBy("name")
        .execute();
      return rows.map(entry);
    },

    /** Which of these datasets or connections there are. */
    async existing(itemIds: readonly string[]): Promise<ReadonlySet<string>> {
      if (itemIds.length === 0) return new Set();
      const rows = await db.selectFrom("tables").select("item_id").where("item_id", "in", [...itemIds]).execute();
      return new Set(rows.map((row) => row.item_id));
    },

    /** Physical tables that no reader can reach: of deleted items, and of versions older than the newest `keep` of their kind. */
    async unreachable(keep: { readonly dataset: number; readonly output: number }): Promise<readonly string[]> {
      const rows = await db
        .selectFrom("versions")
        .leftJoin("tables", "tables.item_id", "versions.item_id")
        .select(["versions.physical", "versions.version", "tables.version as newest", "tables.kind"])
        .execute();
      return rows
        .filter(({ version, newest, kind }) => newest === null || kind === null || version <= newest - keep[kind])
        .map(({ physical }) => physical);
    },
  };
}
export type TablesQueries = ReturnType<typeof tablesQueries>;

async function isReader(db: Kysely<TablesTables>, itemId: string, userId: string): Promise<boolean> {
  const row = await db.selectFrom("readers").select("item_id").where("item_id", "=", itemId).where("user_id", "=", userId).executeTakeFirst();
  return row !== undefined;
}
