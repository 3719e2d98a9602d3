import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import type { LoadSettings } from "#domain/dataset/load-settings.ts";
import type { ColumnType } from "#domain/core/values/table.ts";
import { readCsv } from "#testing/files/csv/read-csv.ts";
import { workbookFile } from "#testing/files/made/workbook-file.ts";
import { xlsxRows } from "../../formats/xlsx-file.ts";

async function read(file: Buffer, settings: LoadSettings = {}) {
  const found = await readCsv(file, settings);
  if (!found.ok) return { failure: found.failure };
  return {
    columns: found.columns.map(({ label, type }) => `${label} ${type}`).join(", "),
    rows: found.rows.map((row) => row.map((cell) => cell ?? "∅").join("|")),
    aside: found.aside,
    report: found.report,
  };
}

const text = (address: string, words: string) =>
  `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${words}</t></is></c>`;
const number = (address: string, value: number | string, style = 0) =>
  `<c r="${address}" s="${style}"><v>${value}</v></c>`;
const row = (at: number, ...cells: string[]) => `<row r="${at}">${cells.join("")}</row>`;
const sheet = (rows: string, name = "Data") => ({ name, rows });

const COLUMNS: readonly (readonly [string, ColumnType, (n: number) => string])[] = [
  ["id", "bigint", (n) => String(n)],
  ["level", "double precision", (n) => String(n / 8 + 0.1)],
  ["valid", "boolean", (n) => (n % 3 === 0 ? "t" : "f")],
  ["day", "date", (n) => new Date(Date.UTC(1900, 2, 1) + n * 86_400_000 * 17).toISOString().slice(0, 10)],
  ["seen", "timestamp", (n) => `${new Date(n * 99_991_000).toISOString().slice(0, 19)}`],
  ["at", "time", (n) => new Date(n * 7_919_000).toISOString().slice(11, 19)],
  ["note", "text", (n) => (n % 5 === 0 ? "\\N" : `a "b", <c> & ${n}\\n_x0041_ é`)],
  ["code", "text", (n) => String(n).padStart(4, "0")],
];

test("a workbook that the product has written is read as the table that it was made of", async () => {
  const lines = Array.from({ length: 2_500 }, (_, n) => COLUMNS.map(([, , cell]) => cell(n + 1)).join("\t"));
  // COPY writes a space between date and time.
  const rows = Readable.from([Buffer.from(`${lines.join("\n").replace(/(\d)T(?=\d\d:)/g, "$1 ")}\n`)]);
  const file = await buffer(rows.pipe(xlsxRows(COLUMNS.map(([name, type]) => ({ name, type })))));
  const found = await read(file);
  expect(found.columns).toBe(COLUMNS.map(([name, type]) => `${name} ${type}`).join(", "));
  const cells = lines.map((line) =>
    line
      .split("\t")
      .map((cell, at) => {
        if (cell === "\\N") return "∅";
        if (COLUMNS[at]?.[1] === "boolean") return cell === "t" ? "true" : "false";
        return cell.replaceAll("\\n", "\n");
      })
      .join("|"),
  );
  expect(found.rows).toEqual(cells);
  expect(found.report).toMatchObject({ format: "xlsx", rejected: 0, emptyRows: 0, part: { sheet: "Data" } });
});

