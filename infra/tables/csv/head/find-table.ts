import { CELL, cellKindOfText } from "#domain/core/values/cell-kind.ts";
import type { LabelDoubt } from "#domain/dataset/load-report.ts";
import type { HeadRecord } from "../dialect.ts";
import { headerEvidence } from "./header-evidence.ts";
import { isNoRow, type NotRows, notRows, secondTable } from "./not-rows.ts";
import { leavesOutEnds, type RowRule } from "./row-rule.ts";
import { fitsWidth, longestRun, type Run, type Shape } from "./runs.ts";

/** Where the table is in a file: its width, its labels (null: it has no header) and where its first row begins. */
export type TableShape = {
  readonly rule: RowRule;
  readonly labels: readonly string[] | null;
  /** The record of the labels, as it may occur again. */
  readonly header: HeadRecord | null;
  /** The records of the head that are rows. */
  readonly rows: readonly HeadRecord[];
  readonly notRows: readonly NotRows[];
  readonly doubt: LabelDoubt | null;
  /** Byte of the header, or of the first row if there is none. */
  readonly start: number;
  /** Byte and line (from 1) of the first row. */
  readonly dataStart: number;
  readonly dataLine: number;
  /** Lines before the header that are not part of the table: titles, comments, filters. */
  readonly preambleLines: number;
};

/** What is known of the table: whether it has a header, if the user says so; whether the records are all of the file. */
export type KnownTable = { readonly header?: boolean | undefined; readonly whole: boolean };

/** Rows below the first one that are compared with it. */
const COMPARED = 200;
/** Records that may be damaged between a header and the first whole row. */
const MOST_DAMAGED = 10;

/** Finds the table among the first records. Null: no record has a value. */
export function findTable(records: readonly HeadRecord[], known: KnownTable): TableShape | null {
  const filled = withoutComments(records.filter(hasValue));
  const run = longestRun(filled.map(shapeOf));
  if (!run) return null;
  const wider = firstOfWider(filled, run);
  const begin = wider ?? firstRow(filled, run.from, run.width);
  const width =
    wider === null ? usualWidth(filled.slice(begin), run.width) : (filled[wider] as HeadRecord).cells.length;
  const from = filled.findIndex((record, at) => at >= begin && fitsWidth(shapeOf(record), width));
  const rows = filled.slice(from).filter((record) => fitsWidth(shapeOf(record), width));
  const above = known.header === false ? null : headerAbove(filled, from, rows, width);
  const first = rows[0] as HeadRecord;
  const isLost = above === null && labelsThatDoNotFit(filled, from, width);
  const own = known.header ?? hasLabels(first, rows.slice(1), isLost, first.cells.length === width);
  const longer = isLost && known.header === undefined && !own ? longerHeader(filled[from - 1], rows) : null;
  const header = above ?? longer ?? (own ? first : null);
  const body = filled.slice(filled.indexOf(header ?? first) + (header ? 1 : 0));
  const other = header
    ? secondTable(
        body.filter((record) => record.cells.length === width),
        width,
      )
    : null;
  const behind = other ? body.slice(body.indexOf(other)) : [];
  if (behind.length > body.length / 2) return findTable(behind, known);
  if (longer)
    return shapeOfTable(longer, body, {
      width: longer.cells.length,
      least: width,
      whole: known.whole,
      doubt: "more-labels",
    });
  const doubt = isLost && header === null && known.header === undefined ? "labels-do-not-fit" : null;
  return shapeOfTable(header, body, { width, least: width, whole: known.whole, doubt });
}

/** `least`: cells that a row has at least. */
type Found = {
  readonly width: number;
  readonly least: number;
  readonly whole: boolean;
  readonly doubt: LabelDoubt | null;
};

