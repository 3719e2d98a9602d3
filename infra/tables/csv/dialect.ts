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
  /** Spaces may precede an opening quote. */
  readonly padded?: boolean;
};

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

/**
 * Records of the head of a file (UTF-8), at most `most`. The last one is left out if it may continue after the head.
 * Gives the same result as the scanner for the whole file (a test compares them).
 */
export function readHead(
  bytes: Uint8Array,
  dialect: Dialect,
  options: { whole: boolean; most?: number },
): HeadRecord[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const decode = isAscii(bytes) ? asIs : fromLatin1;
  const records: HeadRecord[] = [];
  const most = options.most ?? Infinity;
  let at = 0;
  let line = 1;
  while (at < text.length && records.length < most) {
    const record = readRecord({ text, dialect, at, line }, decode);
    const complete = record.end < text.length || options.whole || /[\n\r]$/.test(text);
    if (!complete || record.unclosed) break;
    records.push(record);
    at = record.end;
    line = record.endLine;
  }
  return records;
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
  const { delimiter, quote } = dialect;
  if (dialect.padded) {
    const from = afterSpaces(text, reading.at);
    if (text[from] === quote) reading.at = from;
  }
  const quoted = text[reading.at] === quote;
  let cell = "";
  let broken = false;
  if (quoted) {
    const inner = readQuoted(reading);
    if (inner === null) return { text: "", quoted, broken, unclosed: true };
    cell = inner;
    const after = afterSpaces(text, reading.at);
    if (isEnd(text[after], delimiter)) reading.at = after;
    else broken = true;
  }
  cell += readPlain(reading);
  return { text: cell, quoted, broken, unclosed: false };
}

/** The text up to the next delimiter or line end. */
function readPlain(reading: Reading): string {
  const { text, dialect } = reading;
  const { delimiter, quote, escape } = dialect;
  let plain = "";
  let from = reading.at;
  let at = from;
  while (!isEnd(text[at], delimiter)) {
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
    } else if (c === "\n" || (c === "\r" && next !== "\n")) {
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

function isEnd(c: string | undefined, delimiter: Dialect["delimiter"]): boolean {
  return c === undefined || c === "\n" || c === "\r" || c === delimiter;
}
