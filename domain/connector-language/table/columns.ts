import { type Finding, finding } from "../../core/findings/finding.ts";
import { storableText } from "../../core/text/storable.ts";
import { cellOf, JsonCell } from "../json/cells.ts";
import type { Cell } from "../json/cells.ts";
import { isJsonObject, jsonEquals } from "../json/json.ts";
import type { Json, JsonObject } from "../json/json.ts";
import { parsePath } from "../json/paths.ts";
import type { PathSource } from "../json/paths.ts";
import { columnCell, makesText, MAX_ROW_CHARS, type RowValues } from "./column-value.ts";
import { Row } from "./row.ts";
import type { Column } from "../definition/schema.ts";
import type { Values } from "../json/placeholders.ts";

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
 * Values in `nullValues` become empty cells, `dropped` fields none. `like`: the previous row.
 */
export function flattenRecord(
  record: JsonObject,
  nullValues: readonly Json[] = [],
  labels: Labels = newLabels(),
  like?: Row,
  dropped: Dropped = NONE_DROPPED,
): RowResult {
  const row = new Row(like);
  const full = flattenInto(row, labels, record, nullValues, dropped);
  return full ? { ok: true, row } : { ok: false, finding: finding("record-too-wide", { limit: MAX_COLUMNS }) };
}

/** The fields that are left out of rows, by key: true for all of a field, a map for fields within it. */
export interface Dropped {
  readonly inner: ReadonlyMap<string, Dropped | true>;
}
const NONE_DROPPED: Dropped = { inner: new Map() };

/** The fields at these paths, which hold names only. */
export function droppedAt(paths: readonly PathSource[]): Dropped {
  const root = { inner: new Map<string, Dropped | true>() };
  for (const path of paths) {
    const keys = keysOf(path) ?? [];
    let at = root;
    for (const key of keys.slice(0, -1)) {
      const known = at.inner.get(key);
      if (known === true) break;
      const next = (known ?? { inner: new Map() }) as typeof root;
      at.inner.set(key, next);
      at = next;
    }
    const last = keys.at(-1);
    if (last !== undefined) at.inner.set(last, true);
  }
  return root;
}

/** The names of a path; null if it has other steps, or none. */
export function keysOf(path: PathSource): string[] | null {
  const parsed = parsePath(path);
  if (!parsed.ok || parsed.steps.length === 0) return null;
  const keys = parsed.steps.flatMap((step) => (step.kind === "key" ? [step.key] : []));
  return keys.length === parsed.steps.length ? keys : null;
}

function flattenInto(
  row: Row,
  above: Labels,
  record: JsonObject,
  nullValues: readonly Json[],
  { inner }: Dropped,
): boolean {
  for (const key of Object.keys(record)) {
    const dropped = inner.size === 0 ? undefined : inner.get(key);
    if (dropped === true) continue;
    const value = record[key] ?? null;
    const own = labelOf(above, key);
    if (isJsonObject(value)) {
      if (!flattenInto(row, own, value, nullValues, dropped ?? NONE_DROPPED)) return false;
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

/**
 * The row for a definition with `columns`: only those, each from its path (default: its name; empty if missing), the
 * first of several paths or a text, converted to its declared type. A value that does not fit its type is an error.
 * `like`: the previous row.
 */
export function projectRecord(
  record: JsonObject,
  columns: readonly Column[],
  values: Values,
  nullValues: readonly Json[] = [],
  like?: Row,
): RowResult {
  const row = new Row(like);
  const fault = addColumns(row, record, columns, { values, nullValues });
  return fault === null ? { ok: true, row } : { ok: false, finding: fault };
}

/** Adds declared columns to a row; one that it has already takes the new cell. Returns what cannot be written, or null. */
export function addColumns(row: Row, record: JsonObject, columns: readonly Column[], given: RowValues): Finding | null {
  let [chars, longest] = [0, 0];
  for (const column of columns) {
    const made = columnCell(record, column, given);
    if (!made.ok) return made.finding;
    const cell = made.value;
    const size = cell instanceof JsonCell ? cell.json.length : typeof cell === "string" ? cell.length : 0;
    if (!makesText(column)) longest = Math.max(longest, size);
    chars += size;
    if (chars - longest > MAX_ROW_CHARS) return finding("row-too-large", { megabytes: MAX_ROW_CHARS / 1_000_000 });
    row.set(column.name, cell);
  }
  return null;
}
