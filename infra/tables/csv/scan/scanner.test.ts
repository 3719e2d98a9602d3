import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ColumnType } from "#domain/core/values/table.ts";
import type { ColumnReading } from "#domain/dataset/column-reading.ts";
import { binaryRows } from "#testing/files/binary-rows.ts";
import { type Dialect, type HeadRecord, readHead } from "../dialect.ts";
import type { NotRows } from "../head/not-rows.ts";
import type { RowRule } from "../head/row-rule.ts";
import type { Layout } from "../row-format.ts";
import { HEADER_AGAIN } from "./other-records.ts";
import { Scanner } from "./scanner.ts";

type Scanned = {
  rows: (string | null)[][];
  rejected: { line: number; record: number; reason: string; raw: string }[];
  scanner: Scanner;
};

type ScanTest = {
  readonly cuts?: readonly number[];
  readonly layout?: Layout;
  readonly type?: ColumnType;
  /** How the cells of all columns are read. */
  readonly reading?: ColumnReading;
  readonly rule?: Partial<RowRule>;
  readonly notRows?: readonly NotRows[];
  readonly header?: Uint8Array;
};

function scan(bytes: Buffer, dialect: Dialect, width: number, options: ScanTest = {}): Scanned {
  const { cuts = [], layout = "columns", type = "text", reading = null, rule, notRows, header } = options;
  const rejected: Scanned["rejected"] = [];
  const scanner = new Scanner({
    dialect,
    rule: { width, bare: null, least: width, cut: true, ...rule },
    ...(notRows ? { notRows } : {}),
    ...(header ? { header } : {}),
    layout,
    keep: new Uint8Array(width).fill(1),
    types: new Array<ColumnType>(width).fill(type),
    columns: Array.from({ length: width }, () => ({ label: "", reading, empty: [] })),
    line: 1,
    maxCellBytes: 1e6,
    onReject: ({ raw, ...row }) => rejected.push({ ...row, raw: Buffer.from(raw).toString() }),
  });
  const out: Buffer[] = [];
  let from = 0;
  for (const cut of [...cuts].map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b)) {
    scanner.push(bytes.subarray(from, cut), false);
    out.push(Buffer.from(scanner.take() ?? []));
    from = cut;
  }
  scanner.push(bytes.subarray(from), true);
  out.push(Buffer.from(scanner.take() ?? []));
  return { rows: binaryRows(Buffer.concat(out), layout, () => type), rejected, scanner };
}

const OPEN = "a quote that is not closed";
const piece = fc.constantFrom(
  "a",
  "é",
  "12",
  " ",
  ",",
  ";",
  '"',
  '""',
  "'",
  "\\",
  '\\"',
  "\\N",
  "=",
  "\n",
  "\r\n",
  "\r",
  "\t",
  "\0",
  "名",
);
const dialects = fc.record<Dialect>({
  delimiter: fc.constantFrom(",", ";", "\t", null),
  quote: fc.constantFrom('"', "'", ""),
  escape: fc.constantFrom("double", "backslash"),
  padded: fc.boolean(),
  nulls: fc.boolean(),
  formulas: fc.boolean(),
  crInCells: fc.boolean(),
});

/** Cells too many count if others are empty. */
function isRow({ cells }: HeadRecord, width: number): boolean {
  const isFull = cells.slice(0, width).every(({ text }) => text !== "");
  const areEmpty = cells.slice(width).every(({ text }) => text === "");
  return cells.length === width || (cells.length > width && isFull && areEmpty);
}

