import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

/** What users are told of a load, and decide about it, on the real server. */
let db: InstalledDatabase;
let product: Product;
let ana: Person;
let ben: Person;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  ana = await product.person("Ana", 3);
  ben = await product.person("Ben", 3);
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const ODD = "Sales of May\n\nshop,zip,,n\nA,01234,,1\nB,55555,,2\n,,,\nC,1\n";

test("the answer, the status and the job page tell what was decided; strangers see none of it", async () => {
  const made = await ana.upload(ODD);
  expect(made.status).toBe(201);
  expect(made.json).toMatchObject({ rowCount: 2, rejected: 1 });
  expect(made.json.load_report).toMatchObject({
    encoding: "utf-8",
    delimiter: ",",
    header: true,
    skipped_lines: 2,
    skipped: [{ line: 1, text: "Sales of May" }],
    rejected: 1,
    empty_rows: 1,
    dropped_columns: [3],
    text_columns: [{ column: "zip", reason: "leading-zeros", line: 4, text: "01234" }],
  });
  const { id } = made.json;
  const status = await ana.get(`/api/assets/${id}/load`);
  expect(status.json.report).toEqual(made.json.load_report);
  const page = await ana.get(`/upload/job/${id}`);
  expect(page.text).toContain("zip is text, because a number begins with zero (line 4: 01234).");
  for (const path of [`/upload/job/${id}`, `/api/assets/${id}/load`]) {
    const seen = await ben.get(path);
    expect(seen.text).not.toContain("Sales of May");
    expect([403, 404]).toContain(seen.status);
  }
});

test("events keep the report without texts of the file, and the texts go with the table", async () => {
  const made = await ana.upload(ODD);
  const events = await db.pool.query<{ data: string }>(
    "select data::text as data from log.events where type = 'DatasetLoaded' order by position desc limit 1",
  );
  expect(events.rows[0]?.data).toContain("leading-zeros");
  expect(events.rows[0]?.data).not.toContain("Sales of May");
  expect(events.rows[0]?.data).not.toContain("01234");
  const version = await ana.call("PUT", `/api/assets/${made.json.id}/data`, {
    body: "shop,zip,n\nA,1,1\n",
    headers: { "content-type": "text/csv" },
  });
  expect([version.status, version.json.load_report.skipped_lines]).toEqual([200, 0]);
});

const MONEY = "shop;price;day\nA;1,5;31.12.2024\nB;2,25;01.01.2025\n";

test("what the uploader decides is done, in a form and in the address of a PUT, and stays with the request", async () => {
  const types = JSON.stringify({ price: "decimal-comma", day: "day-first" });
  const made = await ana.upload(MONEY, { types, delimiter: "semicolon", header: "yes" });
  expect([made.status, made.json.columns.map(({ type }: { type: string }) => type)]).toEqual([
    201,
    ["text", "double precision", "date"],
  ]);
  expect(made.json.load_report.sentences).toContain("price was read as decimal-comma, as chosen.");
  const { rows } = await db.pool.query<{ settings: unknown }>(
    "select data::jsonb -> 'settings' as settings from log.events where type = 'DatasetCreated' order by position desc limit 1",
  );
  expect(rows[0]?.settings).toEqual({
    delimiter: ";",
    header: true,
    columns: { price: "decimal-comma", day: "day-first" },
  });
  // The same bytes with other settings are another version.
  const put = await ana.call("PUT", `/api/assets/${made.json.id}/data?header=no&columns=change`, {
    body: MONEY,
    headers: { "content-type": "text/csv" },
  });
  expect([put.status, put.json.rowCount, put.json.version]).toEqual([200, 3, 2]);
});

