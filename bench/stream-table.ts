import type { Readable } from "node:stream";
import type { Pool } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { migrate } from "#infra/postgres/migrations.ts";
import { openPage } from "#infra/tables/odata/read-page.ts";
import { openStream } from "#infra/tables/stream/open-stream.ts";
import { prepareReaderRole } from "#infra/tables/reader-role.ts";
import type { StreamFormat, StreamQuery } from "#domain/core/ports/stream-query.ts";
import type { ODataQuery } from "#domain/core/odata/odata-query.ts";
import { tableMigrations } from "#infra/tables/table-migrations.ts";
import { type Bench, type Measured, repeated } from "./benchmark.ts";
import { cleanCsv, CSV_COLUMNS } from "./clean-csv.ts";
import { loadTable } from "./load-table.ts";

const BYTES = 100_000_000;
const EVERYTHING: StreamQuery = {
  format: null,
  columns: null,
  limit: null,
  offset: 0,
  order: [],
  filters: [],
  count: false,
  exactNumbers: "number",
};
const ODATA_PAGE_ROWS = 10_000;
const ODATA_ROWS = 200_000;
const EVERY_ROW: ODataQuery = {
  select: null,
  filter: null,
  orderBy: [],
  skip: 0,
  top: null,
  count: false,
  exactNumbers: "number",
};
const NAMES = CSV_COLUMNS.split(", ").map((column) => column.split(" ")[0] ?? "");

type Read = { readonly seconds: number; readonly firstByteMs: number; readonly bytes: number };

/**
 * Streams a table as the stream routes do, compared with COPY of the same table: plain for csv, with row_to_json for
 * the others.
 */
export async function stream(bench: Bench): Promise<Measured[]> {
  const file = await cleanCsv(bench.folder, BYTES);
  const db = await bench.database();
  try {
    await migrate(db.pool, tableMigrations);
    await prepareReaderRole(db.pool);
    const { physical, rows } = await loadTable(db.pool, file.path, bench);
    const columns = NAMES.map((name, index) => `c${index} AS ${name}`).join(", ");
    const rounds = await repeated(async () => ({
      bareCsv: await bareRead(
        db.pool,
        `COPY (SELECT ${columns} FROM data.${physical}) TO STDOUT WITH (FORMAT csv, HEADER)`,
      ),
      csv: await ourRead(db.pool, physical, "csv"),
      bareJson: await bareRead(
        db.pool,
        `COPY (SELECT row_to_json(r) FROM (SELECT ${columns} FROM data.${physical}) AS r) TO STDOUT`,
      ),
      ndjson: await ourRead(db.pool, physical, "ndjson"),
      json: await ourRead(db.pool, physical, "json"),
      odata: await odataRead(db.pool, physical),
    }));
    type Key = keyof (typeof rounds)[number];
    const rates = (figure: Key, baseline: Key) =>
      rounds.map((round) => ({ figure: rows / round[figure].seconds, baseline: rows / round[baseline].seconds }));
    const pages = rounds.map(({ odata, bareJson }) => ({
      figure: ODATA_ROWS / odata.seconds,
      baseline: rows / bareJson.seconds,
    }));
    const waits = (figure: Key, baseline: Key) =>
      rounds.map((round) => ({ figure: round[figure].firstByteMs, baseline: round[baseline].firstByteMs }));
    const bareJson = "COPY TO of row_to_json";
    return [
      { name: "stream, csv", unit: "rows/s", kind: "rate", against: "COPY TO", samples: rates("csv", "bareCsv") },
      { name: "stream, ndjson", unit: "rows/s", kind: "rate", against: bareJson, samples: rates("ndjson", "bareJson") },
      { name: "stream, json", unit: "rows/s", kind: "rate", against: bareJson, samples: rates("json", "bareJson") },
      { name: "odata, pages of 10,000", unit: "rows/s", kind: "rate", against: bareJson, samples: pages },
      {
        name: "stream, csv, first byte",
        unit: "ms",
        kind: "cost",
        against: "COPY TO",
        samples: waits("csv", "bareCsv"),
      },
      {
        name: "stream, json, first byte",
        unit: "ms",
        kind: "cost",
        against: bareJson,
        samples: waits("json", "bareJson"),
      },
    ];
  } finally {
    await db.drop();
  }
}

async function ourRead(pool: Pool, physical: string, format: StreamFormat): Promise<Read> {
  const began = performance.now();
  const opened = await openStream({ pool, physical, query: EVERYTHING, format, excel: false });
  if (!opened.ok) throw new Error("The table is gone");
  return drain(opened.readable, began);
}

/** Reads the first pages of the table, each after the last row of the one before. */
async function odataRead(pool: Pool, physical: string): Promise<Read> {
  const began = performance.now();
  const { signal } = new AbortController();
  let [after, bytes, firstByteMs]: [{ rowId: string } | null, number, number] = [null, 0, Number.NaN];
  for (let rows = 0; rows < ODATA_ROWS; rows += ODATA_PAGE_ROWS) {
    const opened = await openPage(pool, { physical, query: EVERY_ROW, after, limit: ODATA_PAGE_ROWS, signal });
    if (!opened.ok) throw new Error("The table is gone");
    if (rows === 0) firstByteMs = performance.now() - began;
    for await (const part of opened.parts)
      for (const { id, json } of part) {
        after = { rowId: id };
        bytes += json.length;
      }
  }
  return { seconds: (performance.now() - began) / 1000, firstByteMs, bytes };
}

async function bareRead(pool: Pool, sql: string): Promise<Read> {
  const client = await pool.connect();
  try {
    await client.query("SET TIME ZONE 'UTC'");
    const began = performance.now();
    return await drain(client.query(copyTo(sql)), began);
  } finally {
    client.release();
  }
}

async function drain(readable: Readable, began: number): Promise<Read> {
  let firstByteMs = Number.NaN;
  let bytes = 0;
  for await (const chunk of readable as AsyncIterable<Uint8Array>) {
    if (bytes === 0) firstByteMs = performance.now() - began;
    bytes += chunk.length;
  }
  return { seconds: (performance.now() - began) / 1000, firstByteMs, bytes };
}
