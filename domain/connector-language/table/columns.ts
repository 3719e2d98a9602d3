import { type Finding, finding } from "../../core/findings/finding.ts";
import { storableText } from "../../core/text/storable.ts";
import { cellOf, JsonCell, storableNumber } from "../json/cells.ts";
import type { Cell } from "../json/cells.ts";
import { cutOff } from "../json/cut-off.ts";
import { dateText } from "../json/dates.ts";
import { ExactNumber, isJsonObject, jsonEquals, scalarText } from "../json/json.ts";
import type { Json, JsonObject } from "../json/json.ts";
import { parsePath, readPath } from "../json/paths.ts";
import type { PathSource } from "../json/paths.ts";
import { Row } from "./row.ts";
import type { Column } from "../definition/schema.ts";
import { renderText } from "../json/placeholders.ts";
import type { Values } from "../json/placeholders.ts";
import { single } from "../json/xml.ts";

export type RowResult = { ok: true; row: Row } | { ok: false; finding: Finding };

/** More columns than this mean an object keyed by data, not a table. */
export const MAX_COLUMNS = 1_000;

/**
 * The labels of a pull's fields, each built once: records are alike, and building a label for every row costs more than
 * the row. `inner` holds the fields below this one.
 */
export interface Labels {
  label: string;
  /** The prefix of the labels below this one. */
  prefix: string;
  inner: Map<string, Labels>;
}

/** Labels for one pull of one operation. */
export function newLabels(): Labels {
  return { label: "", prefix: "", inner: new Map() };
}

/** Objects keyed by data always have new names; caching them is useless. */
const MAX_CACHED_LABELS = 2_000;

function labelOf(above: Labels, key: string): Labels {
  const known = above.inner.get(key);
  if (known !== undefined) return known;
  const label = above.prefix + storableText(key);
  const made: Labels = { label, prefix: `${label}__`, inner: new Map() };
  if (above.inner.size >= MAX_CACHED_LABELS) above.inner.clear();
  above.inner.set(key, made);
  return made;
}

/**
 * Turns a record into a row: nested objects become `parent__child`, lists stay JSON, empty objects give no column.
 * Values in `nullValues` become empty cells. `like`: the previous row.
 */
export function flattenRecord(
  record: JsonObject,
  nullValues: readonly Json[] = [],
  labels: Labels = newLabels(),
  like?: Row,
): RowResult {
  const row = new Row(like);
  const full = flattenInto(row, labels, record, nullValues);
  return full ? { ok: true, row } : { ok: false, finding: finding("record-too-wide", { limit: MAX_COLUMNS }) };
}

function flattenInto(row: Row, above: Labels, record: JsonObject, nullValues: readonly Json[]): boolean {
  for (const key of Object.keys(record)) {
    const value = record[key] ?? null;
    const own = labelOf(above, key);
    if (isJsonObject(value)) {
      if (!flattenInto(row, own, value, nullValues)) return false;
    } else {
      if (row.cells.length >= MAX_COLUMNS) return false;
      const empty = nullValues.length > 0 && nullValues.some((item) => jsonEquals(item, value));
      addNumbered(row, own.label, empty ? null : cellOf(value));
    }
  }
  return true;
}

/** `a.b` and a key `a__b` have the same label; the later one is numbered, so that neither is lost. */
function addNumbered(row: Row, label: string, cell: Cell): void {
  let added = row.add(label, cell);
  for (let number = 2; !added; number++) added = row.add(`${label}_${number}`, cell);
}

/** Characters of the cells of a row besides its longest: a thousand columns may all take the same large part of a record. */
const MAX_ROW_CHARS = 4_000_000;

/**
 * The row for a definition with `columns`: only those, each from its path (default: its name; empty if missing) or with
 * a fixed `value`, converted to its declared type. A value that does not fit its type is an error. `like`: the previous
 * row.
 */
