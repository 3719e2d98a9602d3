import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import type { ClientBase } from "pg";
import readXlsxFile from "read-excel-file/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ColumnType } from "#domain/core/values/table.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { everyCharacter } from "#testing/texts/every-character.ts";
import { VERSION } from "../../config/version.ts";
import { migrate } from "../../postgres/migrations.ts";
import { prepareReaderRole } from "../reader-role.ts";
import { dataTable, registerTable } from "../registry.ts";
import { openStream } from "../stream/open-stream.ts";
import { parseStreamQuery } from "../stream/stream-query.ts";
import { tableMigrations } from "../table-migrations.ts";

/** What DuckDB and a reader of spreadsheets make of the files. */
let db: FreshDatabase;
let folder: string;
let duck: DuckDBConnection;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, tableMigrations);
  await prepareReaderRole(db.pool);
  folder = await mkdtemp(path.join(tmpdir(), "judges-"));
  duck = await (await DuckDBInstance.create(":memory:")).connect();
  await duck.run("SET TimeZone = 'UTC'");
});
afterAll(async () => {
  duck?.closeSync();
  await db?.drop();
  await rm(folder, { recursive: true, force: true });
});

type Cell = { readonly name: string; readonly type: ColumnType };

/** A table whose rows are made by SQL. */
async function stored(columns: readonly Cell[], rowsSql: string): Promise<string> {
  const physical = `t_${randomBytes(16).toString("hex")}`;
  const types = columns.map(({ type }, at) => `c${at} ${type}`);
  await db.pool.query(`CREATE TABLE ${dataTable(physical)} (_row_id bigint, ${types.join(", ")})`);
  const { rowCount } = await db.pool.query(`INSERT INTO ${dataTable(physical)} ${rowsSql}`);
  const labelled = columns.map(({ name, type }) => ({ name, label: `The ${name}`, type }));
  const table = { physical, kind: "dataset", layout: "columns", columns: labelled, rows: rowCount ?? 0 } as const;
  await registerTable(db.pool as unknown as ClientBase, { ...table, contentHash: "" }, null);
  return physical;
}

async function file(physical: string, columns: readonly Cell[], params: string): Promise<string> {
  const parsed = parseStreamQuery(
    new URLSearchParams(params),
    columns.map(({ name, type }) => ({ name, label: name, type })),
  );
  if (!parsed.ok) throw new Error(parsed.message);
  const format = parsed.query.format ?? "json";
  const opened = await openStream({ pool: db.pool, physical, query: parsed.query, format, excel: false });
  if (!opened.ok) throw new Error(opened.reason);
  const name = path.join(folder, `${physical}.${format}`);
  await writeFile(name, await buffer(opened.readable));
  return name;
}

async function rows(sql: string): Promise<unknown[]> {
  return (await duck.runAndReadAll(sql)).getRowObjectsJson();
}

const COLUMNS: readonly Cell[] = [
  { name: "id", type: "bigint" },
  { name: "level", type: "double precision" },
  { name: "price", type: "numeric" },
  { name: "long_price", type: "numeric" },
  { name: "endless", type: "numeric" },
  { name: "valid", type: "boolean" },
  { name: "day", type: "date" },
  { name: "seen", type: "timestamptz" },
  { name: "local", type: "timestamp" },
  { name: "at", type: "time" },
  { name: "remark", type: "text" },
  { name: "more", type: "jsonb" },
  { name: "nothing", type: "text" },
];
const EDGES = `VALUES
  (1::bigint, 9223372036854775807, 0.1::float8, 12.50::numeric, 12345678901234567890.12345::numeric, 'NaN'::numeric, true, '0001-01-01'::date, '9999-12-31 23:59:59.999999+00'::timestamptz, '1969-12-31 23:59:59.999999'::timestamp, '23:59:59.5'::time, E'tab\\tline\\nü😀\\\\N "q"', '{"a": [1, "\\n"]}'::jsonb, NULL::text),
  (2, -9223372036854775808, 'NaN', -0.05, -0.1, 1e60, false, '9999-12-31', '0001-01-02 00:00:00+00', '0099-03-01 10:00:00.000001', '00:00:00', '', 'null', NULL),
  (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)`;