/** `body`: the records from the first row on. */
function shapeOfTable(header: HeadRecord | null, body: readonly HeadRecord[], found: Found): TableShape {
  const { width } = found;
  const first = header ?? (body[0] as HeadRecord);
  const isAgain = (record: HeadRecord) => header !== null && sameCells(record, header);
  const own = body.filter((record) => !record.broken && record.cells.length <= width && !isAgain(record));
  const whole = own.filter(({ cells }) => cells.length >= found.least);
  const { labels, numbered } = header ? labelsOf(header, whole, width) : { labels: null, numbered: false };
  const aside = notRows(whole, width, header !== null, found.whole);
  const fill = leavesOutEnds(header ? [header, ...own] : own, header ? 1 : 0, width);
  const cut = whole.length > 1 && whole.every((record) => filledCells(record) === width);
  const rule = { width, cut, bare: fill ? null : bareWidth(whole, labels, width), least: fill ? 1 : found.least };
  return {
    rule,
    labels,
    header,
    rows: own.filter(({ line, cells }) => cells.length >= rule.least && !isNoRow(aside, line)),
    notRows: aside,
    doubt: numbered ? "row-numbers" : found.doubt,
    start: first.start,
    dataStart: header ? header.end : first.start,
    dataLine: header ? header.endLine : first.line,
    preambleLines: first.line - 1,
  };
}

