import type { HeadRecord } from "../dialect.ts";
import { headerEvidence } from "./header-evidence.ts";
import { fitsWidth, longestRun, type Shape } from "./runs.ts";

/** Where the table is in a file: its width, its labels (null: it has no header) and where its first row begins. */
export type TableShape = {
  readonly width: number;
  readonly labels: readonly string[] | null;
  /** Byte of the header, or of the first row if there is none. */
  readonly start: number;
  /** Byte and line (from 1) of the first row. */
  readonly dataStart: number;
  readonly dataLine: number;
  /** Lines before the header that are not part of the table: titles, comments, filters. */
  readonly preambleLines: number;
};

/** Rows below the first one that are compared with it. */
const COMPARED = 200;

/** Finds the table among the first records. `header`: whether it has one, if the user says so. Null: no record has a value. */
export function findTable(records: readonly HeadRecord[], header?: boolean): TableShape | null {
  const filled = withoutComments(records.filter(hasValue));
  const run = longestRun(filled.map(shapeOf));
  if (!run) return null;
  const { width } = run;
  const rowsFrom = firstRow(filled, run.from, width);
  const above = filled[rowsFrom - 1];
  const body = filled.slice(rowsFrom);
  if (above && header !== false && isHeaderAbove(above, body, width)) return tableWith(above, body, width, true);
  const first = body[0] as HeadRecord;
  return tableWith(first, body.slice(1), width, header ?? hasLabels(first, body.slice(1)));
}

function tableWith(first: HeadRecord, body: readonly HeadRecord[], width: number, hasHeader: boolean): TableShape {
  return {
    width,
    labels: hasHeader ? labelsOf(first, body, width) : null,
    start: first.start,
    dataStart: hasHeader ? first.end : first.start,
    dataLine: hasHeader ? first.endLine : first.line,
    preambleLines: first.line - 1,
  };
}

/** One label for each column. A header with one label less than numbered rows have cells has none for the numbers. */
function labelsOf(first: HeadRecord, body: readonly HeadRecord[], width: number): string[] {
  const labels = first.cells.map(({ text }) => text);
  const isShort = labels.length === width - 1 && body.length > 1;
  const numbered = isShort && body.every(({ cells }, at) => at > COMPARED || cells[0]?.text === String(at + 1));
  if (numbered) labels.unshift("");
  return Array.from({ length: width }, (_, column) => labels[column] ?? "");
}

export function shapeOf(record: HeadRecord): Shape {
  return { cells: record.cells.length, trimmed: trimmedWidth(record), broken: record.broken };
}

export function hasValue(record: HeadRecord): boolean {
  return record.cells.some((cell) => cell.text.trim() !== "");
}

/**
 * Leaves out lines that begin with `#`, wherever they are, if they have another number of cells than most other records:
 * a header may begin with `#` too.
 */
export function withoutComments(filled: readonly HeadRecord[]): readonly HeadRecord[] {
  const isMarked = ({ cells }: HeadRecord) => cells[0]?.quoted === false && cells[0].text.startsWith("#");
  if (!filled.some(isMarked)) return filled;
  const others = filled.filter((record) => !isMarked(record));
  const counts = new Map<number, number>();
  for (const { cells } of others) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const usual = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
  return usual < 2 ? filled : filled.filter((record) => !isMarked(record) || record.cells.length === usual);
}

/** Cells up to the last one with a value. */
function trimmedWidth(record: HeadRecord): number {
  return record.cells.findLastIndex((cell) => cell.text !== "") + 1;
}

const filledCells = ({ cells }: HeadRecord) => cells.filter((cell) => cell.text.trim() !== "").length;
const textsOf = ({ cells }: HeadRecord) => cells.map(({ text }) => text);

function evidence(first: HeadRecord, body: readonly HeadRecord[]) {
  return headerEvidence(textsOf(first), body.slice(0, COMPARED).map(textsOf));
}

function hasLabels(first: HeadRecord, body: readonly HeadRecord[]): boolean {
  const { names, data } = evidence(first, body);
  return names >= data;
}

/** The first record of the run that is not a comment, a title or the heading of groups of columns. */
function firstRow(filled: readonly HeadRecord[], from: number, width: number): number {
  let at = from;
  while (at + 1 < filled.length && isPreamble(filled[at] as HeadRecord, filled.slice(at + 1, at + COMPARED), width))
    at += 1;
  return at;
}

function isPreamble(record: HeadRecord, below: readonly HeadRecord[], width: number): boolean {
  const next = below[0] as HeadRecord;
  const comment = record.cells[0]?.text.startsWith("#") === true && record.cells[0].quoted === false;
  if (comment && (width === 1 || !fitsWidth(shapeOf(record), width))) return true;
  if (comment && evidence(next, below.slice(1)).names > 0) return true;
  if (width < 3) return false;
  const values = filledCells(record);
  if (values === 1) return true;
  // A title with a date in a padded row, or the heading of groups above the labels.
  const { names, data } = evidence(next, below.slice(1));
  return values <= width / 2 && filledCells(next) >= values * 2 && names > data;
}

/**
 * Whether the record directly above the rows is their header although it has one cell more or less: it lacks the label
 * of row numbers, or ends in another delimiter than they do. Not if the first row has labels of its own.
 */
function isHeaderAbove(above: HeadRecord, body: readonly HeadRecord[], width: number): boolean {
  const labels = trimmedWidth(above);
  if (above.broken || Math.abs(above.cells.length - width) > 1 || labels < 2 || filledCells(above) < labels)
    return false;
  if (above.cells[0]?.text.startsWith("#") && above.cells.length !== width) return false;
  const own = evidence(body[0] as HeadRecord, body.slice(1));
  if (own.names > 0 && own.names >= own.data) return false;
  const { names, data } = evidence(above, body);
  return data === 0 && (names > 0 || own.data > 0 || labels === width);
}
