import fc from "fast-check";
import { expect, test } from "vitest";
import type { LoadSettings } from "#domain/dataset/load-settings.ts";
import { readCsv } from "#testing/files/csv/read-csv.ts";
import { JsonItems } from "./json-items.ts";

async function read(file: string | Buffer, settings: LoadSettings = {}) {
  const found = await readCsv(file, settings);
  if (!found.ok) return { failure: found.failure };
  return {
    columns: found.columns.map(({ label, type }) => `${label} ${type}`).join(", "),
    rows: found.rows.map((row) => row.map((cell) => cell ?? "∅").join("|")),
    aside: found.aside,
    report: found.report,
  };
}

test("records become rows: columns that come later, nested objects, lists, types and digits", async () => {
  const found = await read(`[
    {"id": 1, "name": "Ann", "since": "2024-02-29", "long": 9007199254740993, "exact": 0.12345678901234567890},
    {"id": 2, "name": "12", "place": {"city": "Oslo", "at": [1, {"x": null}]}, "long": -1, "exact": 1.5},
    {"id": 3.5, "name": "true", "ok": true, "long": 7, "exact": 2},
    {}
  ]`);
  expect(found.columns).toBe(
    "id double precision, name text, since date, long bigint, exact numeric, place__city text, place__at text, ok boolean",
  );
  expect(found.rows).toEqual([
    "1|Ann|2024-02-29|9007199254740993|0.12345678901234567890|∅|∅|∅",
    '2|12|∅|-1|1.5|Oslo|[1,{"x":null}]|∅',
    "3.5|true|∅|7|2|∅|∅|true",
    "∅|∅|∅|∅|∅|∅|∅|∅",
  ]);
  expect(found.report).toMatchObject({ format: "json", emptyRows: 0 });
});

test("a column that comes after a thousand records is a column of all", async () => {
  const records = Array.from({ length: 1_500 }, (_, n) => (n === 1_400 ? { n, late: "x" } : { n }));
  const found = await read(JSON.stringify(records));
  expect(found.columns).toBe("n bigint, late text");
  expect([found.rows?.length, found.rows?.[1_400], found.rows?.[1_499]]).toEqual([1_500, "1400|x", "1499|∅"]);
});

test("of several lists the one with most records is read, and the others are named", async () => {
  const found = await read('{"page": 1, "tags": ["a"], "meta": {"sources": [{"s": 1}]}, "data": [{"a": 1}, {"a": 2}]}');
  expect(found.rows).toEqual(["1", "2"]);
  const fields = { names: ["page"], count: 1 };
  expect(found.report?.part).toEqual({ list: "data", others: ["meta.sources"], count: 1, fields });
});

test("fields beside the list that is read are named", async () => {
  const fields = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`f${n}`, n % 2 ? "a: [x" : null]));
  const found = await read(
    JSON.stringify({ id: 1, of: { name: 'a"b', ok: true }, items: [{ a: 1 }, { a: 2 }], fields }),
  );
  expect(found.rows).toEqual(["1", "2"]);
  expect(found.report?.part?.fields?.count).toBe(203);
  expect(found.report?.part?.fields?.names.slice(0, 4)).toEqual(["id", "of.name", "of.ok", "fields.f0"]);
  expect(found.report?.part?.fields?.names.length).toBe(100);
});

test.each([
  ["numbers", "[1,2,3]", ["1", "2", "3"]],
  ["texts", '["a","b"]\n', ["a", "b"]],
  ["numbers in lines", "[\n  1,\n  null,\n  2.5\n]", ["1", "∅", "2.5"]],
  ["many numbers", JSON.stringify(Array.from({ length: 180_000 }, (_, n) => n)), null],
])("a list of %s is one column", async (_, text, rows) => {
  const found = await read(text);
  expect(found.columns).toMatch(/^value /);
  if (rows) expect(found.rows).toEqual(rows);
  else expect(found.rows?.length).toBe(180_000);
});

test("a text that begins with a bracket and is no JSON stays CSV", async () => {
  expect((await read("[1,[2\n3,4\n5,6\n")).report?.format).toBeUndefined();
});

test("a value in each line is a record, and a broken line is set aside", async () => {
  const found = await read('{"a":1,"t":"x\\ny"}\r\n\r\n{"a":2,"t":\r\n{"a":3}\r\n17\r\n{"a":4,"t":""}');
  expect(found.rows).toEqual(["1|x\ny", "3|∅", "4|∅"]);
  expect(found.aside).toEqual([
    { line: 3, record: 3, reason: "not JSON", text: '{"a":2,"t":\r' },
    { line: 5, record: 5, reason: "not a record", text: "17\r" },
  ]);
  expect(found.report).toMatchObject({
    ...{ format: "ndjson", rejected: 2 },
    emptied: [{ kind: "empty-text", count: 1, line: 6 }],
  });
});

test("a row that is set aside later is named by its record", async () => {
  const lines = Array.from({ length: 30 }, (_, n) => JSON.stringify({ n: n === 20 ? "many\nof them" : n }));
  const found = await read(lines.join("\n"), { columns: { n: "number" } });
  expect(found.aside?.map(({ line }) => line)).toEqual([21]);
});

