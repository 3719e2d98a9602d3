import { cellText, JsonCell, cellOf } from "#domain/connector-language/json/cells.ts";
import type { Cell } from "#domain/connector-language/json/cells.ts";
import { isJsonObject, type Json, MAX_VALUES, parseJson } from "#domain/connector-language/json/json.ts";
import { flattenRecord, MAX_COLUMNS, newLabels } from "#domain/connector-language/table/columns.ts";
import type { Row } from "#domain/connector-language/table/row.ts";
import type { FilePart } from "#domain/dataset/load-report.ts";
import type { LoadSettings } from "#domain/dataset/load-settings.ts";
import { type ChosenEncoding, chooseEncoding } from "../../csv/encoding/choose-encoding.ts";
import { type ByteSource, MAX_TIMES_UNPACKED, readUtf8 } from "../../csv/file-bytes.ts";
import { tooLarge, tooManyColumns } from "../../csv/plan.ts";
import { damaged, FileFault, overLimit } from "../file-fault.ts";
import { type PlacedRow, writeGrown } from "../grown-table.ts";
import type { FileToRead, MadeTable, ReplacedInText } from "../table-file.ts";
import { type TableWriter, textCell } from "../table-writer.ts";
import { JsonItems, type JsonList, MAX_DEPTH } from "./json-items.ts";

/** A record may have so many times as many bytes as one of its cells. */
const CELLS_OF_RECORD = 4;
/** Bytes of an item that is set aside. */
const SHOWN_BYTES = 100_000;
/** Items that tell what all of them are. */
const LOOKED_AT = 100;
/** The column of values that are no records. */
const VALUE_LABEL = "value";
/** What stands in a text for bytes that are no character. */
const REPLACEMENT = Buffer.from("\ufffd");
/** Places that are named, of those that have one. */
const MAX_NAMED_PLACES = 20;
/** Why an item is no row. */
const NOT_JSON = "not JSON";
const NOT_A_RECORD = "not a record";

/** Gives the text of each item and its place, from 1, until false is returned. */
type Items = (take: (text: Buffer, place: number) => boolean) => Promise<void>;
type Kind = "record" | "list" | "value";

/** A text that is read in passes. */
type Text = {
  readonly source: ByteSource;
  readonly encoding: ChosenEncoding;
  readonly cut: boolean;
  readonly out: TableWriter;
};

/**
 * Reads records of a JSON text: its list, the largest list within it, or one value in each line. Nested objects become
 * columns as in the tables of connectors. Lists in a list are rows of a sheet.
 */
export async function readJson(file: FileToRead, settings: LoadSettings, out: TableWriter): Promise<MadeTable> {
  try {
    return await readAs(await textOf(file, settings, out, false), settings);
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    out.restart();
    return readAs(await textOf(file, settings, out, true), settings);
  }
}

class NotUtf8 extends Error {}

async function textOf(file: FileToRead, settings: LoadSettings, out: TableWriter, notUtf8: boolean): Promise<Text> {
  const { path, packing, cut } = file;
  const encoding = await chooseEncoding(file, settings.encoding, notUtf8);
  const { maxBytes } = out.limits;
  return {
    source: { path, packing, encoding: encoding.encoding, repair: encoding.repair, maxBytes },
    encoding,
    cut,
    out,
  };
}

async function readAs(text: Text, { format }: LoadSettings): Promise<MadeTable> {
  const { list, ...beside } = format === "ndjson" ? { list: null, others: [] } : await listOf(text);
  const items: Items = list === null ? (take) => takeLines(text, take) : (take) => takeItems(text, list, take);
  const kind = await kindOf(items);
  const replaced = new ReplacedCharacters(items, text.encoding);
  await (kind === "list" ? writeLists(replaced.items, text.out) : writeRecords(replaced.items, kind, text.out));
  const { repair: _, ...encoding } = text.encoding;
  const part = list ? { part: { list, ...beside } } : {};
  return { kind: kind === "list" ? "cells" : "records", ...part, text: { ...encoding, replaced: replaced.found } };
}

/** Counts characters of items that stand for bytes which are none in the encoding of the text. */
class ReplacedCharacters {
  found: ReplacedInText = { count: 0, lines: [] };
  /** The items; each pass counts anew. */
  readonly items: Items;

