import { counted } from "#domain/core/text/counted.ts";
import { LOOKED_BEHIND } from "../dialect.ts";
import { takesRecord } from "../head/row-rule.ts";
import { CellChecks } from "./cell-checks.ts";
import { CellWriter, misfitReason } from "./cell-writer.ts";
import { AFTER_QUOTE, bytesOfOpenRecord, MOST_OPEN_QUOTES, MOST_TRIES, OPEN_QUOTE, type Rows } from "./open-quote.ts";
import { OtherRecords } from "./other-records.ts";
import { endWithoutLineEnd, endWithoutSpaces, isBlank, isNull } from "./record-bytes.ts";
import { growthOf, LENGTH, RowWriter } from "./row-writer.ts";
import type { ScanFault, ScanOptions } from "./scan-options.ts";
import { ScanBuffer } from "./scan-buffer.ts";

/**
 * Reads records from UTF-8 bytes and writes them as rows of COPY's binary format, in one pass over the bytes: finds cell
 * ends, determines each cell's kind and value, counts, and rejects rows of another width. Rows begin with their number
 * from 1. Memory is constant: keeps one unfinished record between calls.
 */
export class Scanner {
  rows = 0;
  records = 0;
  rejected = 0;
  emptyRows = 0;
  /** Rows that ended before the last column. */
  filledRows = 0;
  /** Rows that had empty cells behind the last column. */
  cutRows = 0;
  nulBytes = 0;
  /** A cell did not fit its column's type, or a left-out column has a value: the rows written so far are useless. */
  broken = false;
  fault: ScanFault | null = null;
  /** The first row that was set aside for a cell. */
  firstMisfit: { readonly line: number; readonly column: number } | null = null;
  readonly checks: CellChecks;
  readonly others: OtherRecords;

  readonly #options: ScanOptions;
  readonly #width: number;
  readonly #nulls: boolean;
  readonly #padded: boolean;
  readonly #rows: Rows;
  #openQuotes = 0;
  #tries = 0;
  #isOpen = false;
  readonly #text: ScanBuffer;
  readonly #row: RowWriter;
  readonly #cells: CellWriter;
  /** Of the record being read. */
  #firstLine: number;
  /** Bytes of it that were read, if it continues in the next chunk. */
  #unfinished = 0;
  #malformed = false;
  #hadValue = false;
  readonly #shape = { cells: 0, values: 0, filled: 0 };

