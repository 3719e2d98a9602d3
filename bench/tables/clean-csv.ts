import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";

const ROWS_AT_A_TIME = 5_000;

/** The expected column types of the file. */
export const CSV_COLUMNS =
  "reading bigint, measured_at timestamptz, day date, station text, level double precision, flow double precision, valid boolean, remark text";

/**
 * A clean CSV file of about `bytes` bytes in `folder`, made once and always the same: eight columns of six types, some
 * cells quoted, some empty.
 */
export async function cleanCsv(folder: string, bytes: number): Promise<{ path: string; bytes: number }> {
  const file = path.join(folder, `clean-${bytes}.csv`);
  const known = await stat(file).catch(() => null);
  if (!known) await pipeline(Readable.from(chunks(bytes)), createWriteStream(file));
  return { path: file, bytes: (known ?? (await stat(file))).size };
}

function* chunks(bytes: number): Generator<string> {
  let left = bytes;
  let chunk = "reading,measured_at,day,station,level,flow,valid,remark\n";
  for (let n = 1; left > 0; n += ROWS_AT_A_TIME) {
    for (let row = n; row < n + ROWS_AT_A_TIME; row += 1) chunk += line(row);
    left -= chunk.length;
    yield chunk;
    chunk = "";
  }
}

function line(n: number): string {
  const chance = (Math.imul(n, 2654435761) >>> 0) / 2 ** 32;
  const time = new Date(1_600_000_000_000 + n * 60_000).toISOString();
  const remark =
    n % 10 === 0 ? `"station ${n % 97}, checked by hand"` : n % 7 === 0 ? "" : `reading ${n} of gauge ${n % 97}`;
  return `${n},${time},${time.slice(0, 10)},station-${n % 97},${(chance * 900).toFixed(3)},${(chance * 4_000).toFixed(2)},${n % 3 === 0 ? "false" : "true"},${remark}\n`;
}

/**
 * Loads the file with COPY alone into a new table, the fastest way in Postgres: made in the same transaction, rows
 * frozen.
 */
export async function copyIn(client: PoolClient, table: string, file: string): Promise<void> {
  await client.query(`BEGIN; CREATE TABLE ${table} (${CSV_COLUMNS})`);
  await pipeline(
    createReadStream(file, { highWaterMark: 1 << 18 }),
    client.query(copyFrom(`COPY ${table} FROM STDIN WITH (FORMAT csv, HEADER, FREEZE)`)),
  );
  await client.query("COMMIT");
}
