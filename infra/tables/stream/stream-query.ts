import { nearest } from "#domain/core/text/nearest.ts";
import {
  ANY_COLUMN,
  type Filter,
  type FilterOperator,
  STREAM_FORMATS,
  type StreamFormat,
  type StreamQuery,
} from "#domain/core/ports/stream-query.ts";
import type { Column, ColumnType, ExactNumbers } from "#domain/core/values/table.ts";
import { cutText } from "#domain/core/text/text.ts";
import { comparable } from "./filter-value.ts";

const OPERATORS = [
  "eq",
  "neq",
  "isdistinct",
  "gt",
  "gte",
  "lt",
  "lte",
  "like",
  "ilike",
  "in",
  "is",
] as const satisfies readonly FilterOperator[];

export type ParsedStreamQuery =
  { readonly ok: true; readonly query: StreamQuery } | { readonly ok: false; readonly message: string };

/** Parameters that the routes read themselves. */
const ROUTES_OWN = new Set(["table", "api_key", "token"]);
const OWN = ["format", "columns", "limit", "offset", "order", "count", "bigint"] as const;
const MAX_NUMBER = 1e12;
/** Names and values of all parameters together, in characters. */
const MAX_QUERY_CHARS = 10_000;
const MAX_FILTERS = 50;
const MAX_ORDERED_COLUMNS = 10;
/** Values of all lists of `in` together. */
const MAX_LIST_VALUES = 1_000;
/**
 * Characters of all `like` patterns together. Comparing a cell takes up to its length times the pattern's, and Postgres
 * cannot be interrupted within a cell: 100 characters against 1 MB take 0.2 s (measured).
 */
const MAX_PATTERN_CHARS = 100;

class Refused extends Error {}

/**
 * Parses the parameters of a stream URL with the columns of its table. Every fault is one sentence; nothing is ignored,
 * because a misspelt filter would return all rows.
 */
export function parseStreamQuery(
  params: URLSearchParams,
  columns: readonly Column[],
  kind: "dataset" | "pull" = "dataset",
): ParsedStreamQuery {
  const types = new Map<string, ColumnType>(columns.map(({ name, type }) => [name, type]));
  types.set("_row_id", "bigint");
  if (kind === "pull") types.set("_run_id", "text");
  try {
    return { ok: true, query: read(params, types) };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, message: error.message };
    throw error;
  }
}

function read(params: URLSearchParams, types: ReadonlyMap<string, ColumnType>): StreamQuery {
  if ([...params].reduce((sum, [name, value]) => sum + name.length + value.length, 0) > MAX_QUERY_CHARS)
    throw new Refused("The query is longer than 10,000 characters.");
  const filters: Filter[] = [];
  const own = new Map<(typeof OWN)[number], string>();
  for (const [key, value] of params) {
    if (ROUTES_OWN.has(key)) continue;
    const parameter = OWN.find((name) => name === key);
    if (parameter) {
      if (own.has(parameter)) throw new Refused(`The parameter ${key} is given twice.`);
      own.set(parameter, value);
    } else if (key.startsWith("where.")) filters.push(filterOf(key.slice("where.".length), value, types));
    else if (types.has(key)) filters.push(filter(key, value, types));
    else
      throw new Refused(
        `There is no column or parameter ${quoted(key)}. ${meant(key, types)}Columns: ${listed(types)}`,
      );
  }
  boundFilters(filters);
  return {
    format: format(own.get("format")),
    columns: own.get("columns") === undefined ? null : names(own.get("columns") as string, types),
    limit: own.get("limit") === undefined ? null : whole("limit", own.get("limit") as string),
    offset: whole("offset", own.get("offset") ?? "0"),
    order: order(own.get("order"), types),
    filters,
    count: count(own.get("count")),
    exactNumbers: exactNumbers(own.get("bigint")),
  };
}

function filterOf(name: string, text: string, types: ReadonlyMap<string, ColumnType>): Filter {
  if (name !== ANY_COLUMN) return filter(columnOf(name, types), text, types);
  const [, operator, value = ""] = /^(i?like)\.(.*)$/s.exec(text) ?? [];
  if (operator === undefined || value.includes("\0"))
    throw new Refused("The filter on any column needs like or ilike, as in where.*=ilike.*part*.");
  return { column: ANY_COLUMN, operator: operator as "like" | "ilike", value };
}

function boundFilters(filters: readonly Filter[]): void {
  if (filters.filter(({ column }) => column === ANY_COLUMN).length > 1)
    throw new Refused("A query may have one filter on any column.");
  if (filters.length > MAX_FILTERS) throw new Refused("A query may have 50 filters.");
  const values = filters.reduce((sum, filter) => sum + (filter.operator === "in" ? filter.values.length : 0), 0);
  if (values > MAX_LIST_VALUES) throw new Refused("in takes at most 1,000 values in a query.");
  const pattern = filters.reduce(
    (sum, filter) => sum + (filter.operator === "like" || filter.operator === "ilike" ? filter.value.length : 0),
    0,
  );
  if (pattern > MAX_PATTERN_CHARS) throw new Refused("The like patterns of a query may have 100 characters together.");
}

