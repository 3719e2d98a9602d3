import { gzipSync, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import type { LoadSettings } from "#domain/dataset/load-settings.ts";
import { readCsv } from "#testing/files/csv/read-csv.ts";
import { zipFile } from "#testing/files/made/zip-file.ts";
import { repeated } from "#testing/hostile/files.ts";

const CSV = "id,name\n1,Ann\n2,Bob\n";
const zstd = (text: string) => zstdCompressSync(Buffer.from(text));

async function rowsOf(file: string | Buffer, settings: LoadSettings = {}) {
  const read = await readCsv(file, settings);
  return read.ok ? read.rows.map((row) => row.join("|")) : read.failure;
}

test.each([
  ["gzip", gzipSync(CSV)],
  ["zstd", zstd(CSV)],
  ["zstd of several frames", Buffer.concat([zstd("id,name\n1,Ann\n"), zstd("2,Bob\n")])],
  ["zstd with a frame to skip", Buffer.concat([Buffer.from("502a4d180400000001020304", "hex"), zstd(CSV)])],
  ["a ZIP file", zipFile({ "table.csv": CSV })],
  ["a ZIP file of a Mac", zipFile({ "table.csv": CSV, "__MACOSX/._table.csv": "x", ".DS_Store": "x" })],
  ["a ZIP file with gzip in it", zipFile({ "table.csv.gz": gzipSync(CSV) })],
  ["gzip of a ZIP file", gzipSync(zipFile({ "table.csv": CSV }))],
  ["tabs", CSV.replaceAll(",", "\t")],
])("%s is unpacked to its rows", async (_, file) => {
  expect(await rowsOf(file)).toEqual(["1|Ann", "2|Bob"]);
});

test("of several files in a ZIP file one is chosen by its name", async () => {
  const file = zipFile({ "a.csv": CSV, "more/b.csv": "id\n3\n" });
  const listed = { entries: ["a.csv", "more/b.csv"], count: 2 };
  expect(await rowsOf(file)).toEqual({ code: "entry-unnamed", facts: listed });
  expect(await rowsOf(file, { entry: "more/b.csv" })).toEqual(["3"]);
  expect(await rowsOf(file, { entry: "c.csv" })).toEqual({
    code: "entry-missing",
    facts: { entry: "c.csv", ...listed },
  });
  const read = await readCsv(file, { entry: "a.csv" });
  expect(read.ok && read.report).toMatchObject({
    unpacked: ["zip"],
    part: { entry: "a.csv", others: ["more/b.csv"], count: 1 },
  });
});

/** A ZIP file whose second entry has the name of the first. */
const twice = () =>
  Buffer.from(zipFile({ "a.csv": "id\n1\n", "b.csv": CSV }).toString("latin1").replaceAll("b.csv", "a.csv"), "latin1");

test("of two files of one name in a ZIP file the last is read, as other programs do", async () => {
  expect(await rowsOf(twice())).toEqual(["1|Ann", "2|Bob"]);
});

test("a ZIP file that keeps a text of two bytes a character as it is, is unpacked", async () => {
  const wide = Buffer.concat([Buffer.from("\ufeff", "utf16le"), Buffer.from(CSV.repeat(200), "utf16le")]);
  const rows = await rowsOf(zipFile({ "table.csv": wide }, { stored: true }));
  expect(Array.isArray(rows) && rows.slice(0, 2)).toEqual(["1|Ann", "2|Bob"]);
});

test("names of parts are told without what a database cannot store, and choose the part as they are told", async () => {
  const named = (name: string) => zipFile({ [name]: CSV, "b.csv": CSV });
  const told = { entries: ["a\ufffd.csv", "b.csv"], count: 2 };
  expect(await rowsOf(named("a\0.csv"))).toEqual({ code: "entry-unnamed", facts: told });
  const read = await readCsv(named("a\0.csv"), { entry: "a\ufffd.csv" });
  expect(read.ok && read.report.part).toEqual({ entry: "a\ufffd.csv", others: ["b.csv"], count: 1 });
  const lists = await readCsv(String.raw`{"a\ud800": [{"x":1},{"x":2}], "b\u0000": [{"y":1}]}`);
  expect(lists.ok && lists.report.part).toEqual({ list: "a\ufffd", others: ["b\ufffd"], count: 1 });
});

const deep = (times: number) =>
  Array.from({ length: times }).reduce<Buffer>((inner) => gzipSync(inner), Buffer.from(CSV));
const old = (names: string) =>
  Buffer.concat([
    Buffer.from("d0cf11e0a1b11ae1", "hex"),
    Buffer.alloc(22),
    Buffer.from([9, 0]),
    Buffer.alloc(16),
    Buffer.alloc(4),
    Buffer.alloc(460),
    Buffer.from(names, "utf16le"),
  ]);

test.each<[string, Buffer, object]>([
  ["gzip cut off", gzipSync(CSV).subarray(0, -9), { code: "bad-gzip", facts: {} }],
  ["zstd cut off", zstd(CSV.repeat(99)).subarray(0, -9), { code: "bad-gzip", facts: {} }],
  ["zstd with other bytes behind it", Buffer.concat([zstd(CSV), Buffer.from("more")]), { code: "bad-gzip", facts: {} }],
  ["a ZIP file cut off", zipFile({ "a.csv": CSV }).subarray(0, -9), { code: "file-damaged", facts: { format: "zip" } }],
  ["an empty ZIP file", zipFile({}), { code: "no-rows", facts: {} }],
  ["a locked one", zipFile({ "a.csv": CSV }, { locked: true }), { code: "entry-locked", facts: { entry: "a.csv" } }],
  ["gzip four times", deep(4), { code: "over-file-limit", facts: { what: "packings", limit: 3 } }],
  [
    "ZIP in ZIP",
    zipFile({ "a.zip": zipFile({ "a.csv": CSV }) }),
    { code: "over-file-limit", facts: { what: "packings", limit: 1 } },
  ],
  [
    "zeros packed a thousand times",
    zipFile({ "a.csv": repeated("\0", 100_000_000) }),
    { code: "over-file-limit", facts: { what: "times", limit: 1_000 } },
  ],
  ["an OpenDocument", zipFile({ mimetype: "x", "content.xml": "x" }), notA("open-document")],
  ["a text document", zipFile({ "[Content_Types].xml": "x", "word/document.xml": "x" }), notA("office-document")],
  ["a binary workbook", zipFile({ "[Content_Types].xml": "x", "xl/workbook.bin": "x" }), notA("binary-workbook")],
  ["an old workbook", old("Workbook"), notA("old-office")],
  ["a locked workbook", old("EncryptedPackage"), notA("locked-office")],
  ["a PDF", Buffer.from("%PDF-1.7"), notA("pdf")],
  ["a packed PDF", gzipSync("%PDF-1.7"), notA("pdf")],
  ["a web page", Buffer.from("<!DOCTYPE html><p>1"), notA("markup")],
  ["an image", Buffer.from("\x89PNG\r\n", "latin1"), notA("media")],
])("%s is refused", async (_, file, failure) => {
  expect(await rowsOf(file)).toEqual(failure);
});

function notA(kind: string) {
  return { code: "not-a-table", facts: { kind } };
}

test.each([
  ["a list in a cell before a tab", "[[1,2],[3,4]]\tb\n[[5,6]]\t7\n", ["[[5,6]]|7"]],
  ["an empty object as a label", "{},b\n1,2\n3,4\n", ["1|2", "3|4"]],
  ["a list as a label", '[["x"]],b\n1,2\n', ["1|2"]],
  ["brackets in a text of a cell", '{"a":"]}"};b\n1;2\n', ["1|2"]],
])("%s makes no JSON of a table", async (_, file, rows) => {
  expect(await rowsOf(file, { header: true })).toEqual(rows);
});

test.each(['[{"a":1}];', '{"a":1},\n{"a":2},\n{"a":', '[{"a":1}, {"a":2}'])("%j is no table of cells", async (file) => {
  const refused = { code: "file-damaged", facts: { format: "json" } };
  expect(await rowsOf(file)).toMatchObject(refused);
});

test("a format that is chosen overrides what a text looks like, and no other file", async () => {
  expect(await rowsOf('{"a":1}\n{"a":2}\n', { format: "csv", header: false })).toEqual(['{"a":1}', '{"a":2}']);
  expect(await rowsOf(CSV, { format: "xlsx" })).toEqual({ code: "other-format", facts: { format: "xlsx" } });
  expect(await rowsOf(Buffer.from("PAR1"), { format: "json" })).toEqual({
    code: "other-format",
    facts: { format: "json" },
  });
});
