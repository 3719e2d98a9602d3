import type { ColumnType } from "#domain/core/values/table.ts";
import type { Layout } from "../row-format.ts";
import { type EncodeCell, encoderOf } from "./encode-cell.ts";
import { putInt16, putInt32, putInt64, putLength } from "./put-integers.ts";
import type { ScanBuffer } from "./scan-buffer.ts";

/** Bytes of a field's length, which precedes its value. */
export const LENGTH = 4;
/** The length of a field that has no value. */
const NO_VALUE = -1;
/** Where in a row its array begins: after the number of fields and the field of the row's number. */
const ARRAY_AT = 2 + LENGTH + 8;
/** Bytes of an array before its cells. */
const ARRAY_HEADER = 6 * 4;
/** Postgres' id of the type `text`, of which arrays are made. */
const TEXT_OID = 25;
/** Most bytes that a byte of a cell can become: a digit and its delimiter are 14 bytes of a numeric. */
const CELL_GROWTH = 7;
/** Bytes of a numeric's field before its digits. */
const NUMERIC_HEADER = LENGTH + 8;

/** Writes rows of COPY's binary format to the output of a buffer. They begin with their number. */
export class RowWriter {
  /** Per column how its values are written; null: as text. */
  readonly encoders: readonly (EncodeCell | null)[];
  readonly #isArray: boolean;
  /** Cells of a row. */
  readonly #cells: number;
  readonly #text: ScanBuffer;

  constructor(text: ScanBuffer, layout: Layout, types: readonly (ColumnType | null)[], cells: number) {
    this.#text = text;
    this.#isArray = layout === "array";
    this.#cells = cells;
    this.encoders = types.map((type) => (type === null || this.#isArray ? null : encoderOf(type)));
  }

  /** Writes what precedes the cells. */
  begin(number: number): void {
    const { out, written } = this.#text;
    let at = putInt16(this.#isArray ? 2 : this.#cells + 1, out, written);
    at = putInt64(number, out, putLength(8, out, at));
    // An array begins with its length in bytes (set when it is known), one dimension, some nulls, its type, its cells and
    // the number of the first one.
    if (this.#isArray) for (const value of [0, 1, 1, TEXT_OID, this.#cells, 1]) at = putInt32(value, out, at);
    this.#text.written = at;
  }

  /** Completes the row that began at `rowStart`. */
  end(rowStart: number): void {
    const { out, written } = this.#text;
    const arrayAt = rowStart + ARRAY_AT;
    if (this.#isArray) putLength(written - arrayAt - LENGTH, out, arrayAt);
  }

  /** Writes a field with the value of a cell that fits its column's type, or its text. */
  value(column: number, fieldAt: number, bytes: Uint8Array, start: number, end: number): void {
    const text = this.#text;
    const encode = this.encoders[column];
    if (start === end) return this.noValue(fieldAt);
    if (encode) {
      text.written = encode(bytes, start, end, text.out, fieldAt);
      return;
    }
    const at = putLength(end - start, text.out, fieldAt);
    text.out.set(bytes.subarray(start, end), at);
    text.written = at + end - start;
  }

  /** Writes a field with a value in the notation of Postgres, which may be longer than its cell was. */
  converted(column: number, fieldAt: number, value: string): void {
    const bytes = Buffer.from(value, "latin1");
    this.#text.makeRoom(NUMERIC_HEADER + CELL_GROWTH * bytes.length);
    this.value(column, fieldAt, bytes, 0, bytes.length);
  }

  /** Completes the field of a text that was copied to its place already. */
  copied(fieldAt: number): void {
    const { out, written } = this.#text;
    putLength(written - fieldAt - LENGTH, out, fieldAt);
  }

  noValue(fieldAt: number): void {
    this.#text.written = putLength(NO_VALUE, this.#text.out, fieldAt);
  }
}

/** Most bytes that one byte of a file can become, if its records have at least so many cells. */
export function growthOf(layout: Layout, leastCells: number): number {
  const rowBytes = ARRAY_AT + (layout === "array" ? ARRAY_HEADER : 0);
  // A record with a value has two bytes: of the value and of the line end.
  return CELL_GROWTH + Math.ceil(rowBytes / Math.max(2, leastCells));
}
