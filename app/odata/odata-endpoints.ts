import { z } from "zod";
import type { EndpointFacts } from "../http/json-api/endpoint.ts";

/**
 * The addresses of OData 4.0. Express answers them (odata-route.ts); these are their entries in the table of all
 * endpoints.
 */
const text = z.string().optional();
const format = { $format: text.describe("json, whose parameters may follow it.") };
const credentials = { api_key: text, token: text };
const chosen = { $select: text.describe("Names of properties, with commas.") };
const rowsQuery = z.strictObject({
  $filter: text.describe(
    "eq ne gt ge lt le in, and or not, brackets, contains, startswith, endswith, year, month, day, hour, minute, second, date, time, tolower, toupper, trim, length, indexof, substring, round, floor, ceiling: level gt 2 and name ne 'Weir'. ne keeps rows without a value.",
  ),
  ...chosen,
  $orderby: text.describe("Names of properties, each with asc or desc."),
  $top: text.describe("Rows at most."),
  $skip: text.describe("Rows to leave out."),
  $count: z.enum(["true", "false"]).optional().describe("true: @odata.count is the number of all matching rows."),
  $apply: text.describe(
    "Groups in place of rows: groupby((station),aggregate(level with average as mean,$count as n)), with sum, min, max, average and countdistinct, after filter(…)/ if wanted.",
  ),
  $skiptoken: text.describe("Of a nextLink."),
  ...format,
  ...credentials,
});
const OTHERS = "other parameters, which are ignored";
const JSON_TYPE = ["application/json"] as const;
const rooms = { method: "GET", who: "key", openQuery: OTHERS, body: null, protocol: "odata" } as const;

export const serviceDocumentEndpoint = {
  ...rooms,
  path: "/odata",
  summary: "The tables that the key can read, as an OData 4.0 service.",
  query: z.strictObject({ ...format, ...credentials }),
  answers: { 200: { types: JSON_TYPE, about: "the service document: an entity set for each table" } },
} as const satisfies EndpointFacts;

export const metadataEndpoint = {
  ...rooms,
  path: "/odata/$metadata",
  summary: "The columns of these tables with their types.",
  query: z.strictObject({ ...format, ...credentials }),
  answers: { 200: { types: ["application/xml"], about: "EDMX 4.0" } },
} as const satisfies EndpointFacts;

export const entitySetEndpoint = {
  ...rooms,
  path: "/odata/{set}",
  about: "table",
  summary: "The rows of a table, a page at a time.",
  query: rowsQuery,
  answers: { 200: { types: JSON_TYPE, about: "rows, and the address of the next page as @odata.nextLink" } },
} as const satisfies EndpointFacts;

export const rowEndpoint = {
  ...rooms,
  path: "/odata/{set}({row})",
  about: "table",
  summary: "One row of a table by its _row_id.",
  query: z.strictObject({ ...chosen, ...format, ...credentials }),
  answers: { 200: { types: JSON_TYPE, about: "the row" } },
} as const satisfies EndpointFacts;

export const rowCountEndpoint = {
  ...rooms,
  path: "/odata/{set}/$count",
  about: "table",
  summary: "How many rows a table has, or of them match a filter.",
  query: z.strictObject({ $filter: rowsQuery.shape.$filter, ...format, ...credentials }),
  answers: { 200: { types: ["text/plain"], about: "the number" } },
} as const satisfies EndpointFacts;

export const odataEndpoints = [
  serviceDocumentEndpoint,
  metadataEndpoint,
  entitySetEndpoint,
  rowEndpoint,
  rowCountEndpoint,
] as const;

/** Finds an option of a request that an address does not take: leaving it out would answer another question. */
export function unknownOption(
  { query }: Pick<EndpointFacts, "query">,
  options: ReadonlyMap<string, string>,
): string | undefined {
  return [...options.keys()].find((name) => !Object.hasOwn(query.shape, name));
}