test("Parquet has the exact types and values, times in UTC, and labels", async () => {
  const physical = await stored(COLUMNS, EDGES);
  const name = await file(physical, COLUMNS, "format=parquet");
  expect(
    (await rows(`SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM '${name}')`)).map((row) =>
      Object.values(row as object).join(" "),
    ),
  ).toEqual([
    ...["id BIGINT", "level DOUBLE", "price DECIMAL(4,2)", "long_price DECIMAL(25,5)", "endless VARCHAR"],
    ...["valid BOOLEAN", "day DATE", "seen TIMESTAMP WITH TIME ZONE", "local TIMESTAMP", "at TIME", "remark VARCHAR"],
    ...["more VARCHAR", "nothing VARCHAR"],
  ]);
  const texts = COLUMNS.map((column) => `"${column.name}"::text AS "${column.name}"`).join(", ");
  expect(await rows(`SELECT ${texts} FROM '${name}'`)).toEqual([
    {
      id: "9223372036854775807",
      level: "0.1",
      price: "12.50",
      long_price: "12345678901234567890.12345",
      endless: "NaN",
      valid: "true",
      day: "0001-01-01",
      seen: "9999-12-31 23:59:59.999999+00",
      local: "1969-12-31 23:59:59.999999",
      at: "23:59:59.5",
      remark: 'tab\tline\nü😀\\N "q"',
      more: '{"a": [1, "\\n"]}',
      nothing: null,
    },
    {
      id: "-9223372036854775808",
      level: "nan",
      price: "-0.05",
      long_price: "-0.10000",
      endless: `1${"0".repeat(60)}`,
      valid: "false",
      day: "9999-12-31",
      seen: "0001-01-02 00:00:00+00",
      local: "0099-03-01 10:00:00.000001",
      at: "00:00:00",
      remark: "",
      more: "null",
      nothing: null,
    },
    Object.fromEntries(COLUMNS.map((column) => [column.name, null])),
  ]);
  expect(await rows(`SELECT created_by FROM parquet_file_metadata('${name}')`)).toEqual([
    { created_by: `Tributary version ${VERSION}` },
  ]);
  const [told] = await rows(`SELECT value::text AS value FROM parquet_kv_metadata('${name}')`);
  expect(String((told as { value: unknown }).value)).toContain("The long_price");
});

const MANY: readonly Cell[] = [
  { name: "id", type: "bigint" },
  { name: "station", type: "text" },
  { name: "level", type: "double precision" },
];
const MANY_SQL = `SELECT n, CASE WHEN n % 11 = 0 THEN NULL ELSE n END, 'station ' || n % 97, n / 8.0 FROM generate_series(1, 230000) AS n`;

test("Parquet has a small row group first, then larger ones in the order of the rows, with statistics", async () => {
  const physical = await stored(MANY, MANY_SQL);
  const name = await file(physical, MANY, "format=parquet");
  expect(
    await rows(
      `SELECT row_group_num_rows::int AS n, stats_min_value AS least, compression FROM parquet_metadata('${name}') WHERE path_in_schema = 'level'`,
    ),
  ).toEqual([
    { n: 1_000, least: "0.125", compression: "ZSTD" },
    { n: 100_000, least: "125.125", compression: "ZSTD" },
    { n: 100_000, least: "12625.125", compression: "ZSTD" },
    { n: 29_000, least: "25125.125", compression: "ZSTD" },
  ]);
  const csv = await file(physical, MANY, "format=csv");
  const same = `SELECT count(*)::int AS n FROM (SELECT * FROM '${name}' EXCEPT ALL SELECT * FROM read_csv('${csv}', types = {'id': 'BIGINT', 'level': 'DOUBLE'}))`;
  expect(await rows(same)).toEqual([{ n: 0 }]);
  expect(await rows(`SELECT count(*)::int AS n, sum(id)::text AS ids FROM '${name}'`)).toEqual(
    await rows(`SELECT count(*)::int AS n, sum(id)::text AS ids FROM read_csv('${csv}')`),
  );
});

