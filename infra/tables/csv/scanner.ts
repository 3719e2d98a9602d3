import { CELL, cellKind } from "./cell-types.ts";
import type { Dialect } from "./dialect.ts";
import { type Layout, NULL_BYTES, rowEscapes, RowNumber } from "./row-format.ts";

export type ScanOptions = {
  readonly dialect: Dialect;
  readonly layout: Layout;
  /** Cells of a row. */
  readonly width: number;
  /** 1 for each column that is written, 0 for one that is expected to be empty and is left out. */
  readonly keep: Uint8Array;
  /** Per column the kinds of cell (cell-types.ts) its type allows; -1: anything, and cells are not looked at. */
  readonly allowed: Int32Array;
  /** Line of the first byte, from 1. */
  readonly line: number;
  readonly maxCellBytes: number;
  /** Called with each row that is set aside; `raw` is only valid during the call. */
  onReject(reject: { line: number; record: number; reason: string; raw: Uint8Array }): void;
};

/** Why the scan cannot go on. */
export type ScanFault = { readonly kind: "unclosed-quote" | "cell-too-large"; readonly line: number; readonly record: number };

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
/** The most bytes that one byte of a file can become, row numbers included. */
const GROWTH = 10;
const ROOM = 64;

/**
 * Reads records from UTF-8 bytes and writes them as rows of COPY's text format, in one walk over the bytes: finds cell ends,
 * escapes, judges each cell's kind, counts, and sets aside rows of another width. Rows begin with their number from 1.
 * Flat in memory: keeps one unfinished record between calls.
 */
export class Scanner {
  /** Per column the kinds of its cells, of columns whose cells are looked at. */
  readonly masks: Int32Array;
  rows = 0;
  records = 0;
  rejected = 0;
  emptyRows = 0;
  nulBytes = 0;
  /** A cell did not fit its column's type, or a left-out column has a value: the rows written so far are of no use. */
  broken = false;
  fault: ScanFault | null = null;

  readonly #options: ScanOptions;
  readonly #isArray: boolean;
  readonly #delimiter: number;
  readonly #quote: number;
  readonly #backslash: boolean;
  /** 1 for each byte that the inner loops must stop at. */
  readonly #special = new Uint8Array(256);
  readonly #escapes: readonly (Uint8Array | undefined)[];
  readonly #leastWidth: number;
  readonly #number = new RowNumber();

  /** Bytes to read: what is left of the last call, then the new chunk, then a line end as a wall. */
  #in = Buffer.allocUnsafeSlow(0);
  #kept = 0;
  #size = 0;
  #last = false;
  #at = 0;
  #out = Buffer.allocUnsafeSlow(0);
  #written = 0;

  #firstLine: number;
  #line: number;
  #nuls = 0;
  #malformed = false;
  #breaks = false;
  #hadValue = false;
  #escaped = false;
  /** Columns and masks as they were before this record: a row that is set aside has no say in types. */
  #before: number[] = [];