  constructor(options: ScanOptions) {
    const { layout, types, keep, rule } = options;
    this.#options = options;
    this.#width = rule.width;
    this.others = new OtherRecords(options.header ?? null, options.notRows ?? []);
    this.#nulls = options.dialect.nulls === true;
    this.#padded = options.dialect.padded === true;
    const least = Math.min(rule.least, rule.bare ?? rule.width);
    this.checks = new CellChecks(types, rule.width);
    this.#rows = { dialect: options.dialect, width: rule.width, allowed: this.checks.allowed };
    this.#firstLine = options.line;
    this.#text = new ScanBuffer(options.dialect, options.line, growthOf(layout, least));
    const cells = keep.reduce((sum, one) => sum + one, 0);
    this.#row = new RowWriter(this.#text, layout, types, cells);
    this.#cells = new CellWriter(options, this.#text, this.#row, this.checks);
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
        this.checks.forget();
        break;
      }
      consumed = text.at;
    }
    this.#unfinished = text.keepFrom(consumed);
    if (this.#unfinished > this.#options.maxCellBytes * 4) this.#stop("cell-too-large", this.#firstLine);
  }

  /** Reads one record and writes its row. False if the record may continue in the next chunk, or at a fault. */
  #record(start: number): boolean {
    const { keep, rule, everyLine } = this.#options;
    const text = this.#text;
    const rowStart = text.written;
    this.#firstLine = text.line;
    text.nuls = 0;
    this.#malformed = false;
    this.#cells.misfit = null;
    this.checks.begin(this.#firstLine);
    let column = 0;
    let values = 0;
    let filled = 0;
    this.#row.begin(this.rows + 1);
    for (;;) {
      const isKept = column < rule.width && keep[column] === 1;
      if (!this.#cell(column, isKept)) return this.#isOpen && this.#setOpenAside(rowStart, start, text.size);
      column += 1;
      if (this.#hadValue) {
        values += 1;
        filled = column;
      }
      if (text.at >= text.size || text.in[text.at] !== text.delimiter) break;
      text.at += 1;
    }
    const end = Math.min(text.at, text.size);
    if (!text.lineEnd()) return false;
    if (this.#malformed && text.line > this.#firstLine + 1 && this.#tries < MOST_TRIES) {
      if (!text.last && text.size - end < LOOKED_BEHIND) return false;
      return this.#setOpenAside(rowStart, start, end);
    }
    this.nulBytes += text.nuls;
    this.#shape.cells = column;
    this.#shape.values = values;
    this.#shape.filled = filled;
    // In a file of one column an empty cell in quotes is a row: without quotes it would be an empty line.
    const isRow = values > 0 || (rule.width === 1 && column === 1 && !isBlank(text.in, start, end));
    const isEmpty = !isRow || (rule.width > 1 && isBlank(text.in, start, end, text.delimiter, text.quote));
    if (isEmpty && !(everyLine === true && end > start)) {
      this.#leaveOut(rowStart);
      if (end > start) this.emptyRows += 1;
    } else this.#judgeRow(rowStart, start, end);
    return true;
  }

  #leaveOut(rowStart: number): void {
    this.#text.written = rowStart;
    this.checks.forget();
  }

  /** Completes the row of a record, or sets it aside. */
  #judgeRow(rowStart: number, start: number, end: number): void {
    this.records += 1;
    const { cells } = this.#shape;
    const other = this.others.reason(this.#firstLine, this.#text.in, start, end);
    const isShort = cells < this.#width;
    const isRow = takesRecord(this.#options.rule, this.#shape) && !(isShort && this.checks.recordBreaks);
    const isKnown = !this.#malformed && other === null && isRow;
    const { misfit } = this.#cells;
    if (misfit && isKnown && this.#options.onMisfit === "refuse") {
      this.#stop("misfit", this.#firstLine, misfit.column);
      return;
    }
    if (misfit && isKnown) this.firstMisfit ??= { line: this.#firstLine, column: misfit.column };
    if (misfit || !isKnown) {
      this.#text.written = rowStart;
      this.#setAside(other ?? this.#reasonOf(cells), start, end);
      return;
    }
    if (isShort) this.#fill(cells);
    if (cells > this.#width) this.cutRows += 1;
    this.#finishRow(rowStart);
  }

  /** Writes the fields of cells that the file leaves out at the end of a row. */
  #fill(cells: number): void {
    if (this.#options.rule.least < this.#width) this.filledRows += 1;
    this.#text.makeRoom((this.#width - cells) * LENGTH);
    for (let column = cells; column < this.#width; column += 1)
      if (this.#options.keep[column] === 1) this.#row.noValue(this.#text.written);
  }

  /** Sets aside a record whose quote ends in a wrong place, or only its first line: what is behind it is read next then. */
  #setOpenAside(rowStart: number, start: number, recordEnd: number): true {
    const text = this.#text;
    const bytes = text.in.subarray(0, text.size);
    const length = bytesOfOpenRecord(bytes, { start, end: recordEnd, whole: text.last }, this.#rows);
    const isLine = start + length < recordEnd;
    this.#leaveOut(rowStart);
    this.records += 1;
    this.#tries += 1;
    const reason = this.#isOpen || isLine ? OPEN_QUOTE : AFTER_QUOTE;
    this.#setAside(reason, start, endWithoutLineEnd(bytes, start, start + length));
    if (isLine) {
      text.at = start + length;
      text.line = this.#firstLine + 1;
    } else if (this.#isOpen) text.at = text.size;
    this.#isOpen = false;
    return true;
  }

  #finishRow(rowStart: number): void {
    this.rows += 1;
    if (this.checks.keepBreaks()) this.broken = true;
    if (this.broken) this.#text.written = rowStart;
    else this.#row.end(rowStart);
  }

  #setAside(reason: string, start: number, end: number): void {
    this.rejected += 1;
    this.checks.forget();
    const raw = this.#text.in.subarray(start, end);
    this.#options.onReject({ line: this.#firstLine, record: this.records, reason, raw });
  }

  #reasonOf(cells: number): string {
    const { misfit } = this.#cells;
    if (this.#malformed) return AFTER_QUOTE;
    if (misfit === null || cells !== this.#width) return `${counted(cells, "cell")} instead of ${this.#width}`;
    return misfitReason(this.#options.columns?.[misfit.column], misfit);
  }

  /** Reads one cell and writes it as a field; ends at the delimiter or line end after it. */
  #cell(column: number, isKept: boolean): boolean {
    const text = this.#text;
    const { maxCellBytes } = this.#options;
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
        if (!text.last) return text.size - start > maxCellBytes && this.#stop("cell-too-large", openedAt);
        this.#openQuotes += 1;
        this.#isOpen = this.#openQuotes <= MOST_OPEN_QUOTES;
        return !this.#isOpen && this.#stop("unclosed-quote", openedAt);
      }
      start += 1;
      end = text.at - 1;
      if (!text.endsAfterQuote()) this.#malformed = true;
    }
    if (!isSkipped) text.plainText();
    if (text.at >= text.size && !text.last) return false;
    if (end < 0) end = text.at;
    if (this.#padded && !quoted) {
      end = endWithoutSpaces(text.in, start, end);
      if (!isSkipped) text.written = endWithoutSpaces(text.out, fieldAt + LENGTH, text.written);
    }
    if (this.#nulls && !quoted && isNull(text.in, start, end)) {
      text.written = fieldAt + LENGTH;
      end = start;
    }
    if (end - start > maxCellBytes) return this.#stop("cell-too-large", text.line);
    this.#hadValue = isSkipped ? end > start : text.written > fieldAt + LENGTH;
    if (isKept && !this.#hadValue) this.#row.noValue(fieldAt);
    else if (isKept) this.#cells.write(column, fieldAt, start, end, quoted);
    else {
      text.written = fieldAt;
      if (this.#hadValue && column < this.#width && !this.#cells.meansEmpty(column, start, end)) {
        this.checks.recordBreaks = true;
        this.checks.judge(column, this.#text, start, end, quoted);
      }
    }
    return true;
  }

  #stop(kind: ScanFault["kind"], line: number, column?: number): false {
    this.fault ??= { kind, line, record: this.records + 1, ...(column === undefined ? {} : { column }) };
    return false;
  }
}