test("cells are read by their types and by the formats of their numbers", async () => {
  const formats = [
    14,
    'dd"d".mm.yy',
    "yyyy\\-mm\\-dd hh:mm",
    "h:mm AM/PM",
    "[h]:mm:ss",
    "0.00%",
    '#,##0.00 "d"',
    "[Red]0.0",
    "mmm",
  ];
  const shared = ["<t>label</t>", "<r><t>in </t></r><r><rPr/><t>runs</t></r><rPh><t>x</t></rPh>", "<t>a_x000D_b</t>"];
  const rows = [
    row(1, ...["A", "B", "C", "D", "E", "F", "G", "H", "I"].map((letter) => text(`${letter}1`, `c${letter}`))),
    row(
      2,
      ...[number("A2", 45_351, 1), number("B2", 61, 2), number("C2", 45_351.520833333336, 3), number("D2", 0.75, 4)],
      ...[number("E2", 1.0486111111111112, 5), number("F2", 0.125, 6), number("G2", "1E3", 7), number("H2", -0.5, 8)],
      number("I2", 45_351, 9),
    ),
    row(3, number("A3", 1, 1), number("G3", "0.30000000000000004", 7)),
  ].join("");
  const found = await read(workbookFile({ sheets: [sheet(rows)], formats, shared }));
  expect(found.rows).toEqual([
    "2024-02-29|1900-03-01|2024-02-29T12:30:00|18:00:00|25:10:00|0.125|1000|-0.5|2024-02-29",
    "1900-01-01|∅|∅|∅|∅|∅|0.30000000000000004|∅|∅",
  ]);
  const others = [
    row(1, text("A1", "a"), text("B1", "b"), text("C1", "c")),
    row(2, `<c r="A2" t="s"><v>1</v></c><c r="B2" t="b"><v>0</v></c><c r="C2" t="str"><f>A1&amp;B1</f><v>12</v></c>`),
    row(3, `<c r="A3" t="s"><v>2</v></c><c r="B3" t="e"><v>#N/A</v></c><c r="C3" t="str"><v>13</v></c>`),
    // Programs leave out addresses, and write prefixes.
    `<x:row xmlns:x="x"><x:c t="s"><x:v>0</x:v></x:c><x:c t="b"><x:v>1</x:v></x:c></x:row>`,
  ].join("");
  const typed = await read(workbookFile({ sheets: [sheet(others)], shared }));
  expect([typed.columns, typed.rows]).toEqual([
    "a text, b boolean, c text",
    ["in runs|false|12", "a\rb|∅|13", "label|true|∅"],
  ]);
  expect(typed.report?.emptied).toEqual([{ kind: "error", count: 1, line: 3 }]);
});

test("days count from 1904 if the workbook says so", async () => {
  const rows = row(1, text("A1", "day")) + row(2, number("A2", 0, 1)) + row(3, number("A3", 43_889.5, 1));
  const found = await read(workbookFile({ sheets: [sheet(rows)], formats: [22], from1904: true }));
  expect(found.rows).toEqual(["1904-01-01T00:00:00", "2024-02-29T12:00:00"]);
});

test("titles above, gaps and notes below are found as in CSV, and rows are named by their places", async () => {
  const data = Array.from({ length: 20 }, (_, n) =>
    row(
      n + 6,
      number(`A${n + 6}`, n + 1),
      text(`B${n + 6}`, n === 10 ? "two\nlines" : `row ${n}`),
      n === 15 ? text(`C${n + 6}`, "many") : number(`C${n + 6}`, n),
    ),
  );
  const rows = [
    row(1, text("A1", "Visitors 2024")),
    row(5, text("A5", "no"), text("B5", "place"), text("C5", "count")),
    ...data,
    row(28, text("A28", "Source: own count")),
  ];
  const found = await read(workbookFile({ sheets: [sheet(rows.join(""))] }), { columns: { count: "number" } });
  expect([found.columns, found.rows?.length]).toEqual(["no bigint, place text, count bigint", 19]);
  expect(found.aside?.map(({ line }) => line)).toEqual([21, 28]);
  expect(found.report).toMatchObject({ skippedLines: 4, header: true });
});

