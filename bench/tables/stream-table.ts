import type { Readable } from "node:stream";
import type { Pool } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { migrate } from "#infra/postgres/migrations.ts";
import { openPage } from "#infra/tables/odata/read-page.ts";
import { openStream } from "#infra/tables/stream/open-stream.ts";
import { prepareReaderRole } from "#infra/tables/reader-role.ts";
import { EVERYTHING, type StreamFormat } from "#domain/core/ports/stream-query.ts";
import type { ODataQuery } from "#domain/core/odata/odata-query.ts";
import { tableMigrations } from "#infra/tables/table-migrations.ts";
import { type Bench, type Measured, repeated } from "../benchmark.ts";
import { cleanCsv, CSV_COLUMNS } from "./clean-csv.ts";
import { loadTable } from "./load-table.ts";

const BYTES = 100_000_000;
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

/** Streams a table as the stream routes do, compared with COPY of the same table as CSV. */
export async function stream(bench: Bench): Promise<Measured[]> {
  const file = await cleanCsv(bench.folder, BYTES);
  const db = await bench.database();
  try {
    await migrate(db.pool, tableMigrations);
    await prepareReaderRole(db.pool);
    const { physical, rows } = await loadTable(db.pool, file.path, bench);
    const columns = NAMES.map((name, index) => `c${index} AS ${name}`).join(", ");
    const bare = `COPY (SELECT ${columns} FROM data.${physical}) TO STDOUT WITH (FORMAT csv, HEADER)`;
    const bareJson = `COPY (SELECT row_to_json(r) FROM (SELECT ${columns} FROM data.${physical}) AS r) TO STDOUT`;
    const rounds = await repeated(async () => ({
      bare: await bareRead(db.pool, bare),
      csv: await ourRead(db.pool, physical, "csv"),
      ndjson: await ourRead(db.pool, physical, "ndjson"),
      json: await ourRead(db.pool, physical, "json"),
      parquet: await ourRead(db.pool, physical, "parquet"),
      xlsx: await ourRead(db.pool, physical, "xlsx"),
      odata: await odataRead(db.pool, physical),
      bareJson: await bareRead(db.pool, bareJson),
    }));
    const line = (
      name: string,
      { unit, kind }: Pick<Measured, "unit" | "kind">,
      format: StreamFormat,
      figureOf: (read: Read) => number,
    ): Measured => ({
      ...{ name, unit, kind, against: "COPY TO as CSV" },
      samples: rounds.map((round) => ({ figure: figureOf(round[format]), baseline: figureOf(round.bare) })),
    });
    const rate = { unit: "rows/s", kind: "rate" } as const;
    const ofCsv = { unit: "MB/s of CSV", kind: "rate" } as const;
    const wait = { unit: "ms", kind: "cost" } as const;
    return [
      ...(["csv", "ndjson", "json"] as const).map((format) =>
        line(`stream, ${format}`, rate, format, ({ seconds }) => rows / seconds),
      ),
      ...(["parquet", "xlsx"] as const).map((format) =>
        line(`stream, ${format}`, ofCsv, format, ({ seconds }) => file.bytes / 1e6 / seconds),
      ),
      ...(["csv", "json"] as const).map((format) =>
        line(`stream, ${format}, first byte`, wait, format, ({ firstByteMs }) => firstByteMs),
      ),
      {
        ...{ name: "odata, pages of 10,000", ...rate, against: "COPY TO of row_to_json" },
        samples: rounds.map((round) => ({
          figure: ODATA_ROWS / round.odata.seconds,
          baseline: rows / round.bareJson.seconds,
        })),
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
