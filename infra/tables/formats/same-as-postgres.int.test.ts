import { randomBytes } from "node:crypto";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ColumnType, ExactNumbers } from "#domain/core/values/table.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { everyCharacter } from "#testing/texts/every-character.ts";
import { migrate } from "../../postgres/migrations.ts";
import { namedSql, type ReadableColumn, readableColumns, textSql } from "../column-sql.ts";
import { prepareReaderRole } from "../reader-role.ts";
import { dataTable, registerTable } from "../registry.ts";
import { openStream } from "../stream/open-stream.ts";
import { parseStreamQuery } from "../stream/stream-query.ts";
import { tableMigrations } from "../table-migrations.ts";

/** What is made here against what Postgres makes of the same rows, byte for byte. */
let db: FreshDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, tableMigrations);
  await prepareReaderRole(db.pool);
});
afterAll(async () => {
  await db?.drop();
});

const character = fc.oneof(
  fc.integer({ min: 1, max: 0x7f }).map((code) => String.fromCodePoint(code)),
  fc.constantFrom('"', "\\", "\\N", "\\.", "\\n", "\t", "\n", "\r", "\v", "\u2028", "\u2029", "\u0085", "😀", "é", "<"),
  fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
);
const anyText = fc
  .array(character, { maxLength: 12 })
  .map((characters) => characters.join("").toWellFormed().replaceAll("\0", ""));
