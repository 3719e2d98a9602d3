import type { PoolClient } from "pg";
import type { Column } from "#domain/core/values/table.ts";
import { physicalColumns, readableColumns, textSql } from "../column-sql.ts";
import type { Layout } from "../csv/row-format.ts";
import { dataTable, type NewTable, type RegisteredTable, stagingTable } from "../registry.ts";

type Made = Omit<NewTable, "rows">;

/** Adds the rows of the base before those in the table, whose ids leave room for them. Returns how many. */
export async function addBase(client: PoolClient, table: Made, base: RegisteredTable): Promise<number> {
  return insertBase(client, table, base, "");
}

/**
 * Makes the table of a merge: the base's rows without those whose key is in a new row, then the staged rows, the last
 * one for each key. `key`: indexes of its columns; -1 for one that no row has, which identifies nothing. Returns the
 * number of rows. The staged rows are dropped.
 */
export async function mergeStaged(
  client: PoolClient,
  table: Made,
  base: RegisteredTable | null,
  key: readonly number[],
): Promise<number> {
  const { layout, columns, physical } = table;
  const staged = stagingTable(physical);
  await createTable(client, table);
  const identity = key.includes(-1) ? [] : key;
  const stagedKey = identity.map((index) => comparable(cell(layout, index), columns[index] as Column, layout));
  let count = 0;
  if (base) {
    const same = identity
      .map((index, at) => `${comparable(baseText(base, index), columns[index] as Column, "array")} = s.key${at}`)
      .join(" AND ");
    const again =
      same &&
      `WHERE NOT EXISTS (SELECT FROM (SELECT ${stagedKey.map((sql, at) => `${sql} AS key${at}`).join(", ")} FROM ${staged}) AS s WHERE ${same})`;
    count = await insertBase(client, table, base, again);
  }
  return count + (await takeStaged(client, table, `${lastOfKey(staged, stagedKey)} AS s`, count));
}

/** Indexes of the columns by which a row of the base is known again; -1 for one that no row has. */
export type OnceBy = { readonly cursor: number; readonly key: readonly number[] };

/**
 * Makes the table of rows that are added once: the base's, then the staged ones without those that the base has. With a
 * key they are the same if key and cursor are; otherwise if all values are, each as often as it came. Without the cursor
 * as a column nothing tells a row that came again from one like it, and all are added. Returns the number of rows.
 */
export async function addStagedOnce(
  client: PoolClient,
  table: Made,
  base: RegisteredTable,
  { cursor, key }: OnceBy,
): Promise<number> {
  const { layout, physical } = table;
  const [name, staged] = [dataTable(physical), stagingTable(physical)];
  await createTable(client, table);
  const count = await insertBase(client, table, base, "");
  if (cursor < 0 || cursor >= base.columns.length)
    return count + (await takeStaged(client, table, `${staged} AS s`, count));
  const hasKey = key.length > 0 && !key.includes(-1);
  const identity = hasKey ? valuesOf(layout, [...key, cursor]) : valuesOfFirst(layout, base.columns.length);
  const nth = hasKey ? "1" : `row_number() OVER (PARTITION BY ${identity} ORDER BY _row_id)`;
  // No row before the first of the new ones can be equal to one of them.
  const at = cell(layout, cursor);
  const near = layout === "array" ? "" : `WHERE coalesce(${at} >= (SELECT min(${at}) FROM ${staged}), true)`;
  const there = `SELECT ${identity} AS identity, ${nth} AS nth FROM ${name} ${near}`;
  const from = `(SELECT *, ${identity} AS identity, ${nth} AS nth FROM ${staged}) AS s
    WHERE NOT EXISTS (SELECT FROM (${there}) AS b WHERE b.identity = s.identity AND b.nth = s.nth)`;
  return count + (await takeStaged(client, table, from, count));
}

/** These values of a row as one text. */
function valuesOf(layout: Layout, indexes: readonly number[]): string {
  return `ROW(${indexes.map((index) => cell(layout, index)).join(", ")})::text`;
}

