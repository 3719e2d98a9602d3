import { isAscii } from "node:buffer";

/** The format of a file's cells. `delimiter` null: one column, no byte separates cells. */
export type Dialect = {
  readonly delimiter: "," | ";" | "\t" | "|" | null;
  /** Empty: no cell is quoted, and quotes are characters like others. */
  readonly quote: '"' | "'" | "";
  /**
   * `double`: a quote inside a quoted cell is doubled. `backslash`: it is escaped with a backslash, as are delimiters
   * in cells without quotes.
   */
  readonly escape: "double" | "backslash";
  /** Spaces around cells are skipped. */
  readonly padded?: boolean;
  /** A cell without quotes that is `\N` is empty. */
  readonly nulls?: boolean;
  /** An equals sign may precede an opening quote: `="00123"`. */
  readonly formulas?: boolean;
  /** A CR that no LF follows is a character like others. */
  readonly crInCells?: boolean;
  /** Line ends in cells are not counted: each record is a line. */
  readonly recordLines?: boolean;
};

const LF = 0x0a;
const CR = 0x0d;

/** A record of the head: its cells, its start and the start of the next one (bytes from 0, lines from 1). */
export type HeadRecord = {
  readonly cells: readonly { readonly text: string; readonly quoted: boolean }[];
  readonly start: number;
  readonly line: number;
  readonly end: number;
  readonly endLine: number;
  /** Something other than a delimiter or a line end followed a closing quote. */
  readonly broken: boolean;
};

type ReadOptions = {
  /** The bytes end where the file ends. */
  readonly whole: boolean;
  readonly most?: number;
  /** Records that begin here or behind are not read. */
  readonly until?: number;
  /** A record with an open quote is not divided into its lines. */
  readonly undivided?: boolean;
};

/**
 * Records of the head of a file (UTF-8), at most `most`. The last one is left out if it may continue after the head.
 * Gives the same result as the scanner for the whole file (a test compares them).
 */
export function readHead(bytes: Uint8Array, dialect: Dialect, options: ReadOptions): HeadRecord[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const decode = isAscii(bytes) ? asIs : fromLatin1;
  const records: HeadRecord[] = [];
  const most = options.most ?? Infinity;
  let at = 0;
  let line = 1;
  const until = options.until ?? Infinity;
  while (at < Math.min(text.length, until) && records.length < most) {
    const read = readRecord({ text, dialect, at, line }, decode);
    const complete = read.end < text.length || options.whole || /[\n\r]$/.test(text);
    if (!complete || (read.unclosed && !options.whole)) break;
    const isOpen = read.unclosed || (!options.undivided && isOpenLine(bytes, dialect, read, options.whole));
    const record = isOpen ? firstLineOf(text, read) : read;
    records.push(record);
    at = record.end;
    line = record.endLine;
  }
  return records;
}

/** Whether only the first line of a record of several lines has a quote in a wrong place. */
function isOpenLine(bytes: Uint8Array, dialect: Dialect, record: HeadRecord, whole: boolean): boolean {
  if (!record.broken || record.endLine <= record.line + 1) return false;
  const behind = recordsBehind(bytes, { start: record.start, end: record.end, whole }, dialect);
  return behind.length > 0 && behind.every((each) => hasQuotesInPlace(each, dialect));
}

/** Bytes of a record, and whether the ones that it is in end where the file ends. */
export type Place = { readonly start: number; readonly end: number; readonly whole: boolean };

/** Most bytes behind a record that are looked at: the last one of its lines may begin a record of several. */
export const LOOKED_BEHIND = 16_384;
const MOST_BEHIND = 1_000;

/** The records that begin in a record behind its first line, as if that were the end of it. */
export function recordsBehind(bytes: Uint8Array, { start, end, whole }: Place, dialect: Dialect): HeadRecord[] {
  const from = start + lineLength(bytes.subarray(start, end));
  const looked = bytes.subarray(from, end + LOOKED_BEHIND);
  const isEnd = whole || end + LOOKED_BEHIND < bytes.length;
  return readHead(looked, dialect, { whole: isEnd, most: MOST_BEHIND, until: end - from, undivided: true });
}

/** Bytes up to the end of the first line, with its line end. */
export function lineLength(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at += 1;
  return Math.min(bytes.length, at + (bytes[at] === CR && bytes[at + 1] === LF ? 2 : 1));
}

/** Whether no quote of a record is where none belongs. */
export function hasQuotesInPlace({ broken, cells }: HeadRecord, { quote }: Dialect): boolean {
  return !broken && cells.every(({ text, quoted }) => quoted || quote === "" || !text.includes(quote));
}

