import { CELL, cellKindOfText, NUMBERS } from "#domain/core/values/cell-kind.ts";
import type { HeadRecord } from "../dialect.ts";

/** Lines, both included, whose records are no rows although they have the cells of one. */
export type NotRows = { readonly from: number; readonly to: number; readonly reason: string };

const TYPED = NUMBERS | CELL.boolean | CELL.date | CELL.timestamp | CELL.timestamptz | CELL.time;
/** Cells of a column that are of a type, if it is one of that type. */
const MOST_OF = 0.9;
const LEAST_ROWS = 4;
/** Rows of units or explanations between the labels and the first row. */
const MOST_UNITS = 2;
const MOST_NOTES = 3;
const ALL = 2 ** 31 - 1;

const textsOf = ({ cells }: HeadRecord) => cells.map(({ text }) => text.trim());
const isTyped = (text: string) => text !== "" && (cellKindOfText(text) & TYPED) !== 0;

/**
 * Records of a table's width that are none of its rows: units below its labels, a second table with labels of its own
 * behind a blank line, notes in the first cell of the last records. `rows`: records from the first row on. `atEnd`: the last one
 * is the last of the file.
 */
export function notRows(rows: readonly HeadRecord[], width: number, header: boolean, atEnd: boolean): NotRows[] {
  const units = header ? unitsBelow(rows, width) : [];
  const own = rows.slice(units.length).filter((record) => !isRule(record));
  const rules = rows.slice(units.length).filter(isRule);
  const second = header ? secondTable(own, width) : null;
  const notes = second || !atEnd ? [] : notesBelow(own, width);
  const ranges = [
    ...units.map((record) => range(record, "it is no row but a line below the labels")),
    ...rules
      .filter(({ line }) => !second || line < second.line)
      .map((record) => range(record, "it is a line of dashes")),
    ...(second ? [{ from: second.line, to: ALL, reason: "it is of another table" }] : []),
    ...notes.map((record) => range(record, "it is a note below the table")),
  ];
  return ranges.sort((a, b) => a.from - b.from);
}

/** Whether the record is in one of the ranges. */
export function isNoRow(ranges: readonly NotRows[], line: number): boolean {
  return ranges.some(({ from, to }) => line >= from && line <= to);
}

/** Whether a record is a line of dashes, as printed tables have them. */
const isRule = (record: HeadRecord) => {
  const texts = textsOf(record).filter((text) => text !== "");
  return texts.length > 0 && texts.every((text) => /^:?[-=+]{2,}:?$/.test(text));
};

const range = ({ line, endLine }: HeadRecord, reason: string): NotRows => ({
  from: line,
  to: Math.max(line, endLine - 1),
  reason,
});

/** By column whether nearly all of its cells are of a type. */
function typedColumns(rows: readonly HeadRecord[], width: number): boolean[] {
  return Array.from({ length: width }, (_, column) => {
    let typed = 0;
    let filled = 0;
    for (const { cells } of rows) {
      const text = cells[column]?.text.trim() ?? "";
      if (text !== "") filled += 1;
      if (isTyped(text)) typed += 1;
    }
    return typed > 0 && typed >= filled * MOST_OF;
  });
}

function unitsBelow(rows: readonly HeadRecord[], width: number): HeadRecord[] {
  for (let count = Math.min(MOST_UNITS, rows.length - LEAST_ROWS); count > 0; count -= 1) {
    const typed = typedColumns(rows.slice(count), width);
    const columns = typed.filter(Boolean).length;
    const isUnits = (record: HeadRecord) => {
      const above = textsOf(record).filter((text, at) => typed[at] && text !== "");
      return (
        above.length > 0 && above.length >= columns / 2 && above.every((text) => !isTyped(text) && !isNothing(text))
      );
    };
    if (columns >= 2 && rows.slice(0, count).every(isUnits)) return rows.slice(0, count);
  }
  return [];
}

const isNothing = (text: string) => /^(?:-+|\.+|n\/?a|nan|null|none|nil|\?|unknown|\\n)$/i.test(text);

/** The first record behind a blank line that has labels of its own and other types below them. */
export function secondTable(rows: readonly HeadRecord[], width: number): HeadRecord | null {
  for (let at = 2; at < rows.length; at += 1) {
    const record = rows[at] as HeadRecord;
    if (record.line <= (rows[at - 1] as HeadRecord).endLine) continue;
    const texts = textsOf(record);
    if (texts.some((text) => text === "" || isTyped(text) || isNothing(text)) || new Set(texts).size < texts.length)
      continue;
    const above = typedColumns(rows.slice(0, at), width);
    const below = typedColumns(rows.slice(at + 1), width);
    if (above.some(Boolean) || below.some(Boolean)) return record;
  }
  return null;
}

function notesBelow(rows: readonly HeadRecord[], width: number): HeadRecord[] {
  const isNote = ({ cells }: HeadRecord) =>
    cells[0]?.text.trim() !== "" && cells.slice(1).every(({ text }) => text.trim() === "");
  let from = rows.length;
  while (from > LEAST_ROWS && rows.length - from < MOST_NOTES && isNote(rows[from - 1] as HeadRecord)) from -= 1;
  const isUsual = rows.slice(0, from).some(isNote);
  return width < 3 || isUsual ? [] : rows.slice(from);
}
