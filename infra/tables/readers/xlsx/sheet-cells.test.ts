import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { readCsv } from "#testing/files/csv/read-csv.ts";
import { workbookFile } from "#testing/files/made/workbook-file.ts";
import { CSV_LIMITS } from "../../csv/plan.ts";
import { openTable } from "../open-table.ts";

const text = (words: string) => `<c t="inlineStr"><is><t>${words}</t></is></c>`;
const number = (value: number | string, style = 0) => `<c s="${style}"><v>${value}</v></c>`;
const row = (...cells: string[]) => `<row>${cells.join("")}</row>`;
const merge = (...refs: string[]) =>
  `<mergeCells>${refs.map((ref) => `<mergeCell ref="${ref}"/>`).join("")}</mergeCells>`;

async function read(rows: readonly string[], { after = "", formats = [] as string[], from1904 = false } = {}) {
  const sheets = [{ name: "Data", rows: rows.join(""), after }];
  const found = await readCsv(workbookFile({ sheets, formats, from1904 }));
  if (!found.ok) return { failure: found.failure };
  return {
    columns: found.columns.map(({ label, type }) => `${label} ${type}`).join(", "),
    rows: found.rows.map((cells) => cells.map((cell) => cell ?? "∅").join("|")),
    report: found.report,
  };
}

const labels = (...names: string[]) => row(...names.map(text));
const data = [2, 3, 4, 5, 6].map((at) =>
  row(text(`r${at}`), number(at * 10), number(at), number(at + 1), number(at + 2)),
);

test.each([
  ["two wide cells", merge("B3:C3", "D3:E3")],
  ["a wide and a tall one", merge("A3:A4", "B3:C3")],
  ["cells of the first row below the labels", merge("B2:C2", "D2:E2")],
  ["cells of the labels", merge("B1:C1", "D1:E1", "A1:A2")],
])("merged cells of rows join no rows: %s", async (_, after) => {
  const found = await read([labels("a", "b", "c", "d", "e"), ...data], { after });
  expect([found.columns, found.rows]).toEqual([
    "a text, b bigint, c bigint, d bigint, e bigint",
    ["r2|20|2|3|4", "r3|30|3|4|5", "r4|40|4|5|6", "r5|50|5|6|7", "r6|60|6|7|8"],
  ]);
});

test("rows of texts only are not joined with labels in merged cells", async () => {
  const people = [row(text("Ann"), text("Oslo"), text("red")), row(text("Bob"), text("Rome"), text("blue"))];
  const found = await read([labels("name", "city", "color"), ...people], { after: merge("A1:A2", "B1:C1") });
  expect(JSON.stringify([found.columns, found.rows])).not.toContain("name Ann");
  expect(found.rows?.slice(-2)).toEqual(["Ann|Oslo|red", "Bob|Rome|blue"]);
});

test("numbers keep all digits that the file has of them", async () => {
  const found = await read([
    labels("long", "exact", "double"),
    row(number("9007199254740993"), number("0.1234567890123456789"), number("0.29999999999999999")),
    row(number("-1234567890123456788"), number("1.5"), number("0.30000000000000004")),
    row(number("7"), number("12345678901234567.25"), number("1E-3")),
  ]);
  expect(found.columns).toBe("long bigint, exact numeric, double double precision");
  expect(found.rows).toEqual([
    "9007199254740993|0.1234567890123456789|0.3",
    "-1234567890123456788|1.5|0.30000000000000004",
    "7|12345678901234567.25|0.001",
  ]);
});

test("each number is what the section of its format makes of it", async () => {
  const formats = ['[=0]"-";dd.mm.yyyy', ";;dd.mm.yyyy", "[<1]hh:mm;0.00", "#,##0;[Red]-#,##0;yyyy", "00000", "hh:mm"];
  const cells = (...values: (number | string)[]) => row(...values.map((value, at) => number(value, at + 1)));
  const found = await read(
    [
      labels("a", "b", "c", "d", "code", "time"),
      cells(45_351, 45_351, 5.5, 45_351, 501, 0.5),
      cells(45_352, 45_352, 6.5, -3, 12_345, 1),
    ],
    { formats },
  );
  expect(found.rows).toEqual([
    "2024-02-29|2024-02-29|5.5|45351|00501|12:00:00",
    "2024-03-01|2024-03-01|6.5|-3|12345|24:00:00",
  ]);
});

test("formulas without a result are empty, and told", async () => {
  const formula = (rest: string, type = "n") => `<c t="${type}"><f>1+1</f>${rest}</c>`;
  const found = await read([
    labels("a", "b", "c"),
    row(number(1), formula(""), formula("<v>x</v>", "str")),
    row(number(2), formula("<v/>"), formula("<v></v>", "str")),
    row(number(3), formula("<v>4</v>"), formula("", "str")),
  ]);
  expect(found.rows).toEqual(["1|∅|x", "2|∅|∅", "3|4|∅"]);
  expect(found.report?.emptied).toEqual([{ kind: "no-result", count: 3, line: 2 }]);
});

test("a cell far from all others is a column, and the space between is none", async () => {
  const rows = Array.from({ length: 3_000 }, (_, n) => row(number(n), text(`t${n}`)));
  const stray = `<row>${number(1)}${text("x")}<c r="XFD2"><v>5</v></c></row>`;
  const found = await read([labels("n", "t"), stray, ...rows]);
  expect([found.columns, found.rows?.length]).toEqual(["n bigint, t text, column_3 bigint", 3_001]);
  const late = await read([labels("n", "t"), ...rows, stray.replace("XFD2", "XFD3002")]);
  expect([late.columns, late.rows?.at(-1)]).toEqual(["n bigint, t text, column_3 bigint", "1|x|5"]);
});

test("what is unpacked to find the sheet counts as unpacked", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "sheets-"));
  const sheets = Array.from({ length: 5 }, (_, n) => ({ name: `S${n}`, rows: row(`<c s="1"/>`.repeat(40_000)) }));
  try {
    await writeFile(path.join(folder, "file"), workbookFile({ sheets }));
    const limits = { ...CSV_LIMITS, maxBytes: 1_000_000 };
    const file = { path: path.join(folder, "file"), cut: false, folder: path.join(folder, "made") };
    expect(await openTable({ ...file, limits, settings: {} })).toMatchObject({ failure: { code: "too-large" } });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("more columns with a cell than a table may have are refused before they are written", async () => {
  const wide = row(...Array.from({ length: 1_700 }, (_, n) => number(n)));
  expect((await read([wide, wide])).failure).toEqual({
    code: "too-many-columns",
    facts: { columns: 1_700, maxColumns: 1_600 },
  });
});