/** How many cells most records of a run have: all of them may end in delimiters with nothing between them. */
function usualWidth(records: readonly HeadRecord[], width: number): number {
  const counts = new Map<number, number>();
  for (const record of records)
    if (fitsWidth(shapeOf(record), width)) counts.set(record.cells.length, (counts.get(record.cells.length) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? width;
}

/** Cells up to the last column that has a label or a value, if others follow it; else null. */
function bareWidth(rows: readonly HeadRecord[], labels: readonly string[] | null, width: number): number | null {
  const most = rows.reduce((max, record) => Math.max(max, trimmedWidth(record)), 0);
  const bare = Math.max(most, (labels?.findLastIndex((label) => label !== "") ?? -1) + 1);
  return bare < width && bare > 0 ? bare : null;
}

/**
 * The first record of a wider table whose last rows are the run, because the file leaves out empty cells at the ends of
 * rows; null: there is none.
 */
function firstOfWider(filled: readonly HeadRecord[], run: Run): number | null {
  let from = run.from;
  while (from > 0 && (filled[from - 1] as HeadRecord).endLine === filled[from]?.line) from -= 1;
  for (; from < run.from; from += 1) {
    const first = filled[from] as HeadRecord;
    const width = first.cells.length;
    if (width <= run.width || filledCells(first) < width) continue;
    if (leavesOutEnds(filled.slice(from), 1, width)) return from;
  }
  return null;
}

/** One label for each column. A header with one label less than numbered rows have cells has none for the numbers. */
function labelsOf(header: HeadRecord, rows: readonly HeadRecord[], width: number) {
  const labels = header.cells.map(({ text }) => text);
  const isShort = labels.length === width - 1 && rows.length > 1 && rows.some(({ cells }) => cells.at(-1)?.text !== "");
  const numbered = isShort && rows.every(({ cells }, at) => at > COMPARED || cells[0]?.text === String(at + 1));
  if (numbered) labels.unshift("");
  return { labels: Array.from({ length: width }, (_, column) => labels[column] ?? ""), numbered };
}

export function shapeOf(record: HeadRecord): Shape {
  return { cells: record.cells.length, trimmed: trimmedWidth(record), broken: record.broken };
}

export function hasValue(record: HeadRecord): boolean {
  return record.cells.some((cell) => cell.text.trim() !== "");
}

export function sameCells(one: HeadRecord, other: HeadRecord): boolean {
  return one.cells.length === other.cells.length && one.cells.every(({ text }, at) => text === other.cells[at]?.text);
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

/** `strictly`: a file of words alone has no header. `isWhole`: the record has as many cells as the rows. */
function hasLabels(first: HeadRecord, body: readonly HeadRecord[], strictly: boolean, isWhole: boolean): boolean {
  const { names, data } = evidence(first, body);
  return names >= data && (names > 0 || !strictly) && (data === 0 || isWhole);
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
  if (isGroups(record) && filledCells(next) >= values - 1 && textsOf(next).every(canBeLabel))
    return names > width / 2 && data === 0;
  if (values > width / 2) return false;
  return (filledCells(next) >= values * 2 && names > data) || (width > 3 && filledCells(next) === width && data === 0);
}

/** Whether a text occurs twice, as the names of groups of columns do. */
function isGroups(record: HeadRecord): boolean {
  const texts = textsOf(record).filter((text) => text !== "");
  return new Set(texts).size < texts.length;
}

/** Whether a text may name a column: years do too. */
export function canBeLabel(text: string): boolean {
  return text === "" || /^(?:19|20)\d\d$/.test(text) || cellKindOfText(text) === CELL.text;
}

/** Whether the record above stands directly above the other. */
const follows = (above: HeadRecord | undefined, below: HeadRecord | undefined) => above?.endLine === below?.line;

/**
 * The header above the rows: it ends in another delimiter than they do or lacks the label of row numbers, or the rows between
 * are damaged. Null: there is none, or the first row has labels of its own.
 */
function headerAbove(
  filled: readonly HeadRecord[],
  from: number,
  rows: readonly HeadRecord[],
  width: number,
): HeadRecord | null {
  const own = evidence(rows[0] as HeadRecord, rows.slice(1));
  const hasOwn = own.names > 0 && own.names >= own.data;
  const endsEmpty = rows.every((record) => record.cells.length !== width || record.cells.at(-1)?.text === "");
  for (let at = from - 1; at >= Math.max(0, from - 1 - MOST_DAMAGED); at -= 1) {
    const above = filled[at] as HeadRecord;
    const isDirect = at === from - 1;
    if (!isDirect && !follows(above, filled[at + 1])) return null;
    if (!isDirect && !isDamagedRow(filled[at + 1] as HeadRecord, width)) return null;
    if (!canBeHeader(above) || !isWideEnough(above, rows, width, isDirect)) continue;
    const { names, data } = evidence(above, rows);
    if (hasOwn && names < own.names) continue;
    if (data === 0 && (names > 0 || own.data > 0 || trimmedWidth(above) !== width - 1 || endsEmpty)) return above;
  }
  return null;
}

const isDamagedRow = ({ broken, cells }: HeadRecord, width: number) => broken || Math.abs(cells.length - width) <= 2;

function canBeHeader(record: HeadRecord): boolean {
  const labels = trimmedWidth(record);
  return !record.broken && labels >= 2 && filledCells(record) === labels;
}

/** One label for each column, or for each but that of the row numbers, or but one without a value. */
function isWideEnough(above: HeadRecord, rows: readonly HeadRecord[], width: number, isDirect: boolean): boolean {
  const labels = trimmedWidth(above);
  if (labels === width) return true;
  if (!isDirect || above.cells[0]?.text.startsWith("#") === true) return false;
  if (labels > width) return false;
  const whole = rows.filter(({ cells }) => cells.length === width);
  return labelsOf(above, whole, width).numbered || whole.every((record) => trimmedWidth(record) <= labels);
}

/** The header above rows that all have fewer cells: its last columns are empty. Null: it is none. */
function longerHeader(above: HeadRecord | undefined, rows: readonly HeadRecord[]): HeadRecord | null {
  if (!above || above.cells.length <= (rows[0]?.cells.length ?? 0)) return null;
  return evidence(above, rows).data === 0 ? above : null;
}

/** Whether the record above the rows has labels, but not one for each column. */
function labelsThatDoNotFit(filled: readonly HeadRecord[], from: number, width: number): boolean {
  const above = filled[from - 1];
  if (
    !above ||
    above.broken ||
    !follows(above, filled[from]) ||
    filledCells(above) < Math.max(2, trimmedWidth(above) - 1)
  )
    return false;
  return above.cells.length === width - 1 || trimmedWidth(above) > width;
}
