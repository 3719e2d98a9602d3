import { createReadStream } from "node:fs";
import path from "node:path";
import type { Pool, PoolClient } from "pg";
import { startCopy } from "../../tables/load/copy-rows.ts";
import { type BackedUpFile, type DataTable, type KeptTable, listedFiles } from "../manifest.ts";
import { columnList, quoted, tableSql } from "../product-tables.ts";

/**
 * Loads the rows of a backup into a database that has its migrations and nothing else, each data table in a transaction
 * of its own. Names and types of columns come from the backup's list, whose sum was checked.
 */
export async function loadTables(pool: Pool, folder: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(
      "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET synchronous_commit = off; SET TimeZone = 'UTC'; SET DateStyle = 'ISO'",
    );
    await client.query("BEGIN");
    for await (const { path: name, kept } of listedFiles(folder))
      if (kept) await loadKeptTable(client, path.join(folder, name), kept);
    await client.query("COMMIT");
    for await (const { path: name, data } of listedFiles(folder))
      if (data) await loadDataTable(client, path.join(folder, name), data);
    // Versions whose load or run had not ended, and was made again while the backup was made.
    await client.query(
      "DELETE FROM registry.tables WHERE to_regclass('data.' || coalesce(stored_in, physical)) IS NULL",
    );
  } finally {
    client.release(true);
  }
}

async function loadKeptTable(client: PoolClient, file: string, table: KeptTable): Promise<void> {
  const name = tableSql(table);
  // A migration may have written rows. Events are never deleted, not even none.
  const { rows } = await client.query<{ some: boolean }>(`SELECT EXISTS (SELECT FROM ${name}) AS some`);
  if (rows[0]?.some === true) await client.query(`DELETE FROM ${name}`);
  await copyIn(client, `${name} (${columnList(table.columns)})`, file, false);
  if (table.sequence !== null) {
    const { column, last, called } = table.sequence;
    await client.query("SELECT setval(pg_get_serial_sequence($1, $2), $3, $4)", [name, column, last, called]);
  }
  await client.query(`ANALYZE ${name}`);
}

async function loadDataTable(client: PoolClient, file: string, { physical, columns, key }: DataTable): Promise<void> {
  const name = `data.${quoted(physical)}`;
  const made = columns.map((column) => `${quoted(column.name)} ${column.type}${column.notNull ? " NOT NULL" : ""}`);
  await client.query("BEGIN");
  await client.query(`CREATE TABLE ${name} (${made.join(", ")})`);
  await copyIn(client, `${name} (${columnList(columns.map((column) => column.name))})`, file, true);
  if (key.length > 0) await client.query(`ALTER TABLE ${name} ADD PRIMARY KEY (${columnList(key)})`);
  await client.query("COMMIT");
}

async function copyIn(client: PoolClient, target: string, file: string, freeze: boolean): Promise<void> {
  const copy = startCopy(client, target, { format: "text", freeze });
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 1_000_000 })) await copy.write(chunk as Buffer);
    await copy.end();
  } catch (error) {
    await copy.abandon();
    throw error;
  }
}

/** The path of a stored file in the list of a backup, in parts; null for other files. */
export function storedFile({ path: name }: BackedUpFile): { readonly area: string; readonly name: string } | null {
  const found = /^files\/([a-z]+)\/(.+)$/.exec(name);
  return found && { area: found[1]!, name: found[2]! };
}
