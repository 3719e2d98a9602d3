import { cutText } from "#domain/core/text/text.ts";
import { CELL, cellKindOfText, NUMBERS } from "#domain/core/values/cell-kind.ts";
import type { TextReason } from "#domain/dataset/load-report.ts";
import type { ColumnReading } from "#domain/dataset/column-reading.ts";
import type { HeadRecord } from "../dialect.ts";

const SHOWN = 60;
/** A number written with so many characters is text because of its length. */
const LONG_NUMBER = 100;
const TYPED = NUMBERS | CELL.boolean | CELL.date | CELL.timestamp | CELL.timestamptz | CELL.time;

/** Why a column is text, with the line and the text of the first cell that made it so. */
export type ColumnText = {
  readonly reason: TextReason;
  readonly line?: number;
  readonly text?: string;
  /** Readings that fit every cell that was looked at. */
  readonly suggestions?: readonly ColumnReading[];
};

/** Why the column is text although at least half of its cells in the head are not; null: most are text. */
export function textReasonInHead(records: readonly HeadRecord[], column: number): ColumnText | null {
  let typed = 0;
  let all = 0;
  let other: ColumnText | null = null;
  let quoted = false;
  for (const { cells, line } of records) {
    const cell = cells[column];
    const text = cell?.text.trim() ?? "";
    if (!cell || text === "") continue;
    all += 1;
    const kind = cellKindOfText(text);
    if ((kind & TYPED) !== 0) typed += 1;
    else other ??= reasonOf(cell.text, line);
    if (cell.quoted && (kind & NUMBERS) !== 0) quoted = true;
  }
  if (typed * 2 < all || typed === 0) return other !== null && other.reason !== "other-cell" ? other : null;
  return other ?? { reason: quoted ? "quoted-numbers" : "mixed-kinds" };
}

/** Hours and minutes beyond a day. */
const DURATION = /^(?:-\d+|2[4-9]|[3-9]\d|\d{3,}):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?$/;

/** The reason that one cell is. */
export function reasonOf(cell: string, line: number): ColumnText {
  const text = cell.trim();
  const tooLong = /^-?\d{16,}$/.test(text) || (text.length > LONG_NUMBER && /^-?(?!0\d)\d*(?:\.\d*)?$/.test(text));
  const isDuration = text.length < LONG_NUMBER && DURATION.test(text);
  const long = tooLong ? "too-many-digits" : isDuration ? "durations" : "other-cell";
  return { reason: /^-?0\d+$/.test(text) ? "leading-zeros" : long, line, text: cutText(cell, SHOWN) };
}
