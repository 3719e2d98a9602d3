import { sql, type RawBuilder } from "kysely";
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

/** The statements that make the tables; `schema` is prefixed to each name. */
export function ddlOf(tables: Tables, schema: string): string[] {
  return Object.entries(tables).flatMap(([name, { columns, key, indexes }]) => {
    const at = `"${schema}"."${snake(name)}"`;
    const lines = Object.entries(columns).map(
      ([column, { sql: type, nullable }]) => `"${snake(column)}" ${type}${nullable ? "" : " NOT NULL"}`,
    );
    return [
      `CREATE TABLE ${at} (${lines.join(", ")}, PRIMARY KEY (${list(key)}))`,
      ...indexes.map(
        ({ on, unique, where, gin }) =>
          `CREATE ${unique ? "UNIQUE " : ""}INDEX ON ${at} ${gin ? `USING gin (${list(on)} ${gin})` : `(${list(on)})`}${where ? ` WHERE ${where}` : ""}`,
      ),
    ];
  });
}

type At = { readonly schema: string; readonly name: string; readonly table: AnyTable };
const idOf = ({ schema, name }: At) => sql.id(schema, snake(name));
/** Rows as a parameter: JSON, parsed with the types of the table itself. */
const given = (at: At, rows: readonly string[]) =>
  sql`json_populate_recordset(NULL::${idOf(at)}, ${`[${rows.join(",")}]`}::json)`;
const equal = (columns: readonly string[]) =>
  sql.join(
    columns.map((column) => sql`t.${sql.id(snake(column))} = given.${sql.id(snake(column))}`),
    sql` AND `,
  );

/** The rows whose `columns` equal one of the given ones. */
export function selectRows(
  at: At,
  columns: readonly string[],
  rows: readonly string[],
): RawBuilder<{ readonly row: Record<string, unknown> }> {
  return sql`SELECT row_to_json(t) AS row FROM ${idOf(at)} t JOIN ${given(at, rows)} given ON ${equal(columns)}`;
}

export function deleteRows(at: At, columns: readonly string[], rows: readonly string[]): RawBuilder<unknown> {
  return sql`DELETE FROM ${idOf(at)} t USING ${given(at, rows)} given WHERE ${equal(columns)}`;
}

/** Inserts the rows, and replaces those with the same key. */
export function upsertRows(at: At, rows: readonly string[]): RawBuilder<unknown> {
  const ids = (columns: readonly string[]) => sql.join(columns.map((column) => sql.id(snake(column))));
  const columns = Object.keys(at.table.columns);
  const rest = columns.filter((column) => !at.table.key.includes(column));
  const replace =
    rest.length === 0
      ? sql`NOTHING`
      : sql`UPDATE SET ${sql.join(rest.map((column) => sql`${sql.id(snake(column))} = excluded.${sql.id(snake(column))}`))}`;
  return sql`INSERT INTO ${idOf(at)} (${ids(columns)}) SELECT ${ids(columns)} FROM ${given(at, rows)} given ON CONFLICT (${ids(at.table.key)}) DO ${replace}`;
}
