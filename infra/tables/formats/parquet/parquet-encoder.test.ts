import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import { type ColumnChunk, parquetMetadata, parquetReadObjects, readOffsetIndex } from "hyparquet";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ColumnType } from "#domain/core/values/table.ts";
import { parquetEncoder } from "./parquet-encoder.ts";
import { rowBatches } from "./row-batches.ts";

let folder: string;
let duck: DuckDBConnection;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "encoder-"));
  duck = await (await DuckDBInstance.create(":memory:")).connect();
  await duck.run("SET TimeZone = 'UTC'");
});
afterAll(async () => {
  duck?.closeSync();
  await rm(folder, { recursive: true, force: true });
});

/** A number from 0 to 1 that looks like chance and is always the same. */
const chance = (n: number) => (Math.imul(n, 2654435761) >>> 0) / 2 ** 32;
const moment = (n: number) => new Date(-62_135_596_800_000 + chance(n) * 315_537_811_200_000).toISOString();
const micros = (n: number) =>
  n % 3 === 0
    ? ""
    : `.${String(1 + (n % 999_999))
        .padStart(6, "0")
        .replace(/0+$/, "")}`;
const doubles = ["0", "-0", "1e300", "-1.5e-7", "0.1234567890123456", "123456789012345.6", "Infinity", "-Infinity"];

type Made = { readonly type: ColumnType; readonly sql: string; readonly cell: (n: number) => string };
const COLUMNS: Readonly<Record<string, Made>> = {
  row: { type: "bigint", sql: "BIGINT", cell: String },
  long: { type: "bigint", sql: "BIGINT", cell: (n) => String(BigInt.asIntN(64, BigInt(n) * 0x9e3779b97f4a7c15n)) },
  seldom_null: { type: "text", sql: "VARCHAR", cell: (n) => (n % 1_000 === 7 ? "\\N" : `é ${n % 300}`) },
  recurs_at_first: { type: "text", sql: "VARCHAR", cell: (n) => (n % 5 === 0 ? "\\N" : `${n < 4_000 ? n % 9 : n}`) },
  two_bytes: { type: "text", sql: "VARCHAR", cell: (n) => `value ${n % 5_000}` },
  one: { type: "text", sql: "VARCHAR", cell: () => "always" },
  length: { type: "text", sql: "VARCHAR", cell: (n) => (n % 997 === 0 ? "x".repeat(n * 5) : "short") },
  number: {
    type: "double precision",
    sql: "DOUBLE",
    cell: (n) => doubles[n % 11] ?? (chance(n) * 1_000).toFixed(n % 9),
  },
  valid: { type: "boolean", sql: "BOOLEAN", cell: (n) => (n % 7 === 0 ? "\\N" : chance(n) < 0.3 ? "t" : "f") },
  day: { type: "date", sql: "DATE", cell: (n) => moment(n).slice(0, 10) },
  seen: { type: "timestamp", sql: "TIMESTAMP", cell: (n) => `${moment(n).slice(0, 19).replace("T", " ")}${micros(n)}` },
  at: { type: "time", sql: "TIME", cell: (n) => `${moment(n).slice(11, 19)}${micros(n)}` },
  price: {
    type: "numeric",
    sql: "DECIMAL(18, 3)",
    cell: (n) => `${n % 2 === 0 ? "-" : ""}${Math.floor(chance(n) * 1e12)}.5`,
  },
  nothing: { type: "text", sql: "VARCHAR", cell: () => "\\N" },
};

const ROWS = 130_000;
const NAMES = Object.keys(COLUMNS);
/** A page of one of fourteen columns ends at 300,000 bytes of values; its levels and header come on top. */
const MOST_PAGE_BYTES = 320_000;
const DECIMALS = new Map([["price", { precision: 18, scale: 3 }]]);
const cellsOf = (n: number) => Object.values(COLUMNS).map(({ cell }) => cell(n));

/** All columns, as COPY's text format and as a Parquet file. */
function madeFile(): { readonly rows: Buffer; readonly parquet: Buffer } {
  const rows = Buffer.from(Array.from({ length: ROWS }, (_, n) => `${cellsOf(n).join("\t")}\n`).join(""));
  const columns = Object.entries(COLUMNS).map(([name, { type }]) => ({ name, type }));
  return { rows, parquet: encoded(rows, { columns, labelled: [], decimals: DECIMALS }) };
}