test("merged labels of groups are joined with the labels below them, and a merged title is none", async () => {
  const merge = (...refs: string[]) =>
    `<mergeCells count="${refs.length}">${refs.map((ref) => `<mergeCell ref="${ref}"/>`).join("")}</mergeCells>`;
  const rows = [
    row(1, text("A1", "Visitors")),
    row(2, text("A2", "place"), text("B2", "2023"), text("D2", "2024")),
    row(3, text("B3", "men"), text("C3", "women"), text("D3", "men"), text("E3", "women")),
    ...[4, 5, 6].map((at) =>
      row(at, text(`A${at}`, `p${at}`), ...["B", "C", "D", "E"].map((letter) => number(`${letter}${at}`, at))),
    ),
  ].join("");
  const after = merge("A1:E1", "A2:A3", "B2:C2", "D2:E2");
  const found = await read(workbookFile({ sheets: [{ ...sheet(rows), after }] }));
  expect(found.columns).toBe("place text, 2023 men bigint, 2023 women bigint, 2024 men bigint, 2024 women bigint");
  expect(found.rows).toEqual(["p4|4|4|4|4", "p5|5|5|5|5", "p6|6|6|6|6"]);
  const titled = [row(1, text("A1", "Visitors")), rows.slice(rows.indexOf('<row r="3">'))].join("");
  const title = await read(workbookFile({ sheets: [{ ...sheet(titled), after: merge("A1:E1") }] }));
  expect(title.columns).toBe("column_1 text, men bigint, women bigint, men bigint, women bigint");
});

test("a row that is wider than the first thousand is read as wide as it is", async () => {
  const rows = [
    row(1, text("A1", "n"), text("B1", "m"), text("C1", "o")),
    ...Array.from({ length: 1_400 }, (_, n) => row(n + 2, number(`A${n + 2}`, n), number(`B${n + 2}`, n))),
  ];
  rows.push(row(1_402, number("A1402", 1_400), text("E1402", "late")));
  const found = await read(workbookFile({ sheets: [sheet(rows.join(""))] }));
  expect([found.columns, found.rows?.at(-1)]).toEqual(["n bigint, m bigint, o text, column_5 text", "1400|∅|∅|late"]);
});

test("the first sheet that is shown and has cells is read, or the one of the name", async () => {
  const one = (value: string) => row(1, text("A1", "name")) + row(2, text("A2", value));
  const sheets = [
    { name: "Hidden", rows: one("hidden"), state: "hidden" },
    { name: "Empty", rows: '<row r="1"><c r="A1" s="0"/></row>' },
    { name: "Own & first", rows: one("first") },
    { name: "Last", rows: one("last") },
  ];
  const file = workbookFile({ sheets });
  const found = await read(file);
  expect(found.rows).toEqual(["first"]);
  expect(found.report?.part).toEqual({ sheet: "Own & first", others: ["Hidden", "Empty", "Last"], count: 3 });
  expect((await read(file, { sheet: "Hidden" })).rows).toEqual(["hidden"]);
  expect(await read(file, { sheet: "last" })).toEqual({
    failure: {
      code: "sheet-missing",
      facts: { sheet: "last", sheets: ["Hidden", "Empty", "Own & first", "Last"], count: 4 },
    },
  });
  expect(await read(file, { sheet: "Empty" })).toEqual({ failure: { code: "no-rows", facts: {} } });
});

const damaged = { failure: { code: "file-damaged", facts: { format: "xlsx" } } };
test.each<[string, string, object]>([
  ["markup that is none", "<row><c></row>", damaged],
  ["a document type", '<!DOCTYPE a [<!ENTITY b "c">]><row r="1"/>', damaged],
  ["rows out of order", row(2, number("A2", 1)) + row(1, number("A1", 1)), damaged],
  ["a shared text that is missing", row(1, '<c t="s"><v>9</v></c>'), damaged],
  [
    "a cell beyond the last column",
    row(1, number("ZZZZ1", 1)),
    { failure: { code: "over-file-limit", facts: { what: "sheet-columns", limit: 16_384 } } },
  ],
])("%s is refused", async (_, rows, refused) => {
  expect(await read(workbookFile({ sheets: [sheet(rows)] }))).toEqual(refused);
});
