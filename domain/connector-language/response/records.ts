import { type Finding, finding } from "../../core/findings/finding.ts";
import type { RecordsPlan } from "../definition/definition.ts";
import { emptyObject, isJsonObject, MAX_VALUES, scalarText } from "../json/json.ts";
import type { Json, JsonObject } from "../json/json.ts";
import { pathText, readPath, valueAt } from "../json/paths.ts";
import type { PathResult, PathSource } from "../json/paths.ts";
import { rootElementOf } from "../json/xml.ts";
import { headerNames } from "./read-body.ts";

/**
 * The records of a response (`isNull`: a null in place of records; `isOne`: one object that is no list), or why the
 * response lacks what the definition names.
 */
export type Records =
  { ok: true; records: JsonObject[]; isNull?: boolean; isOne?: boolean } | { ok: false; finding: Finding };

const fail = (found: Finding): Records => ({ ok: false, finding: found });

/** Remembers where the first page had its records, so that the others are read the same way. */
export interface RecordsMemory {
  /** The member that the default found. */
  member: string | null;
  /** Whether the answer itself was a list. */
  isList?: boolean;
}

/**
 * Selects the records of a response. A missing path is an error unless the plan is `optional`; null means no rows, and
 * so do an empty object at a path and an element of XML without children. Never throws.
 */
export function selectRecords(answer: Json, plan: RecordsPlan, memory: RecordsMemory = { member: null }): Records {
  if (isEmptyElement(answer, plan, memory)) return { ok: true, records: [] };
  const located = plan.path === null ? defaultRecords(answer, memory) : readPath(answer, plan.path);
  if (!located.found)
    return plan.optional ? { ok: true, records: [] } : fail(finding("records-missing", { missing: located.missing }));
  const { value } = located;
  if (value === null) return { ok: true, records: [], isNull: true };
  if (plan.shape === "objects" && value === answer) {
    const fault = rootFault(answer, plan, memory);
    if (fault !== null) return fail(fault);
  }
  const shaped = shape(value, plan);
  if (!shaped.ok) return shaped;
  if (plan.expand !== null) return expand(shaped.records, plan.expand, plan.keep, plan.optional);
  return isJsonObject(value) && shaped.records[0] === value ? { ...shaped, isOne: true } : shaped;
}

/** Whether a document of XML is nothing but its root element: a list without elements is written so. */
function isEmptyElement(answer: Json, plan: RecordsPlan, memory: RecordsMemory): boolean {
  if (!isJsonObject(answer) || rootElementOf(answer) === undefined) return false;
  const members = Object.keys(answer);
  // Without a path, attributes alone may be the one row.
  const isNamed = plan.path !== null || memory.member !== null;
  return isNamed ? members.every((name) => name.startsWith("@")) : members.length === 0;
}

/** Why an answer that is its own records cannot be, or null. */
function rootFault(answer: Json, plan: RecordsPlan, memory: RecordsMemory): Finding | null {
  if (Array.isArray(answer)) memory.isList = true;
  if (!isJsonObject(answer) || isNumbered(answer)) return null;
  if (memory.isList === true) return finding("list-became-object", {});
  return Object.keys(answer).length === 0 && !plan.optional ? finding("answer-is-empty-object", {}) : null;
}

/** The root if it is a list, else its only member that is a list of objects, else the root as one row. */
function defaultRecords(answer: Json, memory: RecordsMemory): PathResult {
  if (!isJsonObject(answer) || isNumbered(answer)) return { found: true, value: answer };
  if (memory.member !== null) return readPath(answer, [memory.member]);
  const lists = Object.entries(answer).filter(
    ([, value]) => (Array.isArray(value) && value.every(isJsonObject)) || (isJsonObject(value) && isNumbered(value)),
  );
  const filled = lists.filter(([, value]) => !Array.isArray(value) || value.length > 0);
  const found = filled.length > 0 ? filled : lists;
  // Nothing but empty lists: whichever has the rows, there are none.
  if (filled.length === 0 && lists.length > 1 && lists.length === Object.keys(answer).length)
    return { found: true, value: [] };
  const [only] = found;
  if (only === undefined || found.length > 1) return { found: true, value: answer };
  memory.member = only[0];
  return { found: true, value: only[1] };
}

/** Whether an object is a list whose positions are written as keys, as PHP does. */
function isNumbered(value: JsonObject): boolean {
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => /^\d{1,9}$/.test(key) && isJsonObject(value[key]));
}

/** The records of such a list. Keys with gaps may be ids, so they are kept in a column. */
function numbered(value: JsonObject, keyField: string): Records {
  const keys = Object.keys(value);
  const first = Number(keys[0]);
  const areGapless = first <= 1 && keys.every((key, index) => Number(key) === first + index);
  return areGapless ? objects(Object.values(value), keyField) : keyed(value, keyField);
}

function shape(value: Json, plan: RecordsPlan): Records {
  switch (plan.shape) {
    case "objects":
      return objects(value, plan.keyField);
    case "table":
      return table(value);
    case "keyed":
      return keyed(value, plan.keyField);
    case "columns":
      return columns(value);
    case "values":
      return { ok: true, records: (Array.isArray(value) ? value : [value]).map((item) => record([["value", item]])) };
  }
}