/** Sends the rows as chunks of many lengths, as a connection does. */
function encoded(rows: Buffer, layout: Parameters<typeof parquetEncoder>[0]): Buffer {
  const encoder = parquetEncoder(layout);
  const batches = rowBatches(65_536);
  const parts: Uint8Array[] = [];
  for (let at = 0, n = 1; at < rows.length; n += 1) {
    const end = at + 1 + Math.floor(chance(n) * 60_000);
    const full = batches.add(rows.subarray(at, end));
    if (full) {
      parts.push(encoder.rows(Buffer.from(full.buffer.buffer, 0, full.bytes)));
      // Whatever the encoder keeps of them is its own.
      batches.takeBack(full.buffer.fill(0));
    }
    at = end;
  }
  const { buffer, bytes } = batches.last();
  return Buffer.concat([...parts, encoder.end(Buffer.from(buffer.buffer, 0, bytes))]);
}

test("values of all types that recur, no longer recur, are long or are missing are those that DuckDB reads as text", async () => {
  const made = Object.entries(COLUMNS);
  const [tsv, parquet] = [path.join(folder, "rows.tsv"), path.join(folder, "rows.parquet")];
  const file = madeFile();
  await writeFile(tsv, file.rows);
  await writeFile(parquet, file.parquet);
  const types = made.map(([name, { sql }]) => `'${name}': '${sql}'`).join(", ");
  const asText = `read_csv('${tsv}', header = false, delim = '\t', quote = '', escape = '', nullstr = '\\N', max_line_size = 2000000, columns = {${types}})`;
  const all = async (sql: string) => (await duck.runAndReadAll(sql)).getRowObjectsJson();
  const count = "count(*)::int AS n";
  expect(await all(`SELECT ${count} FROM (FROM ${asText} EXCEPT ALL FROM '${parquet}')`)).toEqual([{ n: 0 }]);
  expect(await all(`SELECT ${count} FROM '${parquet}'`)).toEqual([{ n: ROWS }]);
  const bounds = made
    .map(([name]) => `min("${name}")::text AS "${name} from", max("${name}")::text AS "${name} to"`)
    .join(", ");
  expect(await all(`SELECT ${bounds} FROM '${parquet}'`)).toEqual(await all(`SELECT ${bounds} FROM ${asText}`));
  const encodingsOf = async (group: number) => {
    const sql = `SELECT path_in_schema AS name, encodings FROM parquet_metadata('${parquet}') WHERE row_group_id = ${group}`;
    return Object.fromEntries((await all(sql)).map(({ name, encodings }) => [name, encodings]));
  };
  expect(await encodingsOf(0)).toMatchObject({ row: "PLAIN", one: "PLAIN, RLE_DICTIONARY" });
  expect(await encodingsOf(1)).toMatchObject({
    ...{ row: "PLAIN", recurs_at_first: "PLAIN", long: "PLAIN", valid: "RLE" },
    ...{ seldom_null: "PLAIN, RLE_DICTIONARY", two_bytes: "PLAIN, RLE_DICTIONARY", one: "PLAIN, RLE_DICTIONARY" },
  });
}, 60_000);

test("each row group tells the nulls and bounds of its columns, and where their pages and rows are", async () => {
  const { parquet } = madeFile();
  const buffer = Uint8Array.from(parquet).buffer;
  let begin = 0;
  for (const { num_rows, columns } of parquetMetadata(buffer).row_groups) {
    const end = begin + Number(num_rows);
    const rows = Array.from({ length: end - begin }, (_, n) => cellsOf(begin + n));
    for (const [at, column] of columns.entries()) {
      const values = rows.map((row) => row[at] as string).filter((cell) => cell !== "\\N");
      const { null_count, min_value, max_value } = column.meta_data?.statistics ?? {};
      expect([NAMES[at], null_count]).toEqual([NAMES[at], BigInt(rows.length - values.length)]);
      if (NAMES[at] === "row") expect([min_value, max_value]).toEqual([BigInt(begin), BigInt(end - 1)]);
      if (NAMES[at] === "two_bytes") expect([min_value, max_value]).toEqual([values.sort()[0], values.at(-1)]);
      expectPages(buffer, column);
    }
    begin = end;
  }
  expect(begin).toBe(ROWS);
  const compressors = { ZSTD: (bytes: Uint8Array) => new Uint8Array(zstdDecompressSync(bytes)) };
  const read = { file: buffer, compressors, columns: ["row", "length"], useOffsetIndex: true };
  for (const rowStart of [500, 40_000, 99_990, 129_000]) {
    const found = await parquetReadObjects({ ...read, rowStart, rowEnd: rowStart + 20 });
    const expected = Array.from({ length: 20 }, (_, n) => cellsOf(rowStart + n));
    expect(found).toEqual(expected.map(([row, , , , , , length]) => ({ row: BigInt(row ?? ""), length })));
  }
}, 60_000);

