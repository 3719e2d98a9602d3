import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import type { CompressionCodec } from "hyparquet";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LoadSettings } from "#domain/dataset/load-settings.ts";
import { readCsv } from "#testing/files/csv/read-csv.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "parquet-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The file that DuckDB makes of a query. */
async function fileOf(query: string, options = ""): Promise<Buffer> {
  const duck = await (await DuckDBInstance.create(":memory:")).connect();
  const file = path.join(folder, "made.parquet");
  try {
    await duck.run(`SET TimeZone = 'UTC'; COPY (${query}) TO '${file}' (FORMAT parquet${options})`);
    return await readFile(file);
  } finally {
    duck.closeSync();
  }
}

async function read(file: Buffer, settings: LoadSettings = {}) {
  const found = await readCsv(file, settings);
  if (!found.ok) return { failure: found.failure };
  return {
    columns: found.columns.map(({ label, type }) => `${label} ${type}`).join(", "),
    rows: found.rows.map((row) => row.map((cell) => cell ?? "∅").join("|")),
    report: found.report,
  };
}

const EVERY_TYPE = `
  SELECT 1::TINYINT AS small, 9223372036854775807 AS long, 9223372036854775807::UBIGINT AS unsigned, 3.0::DOUBLE AS whole,
    0.1::DOUBLE AS double, true AS truth, DATE '0001-01-01' AS day, TIMESTAMP '2024-02-29 12:30:00.000001' AS moment,
    TIMESTAMPTZ '1969-12-31 23:59:59.5+00' AS instant, TIME '23:59:59.25' AS clock, 12.50::DECIMAL(9,2) AS price,
    -0.000000000000000000000000000000000001::DECIMAL(38,36) AS tiny, '00123' AS code, '2024-01-01' AS said, 'a
"b", c' AS words, [1, NULL] AS list, {'a': 1, 'b': 'x'} AS struct, '0199c8a0-0000-7000-8000-000000000001'::UUID AS id
  UNION ALL SELECT ${Array(18).fill("NULL").join(", ")}`;

test("every type of a column is read without loss, and rows without a value stay rows", async () => {
  const found = await read(await fileOf(EVERY_TYPE));
  expect(found.columns).toBe(
    "small bigint, long bigint, unsigned numeric, whole double precision, double double precision, truth boolean, day date, moment timestamp, instant timestamptz, clock time, price numeric, tiny numeric, code text, said text, words text, list text, struct text, id text",
  );
  expect(found.rows).toEqual([
    '1|9223372036854775807|9223372036854775807|3|0.1|true|0001-01-01|2024-02-29T12:30:00.000001|1969-12-31T23:59:59.5Z|23:59:59.25|12.50|-0.000000000000000000000000000000000001|00123|2024-01-01|a\n"b", c|[1,null]|{"a":1,"b":"x"}|0199c8a0-0000-7000-8000-000000000001',
    Array(18).fill("∅").join("|"),
  ]);
});

test.each(["uncompressed", "snappy", "gzip", "zstd", "brotli", "lz4", "lz4_raw"])(
  "many groups of rows are read in order, compressed by %s",
  async (codec) => {
    const query = "SELECT i::BIGINT AS i, 'text ' || (i % 99) AS t FROM range(5000) AS r(i) ORDER BY i";
    const found = await read(await fileOf(query, `, COMPRESSION ${codec}, ROW_GROUP_SIZE 2048`));
    expect(found.rows).toEqual(Array.from({ length: 5_000 }, (_, n) => `${n}|text ${n % 99}`));
  },
);

test("decimals and times within lists, structs and maps keep their digits", async () => {
  const found = await read(
    await fileOf(`SELECT [1.10::DECIMAL(9,2), NULL] AS list, {'long': [{'n': 12345678901234567890.123::DECIMAL(38,3)}]} AS struct,
      MAP {'a': 0.10::DECIMAL(4,2)} AS map, [TIME '23:59:59.25'] AS times, [[-0.5::DECIMAL(4,1)], []] AS lists, 1 AS one`),
  );
  expect(found.rows).toEqual([
    '[1.10,null]|{"long":[{"n":12345678901234567890.123}]}|{"a":0.10}|["23:59:59.25"]|[[-0.5],[]]|1',
  ]);
});