const plainDate = fc
  .date({ min: new Date("0001-01-02T00:00:00Z"), max: new Date("9999-12-30T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString());
const micros = fc.integer({ min: 0, max: 999_999 }).map((number) => `.${String(number).padStart(6, "0")}`);
const moment = fc.tuple(plainDate, micros).map(([date, fraction]) => `${date.replace(/\.\d+Z$/, "")}${fraction}`);
const json = fc.json({ maxDepth: 3 }).filter((one) => !one.includes("\\u0000") && !/\\ud[89a-f]/i.test(one));

/** Values of each type, as Postgres reads them. */
const VALUES: Readonly<Record<ColumnType, fc.Arbitrary<string>>> = {
  bigint: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  "double precision": fc.double().map((number) => (Object.is(number, -0) ? "-0" : String(number))),
  numeric: fc.oneof(
    fc.tuple(fc.bigInt(), fc.nat(30)).map(([whole, scale]) => `${whole}e-${scale}`),
    fc.constantFrom("NaN", "Infinity", "-Infinity", "0.00", "-0.10", "1e200"),
  ),
  boolean: fc.constantFrom("true", "false"),
  date: plainDate.map((date) => date.replace(/T.*/, "")),
  timestamp: moment,
  timestamptz: moment.map((date) => `${date}Z`),
  time: fc
    .tuple(plainDate, micros)
    .map(([date, fraction]) => `${date.substring(date.indexOf("T") + 1, date.indexOf("."))}${fraction}`),
  text: anyText,
  jsonb: fc.oneof(
    json,
    anyText.map((one) => JSON.stringify(one)),
  ),
};
const TYPES = Object.keys(VALUES) as ColumnType[];
const columns = TYPES.map((type, at) => ({
  name: `${type.replaceAll(" ", "_")}_"é"_${at}`.replaceAll('"', ""),
  label: type,
  type,
}));
const NAMES = columns.map(({ name }) => name);
const TEXT = NAMES[TYPES.indexOf("text")] ?? "";
const row = fc.tuple(...TYPES.map((type) => fc.option(VALUES[type], { freq: 5 })));

async function stored(rows: readonly (readonly (string | null)[])[]): Promise<string> {
  const physical = `t_${randomBytes(16).toString("hex")}`;
  await db.pool.query(
    `CREATE TABLE ${dataTable(physical)} (_row_id bigint, ${TYPES.map((type, at) => `c${at} ${type}`).join(", ")})`,
  );
  const arrays = TYPES.map((_, at) => `$${at + 1}::text[]`);
  await db.pool.query(
    `INSERT INTO ${dataTable(physical)} SELECT place, ${TYPES.map((type, at) => `v${at}::${type}`).join(", ")}
     FROM unnest(${arrays.join(", ")}) WITH ORDINALITY AS cells(${TYPES.map((_, at) => `v${at}`).join(", ")}, place)`,
    TYPES.map((_, at) => rows.map((cells) => cells[at] ?? null)),
  );
  const table = { physical, kind: "dataset", layout: "columns", columns, rows: rows.length, contentHash: "" } as const;
  await registerTable(db.pool as unknown as pg.ClientBase, table, null);
  return physical;
}

/** What Postgres makes of the rows: lines of JSON, or CSV. */
async function madeByPostgres(physical: string, select: (own: readonly ReadableColumn[]) => string): Promise<string> {
  const { own } = readableColumns({ layout: "columns", kind: "dataset", columns });
  const client = await db.pool.connect();
  try {
    await client.query("SET TimeZone = 'UTC'; SET DateStyle = 'ISO'; SET extra_float_digits = 1");
    const from = `FROM ${dataTable(physical)} AS source ORDER BY _row_id`;
    return await text(client.query(copyTo(select(own).replace("$FROM", () => from))));
  } finally {
    client.release(true);
  }
}

/** Line separators of Unicode are escaped, which Postgres leaves to others. */
const jsonLines = async (physical: string, exactNumbers: ExactNumbers) =>
  (
    await madeByPostgres(
      physical,
      (own) =>
        `COPY (SELECT row_to_json(r.*)::text FROM (SELECT ${namedSql(own, exactNumbers)} $FROM) AS r) TO STDOUT WITH (FORMAT csv, QUOTE E'\\x02', DELIMITER E'\\x01')`,
    )
  ).replace(/[\u0085\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
const csv = (physical: string, names: readonly string[]) =>
  madeByPostgres(physical, (own) => {
    const chosen = own.filter(({ name }) => names.includes(name));
    const list = chosen.map((column) => `${textSql(column)} AS ${pg.escapeIdentifier(column.name)}`);
    return `COPY (SELECT ${list.join(", ")} $FROM) TO STDOUT WITH (FORMAT csv, HEADER true)`;
  });
/** A column by itself: no line is empty, or looks so to a reader. */
const csvAlone = (cells: readonly (string | null)[]) =>
  [TEXT, ...cells.map((cell) => aloneCell(cell ?? "")), ""].join("\n");
const aloneCell = (cell: string) => (/^$|^[ \t]|[",\r\n]|^\\\.$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

async function streamed(physical: string, params: string, rangeBytes: number): Promise<string> {
  const parsed = parseStreamQuery(new URLSearchParams(params), columns);
  if (!parsed.ok) throw new Error(parsed.message);
  const format = parsed.query.format ?? "json";
  const opened = await openStream({ pool: db.pool, physical, query: parsed.query, format, excel: false, rangeBytes });
  if (!opened.ok) throw new Error(opened.reason);
  return text(opened.readable);
}

test("json, ndjson and csv are the bytes that Postgres makes, for any values", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 60 }),
      fc.constantFrom<ExactNumbers>("number", "string"),
      async (rows, exactNumbers) => {
        const physical = await stored(rows);
        const lines = await jsonLines(physical, exactNumbers);
        expect(await streamed(physical, `format=ndjson&bigint=${exactNumbers}`, 4_000)).toBe(lines);
        const array = lines === "" ? "" : lines.slice(0, -1).replaceAll("\n", "\n,").concat("\n");
        expect(await streamed(physical, `format=json&bigint=${exactNumbers}`, Infinity)).toBe(`[${array}]\n`);
        expect(await streamed(physical, "format=csv", 4_000)).toBe(await csv(physical, NAMES));
        expect(await streamed(physical, `format=csv&columns=${TEXT}`, 4_000)).toBe(
          csvAlone(rows.map((cells) => cells[TYPES.indexOf("text")] ?? null)),
        );
      },
    ),
    { numRuns: 40 },
  );
});

test("every character of Unicode comes as Postgres writes it", async () => {
  const empty: (string | null)[] = TYPES.map(() => null);
  const storable = everyCharacter(16_384).map((part) => part.toWellFormed().replaceAll("\0", ""));
  const physical = await stored(storable.map((part) => empty.with(TYPES.indexOf("text"), part)));
  const lines = await streamed(physical, `format=ndjson&columns=${TEXT}`, 4_000);
  const cells = lines.trimEnd().split("\n");
  expect(cells.map((line) => (JSON.parse(line) as Record<string, string>)[TEXT])).toEqual(storable);
  expect((await streamed(physical, "format=csv", 4_000)) === (await csv(physical, NAMES))).toBe(true);
});

test("a cell of megabytes, all of it escapes or none, comes whole", async () => {
  const empty: (string | null)[] = TYPES.map(() => null);
  const cells = ["\u0001".repeat(300_000), '\v\\"\n'.repeat(400_000), "x".repeat(3_000_000), "\\.", ""];
  const physical = await stored(cells.map((cell) => empty.with(TYPES.indexOf("text"), cell)));
  // Comparing is quicker than telling the difference of megabytes.
  expect((await streamed(physical, "format=ndjson", Infinity)) === (await jsonLines(physical, "number"))).toBe(true);
  expect((await streamed(physical, "format=csv", Infinity)) === (await csv(physical, NAMES))).toBe(true);
  expect((await streamed(physical, `format=csv&columns=${TEXT}`, Infinity)) === csvAlone(cells)).toBe(true);
});
