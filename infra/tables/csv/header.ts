import { CELL, cellKindOfText } from "#domain/core/values/cell-kind.ts";
import { type HeadRecord } from "./dialect.ts";

/** Where the table is in a file: its width, its labels (null: it has no header) and where its first row begins. */
export type TableShape = {
  readonly width: number;
  readonly labels: readonly string[] | null;
  /** Byte and line (from 1) of the first row. */
  readonly dataStart: number;
  readonly dataLine: number;
  /** Lines before the header that are not part of the table: titles, comments, filters. */
  readonly preambleLines: number;
};

/** Finds the table among the first records. Null if no record has a value. */
export function findTable(records: readonly HeadRecord[]): TableShape | null {
  const filled = records.filter(hasValue);
  if (filled.length === 0) return null;
  const common = commonWidth(filled);
  const index = records.findIndex((record) => startsTable(record, common));
  const at = index < 0 ? records.indexOf(filled[0] as HeadRecord) : index;
  const first = records[at] as HeadRecord;
  const body = records.slice(at + 1).filter((record) => hasValue(record) && trimmedWidth(record) <= common);
  const width = Math.max(common, trimmedWidth(first));
  const hasHeader = looksLikeHeader(first, body);
  return {
    width,
    labels: hasHeader ? Array.from({ length: width }, (_, column) => first.cells[column]?.text ?? "") : null,
    dataStart: hasHeader ? first.end : first.start,
    dataLine: hasHeader ? first.endLine : first.line,
    preambleLines: first.line - 1,
  };
}

function hasValue(record: HeadRecord): boolean {
  return record.cells.some((cell) => cell.text.trim() !== "");
}

/** Cells up to the last one with a value. */
function trimmedWidth(record: HeadRecord): number {
  return record.cells.findLastIndex((cell) => cell.text !== "") + 1;
}

function commonWidth(records: readonly HeadRecord[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of records) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  return [...counts].reduce((best, entry) =>
    entry[1] > best[1] || (entry[1] === best[1] && entry[0] > best[0]) ? entry : best,
  )[0];
}

/** Not a comment, not a title (one cell with a value in a row of three or more), and as wide as the rows. */
function startsTable(record: HeadRecord, width: number): boolean {
  if (!hasValue(record)) return false;
  const first = record.cells[0]?.text ?? "";
  if (first.startsWith("#") && record.cells[0]?.quoted === false && (width === 1 || record.cells.length !== width))
    return false;
  if (width === 1) return true;
  const values = record.cells.filter((cell) => cell.text.trim() !== "").length;
  if (width >= 3 && values === 1) return false;
  // A header may lack the label of the last column (row numbers), or end in one delimiter more or less than the rows.
  return (
    Math.abs(record.cells.length - width) <= 1 &&
    trimmedWidth(record) >= Math.min(width, 2) - 1 &&
    trimmedWidth(record) <= width + 1
  );
}

/**
 * A first row with numbers, dates or booleans is data, unless the numbers are headings themselves: 1985, 1990, 2000.
 */
function looksLikeHeader(first: HeadRecord, body: readonly HeadRecord[]): boolean {
  const kinds = first.cells.map((cell) => cellKindOfText(cell.text));
  const typed = kinds.filter((kind) => (kind & (CELL.text | CELL.blank)) === 0);
  if (typed.length === 0) return true;
  if (body.length === 0) return false;
  const numbers = first.cells
    .filter((_, index) => ((kinds[index] as number) & CELL.shortInt) !== 0)
    .map((cell) => Number(cell.text));
  if (numbers.length !== typed.length || kinds.length === typed.length) return false;
  const rising = numbers.every((number, index) => index === 0 || number === (numbers[index - 1] as number) + 1);
  const years = numbers.every(
    (number, index) => number > 1500 && number < 2200 && (index === 0 || number > (numbers[index - 1] as number)),
  );
  return numbers.length > 1 && (rising || years);
}