export function projectRecord(
  record: JsonObject,
  columns: readonly Column[],
  values: Values,
  nullValues: readonly Json[] = [],
  like?: Row,
): RowResult {
  const row = new Row(like);
  let [chars, longest] = [0, 0];
  for (const column of columns) {
    const found = valueOf(record, column, values);
    if (!found.ok) return found;
    const nulls = column.null_values ?? nullValues;
    const cell = nulls.some((item) => jsonEquals(item, found.value)) ? null : typed(found.value, column.type);
    if (cell === undefined) return { ok: false, finding: otherType(column, found.value) };
    const size = cell instanceof JsonCell ? cell.json.length : typeof cell === "string" ? cell.length : 0;
    longest = Math.max(longest, size);
    chars += size;
    if (chars - longest > MAX_ROW_CHARS)
      return { ok: false, finding: finding("row-too-large", { megabytes: MAX_ROW_CHARS / 1_000_000 }) };
    row.add(column.name, cell);
  }
  return { ok: true, row };
}

function valueOf(
  record: JsonObject,
  column: Column,
  values: Values,
): { ok: true; value: Json } | { ok: false; finding: Finding } {
  if (column.value !== undefined)
    return typeof column.value === "string" ? renderText(column.value, values) : { ok: true, value: column.value };
  const located = readPath(record, column.path ?? namePath(column, record));
  if (!located.found) return { ok: true, value: null };
  return { ok: true, value: column.type === "json" ? located.value : single(located.value) };
}

const namePaths = new WeakMap<Column, { key: [string]; path: PathSource | null }>();

/** A name without a path is a path, unless a field has that name: names with dots and brackets are common. */
function namePath(column: Column, record: JsonObject): PathSource {
  let known = namePaths.get(column);
  if (known === undefined) {
    const { name } = column;
    known = { key: [name], path: /[.[]/.test(name) && parsePath(name).ok ? name : null };
    namePaths.set(column, known);
  }
  return known.path === null || Object.hasOwn(record, column.name) ? known.key : known.path;
}

function otherType({ name, type }: Column, value: Json): Finding {
  const text = scalarText(value);
  const shown = text === null ? null : cutOff(text, 40);
  return finding("value-of-other-type", { column: name, type: type ?? "", value: shown });
}

/** The cell of a value with a declared type; undefined if it does not fit. */
function typed(value: Json, type: Column["type"]): Cell | undefined {
  if (value === null) return null;
  const text = scalarText(value);
  switch (type) {
    case undefined:
      return cellOf(value);
    case "json":
      return new JsonCell(jsonText(value));
    case "text": {
      const cell = cellOf(value);
      return cell instanceof JsonCell ? cell.json : storableText(text ?? "");
    }
    case "number":
      return text !== null && /^[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d{1,4})?$/.test(text.trim())
        ? new ExactNumber(text.trim())
        : text === ""
          ? null
          : undefined;
    case "integer":
      return text === "" ? null : integerOf(text);
    case "boolean":
      return text === ""
        ? null
        : /^(true|1)$/i.test(text ?? "")
          ? true
          : /^(false|0)$/i.test(text ?? "")
            ? false
            : undefined;
    case "date":
      return text === "" ? null : text === null ? undefined : (dateText(text) ?? undefined);
  }
}

function jsonText(value: Json): string {
  const given = cellOf(value);
  const cell = given instanceof ExactNumber ? storableNumber(given) : given;
  return typeof cell === "string" ? JSON.stringify(cell) : cell instanceof JsonCell ? cell.json : String(cell);
}

function integerOf(text: string | null): bigint | undefined {
  if (text === null || !/^[+-]?\d{1,19}(\.0+)?$/.test(text.trim())) return undefined;
  const integer = BigInt(text.trim().replace(/^\+/, "").replace(/\..*$/, ""));
  return BigInt.asIntN(64, integer) === integer ? integer : undefined;
}
