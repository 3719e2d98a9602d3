import { type Finding, finding } from "../../core/findings/finding.ts";

export type CsvParse = { ok: true; rows: string[][] } | { ok: false; finding: Finding };

/** Longest record: an unclosed quote must not collect a whole file. */
const MAX_RECORD = 16_000_000;

/**
 * Reads CSV in pieces, as in RFC 4180: quoted cells may hold delimiters, line breaks and doubled quotes; empty lines
 * are skipped. A record is returned once it is complete.
 */
export class CsvReader {
  private readonly delimiter: string;
  private waiting = "";
  private records = 0;
  /** The buffered length at which parsing is tried again, so that a long record is not read over and over. */
  private enough = 0;
  private begun = false;

  constructor(delimiter: string) {
    this.delimiter = delimiter;
  }

  /** Reads the next piece of text; `last` marks the final one. */
  read(text: string, last: boolean): CsvParse {
    this.waiting += text;
    if (!this.begun && this.waiting !== "") {
      this.begun = true;
      if (this.waiting.charCodeAt(0) === 0xfeff) this.waiting = this.waiting.slice(1);
    }
    if (this.waiting.length < this.enough && !last) return { ok: true, rows: [] };
    const rows: string[][] = [];
    let at = 0;
    while (at < this.waiting.length) {
      const record = readRecord(this.waiting, at, this.delimiter, last);
      if (record === "open quote")
        return { ok: false, finding: finding("csv-quote-open", { record: this.records + 1 }) };
      if (record === null) break;
      if (record.cells.length > 1 || record.cells[0] !== "") {
        rows.push(record.cells);
        this.records += 1;
      }
      at = record.end;
    }
    this.waiting = this.waiting.slice(at);
    if (this.waiting.length > MAX_RECORD)
      return {
        ok: false,
        finding: finding("csv-record-too-long", { record: this.records + 1, megabytes: MAX_RECORD / 1_000_000 }),
      };
    this.enough = at === 0 ? this.waiting.length * 2 : 0;
    return { ok: true, rows };
  }
}

/** The record that begins at `from`; null while it is incomplete. */
function readRecord(
  text: string,
  from: number,
  delimiter: string,
  last: boolean,
): { cells: string[]; end: number } | "open quote" | null {
  const cells: string[] = [];
  let at = from;
  for (;;) {
    let cell = "";
    if (text[at] === '"') {
      const close = closingQuote(text, at + 1);
      if (close < 0) return last ? "open quote" : null;
      cell = text.slice(at + 1, close).replaceAll('""', '"');
      at = close + 1;
    }
    // Text between a closing quote and the next delimiter belongs to the cell: dropping it would lose data.
    const end = cellEnd(text, at, delimiter);
    cells.push(cell + text.slice(at, end));
    if (text[end] === delimiter) {
      at = end + 1;
      continue;
    }
    if (end === text.length && !last) return null;
    return { cells, end: end + (text.startsWith("\r\n", end) ? 2 : 1) };
  }
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at;
  return -1;
}

function cellEnd(text: string, from: number, delimiter: string): number {
  const stop = delimiter.charCodeAt(0);
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === stop || code === 0x0a || code === 0x0d) return at;
  }
  return text.length;
}
