import { createHash } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import { type Cell, cellOf, cellText, type Row } from "#domain/connector-language/cells.ts";
import { observeRow, storedProfile, type TableProfile } from "#domain/connector-language/column-types.ts";
import type { Json } from "#domain/connector-language/json.ts";
import type { JsonValue } from "#domain/core/json.ts";
import type { Column, TableVersion } from "#domain/core/table.ts";
import { columnNames } from "./column-names.ts";
import { physicalColumns, readableColumns, textSql } from "./column-sql.ts";
import { startCopy } from "./copy-rows.ts";
import { MOST_COLUMNS, MOST_PHYSICAL_COLUMNS, type Layout } from "./csv/row-format.ts";
import { dataTable, findTable, type NewTable, registerTable, type RegisteredTable, stagingTable } from "./registry.ts";

/** A row as the engine yields it (label to cell), or as a plain record. */
export type PullRow = Row | Readonly<Record<string, JsonValue | bigint>>;

export type OpenPullOptions = {
  readonly pool: Pool;
  readonly physical: string;
  /** Stands in `_run_id` of every new row. */
  readonly runId: string;
  /** Rows of this earlier version come first, with the run they came from; its columns keep names and places. */
  readonly base?: Pick<TableVersion, "physical">;
  /**
   * Labels whose values identify a row: of the base's rows, those that came again are left out, and of new rows with one key
   * only the last stays (merge).
   */
  readonly key?: readonly string[];
  /** Types to start from, for columns that the definition declares. */
  readonly profile?: TableProfile;
};

export type Pull = {
  /** Takes rows; resolves when memory has room for more. Columns may come late, in any row. */
  write(rows: readonly PullRow[]): Promise<void>;
  /** Makes the table, typed by everything seen, and readable. The one moment at which it appears. */
  finish(): Promise<TableVersion>;
  /** Forgets the rows. Harmless after `finish`. */
  abort(): Promise<void>;
};

/** Thrown by `write` and `openPull` for what a pull cannot hold; the message is a sentence for people. */
export class PullRefused extends Error {}

/** Rows wait in memory up to this many characters, then go to the staging table. */
const BATCH = 1_000_000;

/**
 * Opens a table for the rows of one run. Rows wait as text in an unlogged staging table, so no transaction stays open while a
 * slow API answers; `finish` casts them in one INSERT. A pull that is never finished leaves what `sweepStaging` takes away.
 */
export async function openPull(options: OpenPullOptions): Promise<Pull> {
  const { pool, physical, runId } = options;
  const base = options.base ? await findTable(pool, options.base.physical) : null;
  if (options.base && base?.kind !== "pull") throw new PullRefused("The table to which rows should be added is gone.");
  const profile: TableProfile = new Map(options.profile);
  for (const [label, stored] of await baseProfile(pool, base)) profile.set(label, profile.get(label)?.fixed ? (profile.get(label) ?? stored) : stored);
  const labels = orderedLabels(base, profile);
  const hash = createHash("sha256").update(base?.contentHash ?? "");
  let waiting = "";
  let rows = 0;

  await pool.query("INSERT INTO registry.tables (physical, kind, layout, columns, row_count, bytes, content_hash, state) VALUES ($1, 'pull', 'array', '[]', 0, 0, '', 'staging')", [physical]);
  await pool.query(`CREATE UNLOGGED TABLE ${stagingTable(physical)} (_row_id bigint NOT NULL, cells text[] NOT NULL)`);

  const flush = async () => {
    if (waiting === "") return;
    const batch = Buffer.from(waiting);
    waiting = "";
    hash.update(batch);
    await inTransaction(pool, async (client) => {
      const copy = startCopy(client, stagingTable(physical), { freeze: false });
      await copy.write(batch);
      await copy.end();
    });
  };

  return {
    async write(batch) {
      for (const row of batch) {
        const cells = asRow(row);
        observeRow(profile, cells);
        for (const label of cells.keys()) if (!labels.has(label)) labels.set(label, labels.size);
        if (labels.size > MOST_COLUMNS) throw new PullRefused(`The rows have more than ${MOST_COLUMNS} columns.`);
        rows += 1;
        waiting += `${rows}\t${arrayText(cells, labels)}\n`;
        if (waiting.length > BATCH) await flush();
      }
    },
    async finish() {
      await flush();
      return inTransaction(pool, async (client) => {
        const columns = columnsOf(base, labels, profile);
        hash.update(JSON.stringify(columns));
        const table = { physical, kind: "pull" as const, layout: layoutOf(columns), columns, contentHash: hash.digest("hex") };
        const count = await fill(client, { ...table, rows: 0 }, base, runId, (options.key ?? []).map((label) => labels.get(label)));
        await registerTable(client, { ...table, rows: count }, null);
        return { physical, columns, rows: count, contentHash: table.contentHash };
      });
    },
    async abort() {
      await inTransaction(pool, async (client) => {
        await client.query("DELETE FROM registry.tables WHERE physical = $1 AND state = 'staging'", [physical]);
        await client.query(`DROP TABLE IF EXISTS ${stagingTable(physical)}`);
      });
    },
  };
}

