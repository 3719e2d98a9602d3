import { CELL, cellKind } from "#domain/core/values/cell-kind.ts";
import type { ColumnType } from "#domain/core/values/table.ts";
import { allowedIn } from "../cell-types.ts";
import { isBlank } from "./record-bytes.ts";
import type { ScanBuffer } from "./scan-buffer.ts";

/** Of a cell that did not fit its column's type. */
export const MOST_SHOWN_BYTES = 240;

/** The kinds of cells that a scan has seen, and which of them do not fit the types of their columns. */
export class CellChecks {
  /** Per column the kinds of its cells, for columns whose cells are checked. */
  readonly masks: Int32Array;
  /** Per column the kinds of cells (cell-kind.ts) that its type allows; -1: anything, and cells are not checked. */
  readonly allowed: Int32Array;
  /** By column the first cell that did not fit its type. */
  readonly breaks = new Map<number, { readonly line: number; readonly text: string }>();
  /** A cell of the record being read does not fit. */
  recordBreaks = false;
  #line = 0;
  readonly #oddCells: { column: number; line: number; text: string }[] = [];
  /** Columns and masks before this record: a rejected row does not affect types. */
  readonly #before: number[] = [];

  constructor(types: readonly (ColumnType | null)[], width: number) {
    this.masks = new Int32Array(width);
    this.allowed = Int32Array.from(types, (type) => (type === null ? 0 : allowedIn(type)));
  }

  /** Begins a record at a line. */
  begin(line: number): void {
    this.#line = line;
    this.recordBreaks = false;
    this.#before.length = 0;
    this.#oddCells.length = 0;
  }

  /** Adds a cell's kind to those of its column. Whether it fits the column's type. */
  note(column: number, kind: number, bytes: Buffer, start: number, end: number): boolean {
    const mask = this.masks[column] as number;
    if ((kind & ~mask) !== 0) {
      this.#before.push(column, mask);
      this.masks[column] = mask | kind;
    }
    if ((kind & ~(this.allowed[column] as number)) === 0) return true;
    this.recordBreaks = true;
    if (this.breaks.has(column)) return false;
    const text = bytes.toString("utf8", start, Math.min(end, start + MOST_SHOWN_BYTES));
    this.#oddCells.push({ column, line: this.#line, text });
    return false;
  }

  /** Notes a cell if it is a value of its column's type as it is, or has only spaces. Whether it is. */
  noteFitting(column: number, text: ScanBuffer, start: number, end: number, quoted: boolean): boolean {
    const kind = kindOf(text, start, end, quoted);
    return (kind & ~(this.allowed[column] as number)) === 0 && this.note(column, kind, text.in, start, end);
  }

  /** Whether the cell that was read last fits its column's type. */
  judge(column: number, text: ScanBuffer, start: number, end: number, quoted: boolean): boolean {
    return this.note(column, kindOf(text, start, end, quoted), text.in, start, end);
  }

  /** Keeps the cells of the record that do not fit: it is a row. Whether there are any. */
  keepBreaks(): boolean {
    if (!this.recordBreaks) return false;
    for (const { column, ...cell } of this.#oddCells) if (!this.breaks.has(column)) this.breaks.set(column, cell);
    return true;
  }

  /** Forgets the kinds of the record's cells: it is no row, or is read again. */
  forget(): void {
    for (let at = this.#before.length - 2; at >= 0; at -= 2)
      this.masks[this.#before[at] as number] = this.#before[at + 1] as number;
    this.#before.length = 0;
  }
}

function kindOf({ in: bytes, special }: ScanBuffer, start: number, end: number, quoted: boolean): number {
  if (special) return isBlank(bytes, start, end) ? CELL.blank : CELL.text;
  return cellKind(bytes, start, end, quoted);
}