describe("any bytes", () => {
  test.each(["columns", "array"] as const)(
    "the scanner reads what the reader of heads reads, however the chunks are cut (%s)",
    (layout) => {
      fc.assert(
        fc.property(
          fc.array(piece, { maxLength: 40 }),
          dialects,
          fc.integer({ min: 1, max: 3 }),
          fc.array(fc.nat(), { maxLength: 6 }),
          (pieces, dialect, width, cuts) => {
            const bytes = Buffer.from(pieces.join(""));
            const head = readHead(bytes, dialect, { whole: true });
            const isBlank = ({ start, end }: HeadRecord) =>
              bytes
                .subarray(start, end)
                .every(
                  (byte) =>
                    byte <= 0x20 || [dialect.delimiter, dialect.quote].some((sign) => sign?.charCodeAt(0) === byte),
                );
            const isQuotedNothing = ({ cells, start, end }: HeadRecord) =>
              width === 1 && cells.length === 1 && /[^\0-\x20]/.test(bytes.subarray(start, end).toString("latin1"));
            const filled = head.filter(
              (record) =>
                (record.cells.some((cell) => cell.text !== "") || isQuotedNothing(record)) &&
                !(width > 1 && isBlank(record)),
            );
            const { rows, rejected, scanner } = scan(bytes, dialect, width, { cuts, layout });
            const fits = filled.filter((record) => !record.broken && isRow(record, width));
            // What is behind an open quote is judged by the table that it is in.
            if (rejected.some(({ reason, raw }) => reason === OPEN || /[\r\n]/.test(raw))) return;
            expect(rows).toEqual(fits.map((record) => record.cells.slice(0, width).map((cell) => cell.text || null)));
            const blank = rejected.length + rows.length - filled.length;
            expect(blank).toBeLessThanOrEqual(0);
            expect(scanner.records).toBe(rows.length + rejected.length);
            for (const one of rejected)
              expect(head.find((record) => record.line === one.line && one.raw !== "")).toBeDefined();
          },
        ),
        { numRuns: 2000 },
      );
    },
  );

  test("cuts change nothing", () => {
    const bytes = Buffer.from('a,1\r\n"x\r\ny",2\r\nz\r\n"q""q",3\r\né,4\r\n5,,\r\n"o,6\r\n7,8');
    const dialect: Dialect = { delimiter: ",", quote: '"', escape: "double" };
    const whole = scan(bytes, dialect, 2);
    expect(whole.rows).toEqual([
      ["a", "1"],
      ["x\r\ny", "2"],
      ['q"q', "3"],
      ["é", "4"],
      ["7", "8"],
    ]);
    expect(whole.rejected).toEqual([
      { line: 4, record: 3, reason: "1 cell instead of 2", raw: "z" },
      { line: 7, record: 6, reason: "3 cells instead of 2", raw: "5,," },
      { line: 8, record: 7, reason: OPEN, raw: '"o,6' },
    ]);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const { rows, rejected } = scan(bytes, dialect, 2, { cuts: [cut] });
      expect({ rows, rejected }).toEqual({ rows: whole.rows, rejected: whole.rejected });
    }
  });
});

const comma: Dialect = { delimiter: ",", quote: '"', escape: "double" };

test("typed cells lose edge spaces, only spaces are nothing, text breaks the type and ends the writing", () => {
  const fine = scan(Buffer.from(" 1 ,2\n  ,3\n"), comma, 2, { type: "bigint" });
  expect(fine.rows).toEqual([
    ["1", "2"],
    [null, "3"],
  ]);
  expect(fine.scanner.broken).toBe(false);
  const broken = scan(Buffer.from("1,2\nx,3\n4,5\n"), comma, 2, { type: "bigint" });
  expect(broken.scanner.broken).toBe(true);
  expect([broken.rows, broken.scanner.rows]).toEqual([[["1", "2"]], 3]);
});

test("a row that is set aside has no say in types, wherever its chunk was cut", () => {
  const bytes = Buffer.from("1,2\nx\n3,4\n");
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const { scanner, rows } = scan(bytes, comma, 2, { type: "bigint", cuts: [cut] });
    expect([scanner.broken, rows.length, scanner.rejected]).toEqual([false, 2, 1]);
    expect(scanner.checks.masks[0]).toBe(scanner.checks.masks[1]);
  }
});