/** Fills the typed table from the base and the staged rows; answers how many rows it has. */
async function fill(
  client: PoolClient, table: NewTable, base: RegisteredTable | null, runId: string, key: readonly (number | undefined)[],
): Promise<number> {
  const { layout, columns } = table;
  const name = dataTable(table.physical);
  const staged = stagingTable(table.physical);
  await client.query(`CREATE TABLE ${name} (${physicalColumns(layout, "pull", columns.map((column) => column.type))})`);
  // A key that names a column without any value identifies nothing.
  const identity = key.every((index) => index !== undefined) ? (key) : [];
  const stagedKey = identity.map((index) => typedText(`cells[${index + 1}]`, columns[index]));
  let count = 0;
  if (base) {
    const same = identity.map((index, at) => `${baseText(base, index)} = s.key${at}`).join(" AND ");
    const again = same && `WHERE NOT EXISTS (SELECT FROM (SELECT ${stagedKey.map((sql, at) => `${sql} AS key${at}`).join(", ")} FROM ${staged}) AS s WHERE ${same})`;
    const from = base.layout === "array" ? `(SELECT *, array_append(cells, NULL) AS unpacked FROM ${dataTable(base.physical)} OFFSET 0)` : dataTable(base.physical);
    const { rowCount } = await client.query(
      `INSERT INTO ${name} SELECT row_number() OVER (ORDER BY _row_id), _run_id, ${baseValues(layout, columns, base)} FROM ${from} AS b ${again} ORDER BY _row_id`,
    );
    count = rowCount ?? 0;
  }
  const values = layout === "array" ? "cells" : columns.map(({ type }, index) => cast(`cells[${index + 1}]`, type)).join(", ");
  const { rowCount } = await client.query(
    `INSERT INTO ${name} SELECT $1::bigint + row_number() OVER (ORDER BY _row_id), $2, ${values} FROM ${unpacked(lastOfKey(staged, stagedKey), layout)} ORDER BY _row_id`,
    [count, runId],
  );
  await client.query(`ALTER TABLE ${name} ADD PRIMARY KEY (_row_id)`);
  await client.query(`DROP TABLE ${staged}`);
  await client.query(`ANALYZE ${name}`);
  return count + (rowCount ?? 0);
}

/** Of the rows with one key the last; rows whose key lacks a value are all kept. */
function lastOfKey(staged: string, key: readonly string[]): string {
  if (key.length === 0) return staged;
  const lacks = `CASE WHEN ${key.map((sql) => `${sql} IS NULL`).join(" OR ")} THEN _row_id END`;
  const parts = [...key, lacks].join(", ");
  return `(SELECT DISTINCT ON (${parts}) * FROM ${staged} ORDER BY ${parts}, _row_id DESC)`;
}

/** Arrays with many cells are unpacked once a row (column-sql.ts, rowSource). */
function unpacked(from: string, layout: Layout): string {
  return layout === "array" ? `${from} AS s` : `(SELECT _row_id, array_append(cells, NULL) AS cells FROM ${from} AS r OFFSET 0) AS s`;
}

