import { createHash } from "node:crypto";
import { DatabaseError, type PoolClient } from "pg";
import { CopyOut } from "../tables/stream/copy-out.ts";
import type { BackupFolder } from "./backup-folder.ts";
import type { DataTable, KeptTable } from "./manifest.ts";
import { columnList, nameOf, productTables, quoted, readRowsSql, tableSql } from "./product-tables.ts";
import type { Snapshot } from "./snapshot.ts";

/** Data tables that are looked up at a time. */
const PAGE = 500;
/** A database that sends nothing for so long is gone: TCP would report it only after some 15 minutes. */
const SILENT_MS = 10 * 60_000;
const TYPES =
  /^(?:bigint|double precision|numeric|date|timestamp without time zone|timestamp with time zone|time without time zone|boolean|text|jsonb|text\[\])$/;

/** A data table of the snapshot. `oid`: of the table that had its name then. */
type Found = Omit<DataTable, "rows"> & { readonly oid: string; readonly odd: boolean };

/** Copies the tables that migrations make. */
export async function copyKeptTables({ client }: Snapshot, to: BackupFolder): Promise<void> {
  for (const table of await productTables(client)) {
    const { schema, name, columns } = table;
    const sequence = table.numbered === null ? null : await sequenceOf(client, tableSql(table), table.numbered);
    const rows = copyOut(client, readRowsSql(table));
    await to.write(`database/${nameOf(table)}`, rows, () => ({
      kept: { schema, name, columns: [...columns], rows: rows.rowCount, sequence },
    }));
  }
}

/**
 * Copies the tables of rows, each once: one that the backup before has is not read again. Returns their number. Tables
 * that were dropped meanwhile are none that the log names, or the backup fails.
 */
export async function copyDataTables({ client }: Snapshot, to: BackupFolder): Promise<number> {
  const vanished: string[] = [];
  let copied = 0;
  for (let after = ""; ;) {
    const page = await dataTables(client, after);
    for (const { oid, odd, ...table } of page) {
      if (odd)
        throw new Error(`A backup cannot copy the table data.${table.physical}: it has more than columns and a key.`);
      const isReused = await to.reuse(`data/${table.physical}`, ({ data }) => data?.identity === table.identity);
      if (isReused || (await copyDataTable(client, { ...table, oid }, to))) copied += 1;
      else vanished.push(table.physical);
    }
    const last = page.at(-1);
    if (!last) break;
    after = last.physical;
  }
  if (vanished.length > 0) await refuseNamed(client, vanished);
  return copied;
}

/** Until the rows are copied the table cannot be dropped; afterwards it can, so few are locked at a time. */
async function copyDataTable(
  client: PoolClient,
  { oid, ...table }: Omit<Found, "odd">,
  to: BackupFolder,
): Promise<boolean> {
  const name = `data.${quoted(table.physical)}`;
  await client.query("SAVEPOINT one_table");
  const isThere = await isSameTable(client, name, oid);
  if (isThere) {
    const rows = copyOut(client, `COPY ${name} (${columnList(table.columns.map((column) => column.name))}) TO STDOUT`);
    await to.write(`data/${table.physical}`, rows, () => ({ data: { ...table, rows: rows.rowCount } }));
  }
  await client.query("ROLLBACK TO SAVEPOINT one_table; RELEASE SAVEPOINT one_table");
  return isThere;
}

/** A snapshot has the rows of a table, but names are looked up as they are now. */
async function isSameTable(client: PoolClient, name: string, oid: string): Promise<boolean> {
  try {
    await client.query(`LOCK TABLE ${name} IN ACCESS SHARE MODE`);
    const { rows } = await client.query<{ oid: string }>("SELECT to_regclass($1)::oid::text AS oid", [name]);
    return rows[0]?.oid === oid;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === "42P01") return false;
    throw error;
  }
}

/**
 * Tables that no event names were made for a load or a run that has not ended, which begins again after a restore. One that
 * is older than the last archive may be named by an event in an archive file.
 */
