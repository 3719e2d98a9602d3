import { createHash } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import type { TableVersion } from "#domain/core/values/table.ts";
import type { LoadFailure } from "#domain/dataset/load-failure.ts";
import { physicalColumns } from "../column-sql.ts";
import { inDataTransaction } from "../data-transaction.ts";
import { addRowKey } from "../load/row-key.ts";
import { dataTable, findTable, type RegisteredTable, tableLock } from "../registry.ts";
import { alignedRows, cellNames, sameColumnsInAnyOrder } from "./aligned-rows.ts";
import { keyFailure, sameKey } from "./key-of-rows.ts";

export type Combination = {
  /** The version before. */
  readonly base: string;
  /** The loaded rows of the file; the new version keeps this name. */
  readonly added: string;
  readonly mode: "append" | "upsert";
  /** Columns that identify a row, for an upsert. */
  readonly key: readonly string[];
  /** The versions of the dataset that the log names. */
  readonly known: readonly string[];
};

export type Combined =
  { readonly ok: true; readonly table: TableVersion } | { readonly ok: false; readonly failure: LoadFailure };

/**
 * Makes the next version of a dataset of the version before and the rows of a file, in one transaction. An append writes
 * the rows of the file after those of the base, in the base's physical table; an upsert of known keys fills a new one. Only
 * one may run for a dataset at a time. A failure leaves both versions as they were.
 */
export async function combineRows(pool: Pool, asked: Combination): Promise<Combined> {
  return inDataTransaction(pool, async (client): Promise<Combined> => {
    const base = await findTable(client, asked.base);
    const added = await findTable(client, asked.added);
    if (!base || !added) throw new Error(`A table of the append is gone: ${base ? asked.added : asked.base}`);
    if (!sameColumnsInAnyOrder(base.columns, added.columns)) {
      const facts = { oldColumns: [...base.columns], newColumns: [...added.columns] };
      return { ok: false, failure: { code: "columns-changed", facts } };
    }
    const failure = asked.mode === "upsert" ? await keyFailure(client, base, added, asked.key) : null;
    if (failure) return { ok: false, failure };
    // Its rows may not be dropped meanwhile.
    await client.query(`SELECT pg_advisory_xact_lock_shared(${tableLock(base.storedIn)})`);
    const isAppend = asked.mode === "append" || !(await hasKnownKey(client, base, added, asked.key));
    const table =
      isAppend && (await isLastOfTable(client, base, asked))
        ? await insertAfter(client, base, added)
        : await fillMerged(client, base, added, isAppend ? [] : asked.key);
    return { ok: true, table: await registerCombined(client, table, hashOf(base, added, asked)) };
  });
}

function hashOf(base: TableVersion, added: TableVersion, { mode, key }: Combination): string {
  const how = [base.contentHash, mode, JSON.stringify(key), added.contentHash];
  return createHash("sha256").update(how.join("\n")).digest("hex");
}

async function hasKnownKey(
  client: PoolClient,
  base: RegisteredTable,
  added: RegisteredTable,
  key: readonly string[],
): Promise<boolean> {
  const { rows } = await client.query<{ known: boolean }>(
    `SELECT EXISTS (SELECT FROM ${alignedRows(base, base, key)} AS b JOIN ${alignedRows(added, base, key)} AS a ON ${sameKey("a", "b", key)}) AS known`,
  );
  return rows[0]?.known === true;
}

/**
 * Whether no version has rows after those of the base in its physical table. Versions that the log does not name are
 * removed: a crash came between their rows and their event.
 */
async function isLastOfTable(
  client: PoolClient,
  base: RegisteredTable,
  { known, added }: Combination,
): Promise<boolean> {
  const lastRow = base.lastRow ?? base.rows;
  await client.query("SELECT FROM registry.tables WHERE stored_in = $1 ORDER BY physical FOR UPDATE", [base.storedIn]);
  await client.query(
    "DELETE FROM registry.tables WHERE stored_in = $1 AND coalesce(last_row, row_count) > $2 AND physical <> ALL ($3)",
    [base.storedIn, lastRow, [...known, base.physical, added]],
  );
  const { rowCount } = await client.query(
    "SELECT FROM registry.tables WHERE stored_in = $1 AND coalesce(last_row, row_count) > $2 LIMIT 1",
    [base.storedIn, lastRow],
  );
  if (rowCount !== 0) return false;
  await client.query(`DELETE FROM ${dataTable(base.storedIn)} WHERE _row_id > $1`, [lastRow]);
  return true;
}

