import { counted } from "#domain/core/text/counted.ts";
import { afterSpaces, beforeSpaces, CELL, cellKind, cellKindOfText } from "#domain/core/values/cell-kind.ts";
import type { ColumnType } from "#domain/core/values/table.ts";
import type { ColumnReading } from "#domain/dataset/load-settings.ts";
import { allowedIn } from "../cell-types.ts";
import type { Dialect } from "../dialect.ts";
import { convertCell } from "../readings.ts";
import type { Layout } from "../row-format.ts";
import { growthOf, LENGTH, RowWriter } from "./row-writer.ts";
import { ScanBuffer } from "./scan-buffer.ts";

export type ScanOptions = {
  readonly dialect: Dialect;
  readonly layout: Layout;
  /** Cells of a row. */
  readonly width: number;
  /** 1 for each column that is written, 0 for one that is expected to be empty and is left out. */
  readonly keep: Uint8Array;
  /** Per column the type that its cells are checked for and written as; null: it has had no value so far, and allows none. */
  readonly types: readonly (ColumnType | null)[];
  /** Per column how its cells are read, if that was chosen: a row with another cell is set aside. */
  readonly readings?: readonly (Exclude<ColumnReading, "text"> | null)[];
  /** Line of the first byte, from 1. */
  readonly line: number;
  readonly maxCellBytes: number;
  /** Called with each rejected row; `raw` is only valid during the call. */
  onReject(reject: { line: number; record: number; reason: string; raw: Uint8Array }): void;
};

/** Why the scan cannot continue. */
export type ScanFault = {
  readonly kind: "unclosed-quote" | "cell-too-large";
  readonly line: number;
  readonly record: number;
};

/** Of a cell that did not fit its column's type. */
const MOST_SHOWN_BYTES = 240;
/**
 * Reads records from UTF-8 bytes and writes them as rows of COPY's binary format, in one pass over the bytes: finds cell
 * ends, determines each cell's kind and value, counts, and rejects rows of another width. Rows begin with their number
 * from 1. Memory is constant: keeps one unfinished record between calls.
 */
export class Scanner {
  /** Per column the kinds of its cells, for columns whose cells are checked. */
  readonly masks: Int32Array;
  rows = 0;
  records = 0;
  rejected = 0;
  emptyRows = 0;
  nulBytes = 0;
  /** A cell did not fit its column's type, or a left-out column has a value: the rows written so far are useless. */
  broken = false;
  fault: ScanFault | null = null;
  /** By column the first cell that did not fit its type. */
  readonly breaks = new Map<number, { readonly line: number; readonly text: string }>();

  readonly #options: ScanOptions;
  readonly #leastWidth: number;
  /** Per column the kinds of cells (cell-kind.ts) that its type allows; -1: anything, and cells are not checked. */
  readonly #allowed: Int32Array;
  readonly #text: ScanBuffer;
  readonly #row: RowWriter;
  /** Of the record being read. */
  #firstLine: number;
  /** Bytes of it that were read, if it continues in the next chunk. */
  #unfinished = 0;
  #malformed = false;
  /** The first cell that is not what was chosen for its column. */
  #misfit: { readonly column: number; readonly text: string } | null = null;
  #breaks = false;
  #hadValue = false;
  readonly #oddCells: { column: number; line: number; text: string }[] = [];
  /** Columns and masks before this record: a rejected row does not affect types. */
  readonly #before: number[] = [];

  constructor(options: ScanOptions) {
    const { layout, types, keep } = options;
    this.#options = options;
    this.#leastWidth = keep.lastIndexOf(1) + 1;
    this.#allowed = Int32Array.from(types, (type) => (type === null ? 0 : allowedIn(type)));
    this.#firstLine = options.line;
    this.#text = new ScanBuffer(options.dialect, options.line, growthOf(layout, this.#leastWidth));
    const cells = keep.reduce((sum, one) => sum + one, 0);
    this.#row = new RowWriter(this.#text, layout, types, cells);
    this.masks = new Int32Array(options.width);
  }