async function refuseNamed(client: PoolClient, vanished: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) AS name
     WHERE EXISTS (SELECT FROM log.events WHERE data::text ~ $2 AND strpos(data::text, name) > 0)
       OR EXISTS (SELECT FROM registry.tables WHERE name IN (physical, stored_in)
                  AND ready_at < (SELECT max(archived_at) FROM log.archive_files))`,
    [vanished, vanished.join("|")],
  );
  if (rows.length > 0)
    throw new Error(`The table data.${rows[0]!.name} was removed while the backup was made. Make it again.`);
}

/**
 * Tables of the registry in the snapshot. Their identity is that of all versions stored in them: rows of a version never
 * change, and new ones are appended.
 */
async function dataTables(client: PoolClient, after: string): Promise<readonly Found[]> {
  const { rows } = await client.query<{
    physical: string;
    versions: string;
    oid: string;
    odd: boolean;
    key: string[];
    columns: DataTable["columns"];
  }>(
    `WITH page AS (
       SELECT coalesce(stored_in, physical) AS physical, string_agg(concat_ws(' ', kind, layout, physical, content_hash, row_count, last_row), ',' ORDER BY physical) AS versions
       FROM registry.tables WHERE state = 'ready' AND coalesce(stored_in, physical) > $1 GROUP BY 1 ORDER BY 1 LIMIT ${PAGE})
     SELECT page.physical, page.versions, c.oid::text AS oid,
       ARRAY(SELECT attname::text FROM pg_constraint k JOIN unnest(k.conkey) WITH ORDINALITY AS at (num, n) ON true
             JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = at.num WHERE k.conrelid = c.oid AND k.contype = 'p' ORDER BY at.n) AS key,
       (SELECT json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod), 'notNull', attnotnull) ORDER BY attnum)
        FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped) AS columns,
       EXISTS (SELECT FROM pg_index WHERE indrelid = c.oid AND NOT indisprimary)
         OR EXISTS (SELECT FROM pg_constraint WHERE conrelid = c.oid AND contype NOT IN ('p', 'n')) AS odd
     FROM page LEFT JOIN pg_class c ON c.relname = page.physical AND c.relnamespace = 'data'::regnamespace ORDER BY page.physical`,
    [after],
  );
  return rows.map(({ versions, columns, ...row }) => {
    if (row.oid === null) throw new Error(`The table data.${row.physical} is missing in the database.`);
    const strange = columns.find(({ type }) => !TYPES.test(type));
    if (strange)
      throw new Error(`A backup cannot copy the table data.${row.physical}: it has a column of type ${strange.type}.`);
    return {
      ...row,
      columns,
      identity: createHash("sha256")
        .update(JSON.stringify([versions, columns, row.key]))
        .digest("hex"),
    };
  });
}

async function sequenceOf(client: PoolClient, table: string, column: string): Promise<KeptTable["sequence"]> {
  const { rows } = await client.query<{ name: string }>("SELECT pg_get_serial_sequence($1, $2) AS name", [
    table,
    column,
  ]);
  const { rows: values } = await client.query<{ last: string; called: boolean }>(
    `SELECT last_value::text AS last, is_called AS called FROM ${rows[0]!.name}`,
  );
  return { column, ...values[0]! };
}

/** The rows of a COPY, as many bytes at a time as are taken. `rowCount` is known at the end. */
function copyOut(client: PoolClient, sql: string) {
  const rows = {
    rowCount: 0,
    async *[Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
      const out = client.query(new CopyOut(sql));
      const silent = (): void =>
        void out.destroy(new Error(`The database sent nothing for ${SILENT_MS / 60_000} minutes.`));
      let timer = setTimeout(silent, SILENT_MS);
      try {
        for await (const chunk of out) {
          clearTimeout(timer);
          yield chunk as Buffer;
          timer = setTimeout(silent, SILENT_MS);
        }
        rows.rowCount = out.rowCount;
      } finally {
        clearTimeout(timer);
      }
    },
  };
  return rows;
}