test.each([
  ["encoding", "latin-99"],
  ["delimiter", "comma,"],
  ["quote", "''"],
  ["header", "maybe"],
  ["skip_lines", "-1"],
  ["skip_lines", "2000"],
  ["format", "docx"],
  ["types", "{"],
  ["types", '{"a":"money"}'],
  ["types", '{"a":"decimal(2,3)"}'],
  ["on_misfit", "ignore"],
  ["empty", '["",1]'],
])("%s %s is refused by name", async (field, value) => {
  const refused = await ana.upload("a,b\n1,2\n", { [field]: value });
  expect([refused.status, refused.json.error]).toEqual([
    400,
    expect.stringMatching(new RegExp(`^${field} must be one of these: `)),
  ]);
});

test("inspecting tells settings, columns, suggestions and first rows, and keeps nothing", async () => {
  const inspect = (body: string | Uint8Array<ArrayBuffer> | FormData, query = "", by = ana) =>
    by.call("POST", `/api/assets/inspect${query}`, {
      body,
      headers: body instanceof FormData ? {} : { "content-type": "text/csv" },
    });
  const before = await db.pool.query("select count(*) from uploads.received");
  const seen = await inspect(`Title\n\n${MONEY}`);
  expect([seen.status, seen.json]).toEqual([
    200,
    {
      whole: true,
      settings: {
        ...{ encoding: "utf-8", encoding_by: "valid", gzip: false, format: "csv" },
        ...{ delimiter: "semicolon", quote: "double", header: "yes", skip_lines: 2 },
      },
      file: { format: "csv" },
      other_encoding: null,
      skipped: [{ line: 1, text: "Title" }],
      columns: [
        { name: "shop", label: "shop", type: "text", reading: null, suggestions: [], evidence: null },
        {
          ...{ name: "price", label: "price", type: "text", reading: null },
          suggestions: ["decimal-comma", "thousands-point"],
          evidence: {
            ...{ column: "price", reading: "decimal-comma", cells: 2, fits: 2, misfits: [] },
            sentence: "price: all 2 cells hold a number with a decimal comma.",
          },
        },
        {
          ...{ name: "day", label: "day", type: "text", reading: null },
          suggestions: ["day-first"],
          evidence: {
            ...{ column: "day", reading: "day-first", cells: 2, fits: 2, misfits: [] },
            sentence: "day: all 2 cells hold a date, day first.",
          },
        },
      ],
      rows: [
        ["A", "1,5", "31.12.2024"],
        ["B", "2,25", "01.01.2025"],
      ],
      set_aside: { count: 0, rows: [] },
    },
  ]);
  const form = new FormData();
  form.append("types", '{"price":"decimal-comma"}');
  form.append("file", new Blob([MONEY]), "money.csv");
  const chosen = await inspect(form);
  expect([chosen.json.columns[1].type, chosen.json.rows[0][1]]).toEqual(["double precision", "1.5"]);
  const odd = await inspect(
    `${MONEY}C;many;02.01.2025\nD;1\n`,
    `?types=${encodeURIComponent('{"price":"decimal-comma"}')}`,
  );
  expect(odd.json.set_aside).toEqual({
    count: 2,
    rows: [
      { line: 4, record: 3, reason: "price: 'many' is not a number with a decimal comma", text: "C;many;02.01.2025" },
      { line: 5, record: 4, reason: "2 cells instead of 3", text: "D;1" },
    ],
  });
  const latin = Buffer.concat([Buffer.from("n,w\n"), Buffer.from("1,Gr\xfc\xdfe\n".repeat(200_000), "latin1")]);
  const long = await inspect(new Uint8Array(latin));
  expect(long.json).toMatchObject({ whole: false, settings: { encoding: "windows-1252" } });
  expect(long.json.rows).toHaveLength(20);
  const packed = await inspect(new Uint8Array(gzipSync(Buffer.alloc(64_000_000, "a,b\n"))));
  expect(packed.json).toMatchObject({ whole: false, settings: { gzip: true } });
  expect((await inspect("")).json.error).toBe("The file is empty.");
  expect((await inspect("a,b\n1,2\n", "?quote=round")).status).toBe(400);
  expect((await inspect("a,b\n1,2\n", "?colour=red")).status).toBe(400);
  expect((await product.call("POST", "/api/assets/inspect", { body: "a" })).status).toBe(401);
  expect((await db.pool.query("select count(*) from uploads.received")).rows).toEqual(before.rows);
});