test("Parquet of no rows has its columns, and a filter keeps the types of the table", async () => {
  const physical = await stored(COLUMNS, EDGES);
  const types = (name: string) => rows(`SELECT column_type FROM (DESCRIBE SELECT * FROM '${name}')`);
  const empty = await file(physical, COLUMNS, "format=parquet&id=eq.5&columns=price,day");
  expect([await types(empty), await rows(`FROM '${empty}'`)]).toEqual([
    [{ column_type: "DECIMAL(4,2)" }, { column_type: "DATE" }],
    [],
  ]);
  const one = await file(physical, COLUMNS, "format=parquet&price=lt.0&columns=price,id");
  expect(await rows(`SELECT price::text AS price FROM '${one}'`)).toEqual([{ price: "-0.05" }]);
});

test("xlsx has real dates, numbers that a sheet holds, and text for those that it would round", async () => {
  const columns: readonly Cell[] = [...COLUMNS, { name: "long", type: "text" }];
  const physical = await stored(
    columns,
    `VALUES
    (1::bigint, 123456789012345, 0.1::float8, 12.50::numeric, 1234567890123456::numeric, 'NaN'::numeric, true, '2024-02-29'::date, '2024-01-31 10:00:00+02'::timestamptz, '1900-03-01 12:00:00'::timestamp, '06:00:00'::time, E'a & <b>\\v\\n_x0041_ =1+1', '{"a": 1}'::jsonb, NULL::text, repeat('x', 40000)),
    (2, 1234567890123456, 'Infinity', 0.1234567890123456, 0.000000000000000123, 0, false, '1899-12-31', '0099-01-01 00:00:00+00', NULL, NULL, '', '[]', NULL, '')`,
  );
  const name = await file(physical, columns, "format=xlsx");
  const [header, first, second] = await readXlsxFile(name).then((sheets) => sheetOf(sheets));
  expect(header).toEqual(columns.map((column) => column.name));
  expect(first?.slice(0, 13)).toEqual([
    ...[123456789012345, 0.1, 12.5, "1234567890123456", "NaN", true, new Date("2024-02-29T00:00:00Z")],
    ...[new Date("2024-01-31T08:00:00Z"), new Date("1900-03-01T12:00:00Z"), expect.anything()],
    ...["a & <b>\v\n_x0041_ =1+1", '{"a": 1}', null],
  ]);
  expect(String(first?.[13])).toHaveLength(32_767);
  expect(String(first?.[13])).toMatch(/x … \[cut: a cell of a spreadsheet holds 32,767 characters\]$/);
  expect(second?.slice(0, 8)).toEqual([
    ...["1234567890123456", "Infinity", "0.1234567890123456", 0.000000000000000123, 0, false, "1899-12-31"],
    "0099-01-01T00:00:00Z",
  ]);
});

test("xlsx has every character of Unicode", async () => {
  const columns: readonly Cell[] = [{ name: "text", type: "text" }];
  const parts = everyCharacter(8_192).map((part) => part.toWellFormed().replaceAll("\0", ""));
  const physical = await stored(columns, "SELECT 0, ''::text WHERE false");
  await db.pool.query(
    `INSERT INTO ${dataTable(physical)} SELECT place, part FROM unnest($1::text[]) WITH ORDINALITY AS _(part, place)`,
    [parts],
  );
  const sheet = await readXlsxFile(await file(physical, columns, "format=xlsx"), { trim: false }).then(sheetOf);
  // Told as numbers: a difference of such texts cannot be read.
  const found = sheet.slice(1).map(([cell]) => String(cell));
  expect(parts.flatMap((part, at) => (found[at] === part ? [] : [at]))).toEqual([]);
});

/** The rows of the one sheet. */
function sheetOf(sheets: unknown): unknown[][] {
  const [first] = sheets as ({ data: unknown[][] } | unknown[])[];
  return first !== undefined && "data" in first ? first.data : (sheets as unknown[][]);
}