  constructor(options: ScanOptions) {
    const { dialect } = options;
    this.#options = options;
    this.#isArray = options.layout === "array";
    this.#delimiter = dialect.delimiter === null ? -1 : dialect.delimiter.charCodeAt(0);
    this.#quote = dialect.quote.charCodeAt(0);
    this.#backslash = dialect.escape === "backslash";
    this.#escapes = rowEscapes(options.layout);
    this.#leastWidth = options.keep.lastIndexOf(1) + 1;
    this.#firstLine = options.line;
    this.#line = options.line;
    this.masks = new Int32Array(options.width);
    for (const byte of [0, TAB, LF, CR, BACKSLASH, this.#quote]) this.#special[byte] = 1;
    if (this.#delimiter >= 0) this.#special[this.#delimiter] = 1;
    if (this.#isArray) this.#special[QUOTE] = 1;
  }

  /** Rows written since the last call, or null. The bytes are the caller's to keep. */
  take(): Uint8Array<ArrayBuffer> | null {
    if (this.#written === 0) return null;
    const rows = new Uint8Array(this.#written);
    rows.set(this.#out.subarray(0, this.#written));
    this.#written = 0;
    return rows;
  }

  /** Reads on. With `last`, what is left is the last record even without a line end. */
  push(chunk: Uint8Array, last: boolean): void {
    const size = this.#kept + chunk.length;
    if (this.#in.length < size + 2) this.#in = grown(this.#in, this.#kept, size + 65_536);
    this.#in.set(chunk, this.#kept);
    this.#in[size] = LF;
    this.#in[size + 1] = LF;
    const room = this.#written + size * GROWTH + ROOM;
    if (this.#out.length < room) this.#out = grown(this.#out, this.#written, room);
    this.#size = size;
    this.#last = last;
    let consumed = 0;
    while (consumed < size && this.fault === null) {
      const rowStart = this.#written;
      this.#at = consumed;
      if (!this.#record(consumed)) {
        this.#written = rowStart;
        this.#restoreMasks();
        break;
      }
      consumed = this.#at;
    }
    this.#in.copyWithin(0, consumed, size);
    this.#kept = size - consumed;
    if (this.#kept > this.#options.maxCellBytes * 4) this.#stop("cell-too-large", this.#firstLine);
  }

  /** Reads one record and writes its row. False when the record may go on in the next chunk, or at a fault. */
  #record(start: number): boolean {
    const { width, keep } = this.#options;
    const rowStart = this.#written;
    this.#firstLine = this.#line;
    this.#nuls = 0;
    this.#malformed = false;
    this.#breaks = false;
    this.#before.length = 0;
    let column = 0;
    let hasValue = false;
    let tooWide = false;
    let begun = false;
    this.#written = this.#number.write(this.#out, rowStart);
    this.#out[this.#written++] = TAB;
    if (this.#isArray) this.#out[this.#written++] = 0x7b;
    for (;;) {
      const isKept = column < width && keep[column] === 1;
      const separatorAt = this.#written;
      if (isKept) {
        if (begun) this.#out[this.#written++] = this.#isArray ? COMMA : TAB;
        if (this.#isArray) this.#out[this.#written++] = QUOTE;
        begun = true;
      }
      const cellAt = this.#written;
      if (!this.#cell(column, isKept)) {
        this.#line = this.#firstLine;
        return false;
      }
      if (this.#hadValue) {
        hasValue = true;
        if (column >= width) tooWide = true;
      }
      if (!isKept) this.#written = column < width ? separatorAt : cellAt;
      column += 1;
      if (this.#at >= this.#size || this.#in[this.#at] !== this.#delimiter) break;
      this.#at += 1;
    }
    const end = Math.min(this.#at, this.#size);
    if (!this.#lineEnd()) {
      this.#line = this.#firstLine;
      return false;
    }
    this.nulBytes += this.#nuls;
    if (!hasValue || (column === 1 && width > 1 && this.#isBlank(start, end))) {
      this.#written = rowStart;
      if (end > start) this.emptyRows += 1;
      return true;
    }
    this.records += 1;
    if (this.#malformed || tooWide || column < this.#leastWidth) {
      this.#written = rowStart;
      this.rejected += 1;
      this.#restoreMasks();
      const reason = this.#malformed ? "text after a closing quote" : `${column} cells instead of ${width}`;
      this.#options.onReject({ line: this.#firstLine, record: this.records, reason, raw: this.#in.subarray(start, end) });
      return true;
    }
    this.rows += 1;
    if (this.#breaks) this.broken = true;
    if (this.broken) {
      this.#written = rowStart;
      return true;
    }
    if (this.#isArray) this.#out[this.#written++] = 0x7d;
    this.#out[this.#written++] = LF;
    this.#number.next();
    return true;
  }

  /** Reads one cell and writes it with its escapes; stands on the delimiter or line end behind it. */
  #cell(column: number, isKept: boolean): boolean {
    const cellAt = this.#written;
    const quoted = this.#at < this.#size && this.#in[this.#at] === this.#quote;
    let start = this.#at;
    let end = -1;
    this.#escaped = false;
    if (quoted) {
      start += 1;
      if (!this.#quotedText()) return false;
      end = this.#at - 1;
      const next = this.#in[this.#at];
      if (next !== this.#delimiter && next !== LF && next !== CR) this.#malformed = true;
    }
    this.#plainText();
    if (this.#at >= this.#size && !this.#last) return false;
    if (end < 0) end = this.#at;
    if (end - start > this.#options.maxCellBytes) return this.#stop("cell-too-large", this.#line);
    this.#hadValue = this.#written > cellAt;
    if (isKept) this.#finishCell(column, cellAt, start, end, quoted);
    else if (this.#hadValue && column < this.#options.width) {
      this.#breaks = true;
      this.#judge(column, start, end, quoted);
    }
    return true;
  }

  /** Text up to the closing quote, and over it. */
  #quotedText(): boolean {
    const bytes = this.#in;
    const out = this.#out;
    const special = this.#special;
    const quote = this.#quote;
    const openedAt = this.#line;
    const start = this.#at;
    let at = start + 1;
    let o = this.#written;
    for (;;) {
      let byte = bytes[at] as number;
      while (special[byte] === 0) {
        out[o++] = byte;
        byte = bytes[++at] as number;
      }
      if (at >= this.#size || (at + 1 >= this.#size && !this.#last)) {
        if (at >= this.#size && (this.#last || at - start > this.#options.maxCellBytes)) this.#stop("unclosed-quote", openedAt);
        return false;
      }
      if (byte === quote) {
        if (this.#backslash || bytes[at + 1] !== quote) break;
        at += 1;
      } else if (byte === BACKSLASH) {
        const next = bytes[at + 1] as number;
        if (this.#backslash && (next === quote || next === BACKSLASH)) {
          byte = next;
          at += 1;
        }
      } else if (byte === CR || (byte === LF && bytes[at - 1] !== CR)) {
        this.#line += 1;
      }
      at += 1;
      o = this.#writeSpecial(byte, o);
    }
    this.#at = at + 1;
    this.#written = o;
    return true;
  }

  /** Text up to the next delimiter or line end. */
  #plainText(): void {
    const bytes = this.#in;
    const out = this.#out;
    const special = this.#special;
    const delimiter = this.#delimiter;
    let at = this.#at;
    let o = this.#written;
    for (;;) {
      let byte = bytes[at] as number;
      while (special[byte] === 0) {
        out[o++] = byte;
        byte = bytes[++at] as number;
      }
      if (byte === delimiter || byte === LF || byte === CR) break;
      at += 1;
      o = this.#writeSpecial(byte, o);
    }
    this.#at = at;
    this.#written = o;
  }

  #writeSpecial(byte: number, o: number): number {
    this.#escaped = true;
    if (byte === 0) {
      this.#nuls += 1;
      return o;
    }
    const escape = this.#escapes[byte];
    if (escape === undefined) this.#out[o++] = byte;
    else for (let i = 0; i < escape.length; i += 1) this.#out[o++] = escape[i] as number;
    return o;
  }

  /** An empty cell becomes null; a typed one loses its edge spaces. */
  #finishCell(column: number, cellAt: number, start: number, end: number, quoted: boolean): void {
    if (this.#hadValue && this.#options.allowed[column] !== -1) {
      this.#judge(column, start, end, quoted);
      if (this.#in[start] === SPACE || this.#in[end - 1] === SPACE) {
        while (start < end && this.#in[start] === SPACE) start += 1;
        while (end > start && this.#in[end - 1] === SPACE) end -= 1;
        this.#written = cellAt + this.#in.copy(this.#out, cellAt, start, end);
      }
    }
    if (this.#written > cellAt) {
      if (this.#isArray) this.#out[this.#written++] = QUOTE;
      return;
    }
    if (this.#isArray) this.#written -= 1;
    const nothing = NULL_BYTES[this.#options.layout];
    for (let i = 0; i < nothing.length; i += 1) this.#out[this.#written++] = nothing[i] as number;
  }

  #judge(column: number, start: number, end: number, quoted: boolean): void {
    const kind = this.#escaped ? CELL.text : cellKind(this.#in, start, end, quoted);
    const mask = this.masks[column] as number;
    if ((kind & ~mask) !== 0) {
      this.#before.push(column, mask);
      this.masks[column] = mask | kind;
    }
    if ((kind & ~(this.#options.allowed[column] as number)) !== 0) this.#breaks = true;
  }

  #restoreMasks(): void {
    for (let at = this.#before.length - 2; at >= 0; at -= 2) this.masks[this.#before[at] as number] = this.#before[at + 1] as number;
  }

  /** Steps over LF, CR or CRLF. A CR at the end of a chunk may be half a CRLF. */
  #lineEnd(): boolean {
    if (this.#in[this.#at] === CR) {
      if (this.#at + 1 >= this.#size && !this.#last) return false;
      if (this.#in[this.#at + 1] === LF && this.#at + 1 < this.#size) this.#at += 1;
    }
    this.#at = Math.min(this.#at + 1, this.#size);
    this.#line += 1;
    return true;
  }

  #isBlank(start: number, end: number): boolean {
    for (let at = start; at < end; at += 1) if ((this.#in[at] as number) > SPACE) return false;
    return true;
  }

  #stop(kind: ScanFault["kind"], line: number): false {
    this.fault = { kind, line, record: this.records + 1 };
    return false;
  }
}

function grown(bytes: Buffer<ArrayBuffer>, used: number, size: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(size + 2);
  bytes.copy(larger, 0, 0, used);
  return larger;
}
