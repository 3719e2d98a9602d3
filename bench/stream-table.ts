import type { Readable } from "node:stream";
import type { Pool } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { migrate } from "#infra/postgres/migrations.ts";
import { openStream } from "#infra/tables/stream/open-stream.ts";
import { prepareReaderRole } from "#infra/tables/reader-role.ts";
import type { StreamFormat, StreamQuery } from "#domain/core/ports/stream-query.ts";
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
    const rounds = await repeated(async () => ({
      bare: await bareRead(db.pool, bare),
      csv: await ourRead(db.pool, physical, "csv"),
      ndjson: await ourRead(db.pool, physical, "ndjson"),
      json: await ourRead(db.pool, physical, "json"),
      parquet: await ourRead(db.pool, physical, "parquet"),
      xlsx: await ourRead(db.pool, physical, "xlsx"),
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