test("a group of rows whose lists have too many values to be in memory is refused", async () => {
  const lists = fileOf("SELECT list_transform(range(1_000_000), n -> (n % 7)::TINYINT) AS list FROM range(11)");
  expect(await read(await lists)).toEqual({
    failure: { code: "over-file-limit", facts: { what: "group-values", limit: 10_000_000 } },
  });
});

test("what a table does not hold is empty, and counted", async () => {
  const found = await read(
    await fileOf("SELECT unnest(['NaN'::DOUBLE, 'Infinity', 1.5]) AS d, unnest(['', 'a', 'b']) AS t"),
  );
  expect(found.rows).toEqual(["∅|∅", "∅|a", "1.5|b"]);
  expect(found.report?.emptied).toEqual([
    { kind: "not-finite", count: 2, line: 1 },
    { kind: "empty-text", count: 1, line: 1 },
  ]);
});

test("a file that is damaged or cut off is refused", async () => {
  const file = await fileOf("SELECT range AS i FROM range(1000)");
  const refused = { failure: { code: "file-damaged", facts: { format: "parquet" } } };
  expect(await read(file.subarray(0, -9))).toEqual(refused);
  expect(await read(Buffer.from("PAR1"))).toEqual(refused);
  const length = file.readUInt32LE(file.length - 8);
  const broken = Buffer.from(file);
  broken.fill(0xff, file.length - 8 - length, file.length - 8);
  expect(await read(broken)).toEqual(refused);
});

/** Blocks that hold bytes as they are, of fewer than 256. */
const snappy = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(varint(bytes.length)), Buffer.from([60 << 2, bytes.length - 1]), bytes]);
const lz4 = (bytes: Buffer) => Buffer.concat([Buffer.from([0xf0, bytes.length - 15]), bytes]);
const varint = (number: number) => (number < 128 ? [number] : [(number & 127) | 128, number >> 7]);

const PACK: readonly [CompressionCodec, (bytes: Buffer) => Buffer][] = [
  ["GZIP", (bytes) => gzipSync(bytes)],
  ["BROTLI", (bytes) => brotliCompressSync(bytes)],
  ["ZSTD", (bytes) => zstdCompressSync(bytes)],
  ["SNAPPY", snappy],
  ["LZ4", lz4],
  ["LZ4_RAW", lz4],
];

/** A file with one page whose bytes are changed before they are packed. */
function packedFile(
  codec: CompressionCodec,
  pack: (bytes: Buffer) => Buffer,
  change: (bytes: Buffer) => Buffer,
): Buffer {
  const data = Array.from({ length: 20 }, (_, n) => BigInt(n));
  const compress = (bytes: Uint8Array) => Uint8Array.from(pack(change(Buffer.from(bytes))));
  return Buffer.from(
    parquetWriteBuffer({
      columnData: [{ name: "n", data, type: "INT64", nullable: false, encoding: "PLAIN" }],
      ...{ codec, compressors: { [codec]: compress }, statistics: false },
    }),
  );
}

test.each(PACK)("a page that unpacks to other bytes than it says is refused, packed by %s", async (codec, pack) => {
  const changed = (change: (bytes: Buffer) => Buffer) => read(packedFile(codec, pack, change));
  const refused = { failure: { code: "file-damaged", facts: { format: "parquet" } } };
  expect((await changed((bytes) => bytes)).rows).toHaveLength(20);
  expect(await changed((bytes) => Buffer.concat([bytes, Buffer.alloc(8)]))).toEqual(refused);
  expect(await changed((bytes) => bytes.subarray(8))).toEqual(refused);
});
