import { type Finding, finding } from "../../core/findings/finding.ts";
import { CsvReader } from "./csv.ts";
import { cutOff, onOneLine } from "../json/cut-off.ts";
import type { Operation } from "../definition/definition.ts";
import { UnreadableAnswer } from "./gunzip.ts";
import { emptyObject, parseJson } from "../json/json.ts";
import type { Json, JsonParse } from "../json/json.ts";
import { parseJsonInPieces } from "../json/parse/parse-in-pieces.ts";
import { xmlReader } from "../json/xml.ts";
import type { XmlParse } from "../json/xml.ts";

export type Body = { kind: "empty" } | { kind: "value"; json: Json } | { kind: "unreadable"; finding: Finding };
export type BodyFormat = Pick<Operation, "responseFormat" | "delimiter">;

/**
 * Reads a response's bytes in the operation's response format. No bytes, or only white space, is an empty response.
 * Calls `pause` to yield to other work.
 */
export async function readBody(
  bytes: Uint8Array,
  format: BodyFormat,
  contentType: string | null,
  pause: () => Promise<void>,
): Promise<Body> {
  const text = await decoded(bytes, decoderFor(contentType, bytes), pause);
  if (!/\S/.test(text)) return { kind: "empty" };
  switch (format.responseFormat) {
    case "json": {
      const parsed = await parseJsonInPieces(text, pause);
      return parsed.ok
        ? { kind: "value", json: parsed.value }
        : { kind: "unreadable", finding: notReadable("JSON", reasonOf(parsed), text) };
    }
    case "xml": {
      const parsed = await readXml(text, pause);
      return parsed.ok ? { kind: "value", json: parsed.root } : { kind: "unreadable", finding: parsed.finding };
    }
    case "ndjson":
    case "csv": {
      const other = otherThanRows(format, text, contentType);
      return other === null ? readWhole(rowReader(format), text, pause) : { kind: "unreadable", finding: other };
    }
  }
}

/** Bytes or characters read at a time: a large document takes seconds. */
const PIECE_BYTES = 2_000_000;
const PIECE_CHARS = 500_000;

async function decoded(bytes: Uint8Array, decoder: TextDecoder, pause: () => Promise<void>): Promise<string> {
  const pieces: string[] = [];
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    if (from > 0) await pause();
    const isLast = from + PIECE_BYTES >= bytes.length;
    pieces.push(decoder.decode(bytes.subarray(from, from + PIECE_BYTES), { stream: !isLast }));
  }
  return pieces.join("");
}

async function readXml(text: string, pause: () => Promise<void>): Promise<XmlParse> {
  const reader = xmlReader();
  for (let from = 0; from < text.length; from += PIECE_CHARS) {
    if (from > 0) await pause();
    const fault = reader.write(text.slice(from, from + PIECE_CHARS));
    if (fault !== null) return fault;
  }
  return reader.end();
}

/**
 * What is found if a response that should hold lines is a web page, or JSON instead of CSV: both would make meaningless
 * rows. `head` is its start.
 */
export function otherThanRows(
  { responseFormat }: BodyFormat,
  head: string,
  contentType: string | null,
): Finding | null {
  const page = /^\ufeff?\s*<(?:!doctype\s+html|html)[\s>]/i.test(head);
  const json = responseFormat === "csv" && /\bjson\b/i.test(contentType ?? "") && /^\ufeff?\s*[[{]/.test(head);
  return page || json ? notReadable(responseFormat === "csv" ? "CSV" : "JSON lines", null, head) : null;
}

async function readWhole(reader: RowReader, text: string, pause: () => Promise<void>): Promise<Body> {
  const rows: Json[] = [];
  try {
    for (let from = 0; from < text.length; from += PIECE_CHARS) {
      if (from > 0) await pause();
      const isLast = from + PIECE_CHARS >= text.length;
      for (const row of reader.read(text.slice(from, from + PIECE_CHARS), isLast)) rows.push(row);
    }
    return rows.length === 0 && !reader.begun ? { kind: "empty" } : { kind: "value", json: rows };
  } catch (error) {
    if (error instanceof UnreadableAnswer) return { kind: "unreadable", finding: error.finding };
    throw error;
  }
}

const LESS_THAN = 0x3c;

/** UTF-8 unless the Content-Type, or else an XML declaration, names another charset that we know. */
export function decoderFor(contentType: string | null, head: Uint8Array): TextDecoder {
  const declared =
    head[0] === LESS_THAN
      ? /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)/.exec(String.fromCharCode(...head.subarray(0, 200)))
      : null;
  const named = /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? "") ?? declared;
  try {
    return new TextDecoder(named?.[1] ?? "utf-8");
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return new TextDecoder();
  }
}

