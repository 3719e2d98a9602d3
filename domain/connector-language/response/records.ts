import { type Finding, finding } from "../../core/findings/finding.ts";
import type { RecordsPlan } from "../definition/definition.ts";
import { emptyObject, isJsonObject, MAX_VALUES, scalarText } from "../json/json.ts";
import type { Json, JsonObject } from "../json/json.ts";
import { pathText, readPath, valueAt } from "../json/paths.ts";
import type { PathSource } from "../json/paths.ts";
import { headerNames } from "./read-body.ts";

/**
 * The records of a response (`isNull`: a null in place of records), or why the response lacks what the definition names.
 */
export type Records = { ok: true; records: JsonObject[]; isNull?: boolean } | { ok: false; finding: Finding };

const fail = (found: Finding): Records => ({ ok: false, finding: found });

/** Remembers the member that the default found on the first page, so that an empty last page is read the same way. */
export interface RecordsMemory {
  member: string | null;
}

/**
 * Selects the records of a response. A missing path is an error unless the plan is `optional`; null means no rows.
 * Never throws.
 */
export function selectRecords(answer: Json, plan: RecordsPlan, memory: RecordsMemory = { member: null }): Records {
  const located =
    plan.path === null ? { found: true as const, value: defaultRecords(answer, memory) } : readPath(answer, plan.path);
  if (!located.found)
    return plan.optional ? { ok: true, records: [] } : fail(finding("records-missing", { missing: located.missing }));
  if (located.value === null) return { ok: true, records: [], isNull: true };
  const shaped = shape(located.value, plan);
  if (!shaped.ok || plan.expand === null) return shaped;
  return expand(shaped.records, plan.expand, plan.keep, plan.optional);
}

/** The root if it is a list, else its only member that is a list of objects, else the root as one row. */
function defaultRecords(answer: Json, memory: RecordsMemory): Json {
  if (!isJsonObject(answer)) return answer;
  if (memory.member !== null && Object.hasOwn(answer, memory.member)) return answer[memory.member] ?? null;
  const lists = Object.entries(answer).filter(([, value]) => Array.isArray(value) && value.every(isJsonObject));
  const filled = lists.filter(([, value]) => Array.isArray(value) && value.length > 0);
  const found = filled.length > 0 ? filled : lists;
  const [only] = found;
  if (only === undefined || found.length > 1) return answer;
  memory.member = only[0];
  return only[1];
}

function shape(value: Json, plan: RecordsPlan): Records {
  switch (plan.shape) {
    case "objects":
      return objects(value);
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

function objects(value: Json): Records {
  if (isJsonObject(value)) return { ok: true, records: [value] };
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
    const value = located.found ? located.value : null;
    if (value === null) continue;
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