/** The pages of a column follow one another up to its end, and are as large as they may be. */
function expectPages(buffer: ArrayBuffer, { meta_data, offset_index_offset, offset_index_length }: ColumnChunk): void {
  if (!meta_data) throw new Error("A column without metadata");
  const { dictionary_page_offset, data_page_offset, total_compressed_size, total_uncompressed_size } = meta_data;
  const isOnePage = offset_index_offset === undefined;
  if (isOnePage) {
    const mostBytes = dictionary_page_offset === undefined ? MOST_PAGE_BYTES : Infinity;
    expect(Number(total_uncompressed_size)).toBeLessThan(mostBytes);
    return;
  }
  const view = new DataView(buffer, Number(offset_index_offset), offset_index_length);
  const pages = readOffsetIndex({ view, offset: 0 }).page_locations;
  let next = data_page_offset;
  for (const { offset, compressed_page_size } of pages) {
    expect(offset).toBe(next);
    next += BigInt(compressed_page_size);
  }
  expect(next).toBe(data_page_offset + total_compressed_size);
}

test("a filter that the bounds of row groups decide finds the rows that are there", async () => {
  const texts = Array.from({ length: 3_000 }, (_, n) => `${"long and alike, ".repeat(2)}${n} 😀`);
  const parquet = path.join(folder, "bounds.parquet");
  const columns = [{ name: "text", type: "text" as const }];
  const layout = { columns, labelled: [], decimals: new Map() };
  await writeFile(parquet, encoded(Buffer.from(texts.map((text) => `${text}\n`).join("")), layout));
  for (const sought of [texts[0], texts[999], texts[1_000], texts.at(-1), `${texts[5]}x`]) {
    const found = await duck.runAndReadAll(`SELECT count(*)::int AS n FROM '${parquet}' WHERE text = '${sought}'`);
    expect([sought, found.getRowObjectsJson()]).toEqual([sought, [{ n: texts.includes(sought ?? "") ? 1 : 0 }]]);
  }
  const shapes = await duck.runAndReadAll(
    `SELECT length(stats_min_value) <= 16 AND length(stats_max_value) <= 16 AS short FROM parquet_metadata('${parquet}')`,
  );
  expect(shapes.getRowObjectsJson()).toEqual([{ short: true }, { short: true }]);
  const { row_groups } = parquetMetadata(Uint8Array.from(await readFile(parquet)).buffer);
  const inexact = { is_min_value_exact: false, is_max_value_exact: false };
  for (const { columns } of row_groups) expect(columns[0]?.meta_data?.statistics).toMatchObject(inexact);
});

test("batches hold the whole rows, each in a buffer that was handed back, or a larger one for a long row", () => {
  const batches = rowBatches(100);
  const seen = new Set<ArrayBuffer>();
  let text = "";
  const rows = Array.from({ length: 200 }, (_, n) => `${n % 50 === 0 ? "long ".repeat(100) : ""}${n}\n`).join("");
  for (let at = 0; at < rows.length; at += 37) {
    const full = batches.add(Buffer.from(rows.slice(at, at + 37)));
    if (!full) continue;
    const whole = Buffer.from(full.buffer.buffer, 0, full.bytes).toString();
    expect(whole).toMatch(/\n$/);
    text += whole;
    if (full.buffer.length === 100) seen.add(full.buffer.buffer);
    batches.takeBack(full.buffer);
  }
  const { buffer, bytes } = batches.last();
  expect(text + Buffer.from(buffer.buffer, 0, bytes).toString()).toBe(rows);
  expect(seen.size).toBeLessThanOrEqual(4);
});
