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
type TableAccess = { readonly table: TableEntry; readonly access: "full" | "sample" };

/** The newest pull of one operation that came out whole: what can be published. */
type WholeOutput = { readonly operation: string; readonly tableName: string; readonly table: TableVersion; readonly broughtAt: string };

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

    /** What the operations of a connection have brought as a whole, for its owner alone: its own table first. */
    async wholeOutputs(instanceId: string, ownerId: string): Promise<readonly WholeOutput[]> {
      const own = await db.selectFrom("tables").select("name").where("item_id", "=", instanceId).where("owner_id", "=", ownerId).executeTakeFirst();
      if (!own) return [];
      const rows = await db.selectFrom("whole_outputs").selectAll().where("instance_id", "=", instanceId).orderBy("operation").execute();
      const outputs = rows.map(({ operation, table_name: tableName, current, brought_at: broughtAt }) => ({
        operation, tableName, table: JSON.parse(current) as TableVersion, broughtAt,
      }));
      return outputs.sort((a, b) => Number(b.tableName === own.name) - Number(a.tableName === own.name));
    },

    /**
     * Physical tables that no reader can reach: of deleted items, and of versions older than the newest `keep` of their kind. A
     * version that several items share stays as long as one of them needs it, and the newest whole output as long as its connection.
     */
    async unreachable(keep: { readonly dataset: number; readonly output: number }): Promise<readonly string[]> {
      const rows = await db
        .selectFrom("versions")
        .leftJoin("tables", "tables.item_id", "versions.item_id")
        .select(["versions.physical", "versions.version", "tables.version as newest", "tables.kind"])
        .execute();
      const whole = await db.selectFrom("whole_outputs").select("physical").execute();
      const needed = new Set(whole.map(({ physical }) => physical));
      for (const { physical, version, newest, kind } of rows) {
        if (newest !== null && kind !== null && version > newest - keep[kind]) needed.add(physical);
      }
      return [...new Set(rows.map(({ physical }) => physical))].filter((physical) => !needed.has(physical));
    },
  };
}
export type TablesQueries = ReturnType<typeof tablesQueries>;

async function isReader(db: Kysely<TablesTables>, itemId: string, userId: string): Promise<boolean> {
  const row = await db.selectFrom("readers").select("item_id").where("item_id", "=", itemId).where("user_id", "=", userId).executeTakeFirst();
  return row !== undefined;
}
