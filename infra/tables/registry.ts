import { randomUUID } from "node:crypto";
import type { ClientBase, Pool } from "pg";
import type { LoadReport } from "#domain/dataset/load-report.ts";
import type { Column, TableVersion } from "#domain/core/values/table.ts";
import { cutText } from "#domain/core/text/text.ts";
import type { Layout } from "./csv/row-format.ts";

export type TableKind = "dataset" | "pull";

/** A row of the registry. */
export type RegisteredTable = TableVersion & {
  readonly kind: TableKind;
  readonly layout: Layout;
  /**
   * The physical table that holds the rows: of the same name, or that of an earlier version whose rows this one
   * continues. Read them by `rowSource` alone (column-sql.ts), which ends at the version's last row.
   */
  readonly storedIn: string;
  /** The greatest row id of this version; null: the physical table has no rows of later versions. */
  readonly lastRow: number | null;
  /** Digits of exact numbers that the load of its file has fixed; absent: none. */
  readonly decimals?: LoadReport["decimals"];
  /** Size on disk. */
  readonly bytes: number;
  /** When it became readable. */
  readonly readyAt: Date;
};

/** A table in the making. `storedIn` absent: its rows are in a physical table of its own name. */
export type NewTable = Omit<RegisteredTable, "bytes" | "readyAt" | "storedIn" | "lastRow"> & {
  readonly storedIn?: string;
  readonly lastRow?: number | null;
};

/** A new generated name for a table of schema `data`. */
export function physicalName(uuid: string = randomUUID()): string {
  return `t_${uuid.replaceAll("-", "")}`;
}

/** The table's SQL name. Throws for anything but a name that we generated: names never come from outside. */
export function dataTable(physical: string): string {
  return `data.${checkedName(physical)}`;
}

export function stagingTable(physical: string): string {
  return `staging.${checkedName(physical)}`;
}

/** The key of the advisory lock of a table: streams of its rows share it, dropping it needs it alone. */
export function tableLock(physical: string): string {
  return `hashtextextended('tributary.table.${checkedName(physical)}', 0)`;
}

/** The same key for the physical table that a version's rows are stored in, also while its name is not registered. */
export function storageLock(physical: string): string {
  const name = checkedName(physical);
  return `hashtextextended('tributary.table.' || coalesce((SELECT stored_in FROM registry.tables WHERE physical = '${name}'), '${name}'), 0)`;
}

function checkedName(physical: string): string {
  if (!/^t_[0-9a-f]{32}$/.test(physical)) throw new Error(`Not a table name of ours: ${cutText(physical, 80)}`);
  return physical;
}

/** A row of `registry.tables` as `findTableSql` reads it. */
export type TableRow = {
  readonly kind: TableKind;
  readonly layout: Layout;
  readonly columns: readonly Column[];
  readonly row_count: string;
  readonly bytes: string;
  readonly content_hash: string;
  readonly ready_at: Date;
  readonly stored_in: string;
  readonly last_row: string | null;
  readonly decimals: LoadReport["decimals"] | null;
};

/** A readable table; null if it is gone or unfinished. */
export async function findTable(db: Pool | ClientBase, physical: string): Promise<RegisteredTable | null> {
  const { rows } = await db.query<TableRow>(findTableSql(physical));
  return registeredTable(physical, rows[0]);
}

/** The statement of `findTable`, to be sent together with others. */
export function findTableSql(physical: string): string {
  return `SELECT kind, layout, columns, row_count, bytes, content_hash, ready_at, coalesce(stored_in, physical) AS stored_in, last_row, report -> 'decimals' AS decimals
    FROM registry.tables WHERE physical = '${checkedName(physical)}' AND state = 'ready'`;
}

/** The table of its row; null without one. */
export function registeredTable(physical: string, row: TableRow | undefined): RegisteredTable | null {
  return row
    ? {
        physical,
        kind: row.kind,
        layout: row.layout,
        storedIn: row.stored_in,
        lastRow: row.last_row === null ? null : Number(row.last_row),
        columns: row.columns,
        rows: Number(row.row_count),
        bytes: Number(row.bytes),
        contentHash: row.content_hash,
        readyAt: row.ready_at,
        ...(row.decimals ? { decimals: row.decimals } : {}),
      }
    : null;
}