  constructor(items: Items, { encoding, repair }: ChosenEncoding) {
    const isExact = encoding === "utf-8" && !repair;
    this.items = (take) => {
      this.found = { count: 0, lines: [] };
      return items((text, place) => {
        if (!isExact) this.#add(text, place);
        return take(text, place);
      });
    };
  }

  #add(text: Buffer, place: number): void {
    let count = 0;
    for (let at = text.indexOf(REPLACEMENT); at >= 0; at = text.indexOf(REPLACEMENT, at + 1)) count += 1;
    if (count === 0) return;
    const { lines } = this.found;
    this.found = {
      count: this.found.count + count,
      lines: lines.length < MAX_NAMED_PLACES ? [...lines, place] : lines,
    };
  }
}

/** Passes the chunks of the text on until false is returned. Whether the text has ended. */
async function readText({ source, cut, out }: Text, take: (chunk: Buffer) => boolean): Promise<boolean> {
  const end = await readUtf8(source, async (chunk, last) => {
    await out.pause();
    return last || take(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
  });
  if (end === "not-utf8") throw new NotUtf8();
  if (end === "too-large") throw new FileFault(tooLarge(out.limits));
  if (end === "too-tight") throw overLimit("times", MAX_TIMES_UNPACKED);
  if (end === "bad-packing") throw new FileFault({ code: "bad-gzip", facts: {} });
  return end === "end" && !cut;
}

/**
 * The list that is read: the one with most records. "": the text itself, which is a list or one record. Null: the text has
 * a value in each line. A record whose lists are all empty is an answer without rows.
 */
async function listOf(text: Text): Promise<Pick<FilePart, "others" | "fields"> & { list: string | null }> {
  const found = new JsonItems(null, maxItemBytes(text));
  // A text that is a list has no other one.
  const isWhole = await readText(text, (chunk) => found.push(chunk) && !found.lists.has(""));
  if (found.isSequence) {
    if (await areLines(text)) return { list: null, others: [] };
    throw damaged("json", found.line);
  }
  if (isWhole) found.end();
  const lists = [...found.lists.values()].sort(byRecords);
  const [list] = lists;
  if (list && lists.every(({ items }) => items === 0)) throw new FileFault({ code: "no-rows", facts: {} });
  if (!list || (list.records === 0 && list.path !== "")) return { list: "", others: [] };
  const { fields: names, fieldCount: count } = found;
  return {
    list: list.path,
    others: lists.filter(({ records }) => records > 0).flatMap(otherThan(list)),
    ...(count > 0 ? { fields: { names, count } } : {}),
  };
}

/** Whether most of the first lines are values, so that one which is none is set aside. */
async function areLines(text: Text): Promise<boolean> {
  let lines = 0;
  let values = 0;
  await takeLines(text, (line) => {
    lines += 1;
    if (parseJson(line.toString("utf8")).ok) values += 1;
    return lines < LOOKED_AT;
  });
  return values * 2 > lines;
}

const byRecords = (a: JsonList, b: JsonList) => b.records - a.records;
const otherThan = (list: JsonList) => (each: JsonList) => (each === list ? [] : [each.path]);
const maxItemBytes = ({ out }: Text) => out.limits.maxCellBytes * CELLS_OF_RECORD;

/** Gives the items of a list; a text without lists is one item. */
async function takeItems(text: Text, list: string, take: Parameters<Items>[0]): Promise<void> {
  const found = new JsonItems({ path: list, take }, maxItemBytes(text));
  const isWhole = await readText(text, (chunk) => !text.out.full && found.push(chunk));
  if (found.isSequence) throw damaged("json", found.line);
  if (isWhole) found.end();
  if (found.lists.has(list) || !isWhole) return;
  const parts: Buffer[] = [];
  let bytes = 0;
  await readText(text, (chunk) => {
    parts.push(Buffer.from(chunk));
    bytes += chunk.length;
    if (bytes > maxItemBytes(text)) throw overLimit("record-bytes", maxItemBytes(text));
    return true;
  });
  take(Buffer.concat(parts), 1);
}

/** Gives the lines of the text that are not empty. */
async function takeLines(text: Text, take: Parameters<Items>[0]): Promise<void> {
  let rest: Buffer[] = [];
  let kept = 0;
  let place = 0;
  const line = (end: Buffer) => {
    place += 1;
    const whole = Buffer.concat([...rest, end]);
    rest = [];
    kept = 0;
    return whole.every(isSpace) || take(whole, place);
  };
  const isWhole = await readText(text, (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, from)) {
      if (!line(chunk.subarray(from, at)) || text.out.full) return false;
      from = at + 1;
    }
    rest.push(Buffer.from(chunk.subarray(from)));
    kept += chunk.length - from;
    if (kept > maxItemBytes(text)) throw overLimit("record-bytes", maxItemBytes(text));
    return true;
  });
  if (isWhole && kept > 0) line(Buffer.alloc(0));
}

