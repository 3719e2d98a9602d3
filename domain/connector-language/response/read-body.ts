import { type Finding, finding } from "../../core/findings/finding.ts";
import { cutText } from "../../core/text/text.ts";
import { CsvReader } from "./csv.ts";
import { cutOff, onOneLine } from "../json/cut-off.ts";
import type { Operation } from "../definition/definition.ts";
import { answerDecoder, type AnswerDecoder, type EncodingOf } from "./bytes/answer-decoder.ts";
import { UnreadableAnswer } from "./gunzip.ts";
import { isWebPage, wordsInText } from "./words/own-words.ts";
import { emptyObject, parseJson } from "../json/json.ts";
import type { Json, JsonParse } from "../json/json.ts";
import { parseJsonInPieces } from "../json/parse/parse-in-pieces.ts";
import { xmlReader } from "../json/xml.ts";
import type { XmlParse } from "../json/xml.ts";

export type Body = { kind: "empty" } | { kind: "value"; json: Json } | { kind: "unreadable"; finding: Finding };
/** `known`: the names of columns that the table, the definition or an earlier page has. */
export type BodyFormat = Pick<Operation, "responseFormat" | "delimiter"> & { readonly known?: Set<string> };
/** What reading an answer needs: `pause` yields to other work. */
export type ReadingPorts = { readonly pause: () => Promise<void>; readonly encodingOf: EncodingOf };

/** Reads a response's bytes in the operation's response format. No bytes, or only white space, is an empty response. */
export async function readBody(
  bytes: Uint8Array,
  format: BodyFormat,
  contentType: string | null,
  { pause, encodingOf }: ReadingPorts,
): Promise<Body> {
  const text = await decoded(bytes, answerDecoder(contentType, bytes, encodingOf), pause);
  if (!/\S/.test(text)) return { kind: "empty" };
  switch (format.responseFormat) {
    case "json": {
      const parsed = await parseJsonInPieces(text, pause);
      return parsed.ok
        ? { kind: "value", json: parsed.value }
        : { kind: "unreadable", finding: notReadable("JSON", reasonOf(parsed), text) };
    }
    case "xml": {
      const parsed = isWebPage(text) ? null : await readXml(text, pause);
      if (parsed === null) return { kind: "unreadable", finding: notReadable("XML", null, text) };
      return parsed.ok
        ? { kind: "value", json: parsed.root }
        : { kind: "unreadable", finding: withWords(parsed.finding, text) };
    }
    case "ndjson":
    case "csv": {
      const other = otherThanRows(format, text);
      return other === null ? readWhole(rowReader(format), text, pause) : { kind: "unreadable", finding: other };
    }
  }
}

/** Bytes or characters read at a time: a large document takes seconds. */
const PIECE_BYTES = 2_000_000;
const PIECE_CHARS = 500_000;

async function decoded(bytes: Uint8Array, decoder: AnswerDecoder, pause: () => Promise<void>): Promise<string> {
  const pieces: string[] = [];
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    if (from > 0) await pause();
    const isLast = from + PIECE_BYTES >= bytes.length;
    pieces.push(decoder.write(bytes.subarray(from, from + PIECE_BYTES), isLast));
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

/** Characters in which something else than rows shows itself. */
const HEAD_CHARS = 20_000;

/**
 * What is found if a response that should hold lines is a web page or XML, or JSON instead of CSV: all would make
 * meaningless rows. `head` is its start; what the Content-Type says counts for nothing.
 */
export function otherThanRows({ responseFormat }: BodyFormat, head: string): Finding | null {
  const start = cutText(head, HEAD_CHARS);
  const isCsv = responseFormat === "csv";
  const isOther = isWebPage(start) || isXml(start) || (isCsv && JSON_START.test(start));
  return isOther ? notReadable(isCsv ? "CSV" : "JSON lines", null, start) : null;
}

/** A name in brackets is none: some CSV has such a header. */
const JSON_START = /^\ufeff?\s*(?:\{\s*["}]|\[\s*(?:[[{"\]\d-]|true\b|false\b|null\b))/;

/** A name in angle brackets alone is none: some CSV has such a header. */
function isXml(text: string): boolean {
  if (/^\ufeff?\s*<\?xml\s/i.test(text)) return true;
  const [, name] = /^\ufeff?\s*<([A-Za-z][\w.:-]*)[\s>]/.exec(text) ?? [];
  return name !== undefined && text.includes(`</${name}>`);
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

function notReadable(format: string, reason: Finding | null, text: string): Finding {
  const start = onOneLine(cutOff(text.trim(), QUOTED_CHARS));
  return withWords(finding("answer-unreadable", { format, reason, start }), text);
}

const QUOTED_CHARS = 100;

function withWords(found: Finding, text: string): Finding {
  const said = wordsInText(cutText(text, HEAD_CHARS));
  return said === null ? found : finding("api-says", { finding: found, said });
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
  return format.responseFormat === "csv" ? csvRows(format) : jsonLines();
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

function csvRows({ delimiter, known = new Set() }: BodyFormat): RowReader {
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
      const [sole] = header ?? [];
      if (last && header?.length === 1 && sole !== undefined && !known.has(sole) && (number === 1 || known.size > 1))
        throw new UnreadableAnswer(finding("csv-not-table", { line: onOneLine(cutOff(sole, QUOTED_CHARS)) }));
      if (last) for (const name of header ?? []) known.add(name);
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
