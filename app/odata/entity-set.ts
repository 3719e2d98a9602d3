import type { ODataQuery } from "#domain/core/odata/odata-query.ts";
import { propertiesOf, ROW_KEY } from "#domain/core/odata/property-names.ts";
import type { Column } from "#domain/core/values/table.ts";
import type { TableEntry } from "#projections/tables/queries.ts";
import { tellTable } from "../http/keys/note-call.ts";
import { type CallResult, NOT_FOUND, refuse, type Refused } from "../http/call-result.ts";
import { noRowsYet } from "../versions/no-rows-yet.ts";
import type { NotParsed, ODataCall, ODataRouteOptions } from "./odata-call.ts";
import { exactNumbersOf, type JsonFormat } from "./json-format.ts";
import { readSkipToken, type SkipToken } from "./skip-token.ts";

/** A version of a table, and what is asked of it. */
export type AskedRows = {
  /** The public name of the table. */
  readonly name: string;
  readonly version: number;
  readonly physical: string;
  readonly columns: readonly Column[];
  /** All rows of the version. */
  readonly total: number;
  readonly query: ODataQuery;
  /** Where the page begins; null: at the first row. */
  readonly from: SkipToken | null;
};

/** The rows that a request asks for: of the version that its link continues, else of the present one. */
export async function askedRows(
  options: ODataRouteOptions,
  call: ODataCall,
  format: JsonFormat,
): Promise<CallResult<AskedRows>> {
  const { tables } = options;
  const { table: found } = call;
  if (found === null) return NOT_FOUND;
  const token = call.options.get("$skiptoken");
  const from = token === undefined ? null : readSkipToken(token);
  tellTable(call.res, found, from?.version ?? found.version);
  if (token !== undefined && from === null) return refuse("odata-token-invalid");
  const version = await versionOf(options, found, from);
  if (!version.ok) return version;
  const parsed = tables.parse(call.options, version.value.columns, exactNumbersOf(format));
  if (!parsed.ok) return queryRefused(parsed);
  return { ok: true, value: { ...version.value, name: found.name, query: parsed.query, from } };
}

/** The refusal of a query for a number that only the rows or the database show to be too large. */
export const OUT_OF_RANGE = refuse("odata-query-invalid", {
  message: "The query compares or computes a number that is too large or too small for its type.",
});

/** Returns the refusal of a query that was not parsed. */
export function queryRefused({ reason, message }: NotParsed): Refused {
  return refuse(reason === "invalid" ? "odata-query-invalid" : "odata-unsupported", { message });
}

/** The present version of the table that a request names. */
export async function presentVersion(
  options: ODataRouteOptions,
  { table, res }: ODataCall,
): Promise<CallResult<Pick<AskedRows, "name" | "physical" | "columns">>> {
  if (table === null) return NOT_FOUND;
  tellTable(res, table, table.version);
  const found = await versionOf(options, table, null);
  return found.ok ? { ok: true, value: { ...found.value, name: table.name } } : found;
}

async function versionOf(
  { platform, tables }: ODataRouteOptions,
  table: TableEntry,
  from: SkipToken | null,
): Promise<CallResult<Pick<AskedRows, "version" | "physical" | "columns" | "total">>> {
  const { itemId, current, version } = table;
  if (!current) return noRowsYet(platform, table);
  if (from === null || from.version === version) {
    const { physical, columns, rows: total } = current;
    return { ok: true, value: { version, physical, columns, total } };
  }
  const physical = await platform.queries.tables.physicalOf(itemId, from.version);
  const older = physical === null ? null : await tables.describe(physical);
  if (physical === null || older === null) return refuse("odata-version-gone");
  return { ok: true, value: { version: from.version, physical, columns: older.columns, total: older.rows } };
}

/** The fragment of a context address: the set, with the chosen properties. */
export function contextOf({ name, columns, query: { select } }: AskedRows): string {
  if (select === null) return name;
  const chosen = propertiesOf(columns).filter(({ column }) => select.includes(column.name));
  return `${name}(${[...(select.includes(ROW_KEY) ? [ROW_KEY] : []), ...chosen.map((each) => each.name)].join(",")})`;
}

/** The number of rows that match, within the limit of counts; without a filter it is known. */
export async function countRows(
  { platform, tables }: ODataRouteOptions,
  { reader, signal }: ODataCall,
  { physical, total, query: { filter } }: AskedRows,
): Promise<CallResult<number>> {
  if (filter === null) return { ok: true, value: total };
  const read = () => tables.count({ physical, filter, signal });
  const count = await platform.countReads.run(reader.userId, read, signal);
  if (count === "full") return refuse("counts-busy");
  if (count === "too-slow") return refuse("count-too-slow");
  if (count === "out-of-range") return OUT_OF_RANGE;
  return count === null ? NOT_FOUND : { ok: true, value: count };
}