test("an open quote takes its line, and those behind it that are no rows", () => {
  const types = { type: "bigint" } as const;
  const line = scan(Buffer.from('1,2\n3,"4\n5,6\n'), comma, 2, types);
  expect([line.rows.length, line.rejected]).toEqual([2, [{ line: 2, record: 2, reason: OPEN, raw: '3,"4' }]]);
  const text = scan(Buffer.from('1,2\n3,"4\nand more, in words\n'), comma, 2, types);
  expect([text.rows.length, text.rejected[0]?.raw]).toEqual([1, '3,"4\nand more, in words']);
  const middle = scan(Buffer.from('1,2\n3,"4\n"5",6\n7,8\n'), comma, 2, types);
  expect([middle.rows.length, middle.rejected[0]?.raw]).toEqual([3, '3,"4']);
  const cell = scan(Buffer.from('1,2\n3,"a\nb" c\n5,6\n'), comma, 2);
  expect([cell.rows.length, cell.rejected[0]?.raw]).toEqual([2, '3,"a\nb" c']);
});

test("rows that end early are filled where the file is written so, if their cells fit", () => {
  const bytes = Buffer.from("1,2,3\n4\nx\n,5\n6,7,8,9\n");
  const { rows, rejected, scanner } = scan(bytes, comma, 3, { type: "bigint", rule: { bare: null, least: 1 } });
  expect(rows).toEqual([
    ["1", "2", "3"],
    ["4", null, null],
    [null, "5", null],
  ]);
  expect(rejected.map(({ line }) => line)).toEqual([3, 5]);
  expect([scanner.filledRows, scanner.broken]).toEqual([2, false]);
});

test("lines that are no rows, and the header where it occurs again, are left out", () => {
  const bytes = Buffer.from("kg,m\n1,2\na,b\n3,4\nSource,\n");
  const notRows = [
    { from: 1, to: 1, reason: "units" },
    { from: 5, to: 9, reason: "note" },
  ];
  const header = Buffer.from("a,b");
  const { rows, rejected, scanner } = scan(bytes, comma, 2, { type: "bigint", notRows, header });
  expect([rows.length, rejected.map(({ reason }) => reason)]).toEqual([2, ["units", HEADER_AGAIN, "note"]]);
  expect([scanner.others.repeatedHeaders, scanner.records, scanner.broken]).toEqual([1, 5, false]);
});

test.each<[string, number, Layout, ColumnReading, string, string]>([
  ["one column", 1, "columns", "decimal(12,2)", "1", "1.00"],
  ["one column, all its digits", 1, "columns", "decimal(38,38)", "0", `0.${"0".repeat(38)}`],
  ["many columns", 250, "columns", "decimal(38,10)", "1", `1.${"0".repeat(10)}`],
  ["exponents", 1, "columns", "decimal", "2e-99", `0.${"0".repeat(98)}2`],
  ["an array", 301, "array", "decimal(38,10)", "1", `1.${"0".repeat(10)}`],
  ["an array of exponents", 301, "array", "decimal", "2e-99", `0.${"0".repeat(98)}2`],
])("values may be longer than their cells: %s", (_, width, layout, reading, cell, value) => {
  const line = `${new Array(width).fill(cell).join(",")}\n`;
  const counts = width === 1 ? Array.from({ length: 100 }, (__, at) => 3 * at + 1) : [1, 2, 5, 20];
  for (const count of counts) {
    const file = Buffer.from(line.repeat(count));
    const { rows } = scan(file, comma, width, { layout, reading, type: "numeric", cuts: [file.length >> 1] });
    expect([count, rows.length]).toEqual([count, count]);
    expect(new Set(rows.flat())).toEqual(new Set([value]));
  }
});

test("faults name the place", () => {
  const open = Buffer.from(`a,b\n1,"x\n${"y".repeat(1_000_001)}\n`);
  expect(scan(open, comma, 2, { cuts: [open.length] }).scanner.fault).toEqual({
    kind: "cell-too-large",
    line: 2,
    record: 2,
  });
  expect(scan(Buffer.from(`a,b\n1,${"x".repeat(1_000_001)}\n`), comma, 2).scanner.fault).toEqual({
    kind: "cell-too-large",
    line: 2,
    record: 2,
  });
});