/** Writes the rows of the file after those of the base, into the same physical table. */
async function insertAfter(
  client: PoolClient,
  base: RegisteredTable,
  added: RegisteredTable,
): Promise<RegisteredTable> {
  const lastRow = base.lastRow ?? base.rows;
  await client.query(
    `INSERT INTO ${dataTable(base.storedIn)} SELECT $1::bigint + a.id, ${cells(base, "a")} FROM ${alignedRows(added, base)} AS a ORDER BY a.id`,
    [lastRow],
  );
  await client.query("UPDATE registry.tables SET last_row = row_count WHERE stored_in = $1 AND last_row IS NULL", [
    base.storedIn,
  ]);
  await client.query(`DROP TABLE ${dataTable(added.storedIn)}`);
  const rows = base.rows + added.rows;
  return { ...base, physical: added.physical, rows, lastRow: lastRow + added.rows };
}

/**
 * Fills a new physical table with the rows of the base, those with a key of the file replaced, and then the other rows of
 * the file.
 */
async function fillMerged(
  client: PoolClient,
  base: RegisteredTable,
  added: RegisteredTable,
  key: readonly string[],
): Promise<RegisteredTable> {
  const { physical } = added;
  const merged = dataTable(physical);
  await client.query(`ALTER TABLE ${merged} SET SCHEMA staging`);
  const loaded = { ...added, storedIn: physical };
  const fromFile = alignedRows(loaded, base, key).replace(`FROM ${merged}`, `FROM staging.${physical}`);
  const fromBase = alignedRows(base, base, key);
  const types = base.columns.map(({ type }) => type);
  await client.query(`CREATE TABLE ${merged} (${physicalColumns(base.layout, "dataset", types)})`);
  const isSame = key.length > 0 ? sameKey("a", "b", key) : "false";
  const either = cellNames(base).map((name) => `CASE WHEN a.id IS NULL THEN b.${name} ELSE a.${name} END`);
  await client.query(
    key.length === 0
      ? `INSERT INTO ${merged} SELECT b.id, ${cells(base, "b")} FROM ${fromBase} AS b ORDER BY b.id`
      : `INSERT INTO ${merged} SELECT b.id, ${either.join(", ")} FROM ${fromBase} AS b LEFT JOIN ${fromFile} AS a ON ${isSame} ORDER BY b.id`,
  );
  const { rowCount } = await client.query(
    `INSERT INTO ${merged} SELECT $1::bigint + row_number() OVER (ORDER BY a.id), ${cells(base, "a")} FROM ${fromFile} AS a
     WHERE NOT EXISTS (SELECT FROM ${fromBase} AS b WHERE ${isSame}) ORDER BY a.id`,
    [base.rows],
  );
  await client.query(`DROP TABLE staging.${physical}`);
  await addRowKey(client, physical);
  await client.query(`ANALYZE ${merged}`);
  return { ...base, physical, storedIn: physical, lastRow: null, rows: base.rows + (rowCount ?? 0) };
}

/** The version of the file's name gets the combined rows. It has no statistics until they are computed. */
async function registerCombined(
  client: PoolClient,
  { physical, storedIn, lastRow, rows, columns, layout }: RegisteredTable,
  contentHash: string,
): Promise<TableVersion> {
  await client.query(
    `UPDATE registry.tables SET stored_in = $2, last_row = $3, row_count = $4, columns = $5, layout = $6, content_hash = $7,
       bytes = pg_total_relation_size(to_regclass($8)), statistics = NULL, ready_at = clock_timestamp() WHERE physical = $1`,
    [physical, storedIn, lastRow, rows, JSON.stringify(columns), layout, contentHash, dataTable(storedIn)],
  );
  return { physical, columns, rows, contentHash };
}

function cells(target: RegisteredTable, alias: string): string {
  return cellNames(target)
    .map((name) => `${alias}.${name}`)
    .join(", ");
}