const LF = 0x0a;
const isSpace = (byte: number) => byte === 0x20 || byte === 0x09 || byte === 0x0d;

/** What the first items are: records if any of them is one, else lists or values. */
async function kindOf(items: Items): Promise<Kind> {
  const kinds = new Set<Kind>();
  await items((text, place) => {
    const [first = ""] = text.toString("utf8").trimStart();
    kinds.add(first === "{" ? "record" : first === "[" ? "list" : "value");
    return place < LOOKED_AT;
  });
  if (kinds.size === 0) throw new FileFault({ code: "no-rows", facts: {} });
  return kinds.has("record") ? "record" : kinds.has("list") ? "list" : "value";
}

/** The value of an item; undefined: it is none, and is set aside. */
function parsedItem(text: Buffer, place: number, out: TableWriter): Json | undefined {
  const parsed = parseJson(text.toString("utf8"));
  if (parsed.ok) return parsed.value;
  if (parsed.fault === "depth") throw overLimit("depth", MAX_DEPTH);
  if (parsed.fault === "values") throw overLimit("values", MAX_VALUES);
  setAside(text, place, NOT_JSON, out);
  return undefined;
}

function setAside(text: Buffer, place: number, reason: string, out: TableWriter): void {
  out.aside.add({ line: place, record: place, reason }, text.subarray(0, SHOWN_BYTES));
}

async function writeLists(items: Items, out: TableWriter): Promise<void> {
  await writeGrown(out, (row) =>
    items((text, place) => {
      const value = parsedItem(text, place, out);
      if (Array.isArray(value))
        row({ cells: new Map(value.map((each, at) => [at, written(cellOf(each), place, out)])), place });
      else if (value !== undefined) setAside(text, place, NOT_A_RECORD, out);
      return !out.full;
    }),
  );
}

async function writeRecords(items: Items, kind: Exclude<Kind, "list">, out: TableWriter): Promise<void> {
  const columns = new Map<string, number>();
  const labels = newLabels();
  let like: Row | undefined;
  const rowOf = (text: Buffer, place: number): PlacedRow | null => {
    const value = parsedItem(text, place, out);
    if (value === undefined) return null;
    if (isJsonObject(value) !== (kind === "record")) {
      setAside(text, place, NOT_A_RECORD, out);
      return null;
    }
    const found = flattenRecord(isJsonObject(value) ? value : { [VALUE_LABEL]: value }, [], labels, like);
    if (!found.ok) throw new FileFault(tooManyColumns(MAX_COLUMNS + 1, { maxColumns: MAX_COLUMNS }));
    like = found.row;
    const cells = new Map<number, string>();
    for (const [label, cell] of found.row) cells.set(columnOf(columns, label, out), written(cell, place, out));
    return { cells, place };
  };
  await writeGrown(
    out,
    (take) =>
      items((text, place) => {
        const row = rowOf(text, place);
        if (row) take(row);
        return !out.full;
      }),
    () => [...columns.keys()].map(textCell),
  );
}

/** The position of a column, which is added if it is new. */
function columnOf(columns: Map<string, number>, label: string, { limits }: TableWriter): number {
  const known = columns.get(label);
  if (known !== undefined) return known;
  if (columns.size >= limits.maxColumns) throw new FileFault(tooManyColumns(columns.size + 1, limits));
  columns.set(label, columns.size);
  return columns.size - 1;
}

/** A cell in the notation of the table: numbers and truth values without quotes, all else in quotes. */
function written(cell: Cell, place: number, out: TableWriter): string {
  const text = cellText(cell);
  if (text === null) return "";
  if (typeof cell !== "string" && !(cell instanceof JsonCell)) return text;
  if (text === "") out.emptied("empty-text", place);
  out.checkCell(text, place);
  return textCell(text);
}
