import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cellKindOfText } from "#domain/core/values/cell-kind.ts";
import type { ColumnType } from "#domain/core/values/table.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { startCopy } from "../../load/copy-rows.ts";
import { allowedIn } from "../cell-types.ts";
import type { Layout } from "../row-format.ts";
import { Scanner } from "./scanner.ts";

let db: FreshDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const digits = (most: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${most}}$`));
const sign = fc.constantFrom("", "-");
const joined = (...parts: (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
  fc.tuple(...parts.map((part) => (typeof part === "string" ? fc.constant(part) : part))).map((all) => all.join(""));
const whole = digits(19).map((text) => text.replace(/^0+(?=.)/, ""));
const decimal = fc.oneof(joined(sign, whole, ".", digits(20)), joined(sign, ".", digits(9)));
const two = (most: number) => fc.nat(most).map((n) => String(n).padStart(2, "0"));
const day = fc
  .date({ min: new Date("0001-01-01T00:00:00Z"), max: new Date("9999-12-31T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const clock = fc.oneof(
  joined(two(23), ":", two(59)),
  joined(two(23), ":", two(59), ":", two(59)),
  joined(two(23), ":", two(59), ":", two(59), ".", digits(6)),
);
const zone = fc.oneof(
  fc.constantFrom("Z", "z", "+00", "-00:30", "+14:59"),
  joined(fc.constantFrom("+", "-"), two(14), fc.constantFrom("", ":"), two(59)),
);
const moment = joined(day, fc.constantFrom("T", " ", "t"), clock);

const CELLS: readonly (readonly [ColumnType, readonly string[], fc.Arbitrary<string>])[] = [
  ["bigint", ["0", "-0", "9223372036854775807", "-9223372036854775807", "4294967296"], joined(sign, whole)],
  [
    "double precision",
    ["-0.0", "0.1", "1e-7", "1.5E+270", "0.30000000000000004", "123456789012345.6", "-.5", "123456.789012345"],
    decimal,
  ],
  ["double precision", ["4.9e-270"], joined(sign, digits(1), ".", digits(16), "e", sign, fc.nat(270).map(String))],
  [
    "numeric",
    ["-0.00", "10000", "0.0001", "99999999.99990000", `1.${"0".repeat(90)}`, "12345678901234567890.5"],
    decimal,
  ],
  ["boolean", ["true", "FALSE", "True", "false"], fc.constantFrom("tRue", "fAlse")],
  ["date", ["2000-01-01", "1999-12-31", "2000-02-29", "1900-03-01", "0001-01-01", "9999-12-31", "2024-02-29"], day],
  [
    "timestamp",
    ["1999-12-31T23:59:59.999999", "9999-12-31 23:59:59.000001", "0001-01-01 00:00", "1582-10-10 12:00:00.5000000"],
    moment,
  ],
  [
    "timestamptz",
    ["2000-01-01T00:00Z", "0002-01-01T00:00:00.1+14:59", "9998-12-31T23:59:59.999999-1459"],
    joined(moment, zone),
  ],
  ["time", ["00:00", "23:59:59.999999", "12:00:00.1000000"], clock],
];

test.each(CELLS)("what is written for a %s is what Postgres reads in its text", async (type, cells, others) => {
  const fits = (text: string) => (cellKindOfText(text) & ~allowedIn(type)) === 0;
  const texts = [...cells, ...fc.sample(others, { numRuns: 2_000, seed: 7 }).filter(fits)];
  expect(texts.length).toBeGreaterThan(300);
  await db.pool.query(`DROP TABLE IF EXISTS cells; CREATE TABLE cells (id bigint, text text, value ${type})`);
  const scanned = await copied("cells", "columns", ["text", type], texts.map((text) => `${text}; ${text} \n`).join(""));
  // A cell that does not fit the type ends the writing.
  expect([scanned.broken, scanned.rows]).toEqual([false, texts.length]);
  const { rows } = await db.pool.query<{ text: string; value: string; wanted: string }>(
    `SELECT text, value::text, text::${type}::text AS wanted FROM cells WHERE value::text IS DISTINCT FROM text::${type}::text
     OR ${type === "double precision" ? "float8send(value) <> float8send(text::float8)" : "false"} LIMIT 5`,
  );
  expect(rows).toEqual([]);
});

test("the cells of a wide row are one array of texts", async () => {
  await db.pool.query("CREATE TABLE wide (id bigint, cells text[])");
  await copied("wide", "array", ["bigint", "text", "text"], ' 12 ;"a""\\;";\n3;é{,};"NULL"\n');
  const { rows } = await db.pool.query("SELECT * FROM wide ORDER BY id");
  expect(rows).toEqual([
    { id: "1", cells: ["12", 'a"\\;', null] },
    { id: "2", cells: ["3", "é{,}", "NULL"] },
  ]);
});

async function copied(table: string, layout: Layout, types: readonly ColumnType[], file: string): Promise<Scanner> {
  const scanner = new Scanner({
    dialect: { delimiter: ";", quote: '"', escape: "double" },
    layout,
    rule: { width: types.length, bare: null, least: types.length, cut: false },
    keep: new Uint8Array(types.length).fill(1),
    types,
    line: 1,
    maxCellBytes: 1e6,
    onReject: ({ reason }) => expect.fail(reason),
  });
  scanner.push(Buffer.from(file), true);
  const client = await db.pool.connect();
  try {
    const copy = startCopy(client, table, { format: "binary", freeze: false });
    await copy.write(scanner.take() ?? new Uint8Array());
    await copy.end();
  } finally {
    client.release();
  }
  return scanner;
}