test.each([
  ["one record", '{"a": 1, "b": {"c": "x"}}', ["1|x"]],
  ["lists as rows", '[["n", "t"], [1, "x"], [2, "y"]]', ["1|x", "2|y"]],
  ["values", "[{}, 1]", ["∅"]],
  ["a text with a byte order mark", '\ufeff[{"a": 1}]', ["1"]],
])("%s", async (_, text, rows) => {
  const found = await read(text);
  if (rows[0] === "∅") expect(found.failure ?? found.rows).toBeDefined();
  else expect(found.rows).toEqual(rows);
});

test("a text in another encoding is read in it", async () => {
  expect((await read(Buffer.from('[{"city":"Zürich, Genève, Malmö"}]', "latin1"))).rows).toEqual([
    "Zürich, Genève, Malmö",
  ]);
  expect((await read(Buffer.from('\ufeff[{"city":"Ωμέγα"}]', "utf16le"))).rows).toEqual(["Ωμέγα"]);
});

test("the report tells the encoding of the file, what else it may be, and where bytes are no characters", async () => {
  const report = async (file: Buffer, settings: LoadSettings = {}) => (await read(file, settings)).report;
  const latin = Buffer.from('[{"city":"Zürich, Genève, Malmö"}]', "latin1");
  expect(await report(latin)).toMatchObject({ encoding: "windows-1252", encodingBy: "detected", replaced: 0 });
  expect((await report(Buffer.from('[{"a":"é"}]', "latin1")))?.rival).toBeDefined();
  expect(await report(Buffer.from('\ufeff[{"city":"Ωμέγα"}]', "utf16le"))).toMatchObject({
    ...{ encoding: "utf-16le", encodingBy: "mark" },
  });
  const broken = Buffer.from('{"a":"x"}\n{"a":"\xff\xff"}\n{"a":"y"}\n', "latin1");
  expect(await report(broken, { encoding: "utf-8" })).toMatchObject({
    ...{ encoding: "utf-8", encodingBy: "chosen", replaced: 2, replacedLines: [2] },
  });
});

test("a notation is that of texts: numbers of JSON are numbers already, and no other notation is suggested", async () => {
  const file = JSON.stringify([
    { n: 1.234, t: "1.234,5" },
    { n: 0.5, t: 7.125 },
    { n: 12.345, t: "2" },
  ]);
  const found = await read(file, { columns: { n: "thousands-point", t: "thousands-point" } });
  expect(found.rows).toEqual(["1.234|1234.5", "0.5|7.125", "12.345|2"]);
  const grouped = JSON.stringify([{ n: 1.234 }, { n: 12.345 }]);
  expect((await read(grouped)).report?.evidence).toBeUndefined();
  expect((await read(JSON.stringify([{ d: 5 }, { d: "01.02.2024" }]), { columns: { d: "day-first" } })).rows).toEqual([
    "2024-02-01",
  ]);
});

test.each([
  ["a list with something behind it", '[\n{"a":1},\n{"a":2},\n{"a":3}\n]\n;', 6],
  ["records behind each other that are no lines", '{\n"a":1\n}\n{\n"a":2\n}', 4],
])("%s is refused with its line", async (_, text, line) => {
  expect(await read(text)).toEqual({ failure: { code: "file-damaged", facts: { format: "json", line } } });
});

test.each([
  ["cut off", '[{"a":1},{"a":2}', { code: "file-damaged", facts: { format: "json", line: 1 } }],
  ["brackets that do not match", '[{"a":1}}', { code: "file-damaged", facts: { format: "json", line: 1 } }],
  ["an empty list", "[ ]", { code: "no-rows", facts: {} }],
  ["a record with an empty list", '{"count": 0, "data": []}', { code: "no-rows", facts: {} }],
  ["nested deeply", `[{"a":${"[".repeat(99)}`, { code: "over-file-limit", facts: { what: "depth", limit: 64 } }],
  [
    "keys without end",
    JSON.stringify(Array.from({ length: 1_700 }, (_, n) => ({ [`k${n}`]: 1 }))),
    { code: "too-many-columns", facts: { columns: 1_601, maxColumns: 1_600 } },
  ],
])("%s is refused", async (_, text, failure) => {
  expect(await read(text)).toEqual({ failure });
});

test("items are the same however the text is cut into chunks", () => {
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue({ maxDepth: 4 }), { minLength: 1 }),
      fc.integer({ min: 1, max: 9 }),
      (items, size) => {
        const text = Buffer.from(JSON.stringify({ before: { a: "]}" }, list: items, after: null }, null, 1));
        const found: unknown[] = [];
        const reader = new JsonItems(
          { path: "list", take: (item) => found.push(JSON.parse(item.toString())) > 0 },
          1e9,
        );
        for (let at = 0; at < text.length; at += size) reader.push(text.subarray(at, at + size));
        reader.end();
        expect(found).toEqual(JSON.parse(JSON.stringify(items)));
      },
    ),
  );
});