function notReadable(format: string, reason: Finding | null, text: string): Finding {
  return finding("answer-unreadable", { format, reason, start: onOneLine(cutOff(text.trim(), 60)) });
}

/** Why JSON cannot be read; null: it is none. */
function reasonOf(parsed: Extract<JsonParse, { ok: false }>): Finding | null {
  return parsed.fault === "syntax" ? null : parsed.finding;
}

/** Reads rows from a text in pieces; throws UnreadableAnswer if it is not rows. */
export interface RowReader {
  /** Whether anything after a header has been read. */
  readonly begun: boolean;
  /** The rows completed by this piece; `last` marks the final one. */
  read(text: string, last: boolean): Json[];
}

/** A reader for the two formats that hold one row after the other. */
export function rowReader(format: BodyFormat): RowReader {
  return format.responseFormat === "csv" ? csvRows(format.delimiter) : jsonLines();
}

/** Most characters of a line. */
const MAX_LINE = 64_000_000;

function jsonLines(): RowReader {
  let rest = "";
  let number = 0;
  return {
    get begun() {
      return number > 0;
    },
    read(text, last) {
      // A long line is parsed once it is complete, not again with every piece.
      const lines = last || text.includes("\n") ? (rest + text).split("\n") : [rest + text];
      rest = last ? "" : (lines.pop() ?? "");
      if (rest.length > MAX_LINE)
        throw new UnreadableAnswer(
          finding("line-too-long", { line: number + lines.length + 1, megabytes: MAX_LINE / 1_000_000 }),
        );
      const rows: Json[] = [];
      for (const line of lines) {
        number += 1;
        if (!/\S/.test(line)) continue;
        const parsed = parseJson(line);
        if (!parsed.ok)
          throw new UnreadableAnswer(finding("line-unreadable", { line: number, reason: reasonOf(parsed) }));
        rows.push(parsed.value);
      }
      return rows;
    },
  };
}

/** `columns` may pick a few of them. */
const MOST_CSV_COLUMNS = 10_000;

function csvRows(delimiter: string): RowReader {
  const reader = new CsvReader(delimiter);
  let header: string[] | null = null;
  let number = 1;
  return {
    get begun() {
      return header !== null;
    },
    read(text, last) {
      const parsed = reader.read(text, last);
      if (!parsed.ok) throw new UnreadableAnswer(parsed.finding);
      const rows: Json[] = [];
      for (const cells of parsed.rows) {
        if (header === null) {
          if (cells.length > MOST_CSV_COLUMNS)
            throw new UnreadableAnswer(
              finding("csv-too-many-columns", { columns: cells.length, limit: MOST_CSV_COLUMNS }),
            );
          header = headerNames(cells);
          continue;
        }
        number += 1;
        if (cells.length > header.length && cells.slice(header.length).some((cell) => cell !== ""))
          throw new UnreadableAnswer(
            finding("csv-record-too-wide", { record: number, cells: cells.length, columns: header.length }),
          );
        const row = emptyObject();
        for (let at = 0; at < header.length; at++)
          row[header[at] as string] = cells[at] === "" ? null : (cells[at] ?? null);
        rows.push(row);
      }
      return rows;
    },
  };
}

/**
 * The names of a header row: columns without a name are numbered by position, repeated names one after the other, so
 * that no cell is lost.
 */
export function headerNames(cells: readonly string[]): string[] {
  const names = new Set<string>();
  const twins = new Map<string, number>();
  for (const [index, cell] of cells.entries()) {
    const wanted = cell.trim() === "" ? `column_${index + 1}` : cell;
    let name = wanted;
    let twin = twins.get(wanted) ?? 2;
    for (; names.has(name); twin++) name = `${wanted}_${twin}`;
    twins.set(wanted, twin);
    names.add(name);
  }
  return [...names];
}