  /** Rows written since the last call, or null. The caller owns the bytes. */
  take(): Uint8Array<ArrayBuffer> | null {
    return this.#text.take();
  }

  /** Gives back the memory of rows that nobody reads any more. */
  reuse(spare: ArrayBuffer): void {
    this.#text.reuse(spare);
  }

  /** Continues reading. With `last`, the rest is the last record even without a line end. */
  push(chunk: Uint8Array, last: boolean): void {
    const text = this.#text;
    text.fill(chunk, last);
    // A record that is far longer than a chunk would be read again from its start with each.
    if (!last && text.size < this.#unfinished * 2) return void text.keepFrom(0);
    let consumed = 0;
    while (consumed < text.size && this.fault === null) {
      const rowStart = text.written;
      text.at = consumed;
      if (!this.#record(consumed)) {
        // The record continues in the next chunk, where it is read again from its start.
        text.written = rowStart;
        text.line = this.#firstLine;
        this.#restoreMasks();
        break;
      }
      consumed = text.at;
    }
    this.#unfinished = text.keepFrom(consumed);
    if (this.#unfinished > this.#options.maxCellBytes * 4) this.#stop("cell-too-large", this.#firstLine);
  }

  /** Reads one record and writes its row. False if the record may continue in the next chunk, or at a fault. */
  #record(start: number): boolean {
    const { width, keep } = this.#options;
    const text = this.#text;
    const rowStart = text.written;
    this.#firstLine = text.line;
    text.nuls = 0;
    this.#malformed = false;
    this.#misfit = null;
    this.#breaks = false;
    this.#before.length = 0;
    this.#oddCells.length = 0;
    let column = 0;
    let hasValue = false;
    let tooWide = false;
    this.#row.begin(this.rows + 1);
    for (;;) {
      const isKept = column < width && keep[column] === 1;
      if (!this.#cell(column, isKept)) return false;
      if (this.#hadValue) {
        hasValue = true;
        if (column >= width) tooWide = true;
      }
      column += 1;
      if (text.at >= text.size || text.in[text.at] !== text.delimiter) break;
      text.at += 1;
    }
    const end = Math.min(text.at, text.size);
    if (!text.lineEnd()) return false;
    this.nulBytes += text.nuls;
    // In a file of one column an empty cell in quotes is a row: without quotes it would be an empty line.
    const isRow = hasValue || (width === 1 && column === 1 && end > start);
    if (!isRow || (width > 1 && text.isBlank(start, end))) {
      text.written = rowStart;
      this.#restoreMasks();
      if (end > start) this.emptyRows += 1;
      return true;
    }
    this.records += 1;
    if (this.#malformed || tooWide || column < this.#leastWidth || this.#misfit) {
      text.written = rowStart;
      this.#setAside(column, start, end);
    } else this.#finishRow(rowStart);
    return true;
  }

  #finishRow(rowStart: number): void {
    this.rows += 1;
    if (this.#breaks) {
      this.broken = true;
      for (const { column, ...cell } of this.#oddCells) if (!this.breaks.has(column)) this.breaks.set(column, cell);
    }
    if (this.broken) {
      this.#text.written = rowStart;
      return;
    }
    this.#row.end(rowStart);
  }

  #setAside(cells: number, start: number, end: number): void {
    this.rejected += 1;
    this.#restoreMasks();
    const reason = this.#reasonOf(cells);
    this.#options.onReject({
      line: this.#firstLine,
      record: this.records,
      reason,
      raw: this.#text.in.subarray(start, end),
    });
  }

  #reasonOf(cells: number): string {
    if (this.#malformed) return "text after a closing quote";
    if (cells < this.#leastWidth || cells > this.#options.width || this.#misfit === null)
      return `${counted(cells, "cell")} instead of ${this.#options.width}`;
    const { column, text } = this.#misfit;
    return `cell ${column + 1} is not ${this.#options.readings?.[column]}: ${text}`;
  }

  /** Reads one cell and writes it as a field; ends at the delimiter or line end after it. */
  #cell(column: number, isKept: boolean): boolean {
    const text = this.#text;
    const { maxCellBytes, width } = this.#options;
    const fieldAt = text.written;
    text.written = fieldAt + LENGTH;
    const quoted = text.opensQuote();
    let start = text.at;
    let end = -1;
    text.special = false;
    // The text of a cell with a value of another type need not be copied.
    const isSkipped = !quoted && this.#row.encoders[column] && text.skipPlainText();
    if (quoted) {
      const openedAt = text.line;
      if (!text.quotedText()) {
        if (text.last) this.#stop("unclosed-quote", openedAt);
        else if (text.size - start > maxCellBytes) this.#stop("cell-too-large", openedAt);
        return false;
      }
      start += 1;
      end = text.at - 1;
      if (!text.endsAfterQuote()) this.#malformed = true;
    }
    if (!isSkipped) text.plainText();
    if (text.at >= text.size && !text.last) return false;
    if (end < 0) end = text.at;
    if (end - start > maxCellBytes) return this.#stop("cell-too-large", text.line);
    this.#hadValue = isSkipped ? end > start : text.written > fieldAt + LENGTH;
    if (isKept) this.#finishCell(column, fieldAt, start, end, quoted);
    else {
      text.written = fieldAt;
      if (this.#hadValue && column < width) {
        this.#breaks = true;
        this.#judge(column, start, end, quoted);
      }
    }
    return true;
  }

  /** An empty cell has no value; a typed one loses spaces at its ends. */
  #finishCell(column: number, fieldAt: number, start: number, end: number, quoted: boolean): void {
    const text = this.#text;
    const reading = this.#options.readings?.[column] ?? null;
    if (this.#hadValue && reading !== null) this.#convert(reading, column, fieldAt, start, end);
    else if (this.#hadValue && this.#allowed[column] !== -1) {
      const fits = this.#judge(column, start, end, quoted);
      const from = afterSpaces(text.in, start, end);
      if (fits) this.#row.value(column, fieldAt, text.in, from, beforeSpaces(text.in, from, end));
    } else if (this.#hadValue) this.#row.copied(fieldAt);
    else this.#row.noValue(fieldAt);
  }

  /** Writes the cell as its column is read. One that has only spaces has no value. */
  #convert(reading: Exclude<ColumnReading, "text">, column: number, fieldAt: number, start: number, end: number): void {
    const text = this.#text;
    const cell = text.in.toString("utf8", start, Math.min(end, start + MOST_SHOWN_BYTES));
    const converted = cell.trim() === "" ? "" : convertCell(reading, cell);
    const fits = converted === null || converted === "" || this.#note(column, cellKindOfText(converted), start, end);
    if (converted === null) this.#misfit ??= { column, text: cell };
    const bytes = Buffer.from((fits && converted) || "", "latin1");
    this.#row.value(column, fieldAt, bytes, 0, bytes.length);
  }

  /** Whether a cell fits its column's type. */
  #judge(column: number, start: number, end: number, quoted: boolean): boolean {
    return this.#note(column, this.#text.special ? CELL.text : cellKind(this.#text.in, start, end, quoted), start, end);
  }

  /** Adds a cell's kind to those of its column. Whether it fits the column's type. */
  #note(column: number, kind: number, start: number, end: number): boolean {
    const mask = this.masks[column] as number;
    if ((kind & ~mask) !== 0) {
      this.#before.push(column, mask);
      this.masks[column] = mask | kind;
    }
    if ((kind & ~(this.#allowed[column] as number)) === 0) return true;
    this.#breaks = true;
    if (this.breaks.has(column)) return false;
    const text = this.#text.in.toString("utf8", start, Math.min(end, start + MOST_SHOWN_BYTES));
    this.#oddCells.push({ column, line: this.#firstLine, text });
    return false;
  }

  #restoreMasks(): void {
    for (let at = this.#before.length - 2; at >= 0; at -= 2)
      this.masks[this.#before[at] as number] = this.#before[at + 1] as number;
    this.#before.length = 0;
  }

  #stop(kind: ScanFault["kind"], line: number): false {
    this.fault ??= { kind, line, record: this.records + 1 };
    return false;
  }
}
