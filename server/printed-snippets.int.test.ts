import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { duckdbCode } from "#app/streaming/program-snippets.ts";
import { EDGE_COLUMNS, EDGE_ROWS, edgeCsv } from "#testing/clients/edge-table.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import type { Person } from "#testing/person.ts";
import { type Product, startProduct } from "#testing/product.ts";

/** What the printed lines for DuckDB make of a table; other tools: scripts/clients/run.sh. */
let db: InstalledDatabase;
let product: Product;
let owner: Person;
let key: string;
let folder: string;
let duck: DuckDBConnection;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "snippets-"));
  db = await installedDatabase();
  product = await startProduct(db.installation);
  owner = await product.person("Owner", 3);
  key = await owner.key();
  duck = await (await DuckDBInstance.create(":memory:")).connect();
  await duck.run("SET TimeZone = 'UTC'");
});
afterAll(async () => {
  duck?.closeSync();
  await product?.remove();
  await db?.drop();
  await rm(folder, { recursive: true, force: true });
});

type Column = { readonly name: string; readonly type: string };
type Cells = readonly (string | null)[];

async function uploaded(csv: string): Promise<{ table: string; columns: readonly Column[]; rows: number }> {
  const { status, json, text } = await owner.upload(csv, { title: "Edges", is_public: "false" });
  expect([status, text]).toEqual([201, expect.anything()]);
  return { table: json.table_name, columns: json.columns, rows: json.rowCount };
}

const read = (target: string) => product.call("GET", target, { headers: { authorization: `Bearer ${key}` } });

/** The rows that DuckDB reads by the printed lines from the bytes of an answer: it reads a file in place of the address. */
async function byDuckDb(table: string, columns: readonly Column[], query = ""): Promise<readonly Cells[]> {
  const file = path.join(folder, `${table}.csv`);
  await writeFile(file, (await read(`/d/${table}.csv${query}`)).text);
  const { copied } = duckdbCode({ origin: product.url, table, key, excelToken: "", columns });
  const from = copied
    .slice(copied.indexOf("FROM read"))
    .replace(`${product.url}/d/${table}.csv`, file)
    .replace(/;$/, "");
  const { rows: types } = await result(`DESCRIBE ${from}`);
  const cells = types.map(([name, type]) => canonicalSql(`"${name}"`, String(type)));
  return (await result(`SELECT ${cells.join(", ")} ${from}`)).rows as (string | null)[][];
}

async function result(sql: string): Promise<{ readonly rows: readonly unknown[][] }> {
  return { rows: (await duck.runAndReadAll(sql)).getRowsJson() };
}

/** A value as the product writes it. */
function canonicalSql(name: string, type: string): string {
  if (type === "TIMESTAMP") return `strftime(${name}, '%Y-%m-%dT%H:%M:%S.%f')`;
  if (type === "TIMESTAMP WITH TIME ZONE") return `strftime(${name}, '%Y-%m-%dT%H:%M:%S.%fZ')`;
  return `${name}::VARCHAR`;
}

/** As cells are compared: doubles by their value, fractions of a second without zeros at their end. */
function comparable(cell: string | null, type: string): string | null {
  if (cell === null || cell === "") return null;
  if (type === "double precision") return String(Number(cell));
  return /^time/.test(type) ? cell.replace(/(\.\d*?)0+(?=Z?$)/, "$1").replace(/\.(?=Z?$)/, "") : cell;
}

const inRows = (columns: readonly { readonly cells: Cells; readonly type: string }[]) =>
  Array.from({ length: columns[0]?.cells.length ?? 0 }, (_, at) =>
    columns.map(({ cells, type }) => comparable(cells[at] ?? null, type)),
  );

describe("DuckDB", () => {
  test("reads every cell of every type by the printed lines", async () => {
    const { table, columns, rows } = await uploaded(edgeCsv());
    expect(rows).toBe(EDGE_ROWS);
    expect(columns.map(({ name, type }) => ({ name, type }))).toEqual(
      EDGE_COLUMNS.map(({ name, type }) => ({ name, type })),
    );
    const typed = await byDuckDb(table, columns);
    expect(typed.map((cells) => cells.map((cell, at) => comparable(cell, EDGE_COLUMNS[at]?.type ?? "")))).toEqual(
      inRows(EDGE_COLUMNS),
    );
    const untyped = await byDuckDb(table, []);
    expect(untyped.map((cells) => cells.map((cell) => cell || null))).toEqual(
      inRows(EDGE_COLUMNS.map(({ cells }) => ({ cells, type: "text" }))),
    );
  });

  test.each(EDGE_COLUMNS)("reads every row of the column $name by itself", async ({ name, type, cells }) => {
    const { table } = await uploaded(edgeCsv());
    const found = await byDuckDb(table, [{ name, type }], `?columns=${encodeURIComponent(name)}`);
    expect(found.map(([cell = null]) => comparable(cell, type))).toEqual(cells.map((cell) => comparable(cell, type)));
  });
});

test("a column with empty cells has as many rows again when its file is uploaded", async () => {
  const { table } = await uploaded("id,note\n1,first\n2,\n3,third\n4,\n5,\n6, \n");
  const { text } = await read(`/d/${table}.csv?columns=note`);
  expect(text).toBe('note\nfirst\n""\nthird\n""\n""\n" "\n');
  const again = await uploaded(text);
  expect(again.rows).toBe(6);
  expect(JSON.parse((await read(`/d/${again.table}.json`)).text)).toEqual(
    ["first", null, "third", null, null, " "].map((note) => ({ note })),
  );
});

test("a row stays one line for readers that end lines at any separator of Unicode", async () => {
  const signs = ["\u2028", "\u2029", "\u0085", "\u000b", "\u000c", "\u001c", "\u001e"];
  const { table } = await uploaded(`id,text\n${signs.map((sign, at) => `${at},a${sign}b`).join("\n")}\n`);
  const { text } = await read(`/d/${table}.ndjson`);
  expect(text).toMatch(/^[\n -~]+$/);
  const lines = text.trimEnd().split("\n");
  expect(lines.map((line) => (JSON.parse(line) as { text: string }).text)).toEqual(signs.map((sign) => `a${sign}b`));
});
