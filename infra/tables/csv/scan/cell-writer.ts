import { afterSpaces, beforeSpaces, CELL } from "#domain/core/values/cell-kind.ts";
import { kindOfReading } from "#domain/dataset/column-reading.ts";
import type { PlannedColumn } from "../plan-columns.ts";
import { type CellReading, cellReading } from "../readings/cell-reading.ts";
import { type Convert, kindOfValue } from "../readings/numbers.ts";
import { type CellChecks, MOST_SHOWN_BYTES } from "./cell-checks.ts";
import { isSame } from "./record-bytes.ts";
import type { RowWriter } from "./row-writer.ts";
import type { ScanBuffer } from "./scan-buffer.ts";
import type { ScanOptions } from "./scan-options.ts";

/** A cell that is not what its column is read as. */
export type Misfit = { readonly column: number; readonly text: string };

/** Writes cells with a value as fields, as their columns are read. */
export class CellWriter {
  /** The first misfit of the record being read. */
  misfit: Misfit | null = null;
  /** Per column how its cells are read, if that was chosen, and the words that mean an empty one. */
  readonly #readings: readonly (CellReading | null)[];
  readonly #empty: readonly (readonly Uint8Array[] | null)[];
  readonly #isTextThen: boolean;
  readonly #nativeCells: boolean;
  readonly #text: ScanBuffer;
  readonly #row: RowWriter;
  readonly #checks: CellChecks;

  constructor(options: ScanOptions, text: ScanBuffer, row: RowWriter, checks: CellChecks) {
    const { columns = [], types, onMisfit, nativeCells = false } = options;
    this.#readings = columns.map(({ reading }, column) =>
      reading === null || types[column] === "text" ? null : cellReading(reading, types[column] ?? null),
    );
    this.#empty = columns.map(({ empty }) => (empty.length > 0 ? empty.map((word) => Buffer.from(word)) : null));
    this.#nativeCells = nativeCells;
    this.#isTextThen = onMisfit === "text";
    this.#text = text;
    this.#row = row;
    this.#checks = checks;
  }

  /** Writes the field of a cell, which is from `start` to `end` of the input and was copied to its place if it is text. */
  write(column: number, fieldAt: number, start: number, end: number, quoted: boolean): void {
    const text = this.#text;
    const reading = this.#readings[column] ?? null;
    const convert = this.#nativeCells && !quoted ? reading?.native : reading?.convert;
    if (this.meansEmpty(column, start, end)) this.#row.noValue(fieldAt);
    else if (this.#checks.allowed[column] === -1) this.#row.copied(fieldAt);
    else if (reading === null || reading.isPlain) {
      const fits =
        reading === null
          ? this.#checks.judge(column, text, start, end, quoted)
          : this.#checks.noteFitting(column, text, start, end, quoted);
      // Of cells with line ends only those that are empty otherwise fit.
      const from = text.special ? end : afterSpaces(text.in, start, end);
      if (fits) this.#row.value(column, fieldAt, text.in, from, beforeSpaces(text.in, from, end));
      else if (convert) this.#convert(convert, column, fieldAt, start, end);
    } else if (convert) this.#convert(convert, column, fieldAt, start, end);
  }

  /** Whether a cell is one of the words for an empty one in its column. */
  meansEmpty(column: number, start: number, end: number): boolean {
    const words = this.#empty[column] ?? null;
    if (words === null) return false;
    const bytes = this.#text.in;
    const from = afterSpaces(bytes, start, end);
    const to = beforeSpaces(bytes, from, end);
    return words.some((word) => isSame(bytes, from, to, word));
  }

  /** Writes the value of a cell in a notation. One that has only spaces has none. */
  #convert(convert: Convert, column: number, fieldAt: number, start: number, end: number): void {
    const { in: bytes } = this.#text;
    const from = afterSpaces(bytes, start, end);
    const to = beforeSpaces(bytes, from, end);
    // The beginning of a longer cell may be a value that the cell is not.
    const isShort = to - from <= MOST_SHOWN_BYTES;
    const cell = bytes.toString("utf8", from, isShort ? to : from + MOST_SHOWN_BYTES);
    const converted = from === to ? "" : isShort ? convert(cell) : null;
    if (converted === null && this.#isTextThen) this.#checks.note(column, CELL.text, bytes, from, to);
    else if (converted === null) this.misfit ??= { column, text: cell };
    const fits = !converted || this.#checks.note(column, kindOfValue(converted), bytes, start, end);
    this.#row.converted(column, fieldAt, (fits && converted) || "");
  }
}

/** Says which cell is not what its column is read as. */
export function misfitReason(
  column: Pick<PlannedColumn, "label" | "reading"> | undefined,
  { text, ...at }: Misfit,
): string {
  const label = column?.label || `column ${at.column + 1}`;
  return `${label}: '${text}' is not ${kindOfReading(column?.reading ?? "text")}`;
}
