import type { ClientBase } from "pg";

/** Schemas whose tables are made by migrations and whose rows are in a backup. */
export const KEPT_SCHEMAS = [
  ...["log", "vault", "identity", "mail", "requests", "registry", "uploads", "run_records", "runs", "texts", "blog"],
  ...["notices", "search", "transparency", "webhooks", "installation"],
];

/**
 * Schemas that are made again from the log, or hold what is only under way. Those of read models are called
 * `model_<name>`; the job queue is in schema `public`, and its jobs are queued again from the log.
 */
export const DERIVED_SCHEMAS = ["models", "snapshots", "staging"];

/** Rows that are left out: tables in the making, and what was seen to be unused, which is seen again. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  "registry.tables": "state = 'ready'",
  "registry.orphans": "false",
  "uploads.held_removals": "false",
};

/** Read in an order that can be checked. */
const ORDER: Readonly<Record<string, string>> = { "log.events": "position" };

/** A table as the catalogue describes it. `numbered`: the column whose values the database counts. */
export type ProductTable = {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly numbered: string | null;
};

/** The tables of a backup that migrations make, each after those that it refers to. */
export async function productTables(client: ClientBase): Promise<readonly ProductTable[]> {
  const { rows } = await client.query<ProductTable & { kind: string; refersTo: string[] }>(
    `SELECT n.nspname AS schema, c.relname AS name, c.relkind AS kind,
       ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns,
       (SELECT attname FROM pg_attribute WHERE attrelid = c.oid AND attidentity <> '') AS numbered,
       ARRAY(SELECT f.relnamespace::regnamespace || '.' || f.relname FROM pg_constraint JOIN pg_class f ON f.oid = confrelid
             WHERE conrelid = c.oid AND contype = 'f' AND confrelid <> c.oid) AS "refersTo"
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ANY ($1) AND c.relkind IN ('r', 'p', 'f', 'm') ORDER BY 1, 2`,
    [KEPT_SCHEMAS],
  );
  const odd = rows.find(({ kind }) => kind !== "r");
  if (odd) throw new Error(`A backup cannot copy ${nameOf(odd)}, which is no plain table`);
  const done = new Set<string>();
  const ordered: ProductTable[] = [];
  while (ordered.length < rows.length) {
    const next = rows.filter((row) => !done.has(nameOf(row)) && row.refersTo.every((other) => done.has(other)));
    if (next.length === 0) throw new Error("Tables refer to each other in a circle");
    for (const row of next) done.add(nameOf(row));
    ordered.push(...next.map(({ schema, name, columns, numbered }) => ({ schema, name, columns, numbered })));
  }
  return ordered;
}

export function nameOf({ schema, name }: Pick<ProductTable, "schema" | "name">): string {
  return `${schema}.${name}`;
}

/** The statement that reads the rows of a table for a backup. */
export function readRowsSql(table: ProductTable): string {
  const name = nameOf(table);
  const where = LEFT_OUT[name] === undefined ? "" : ` WHERE ${LEFT_OUT[name]}`;
  const order = ORDER[name] === undefined ? "" : ` ORDER BY ${ORDER[name]}`;
  return `COPY (SELECT ${columnList(table.columns)} FROM ${tableSql(table)}${where}${order}) TO STDOUT`;
}

export function tableSql({ schema, name }: Pick<ProductTable, "schema" | "name">): string {
  return `${quoted(schema)}.${quoted(name)}`;
}

export function columnList(columns: readonly string[]): string {
  return columns.map(quoted).join(", ");
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
