import { csvLine } from "#domain/core/text/writers/csv-line.ts";

/** A column of the table, and its cells as CSV, JSON and databases write them; null: no value. */
type EdgeColumn = { readonly name: string; readonly type: string; readonly cells: readonly (string | null)[] };

/**
 * A table with every type that a file can bring, at its edges: what a tool would round, cut, guess or leave out. Days
 * and times that every tool holds have columns of their own beside those that are far away.
 */
export const EDGE_COLUMNS: readonly EdgeColumn[] = [
  { name: "id", type: "bigint", cells: ["9223372036854775807", "-9223372036854775807", "9007199254740993", null, "0"] },
  { name: "level", type: "double precision", cells: ["0.1", "-0.001", "1.5e+270", null, "123456789.12345679"] },
  {
    name: "amount",
    type: "numeric",
    cells: ["12345678901234567.89", "0.10", "0.1234567890123456789012345678901234567891", null, "-3"],
  },
  { name: "wet", type: "boolean", cells: ["true", "false", "true", null, "false"] },
  { name: "day", type: "date", cells: ["2024-02-29", "1970-01-01", "1999-12-31", null, "2026-11-28"] },
  { name: "far_day", type: "date", cells: ["0001-01-01", "9999-12-31", "1677-01-01", null, "2262-12-31"] },
  {
    name: "at",
    type: "timestamp",
    cells: ["2026-01-31T08:00:00", "2026-01-31T08:00:00.123456", "1970-01-01T00:00:00", null, "1999-12-31T23:59:59.5"],
  },
  {
    name: "seen",
    type: "timestamptz",
    cells: [
      ...["2026-01-31T08:00:00Z", "2026-01-31T08:00:00.000001Z", "1969-12-31T23:59:59.999999Z", null],
      "2026-03-29T01:00:00Z",
    ],
  },
  {
    name: "far_time",
    type: "timestamptz",
    cells: [
      ...["0002-01-02T00:00:00Z", "9998-12-31T23:59:59Z", "1600-01-01T00:00:00Z", null],
      "2300-01-01T00:00:00.5Z",
    ],
  },
  { name: "clock", type: "time", cells: ["00:00:00", "23:59:59.999999", "08:00:00.5", null, "12:30:00"] },
  { name: "zip", type: "text", cells: ["007", "01234", "1e5", "00", "0x10"] },
  { name: "word", type: "text", cells: ["NA", "null", "None", null, "TRUE"] },
  { name: "Größe", type: "text", cells: ["  spaced  ", "=1+1", "#note", null, "\\N"] },
  {
    name: "text",
    type: "text",
    cells: ['a "quoted", one', "two\nlines", "one\r\ntwo", null, "a\u2028b\u2029c\u0085d\ufeff😀\te"],
  },
];

/** How many rows the table has. */
export const EDGE_ROWS = 5;

/** The table as a file to upload. */
export function edgeCsv(): string {
  const rows = Array.from({ length: EDGE_ROWS }, (_, at) => EDGE_COLUMNS.map(({ cells }) => cells[at] ?? ""));
  const lines = [EDGE_COLUMNS.map(({ name }) => name), ...rows].map((cells) => csvLine(cells, "\n"));
  // Without quotes it stands for nothing.
  return lines.join("").replace(",\\N,", ',"\\N",');
}