/** The values of the columns of the base: a field that is new with this pull does not make a row another one. */
function valuesOfFirst(layout: Layout, count: number): string {
  // ROW takes fewer values than a wide table has.
  return layout === "array" ? `cells[1:${count}]::text` : valuesOf(layout, [...Array(count).keys()]);
}

async function createTable(client: PoolClient, { layout, columns, physical }: Made): Promise<void> {
  const types = columns.map((column) => column.type);
  await client.query(
    `CREATE TABLE ${dataTable(physical)} (${physicalColumns(layout, "pull", types)}, PRIMARY KEY (_row_id))`,
  );
}

/** Adds the staged rows of a FROM clause in their order behind so many others, and drops the staged ones. */
async function takeStaged(
  client: PoolClient,
  { layout, columns, physical }: Made,
  from: string,
  behind: number,
): Promise<number> {
  const cells = layout === "array" ? ["cells"] : columns.map((_, index) => cell(layout, index));
  const { rowCount } = await client.query(
    `INSERT INTO ${dataTable(physical)} SELECT $1::bigint + row_number() OVER (ORDER BY _row_id), ${["_run_id", ...cells].join(", ")} FROM ${from} ORDER BY _row_id`,
    [behind],
  );
  await client.query(`DROP TABLE ${stagingTable(physical)}`);
  return rowCount ?? 0;
}

async function insertBase(
  client: PoolClient,
  { layout, columns, physical }: Made,
  base: RegisteredTable,
  where: string,
): Promise<number> {
  // Cells of a wide table are unpacked once per row (column-sql.ts, rowSource).
  const from =
    base.layout === "array"
      ? `(SELECT *, array_append(cells, NULL) AS unpacked FROM ${dataTable(base.physical)} OFFSET 0)`
      : dataTable(base.physical);
  const { rowCount } = await client.query(
    `INSERT INTO ${dataTable(physical)} SELECT row_number() OVER (ORDER BY _row_id), ${["_run_id", ...baseValues(layout, columns, base)].join(", ")} FROM ${from} AS b ${where} ORDER BY _row_id`,
  );
  return rowCount ?? 0;
}

/** The last row for each key; rows whose key lacks a value are all kept. */
function lastOfKey(staged: string, key: readonly string[]): string {
  if (key.length === 0) return staged;
  const lacks = `CASE WHEN ${key.map((sql) => `${sql} IS NULL`).join(" OR ")} THEN _row_id END`;
  const parts = [...key, lacks].join(", ");
  return `(SELECT DISTINCT ON (${parts}) * FROM ${staged} ORDER BY ${parts}, _row_id DESC)`;
}

function baseValues(layout: Layout, columns: readonly Column[], base: RegisteredTable): readonly string[] {
  // Columns of the base come first and in its order, so a wide base's cells can be copied unchanged.
  if (layout === "array" && base.layout === "array") return ["cells"];
  const values = columns.map(({ type }, index) =>
    index < base.columns.length ? cast(baseText(base, index), type) : `NULL::${type}`,
  );
  return layout === "array" ? [`ARRAY[${values.join(", ")}]::text[]`] : values;
}

/** The nth value of a base's row as text. */
function baseText(base: RegisteredTable, index: number): string {
  if (base.layout === "array") return `b.unpacked[${index + 1}]`;
  const column = readableColumns(base).own[index];
  if (!column) return "NULL::text";
  return `(${textSql({ ...column, sql: `b.${column.sql}` })})::text`;
}

function cell(layout: Layout, index: number): string {
  return layout === "array" ? `cells[${index + 1}]` : `c${index}`;
}

/**
 * A value in the format of a typed column, so that keys compare: `1.0` and `1`, times with offsets, a date that is now
 * a time.
 */
function comparable(sql: string, { type }: Column, layout: Layout): string {
  if (type === "text") return sql;
  const value = layout === "array" ? cast(sql, type) : sql;
  return `(${type === "numeric" ? `trim_scale(${value})` : textSql({ sql: value, type })})::text`;
}

function cast(sql: string, type: Column["type"]): string {
  return type === "text" ? sql : `(${sql})::${type}`;
}
