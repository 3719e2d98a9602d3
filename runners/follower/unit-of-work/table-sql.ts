import pg from "pg";
import type { AnyTable, Tables } from "#projections/table.ts";

const inPostgres = new Map<string, string>();
/** The name in Postgres. */
export function snake(name: string): string {
  const known = inPostgres.get(name);
  if (known !== undefined) return known;
  const made = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  inPostgres.set(name, made);
  return made;
}
const list = (names: readonly string[]) => names.map((name) => `"${snake(name)}"`).join(", ");

/** The statements that make the tables with their indexes; `schema` is prefixed to each name. */
export function ddlOf(tables: Tables, schema: string): string[] {
  const indexes = indexesOf(tables, schema);
  return Object.keys(tables).flatMap((name) => [
    tableDdl(tables, schema, name),
    ...indexes.filter(({ table }) => table === name).map(({ statement }) => statement),
  ]);
}

export function tableDdl(tables: Tables, schema: string, name: string): string {
  const { columns, key } = tables[name]!;
  const lines = Object.entries(columns).map(
    ([column, { sql: type, nullable }]) => `"${snake(column)}" ${type}${nullable ? "" : " NOT NULL"}`,
  );
  return `CREATE TABLE "${schema}"."${snake(name)}" (${lines.join(", ")}, PRIMARY KEY (${list(key)}))`;
}

export type TableIndex = {
  readonly table: string;
  readonly on: readonly string[];
  readonly unique: boolean;
  readonly statement: string;
};

/** The indexes of the tables beside their keys. */
export function indexesOf(tables: Tables, schema: string): TableIndex[] {
  return Object.entries(tables).flatMap(([name, { indexes }]) => {
    const at = `"${schema}"."${snake(name)}"`;
    return indexes.map(({ on, unique = false, where, gin }) => ({
      table: name,
      on,
      unique,
      statement: `CREATE ${unique ? "UNIQUE " : ""}INDEX ON ${at} ${gin ? `USING gin (${list(on)} ${gin})` : `(${list(on)})`}${where ? ` WHERE ${where}` : ""}`,
    }));
  });
}

export type At = { readonly schema: string; readonly name: string; readonly table: AnyTable };
export const tableName = ({ schema, name }: Pick<At, "schema" | "name">): string => `"${schema}"."${snake(name)}"`;
/** Rows given as JSON, parsed with the types of the table itself. */
const given = (at: At, rows: readonly string[]) =>
  `json_populate_recordset(NULL::${tableName(at)}, ${pg.escapeLiteral(`[${rows.join()}]`)}::json)`;
const equal = (columns: readonly string[]) =>
  columns.map((column) => `t."${snake(column)}" = given."${snake(column)}"`).join(" AND ");

/** The rows, as JSON texts, whose `columns` equal one of the given ones. */
export function selectRows(at: At, columns: readonly string[], rows: readonly string[]): string {
  return `SELECT row_to_json(t)::text AS row FROM ${tableName(at)} t JOIN ${given(at, rows)} given ON ${equal(columns)}`;
}

export function deleteRows(at: At, columns: readonly string[], rows: readonly string[]): string {
  return `DELETE FROM ${tableName(at)} t USING ${given(at, rows)} given WHERE ${equal(columns)}`;
}

/** Inserts the rows, and replaces those with the same key. */
export function upsertRows(at: At, rows: readonly string[]): string {
  const columns = Object.keys(at.table.columns);
  const rest = columns.filter((column) => !at.table.key.includes(column));
  const replace =
    rest.length === 0
      ? "NOTHING"
      : `UPDATE SET ${rest.map((column) => `"${snake(column)}" = excluded."${snake(column)}"`).join(", ")}`;
  return `INSERT INTO ${tableName(at)} (${list(columns)}) SELECT ${list(columns)} FROM ${given(at, rows)} given ON CONFLICT (${list(at.table.key)}) DO ${replace}`;
}

/** Inserts rows whose keys are not in the table: `copyLines` makes the lines. */
export function copyRows(at: At): string {
  return `COPY ${tableName(at)} (${list(Object.keys(at.table.columns))}) FROM STDIN`;
}

/** The rows as lines of COPY's text format (https://www.postgresql.org/docs/current/sql-copy.html). */
export function copyLines({ table }: At, rows: readonly Readonly<Record<string, unknown>>[]): string {
  const columns = Object.entries(table.columns).map(([name, { sql }]) => ({ name, isJson: sql.startsWith("json") }));
  let lines = "";
  for (const row of rows) {
    let line = "";
    for (const { name, isJson } of columns) line += `\t${cellOf(row[name], isJson)}`;
    lines += `${line.slice(1)}\n`;
  }
  return lines;
}

function cellOf(value: unknown, isJson: boolean): string {
  if (value === null || value === undefined) return "\\N";
  if (isJson) return escaped(JSON.stringify(value));
  if (typeof value === "string") return escaped(value);
  return Array.isArray(value) ? escaped(arrayText(value)) : String(value);
}

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };
const escaped = (text: string): string =>
  /[\\\n\r\t]/.test(text) ? text.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character]!) : text;

function arrayText(values: readonly unknown[]): string {
  const items = values.map((value) => (value === null ? "NULL" : `"${String(value).replace(/["\\]/g, "\\$&")}"`));
  return `{${items.join()}}`;
}
