import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TableVersion } from "#domain/core/values/table.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { eventually } from "#testing/eventually.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { migrate } from "../../postgres/migrations.ts";
import { loadCsv } from "../load/load-csv.ts";
import { prepareReaderRole } from "../reader-role.ts";
import { physicalName } from "../registry.ts";
import { dropTable, sweepStaging } from "../remove-tables.ts";
import { tableMigrations } from "../table-migrations.ts";
import { openStream } from "./open-stream.ts";
import { parseStreamQuery } from "./stream-query.ts";

const ROWS = 20_000;
/** The table has some 3 MB. */
const RANGE_BYTES = 200_000;

let db: FreshDatabase;
let folder: string;
let counted: TableVersion;
/** Its row ids have gaps. */
let sparse: TableVersion;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, tableMigrations);
  await prepareReaderRole(db.pool);
  folder = await mkdtemp(path.join(tmpdir(), "stream-ranges-"));
  counted = await load();
  sparse = await load();
  await db.pool.query(`DELETE FROM data.${sparse.physical} WHERE _row_id % 3 = 0 OR _row_id BETWEEN 4000 AND 9000`);
});
afterAll(async () => {
  await db?.drop();
  await rm(folder, { recursive: true, force: true });
});

async function load(): Promise<TableVersion> {
  const lines = Array.from({ length: ROWS }, (_, at) => `${at},${at % 7},"${"x, ".repeat(30)}"`);
  const source = Readable.from([Buffer.from(`id,rest,text\n${lines.join("\n")}\n`)]);
  const loaded = await loadCsv({ pool: db.pool, source, folder, physical: physicalName() });
  if (!loaded.ok) throw new Error(loaded.failure.code);
  return loaded.table;
}

async function open(of: TableVersion, params: string, rangeBytes: number, excel = false): Promise<Readable> {
  const parsed = parseStreamQuery(new URLSearchParams(params), of.columns);
  if (!parsed.ok) throw new Error(parsed.message);
  const { pool } = db;
  const format = parsed.query.format ?? "json";
  const opened = await openStream({ pool, physical: of.physical, query: parsed.query, format, excel, rangeBytes });
  if (!opened.ok) throw new Error(opened.reason);
  return opened.readable;
}

test.each([
  "format=csv",
  "format=ndjson",
  "format=json",
  "format=csv&columns=id&limit=7777",
  "format=json&limit=7777&offset=3333",
  "format=ndjson&offset=19990",
  "format=ndjson&offset=30000",
  "format=json&limit=0",
  "format=ndjson&rest=eq.3",
  "format=json&rest=eq.3&limit=1500",
  "format=csv&rest=eq.3&offset=2000&limit=500",
  "format=csv&rest=eq.99",
  "format=ndjson&order=-rest&limit=9000",
])("%s: the same bytes in ranges as in one transaction", async (params) => {
  for (const table of [counted, sparse])
    for (const excel of [false, params.startsWith("format=csv")]) {
      const inRanges = await buffer(await open(table, params, RANGE_BYTES, excel));
      const inOne = await buffer(await open(table, params, Infinity, excel));
      expect(inRanges.equals(inOne)).toBe(true);
    }
});

test("a stream begins transactions as it goes, so that a slow reader holds no old one", async () => {
  const readable = await open(counted, "format=csv", RANGE_BYTES);
  const first = await transactionOfStream();
  const chunks = readable.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  let bytes = 0;
  for await (const chunk of chunks) if ((bytes += chunk.length) > 1_500_000) break;
  expect(await transactionOfStream()).not.toBe(first);
  readable.destroy();
});

/** When the open transaction of the stream began; a stream whose reader waits is within COPY. */
async function transactionOfStream(): Promise<string> {
  return eventually(async () => {
    const { rows } = await db.pool.query<{ began: string }>(
      "SELECT xact_start::text AS began FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'COPY %' AND state <> 'idle'",
    );
    return rows[0]?.began;
  });
}

test("a version that is removed while it is streamed is read to its end, and dropped afterwards", async () => {
  const doomed = await load();
  const readable = await open(doomed, "format=ndjson", RANGE_BYTES);
  await dropTable(db.pool, doomed.physical);
  expect((await text(readable)).split("\n")).toHaveLength(ROWS + 1);
  expect(await sweepStaging(db.pool, { olderThanMs: Date.now() })).toEqual({ removed: 1, done: true });
  const { rows } = await db.pool.query("SELECT to_regclass($1) AS there", [`data.${doomed.physical}`]);
  expect(rows).toEqual([{ there: null }]);
});