function baseValues(layout: Layout, columns: readonly Column[], base: RegisteredTable): string {
  // Columns of the base come first and in its order, so a wide base's cells fit as they are.
  if (layout === "array" && base.layout === "array") return "cells";
  const values = columns.map(({ type }, index) => (index < base.columns.length ? cast(baseText(base, index), type) : `NULL::${type}`));
  return layout === "array" ? `ARRAY[${values.join(", ")}]::text[]` : values.join(", ");
}

/** The nth value of a base's row as text. */
function baseText(base: RegisteredTable, index: number): string {
  if (base.layout === "array") return `b.unpacked[${index + 1}]`;
  const column = readableColumns(base).own[index];
  if (!column) return "NULL::text";
  return `(${textSql({ ...column, sql: `b.${column.sql}` })})::text`;
}

/** Staged text in the spelling that the typed column gives back, so that keys compare: `1.0` and `1`, times with offsets. */
function typedText(sql: string, column: Column | undefined): string {
  if (!column || column.type === "text") return sql;
  return `(${textSql({ sql: cast(sql, column.type), type: column.type })})::text`;
}

function cast(sql: string, type: Column["type"]): string {
  return type === "text" ? sql : `(${sql})::${type}`;
}

function columnsOf(base: RegisteredTable | null, labels: ReadonlyMap<string, number>, profile: TableProfile): Column[] {
  const all = [...labels.keys()];
  const known = base?.columns ?? [];
  const names = [...known.map((column) => column.name), ...columnNames(all.slice(known.length), known.map((column) => column.name))];
  return all.map((label, index) => ({ name: names[index] as string, label, type: profile.get(label)?.type ?? "text" }));
}

function layoutOf(columns: readonly Column[]): Layout {
  return columns.length > MOST_PHYSICAL_COLUMNS ? "array" : "columns";
}

/** Labels in the order of their columns: those of the base, the declared ones, then as they come. */
function orderedLabels(base: RegisteredTable | null, profile: TableProfile): Map<string, number> {
  const labels = new Map<string, number>();
  for (const label of [...(base?.columns ?? []).map((column) => column.label), ...profile.keys()]) {
    if (!labels.has(label)) labels.set(label, labels.size);
  }
  return labels;
}

/** What the base's columns hold. A bigint column without an integer beyond 2^53 may still become a double. */
async function baseProfile(pool: Pool, base: RegisteredTable | null): Promise<TableProfile> {
  const profile: TableProfile = new Map();
  if (!base) return profile;
  const columns = readableColumns(base).own;
  const whole = columns.filter((column) => column.type === "bigint" && base.layout === "columns");
  const wide = new Set<string>();
  if (whole.length > 0) {
    const { rows } = await pool.query<Record<string, boolean | null>>(
      `SELECT ${whole.map(({ sql }) => `bool_or(${sql} NOT BETWEEN -9007199254740991 AND 9007199254740991) AS ${sql}`).join(", ")} FROM ${dataTable(base.physical)}`,
    );
    for (const { sql, name } of whole) if (rows[0]?.[sql] === true) wide.add(name);
  }
  base.columns.forEach(({ label, name, type }) => {
    const isWide = type === "bigint" && (wide.has(name) || base.layout === "array");
    profile.set(label, storedProfile(type === "time" ? "text" : type, isWide));
  });
  return profile;
}

function asRow(row: PullRow): Row {
  if (row instanceof Map) return row;
  return new Map(Object.entries(row).map(([label, value]): [string, Cell] => [label, cellOf(value as Json)]));
}

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\\\\\", '"': '\\\\"', "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/** A row as an array literal in COPY's text format. */
function arrayText(row: Row, labels: ReadonlyMap<string, number>): string {
  const cells = new Array<string>(labels.size).fill("NULL");
  for (const [label, cell] of row) {
    const text = cellText(cell);
    if (text !== null) cells[labels.get(label) as number] = `"${text.replace(/[\\"\t\n\r]/g, (character) => ESCAPES[character] as string)}"`;
  }
  return `{${cells.join(",")}}`;
}

async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let usable = false;
  try {
    await client.query("BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'");
    const result = await work(client);
    await client.query("COMMIT");
    usable = true;
    return result;
  } finally {
    // A connection in an unknown state is closed: the server rolls back what it had begun.
    client.release(!usable);
  }
}