function format(value: string | undefined): StreamFormat | null {
  if (value === undefined) return null;
  const known = STREAM_FORMATS.find((name) => name === value);
  if (known) return known;
  throw new Refused(`There is no format ${quoted(value)}: use json, ndjson, csv, xlsx or parquet.`);
}

function names(value: string, types: ReadonlyMap<string, ColumnType>): string[] {
  const found = value.split(",").map((name) => columnOf(name.trim(), types));
  const twice = found.find((name, index) => found.indexOf(name) !== index);
  if (twice !== undefined) throw new Refused(`The column ${quoted(twice)} is asked for twice.`);
  return found;
}

function order(value: string | undefined, types: ReadonlyMap<string, ColumnType>): StreamQuery["order"] {
  if (value === undefined) return [];
  const terms = value.split(",");
  if (terms.length > MAX_ORDERED_COLUMNS) throw new Refused("Rows can be ordered by 10 columns at most.");
  return terms.map((term) => {
    // Safe column names never begin with a minus sign.
    const descending = term.trim().startsWith("-");
    const column = columnOf(term.trim().slice(descending ? 1 : 0), types);
    if (types.get(column) === "jsonb") throw new Refused(`Rows cannot be ordered by ${quoted(column)}: it holds JSON.`);
    return { column, descending };
  });
}

function count(value: string | undefined): boolean {
  if (value !== undefined && value !== "exact") throw new Refused("count can only be exact.");
  return value === "exact";
}

function exactNumbers(value: string | undefined): ExactNumbers {
  if (value !== undefined && value !== "number" && value !== "string")
    throw new Refused("bigint must be number or string.");
  return value ?? "number";
}

function whole(name: string, value: string): number {
  if (!/^\d{1,13}$/.test(value) || Number(value) > MAX_NUMBER)
    throw new Refused(`${name} must be a whole number from 0.`);
  return Number(value);
}

function columnOf(name: string, types: ReadonlyMap<string, ColumnType>): string {
  if (!types.has(name)) throw new Refused(`There is no column ${quoted(name)}. Columns: ${listed(types)}`);
  return name;
}

function filter(column: string, text: string, types: ReadonlyMap<string, ColumnType>): Filter {
  const dot = text.indexOf(".");
  const operator = OPERATORS.find((name) => name === text.slice(0, Math.max(0, dot)));
  const value = text.slice(dot + 1);
  const type = types.get(column) as ColumnType;
  if (!operator)
    throw new Refused(
      `The filter on ${quoted(column)} needs one of ${OPERATORS.join(", ")}, as in ${column}=eq.value.`,
    );
  if (value.includes("\0")) throw new Refused(`The filter on ${quoted(column)} holds a NUL character.`);
  switch (operator) {
    case "is":
      return { column, operator, value: stateOf(column, value, type) };
    case "in":
      return { column, operator, values: members(column, value).map((member) => checked(column, member, type)) };
    case "like":
    case "ilike": {
      if (type !== "text") throw new Refused(`${operator} works on text; ${quoted(column)} is ${type}.`);
      return { column, operator, value };
    }
    case "eq":
    case "neq":
    case "isdistinct":
    case "gt":
    case "gte":
    case "lt":
    case "lte":
      return { column, operator, value: checked(column, value, type) };
  }
}

function stateOf(column: string, value: string, type: ColumnType): "null" | "not_null" | "true" | "false" {
  if (value === "null" || value === "not_null") return value;
  if ((value === "true" || value === "false") && type === "boolean") return value;
  throw new Refused(`is on ${quoted(column)} takes null or not_null${type === "boolean" ? ", true or false" : ""}.`);
}

function checked(column: string, value: string, type: ColumnType): string {
  if (type === "jsonb") throw new Refused(`${quoted(column)} holds JSON, which can only be filtered with is.`);
  const comparison = comparable(type, value);
  if (comparison === null)
    throw new Refused(`${quoted(value)} cannot be compared with ${quoted(column)}, which is ${type}.`);
  return comparison;
}

/** `(a,b,"c,d")`, brackets optional; inside quotes a backslash escapes the next character. */
function members(column: string, value: string): string[] {
  const inner = /^\((.*)\)$/s.exec(value)?.[1] ?? value;
  const found: string[] = [];
  const member = /(?:"((?:[^"\\]|\\.)*)"|([^,"]*))(,|$)/gsy;
  for (;;) {
    const match = member.exec(inner);
    if (!match) throw new Refused(`The list of in on ${quoted(column)} cannot be read: write (a,b,"c,d").`);
    found.push(match[1]?.replace(/\\(.)/gs, "$1") ?? match[2] ?? "");
    if (match[3] === "") break;
  }
  return found;
}

function quoted(text: string): string {
  return `"${text.length > 80 ? `${cutText(text, 80)}…` : text}"`;
}

function meant(key: string, types: ReadonlyMap<string, ColumnType>): string {
  const near = nearest(key, [...ROUTES_OWN, ...OWN, ...types.keys()]);
  return near === null ? "" : `Did you mean ${quoted(near)}? `;
}

function listed(types: ReadonlyMap<string, ColumnType>): string {
  const all = [...types.keys()].filter((name) => !name.startsWith("_r"));
  return `${all.slice(0, 20).join(", ")}${all.length > 20 ? ` and ${all.length - 20} more` : ""}.`;
}