/** The line that a record begins with: its quote is not closed. */
function firstLineOf(text: string, record: HeadRecord): HeadRecord {
  const { start, line } = record;
  const length = /^[^\r\n]*(?:\r\n|\n|\r)?/.exec(text.slice(start, record.end))?.[0].length ?? 0;
  const cells = [{ text: text.slice(start, start + length), quoted: false }];
  return { cells, start, line, end: start + length, endLine: line + 1, broken: true };
}

type Reading = { readonly text: string; readonly dialect: Dialect; at: number; line: number };

/** Bytes of UTF-8 that were read as Latin-1. */
const fromLatin1 = (text: string) => Buffer.from(text, "latin1").toString("utf8");
const asIs = (text: string) => text;

function readRecord(reading: Reading, decode: (text: string) => string): HeadRecord & { readonly unclosed: boolean } {
  const { text, dialect, at: start, line } = reading;
  const cells: { text: string; quoted: boolean }[] = [];
  let broken = false;
  let unclosed = false;
  do {
    const cell = readCell(reading);
    broken ||= cell.broken;
    unclosed ||= cell.unclosed;
    if (!unclosed) cells.push({ text: decode(cell.text), quoted: cell.quoted });
  } while (!unclosed && text[reading.at] === dialect.delimiter && reading.at++ < text.length);
  let end = reading.at + 1;
  if (text[reading.at] === "\r" && text[end] === "\n") end += 1;
  const endLine = reading.line + (unclosed ? 0 : 1);
  return { cells, start, line, end: Math.min(end, text.length), endLine, broken, unclosed };
}

/** Reads one cell, up to the delimiter or line end after it. */
function readCell(reading: Reading): { text: string; quoted: boolean; broken: boolean; unclosed: boolean } {
  const { text, dialect } = reading;
  const { quote } = dialect;
  if (dialect.padded) reading.at = afterSpaces(text, reading.at);
  if (dialect.formulas && text[reading.at] === "=" && text[reading.at + 1] === quote) reading.at += 1;
  const quoted = text[reading.at] === quote;
  let cell = "";
  let broken = false;
  if (quoted) {
    const inner = readQuoted(reading);
    if (inner === null) return { text: "", quoted, broken, unclosed: true };
    cell = inner;
    const after = afterSpaces(text, reading.at);
    if (isEnd(text, after, dialect)) reading.at = after;
    else broken = true;
  }
  const plainFrom = reading.at;
  cell += readPlain(reading);
  if (dialect.padded && !quoted) cell = withoutSpacesBehind(cell);
  const plain = text.slice(plainFrom, reading.at);
  if (dialect.nulls && !quoted && (dialect.padded ? withoutSpacesBehind(plain) : plain) === "\\N") cell = "";
  return { text: cell, quoted, broken, unclosed: false };
}

function withoutSpacesBehind(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === " ") end -= 1;
  return text.slice(0, end);
}

/** The text up to the next delimiter or line end. */
function readPlain(reading: Reading): string {
  const { text, dialect } = reading;
  const { delimiter, quote, escape } = dialect;
  let plain = "";
  let from = reading.at;
  let at = from;
  while (!isEnd(text, at, dialect)) {
    const next = text[at + 1];
    if (escape === "backslash" && text[at] === "\\" && (next === quote || next === "\\" || next === delimiter)) {
      plain += text.slice(from, at);
      at += 1;
      from = at;
    }
    at += 1;
  }
  reading.at = at;
  return (plain + text.slice(from, at)).replaceAll("\0", "");
}

/** The text between the quotes, whose opening one is next; null: it is not closed. */
function readQuoted(reading: Reading): string | null {
  const { text, dialect } = reading;
  const { quote, escape } = dialect;
  let cell = "";
  let from = reading.at + 1;
  for (let at = from; at < text.length; at += 1) {
    const c = text[at] as string;
    const next = text[at + 1];
    const isEscaped =
      (c === quote && next === quote && escape === "double") ||
      (c === "\\" && escape === "backslash" && (next === quote || next === "\\"));
    if (isEscaped) {
      cell += text.slice(from, at);
      at += 1;
      from = at;
    } else if (c === quote) {
      reading.at = at + 1;
      return (cell + text.slice(from, at)).replaceAll("\0", "");
    } else if (dialect.recordLines !== true && (c === "\n" || (c === "\r" && next !== "\n"))) {
      reading.line += 1;
    }
  }
  reading.at = text.length;
  return null;
}

function afterSpaces(text: string, at: number): number {
  while (text[at] === " ") at += 1;
  return at;
}

function isEnd(text: string, at: number, { delimiter, crInCells }: Dialect): boolean {
  const c = text[at];
  if (c === "\r" && crInCells === true) return at + 1 === text.length || text[at + 1] === "\n";
  return c === undefined || c === "\n" || c === "\r" || c === delimiter;
}
