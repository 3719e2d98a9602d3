import { type Finding, finding } from "../../core/findings/finding.ts";
import { storableText } from "../../core/text/storable.ts";
import { cellOf, JsonCell, storableNumber } from "../json/cells.ts";
import type { Cell } from "../json/cells.ts";
import { cutOff } from "../json/cut-off.ts";
import { dateText } from "../json/dates.ts";
import { ExactNumber, jsonEquals, scalarText, stringifyJson } from "../json/json.ts";
import type { Json, JsonObject } from "../json/json.ts";
import { readMoment } from "../json/moments.ts";
import { readPattern } from "../json/strftime.ts";
import { parsePath, readPath, valueAt } from "../json/paths.ts";
import type { PathSource } from "../json/paths.ts";
import type { Column } from "../definition/schema.ts";
import { isUnset, ROW_NAME, splitPlaceholders, textOf } from "../json/placeholders.ts";
import type { Rendered, Values } from "../json/placeholders.ts";
import { single } from "../json/xml.ts";

/** What a row takes besides its record: settings and values of its round, and what means an empty cell. */
export type RowValues = { readonly values: Values; readonly nullValues: readonly Json[] };

/** Characters of the cells of a row besides its longest: a thousand columns may all take the same large part of a record. */
export const MAX_ROW_CHARS = 4_000_000;

const TOO_LARGE = {
  ok: false,
  finding: finding("row-too-large", { megabytes: MAX_ROW_CHARS / 1_000_000 }),
} as const;

/**
 * The cell of a declared column: its value from its path, the first of several paths or a text, changed as the column
 * says, and converted to its type. A value that does not fit its type is a finding.
 */
export function columnCell(record: JsonObject, column: Column, { values, nullValues }: RowValues): Rendered<Cell> {
  const found = valueOf(record, column, values);
  if (!found.ok) return found;
  const nulls = column.null_values ?? nullValues;
  const isNull = (value: Json) => value === null || nulls.some((item) => jsonEquals(item, value));
  const changed = isNull(found.value) ? found : changedText(found.value, column);
  if (!changed.ok) return changed;
  const value = isNull(changed.value) ? (column.default ?? null) : changed.value;
  const cell = value !== null && column.format !== undefined ? timeCell(value, column) : typed(value, column.type);
  return cell === undefined ? { ok: false, finding: otherType(column, value) } : { ok: true, value: cell };
}

function valueOf(record: JsonObject, column: Column, values: Values): Rendered<Json> {
  if (column.value !== undefined)
    return typeof column.value === "string" ? rowText(record, column.value, values) : { ok: true, value: column.value };
  if (column.first_of !== undefined) {
    const all = column.first_of.map((path) => single(valueAt(record, path)));
    return { ok: true, value: all.find((value) => !isUnset(value)) ?? null };
  }
  const located = readPath(record, column.path ?? namePath(column, record));
  if (!located.found) return { ok: true, value: null };
  return { ok: true, value: column.type === "json" ? located.value : single(located.value) };
}

/** A text with values and fields of the row (`{row.name}`); null if it has fields, and the row has none of them. */
function rowText(record: JsonObject, template: string, values: Values): Rendered<Json> {
  let [text, fields, missing] = ["", 0, 0];
  for (const part of splitPlaceholders(template)) {
    if (text.length > MAX_ROW_CHARS) return TOO_LARGE;
    if ("literal" in part) text += part.literal;
    else if (part.name.startsWith(ROW_NAME)) {
      const value = single(valueAt(record, part.name.slice(ROW_NAME.length)));
      fields += 1;
      missing += isUnset(value) ? 1 : 0;
      text += isUnset(value) ? "" : (scalarText(value) ?? stringifyJson(value));
    } else if (values.has(part.name)) {
      const given = textOf(part.name, values);
      if (!given.ok) return given;
      text += given.value;
    } else text += `{${part.name}}`;
  }
  if (text.length > MAX_ROW_CHARS) return TOO_LARGE;
  return { ok: true, value: fields > 0 && missing === fields ? null : text };
}

/** A text without what `strip` names at its ends, and with its replacements; other values stay. */
function changedText(value: Json, { strip, replace = [] }: Column): Rendered<Json> {
  if (typeof value !== "string") return { ok: true, value };
  let text = strip === undefined ? value : strip === true ? value.trim() : withoutEnds(value, strip);
  for (const { from, to } of replace) {
    // Before it is made: each replacement may make a text many times as long.
    const grown = to.length > from.length ? countOf(text, from) * (to.length - from.length) : 0;
    if (grown > 0 && text.length + grown > MAX_ROW_CHARS) return TOO_LARGE;
    text = text.replaceAll(from, () => to);
  }
  return { ok: true, value: text };
}

function countOf(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count += 1;
  return count;
}

/** Whether a column may hold more than its record: it takes several values, or replaces by something longer. */
export function makesText({ value, replace = [] }: Column): boolean {
  return value !== undefined || replace.some(({ from, to }) => to.length > from.length);
}

function withoutEnds(text: string, characters: string): string {
  let [start, end] = [0, text.length];
  while (start < end && characters.includes(text.charAt(start))) start += 1;
  while (end > start && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** A time that is written in the column's own format, as ISO 8601: a date if the format has no time of day. */
function timeCell(value: Json, { format = "" }: Column): Cell | undefined {
  const text = scalarText(value);
  if (text === null) return undefined;
  if (text === "") return null;
  const scale = { epoch: 1_000, epoch_ms: 1 }[format];
  const isNumber = /^-?\d{1,15}(\.\d{1,9})?$/.test(text);
  const written =
    format === "iso" ? (readMoment(text)?.ms ?? null) : scale === undefined ? readPattern(text, format) : null;
  const ms = scale !== undefined && isNumber ? Number(text) * scale : written;
  if (ms === null || !Number.isFinite(ms) || ms < FIRST_MOMENT || ms > LAST_MOMENT) return undefined;
  const iso = new Date(Math.floor(ms)).toISOString();
  return scale === undefined && /%/.test(format) && !/%[HIMSfLsTpzZ]/.test(format)
    ? iso.slice(0, 10)
    : iso.replace(".000Z", "Z");
}

/** The start of the year 1 and the end of the year 9999, in milliseconds since 1970. */
const FIRST_MOMENT = -62_135_596_800_000;
const LAST_MOMENT = 253_402_300_799_999;

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

function otherType({ name, type, format }: Column, value: Json): Finding {
  const text = scalarText(value);
  const shown = text === null ? null : cutOff(text, 40);
  return finding("value-of-other-type", {
    column: name,
    type: type ?? (format === undefined ? "" : "date"),
    value: shown,
  });
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
