import type { ODataGroups, ODataOrder, ODataQuery } from "#domain/core/odata/odata-query.ts";
import { propertiesOf, ROW_KEY } from "#domain/core/odata/property-names.ts";
import type { Column, ExactNumbers } from "#domain/core/values/table.ts";
import { parseApply } from "./apply-parser.ts";
import { parseFilter } from "./filter-parser.ts";
import { QueryFault, quoted } from "./query-fault.ts";

type NotParsed = { readonly ok: false; readonly reason: "invalid" | "unsupported"; readonly message: string };
export type ParsedODataQuery = { readonly ok: true; readonly query: ODataQuery } | NotParsed;
export type ParsedODataGroups = { readonly ok: true; readonly groups: ODataGroups } | NotParsed;

const MAX_ORDERED = 10;
const KEY_COLUMN: Column = { name: ROW_KEY, label: ROW_KEY, type: "bigint" };
/** What may stand beside `$apply`; the others would ask for something of its result. */
const BESIDE_APPLY = new Set(["$apply", "$orderby", "$top", "$skip", "$format"]);

/**
 * Parses the system query options of a request for rows; `options` has those with a `$`. Which options an address takes
 * is the route's to check.
 */
export function parseODataQuery(
  options: ReadonlyMap<string, string>,
  columns: readonly Column[],
  exactNumbers: ExactNumbers,
): ParsedODataQuery {
  return orFault(() => {
    const known = propertyColumns(columns);
    const filter = options.get("$filter");
    const query = {
      select: selected(options.get("$select"), known),
      filter: filter === undefined ? null : parseFilter(filter, known),
      orderBy: ordered(options.get("$orderby"), known),
      ...partOf(options),
      count: truth("$count", options.get("$count")),
      exactNumbers,
    };
    return { ok: true, query };
  });
}

/** Parses the options of a request with `$apply`, for groups in place of rows. */
export function parseODataGroups(
  options: ReadonlyMap<string, string>,
  columns: readonly Column[],
  exactNumbers: ExactNumbers,
): ParsedODataGroups {
  return orFault(() => {
    const other = [...options.keys()].find((name) => !BESIDE_APPLY.has(name));
    if (other !== undefined) throw new QueryFault(`${other} cannot be used together with $apply.`, "unsupported");
    const { result, ...apply } = parseApply(options.get("$apply") ?? "", propertyColumns(columns));
    const names = new Map(result.map((column) => [column.name, column]));
    const order = ordered(options.get("$orderby"), names);
    const orderBy = order.map(({ column: name, descending }) => ({ name, descending }));
    return { ok: true, groups: { ...apply, orderBy, ...partOf(options), exactNumbers } };
  });
}

function orFault<T>(parse: () => T): T | NotParsed {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof QueryFault)) throw error;
    return { ok: false, reason: error.reason, message: error.message };
  }
}

/** The columns by the names of their properties, the key among them. */
function propertyColumns(columns: readonly Column[]): ReadonlyMap<string, Column> {
  const known = new Map<string, Column>([[ROW_KEY, KEY_COLUMN]]);
  for (const { name, column } of propertiesOf(columns)) known.set(name, column);
  return known;
}

function partOf(options: ReadonlyMap<string, string>): Pick<ODataQuery, "skip" | "top"> {
  return {
    skip: wholeNumber("$skip", options.get("$skip")) ?? 0,
    top: wholeNumber("$top", options.get("$top")),
  };
}

function selected(option: string | undefined, known: ReadonlyMap<string, Column>): ODataQuery["select"] {
  if (option === undefined) return null;
  const names = option.split(",").map((name) => name.trim());
  if (names.includes("*")) return null;
  return [...new Set(names.map((name) => columnOf("$select", name, known).name))];
}

function ordered(option: string | undefined, known: ReadonlyMap<string, Column>): readonly ODataOrder[] {
  if (option === undefined) return [];
  const terms = option.split(",").map((term) => term.trim());
  if (terms.length > MAX_ORDERED) throw new QueryFault("$orderby takes 10 properties at most.");
  return terms.map((term) => {
    const [name = "", direction = "asc", ...rest] = term.split(/\s+/);
    if (rest.length > 0 || (direction !== "asc" && direction !== "desc"))
      throw new QueryFault(`$orderby takes properties, each with asc or desc after it, not ${quoted(term)}.`);
    const column = columnOf("$orderby", name, known);
    if (column.type === "jsonb") throw new QueryFault(`Rows cannot be ordered by ${quoted(name)}: it holds JSON.`);
    return { column: column.name, descending: direction === "desc" };
  });
}

function columnOf(option: string, name: string, known: ReadonlyMap<string, Column>): Column {
  const column = known.get(name);
  if (!column) throw new QueryFault(`${option} names ${quoted(name)}, and there is no such property.`);
  return column;
}

function wholeNumber(option: string, value: string | undefined): number | null {
  if (value === undefined) return null;
  if (!/^\d{1,12}$/.test(value)) throw new QueryFault(`${option} must be a whole number from 0.`);
  return Number(value);
}

function truth(option: string, value: string | undefined): boolean {
  if (value !== undefined && value !== "true" && value !== "false")
    throw new QueryFault(`${option} must be true or false.`);
  return value === "true";
}
