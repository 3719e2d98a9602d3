import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ColumnType } from "#domain/core/values/table.ts";
import { binaryRows } from "#testing/files/binary-rows.ts";
import { type Dialect, type HeadRecord, readHead } from "../dialect.ts";
import type { Layout } from "../row-format.ts";
import { Scanner } from "./scanner.ts";

type Scanned = {
  rows: (string | null)[][];
  rejected: { line: number; record: number; reason: string; raw: string }[];
  scanner: Scanner;
};

function scan(
  bytes: Buffer,
  dialect: Dialect,
  width: number,
  options: { cuts?: readonly number[]; layout?: Layout; type?: ColumnType } = {},
): Scanned {
  const { cuts = [], layout = "columns", type = "text" } = options;
  const rejected: Scanned["rejected"] = [];
  const scanner = new Scanner({
    dialect,
    width,
    layout,
    keep: new Uint8Array(width).fill(1),
    types: new Array<ColumnType>(width).fill(type),
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
});

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
              bytes.subarray(start, end).every((byte) => byte <= 0x20 || byte === dialect.delimiter?.charCodeAt(0));
            const isQuotedNothing = ({ cells, start, end }: HeadRecord) =>
              width === 1 && cells.length === 1 && /[^\r\n]/.test(bytes.subarray(start, end).toString("latin1"));
            const filled = head.filter(
              (record) =>
                (record.cells.some((cell) => cell.text !== "") || isQuotedNothing(record)) &&
                !(width > 1 && isBlank(record)),
            );
            const { rows, rejected, scanner } = scan(bytes, dialect, width, { cuts, layout });
            const fits = filled.filter(
              (record) =>
                !record.broken &&
                record.cells.length >= width &&
                record.cells.slice(width).every((cell) => cell.text === ""),
            );
            expect(rows).toEqual(fits.map((record) => record.cells.slice(0, width).map((cell) => cell.text || null)));
            const blank = rejected.length + rows.length - filled.length;
            expect(blank).toBeLessThanOrEqual(0);
            expect(scanner.records).toBe(rows.length + rejected.length);
            for (const one of rejected)
              expect(filled.find((record) => record.line === one.line && one.raw !== "")).toBeDefined();
          },
        ),
        { numRuns: 2000 },
      );
    },
  );

  test("cuts change nothing", () => {
    const bytes = Buffer.from('a,1\r\n"x\r\ny",2\r\nz\r\n"q""q",3,,\r\né,4');
    const dialect: Dialect = { delimiter: ",", quote: '"', escape: "double" };
    const whole = scan(bytes, dialect, 2);
    expect(whole.rows).toEqual([
      ["a", "1"],
      ["x\r\ny", "2"],
      ['q"q', "3"],
      ["é", "4"],
    ]);
    expect(whole.rejected).toEqual([{ line: 4, record: 3, reason: "1 cell instead of 2", raw: "z" }]);
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
    expect(scanner.masks[0]).toBe(scanner.masks[1]);
  }
});

test("faults name the place", () => {
  expect(scan(Buffer.from('a,b\n1,"x\ny\n'), comma, 2).scanner.fault).toEqual({
    kind: "unclosed-quote",
    line: 2,
    record: 2,
  });
  expect(scan(Buffer.from(`a,b\n1,${"x".repeat(1_000_001)}\n`), comma, 2).scanner.fault).toEqual({
    kind: "cell-too-large",
    line: 2,
    record: 2,
  });
});