const OFFICE = `Besuche;;\n\nTag;Zahl;Betrag\n${Array.from({ length: 30 }, (_, at) => `${(at % 28) + 1}.12.2025;${at === 4 ? "k.A." : at};${at + 1}.103,91`).join("\n")}\nSumme;;1\n`;
const columnTypes = (made: { readonly json: { readonly columns: readonly { readonly type: string }[] } }) =>
  made.json.columns.map(({ type }) => type);

test("by API nothing is converted unasked; the evidence names the odd lines, and events have none of its texts", async () => {
  const made = await ana.upload(OFFICE);
  expect(columnTypes(made)).toEqual(["text", "text", "text"]);
  expect(made.json.load_report.evidence).toMatchObject([
    { column: "Tag", reading: "day-first", cells: 31, fits: 30, misfits: [{ line: 34, text: "Summe" }] },
    { column: "Zahl", reading: "number", cells: 30, fits: 29, misfits: [{ line: 8, text: "k.A." }], empty: ["k.A."] },
    { column: "Betrag", reading: "thousands-point", misfits: [] },
  ]);
  expect(made.json.load_report.sentences).toContain(
    "Zahl: 29 of 30 cells hold a number; line 8 is 'k.A.'; 'k.A.' may mean an empty cell.",
  );
  const { rows } = await db.pool.query<{ report: string }>(
    "select data::jsonb ->> 'report' as report from log.events where type = 'DatasetLoaded' order by position desc limit 1",
  );
  expect(rows[0]?.report).toContain("evidence");
  expect(rows[0]?.report).not.toMatch(/k\.A\.|Summe/);
});

test("types=auto takes what only one reading fits; a word is an empty cell where that was said", async () => {
  const made = await ana.upload(OFFICE, { types: "auto", empty: '["k.A."]' });
  expect([columnTypes(made), made.json.rejected]).toEqual([["text", "bigint", "double precision"], 0]);
  const chosen = await ana.upload(OFFICE, {
    types: JSON.stringify({ Tag: "day-first", Zahl: "integer", Betrag: "thousands-point(12,2)" }),
    empty: JSON.stringify({ Zahl: ["k.A."] }),
  });
  expect([columnTypes(chosen), chosen.json.rowCount, chosen.json.rejected]).toEqual([
    ["date", "bigint", "numeric"],
    30,
    1,
  ]);
  const data = await ana.get(`/api/assets/${chosen.json.id}/data`);
  expect(data.json.rows[0]).toMatchObject({ Tag: "2025-12-01", Zahl: 0, Betrag: 1103.91 });
});

test("a misfit refuses the file or makes the column text, if that was said", async () => {
  const types = '{"Tag":"day-first"}';
  const refused = await ana.upload(OFFICE, { types, on_misfit: "refuse" });
  expect([refused.status, refused.json.error]).toEqual([422, "Line 34, Tag: the cell is not a date, day first."]);
  const text = await ana.upload(OFFICE, { types, on_misfit: "text" });
  expect([columnTypes(text)[0], text.json.rowCount, text.json.rejected]).toEqual(["text", 31, 0]);
});

test("statistics follow the load", async () => {
  const made = await ana.upload("a,b\n1,x\n2,y\n");
  const page = async () => (await ana.get(`/upload/job/${made.json.id}`)).text;
  await eventually(
    async () => {
      const { rows } = await db.pool.query<{ measured: boolean }>(
        "select statistics is not null as measured from registry.tables where ready_at is not null order by ready_at desc limit 1",
      );
      return rows[0]?.measured;
    },
    10_000,
    "There are no statistics",
  );
  expect(await page()).not.toContain("follows; the rows can be read");
});