function record(entries: Iterable<readonly [string, Json]>): JsonObject {
  const result = emptyObject();
  for (const [key, value] of entries) result[key] = value;
  return result;
}

function objects(value: Json, keyField: string): Records {
  if (isJsonObject(value)) {
    if (isNumbered(value)) return numbered(value, keyField);
    return { ok: true, records: Object.keys(value).length === 0 ? [] : [value] };
  }
  if (!Array.isArray(value)) return fail(finding("records-are-one-value", {}));
  const records: JsonObject[] = [];
  for (const item of value) {
    if (isJsonObject(item)) records.push(item);
    else if (item !== null) return fail(finding(Array.isArray(item) ? "records-are-lists" : "records-are-values", {}));
  }
  return { ok: true, records };
}

function table(value: Json): Records {
  if (!Array.isArray(value)) return fail(finding("table-not-lists", {}));
  const [header, ...rows] = value;
  if (header === undefined) return { ok: true, records: [] };
  if (!Array.isArray(header) || header.some((name) => name !== null && scalarText(name) === null))
    return fail(finding("table-without-names", {}));
  // Rows may be longer than the header (spreadsheets); the extra cells get numbered names.
  const width = rows.reduce<number>(
    (most, row) => (Array.isArray(row) ? Math.max(most, row.length) : most),
    header.length,
  );
  if (width * rows.length > MAX_VALUES) return fail(tooMany(rows.length, width));
  const names = headerNames(Array.from({ length: width }, (_, at) => scalarText(header[at]) ?? ""));
  const records: JsonObject[] = [];
  for (const [index, row] of rows.entries()) {
    if (!Array.isArray(row)) return fail(finding("table-row-not-list", { row: index + 1 }));
    records.push(record(names.map((name, at) => [name, row[at] ?? null])));
  }
  return { ok: true, records };
}

/** A short response can mean a huge table: one long row beside many short ones, one wide record with a long list. */
function tooMany(rows: number, columns: number): Finding {
  return finding("answer-expands-too-far", { rows, columns, millions: MAX_VALUES / 1_000_000 });
}

function keyed(value: Json, keyField: string): Records {
  // PHP writes an empty map as an empty list.
  if (Array.isArray(value) && value.length === 0) return { ok: true, records: [] };
  if (!isJsonObject(value)) return fail(finding("keyed-not-object", {}));
  const records = Object.keys(value).map((key) => {
    const item = value[key] ?? null;
    return record([...(isJsonObject(item) ? Object.entries(item) : [["value", item] as const]), [keyField, key]]);
  });
  return { ok: true, records };
}

function columns(value: Json): Records {
  if (!isJsonObject(value)) return fail(finding("columns-not-object", {}));
  const lists = Object.entries(value).flatMap(([name, items]) => (Array.isArray(items) ? [{ name, items }] : []));
  const [first] = lists;
  if (first === undefined) return fail(finding("columns-without-lists", {}));
  const { length } = first.items;
  const odd = lists.find((list) => list.items.length !== length);
  if (odd !== undefined) {
    const other = { other: odd.name, otherLength: odd.items.length };
    return fail(finding("columns-of-other-lengths", { first: first.name, length, ...other }));
  }
  return {
    ok: true,
    records: Array.from({ length }, (_, row) => record(lists.map(({ name, items }) => [name, items[row] ?? null]))),
  };
}

/**
 * One row for each element of a list inside a record. `keep` names outer fields that are copied (true: all others); one
 * whose name the element also uses becomes `parent__<name>`.
 */
function expand(outer: readonly JsonObject[], path: PathSource, keep: RecordsPlan["keep"], optional: boolean): Records {
  const records: JsonObject[] = [];
  let values = 0;
  for (const parent of outer) {
    const located = readPath(parent, path);
    if (!located.found && !optional) return fail(finding("record-not-expanded", { missing: located.missing }));
    const found = located.found ? located.value : null;
    if (found === null) continue;
    const value = isJsonObject(found) && isNumbered(found) ? Object.values(found) : found;
    if (!Array.isArray(value)) return fail(finding("expanded-not-list", { path: pathText(path) }));
    const kept = keptFields(parent, path, keep);
    values += value.length * kept.length;
    if (values > MAX_VALUES) return fail(tooMany(records.length + value.length, kept.length));
    for (const item of value) {
      const entries = isJsonObject(item) ? Object.entries(item) : [["value", item] as const];
      const own = new Set(entries.map(([name]) => name));
      records.push(
        record([
          ...kept.map(([name, field]) => [own.has(name) ? `parent__${name}` : name, field] as const),
          ...entries,
        ]),
      );
    }
  }
  return { ok: true, records };
}

function keptFields(parent: JsonObject, path: PathSource, keep: RecordsPlan["keep"]): [string, Json][] {
  if (Array.isArray(keep)) return keep.map((field) => [pathText(field).replaceAll(".", "__"), valueAt(parent, field)]);
  const expanded = typeof path === "string" ? path.split(/[.[]/)[0] : path[0];
  return keep ? Object.entries(parent).filter(([name]) => name !== expanded) : [];
}