/**
 * A table as it is now: rows that are appended to it later do not count, in any later statement. Rows of datasets are
 * numbered from 1 without gaps.
 */
export function boundedTable(table: RegisteredTable): RegisteredTable {
  return table.kind === "dataset" ? { ...table, lastRow: table.lastRow ?? table.rows } : table;
}

/** Names of readable tables after `after`, in order, at most `limit`. */
export async function registeredTables(db: Pool, after: string, limit: number): Promise<readonly string[]> {
  const { rows } = await db.query<{ physical: string }>(
    "SELECT physical FROM registry.tables WHERE physical > $1 AND state = 'ready' ORDER BY physical LIMIT $2",
    [after, limit],
  );
  return rows.map(({ physical }) => physical);
}

/** Which of these tables exist. */
export async function existingTables(db: Pool, physicals: readonly string[]): Promise<readonly string[]> {
  const { rows } = await db.query<{ physical: string }>(
    "SELECT physical FROM registry.tables WHERE physical = ANY ($1)",
    [physicals],
  );
  return rows.map(({ physical }) => physical);
}

/**
 * Makes a table readable. Part of the transaction that fills it. Throws if one of that name is readable already.
 * `report`: of the load of a file.
 */
export async function registerTable(
  client: ClientBase,
  table: NewTable,
  statistics: object | null,
  report: LoadReport | null = null,
): Promise<void> {
  const { rowCount } = await client.query(
    `INSERT INTO registry.tables (physical, kind, layout, columns, row_count, bytes, content_hash, statistics, stored_in, last_row, report, state, ready_at)
     VALUES ($1, $2, $3, $4, $5, pg_total_relation_size(to_regclass($6)), $7, $8, $9, $10, $11, 'ready', clock_timestamp())
     ON CONFLICT (physical) DO UPDATE SET layout = excluded.layout, columns = excluded.columns, row_count = excluded.row_count,
       stored_in = excluded.stored_in, last_row = excluded.last_row, bytes = excluded.bytes, content_hash = excluded.content_hash,
       statistics = excluded.statistics, report = excluded.report, state = 'ready', ready_at = excluded.ready_at
     WHERE registry.tables.state = 'staging'`,
    [
      table.physical,
      table.kind,
      table.layout,
      JSON.stringify(table.columns),
      table.rows,
      dataTable(table.storedIn ?? table.physical),
      table.contentHash,
      statistics === null ? null : JSON.stringify(statistics),
      table.storedIn ?? table.physical,
      table.lastRow ?? null,
      report === null ? null : JSON.stringify(report),
    ],
  );
  if (rowCount !== 1) throw new Error(`Table ${table.physical} is there already`);
}

/** The share of empty cells by column for each of these tables; those without statistics are left out. */
export async function emptyShares(
  db: Pool | ClientBase,
  physical: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const { rows } = await db.query<{ physical: string; names: string[]; shares: number[] }>(
    `SELECT physical, jsonb_path_query_array(statistics, '$.columns[*].name') AS names, jsonb_path_query_array(statistics, '$.columns[*].nullShare') AS shares
     FROM registry.tables WHERE physical = any($1) AND state = 'ready' AND statistics IS NOT NULL`,
    [physical],
  );
  return new Map(
    rows.map(({ physical, names, shares }) => [physical, new Map(names.map((name, at) => [name, shares[at] ?? 0]))]),
  );
}

/** Statistics of a table from its load (statistics.ts); null if it has none. */
export async function tableStatistics<T>(db: Pool | ClientBase, physical: string): Promise<T | null> {
  const { rows } = await db.query<{ statistics: T | null }>(
    "SELECT statistics FROM registry.tables WHERE physical = $1 AND state = 'ready'",
    [physical],
  );
  return rows[0]?.statistics ?? null;
}

/** What the load of a table's file decided and changed; null if it is not known. */
export async function tableReport(db: Pool | ClientBase, physical: string): Promise<LoadReport | null> {
  const { rows } = await db.query<{ report: LoadReport | null }>(
    "SELECT report FROM registry.tables WHERE physical = $1 AND state = 'ready'",
    [physical],
  );
  return rows[0]?.report ?? null;
}
