import type { z } from "zod";
import type { EndpointFacts } from "../../http/json-api/endpoint.ts";
import { aboutPath } from "./about-fields.ts";
import { isRepeatable } from "./error-responses.ts";
import { type Components, type Json, schemaOf } from "./schemas.ts";

const ABOUT_QUERY: Readonly<Record<string, string>> = {
  page: "The page of the list, from 1.",
  limit: "Items on a page, at most 1000.",
  search: "Words to search for.",
  bigint: "How bigint and numeric values are sent: as numbers with all their digits, or as texts.",
  table: "The name of the table.",
  format: "The format of the rows.",
  columns: "Names of columns, with commas between them; absent: all.",
  offset: "Rows to skip.",
  order: "The column to sort by; with - in front in descending order.",
  count: "exact: the number of all rows as X-Total-Count.",
  type: "The type of the posts.",
  role: "The role that the users have.",
  api_key: "The key, for tools that send no headers.",
  token: "The short-lived token of a spreadsheet, for tools that send no headers.",
};
/** These say who calls; `security` describes them. */
const CREDENTIALS = new Set(["api_key", "token"]);
/** A stream's limit and offset count rows. */
const ABOUT_ROWS: Readonly<Record<string, string>> = {
  limit: "Rows at most.",
  page: "The page of the list of tables.",
};

/** The header that makes a change safe to repeat. */
export const idempotencyKey: Json = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day.",
  schema: { type: "string", minLength: 1, maxLength: 200 },
};

/** The header by which a client says how long it waits for the end of what it begins. */
export const prefer: Json = {
  name: "Prefer",
  in: "header",
  description:
    "`respond-async`: the answer comes at once, as 202 while the work goes on. `wait=N`: after at most N seconds (RFC 7240).",
  schema: { type: "string" },
  example: "respond-async",
};

/** The header by which a client says what it has already. */
export const ifNoneMatch: Json = {
  name: "If-None-Match",
  in: "header",
  description: "The ETag of what the client has: the answer is 304 while that is up to date.",
  schema: { type: "string" },
};

/** The header by which a client says which version it replaces. */
export const ifMatch: Json = {
  name: "If-Match",
  in: "header",
  description: "The ETag of the version that is replaced: another one is refused with 412.",
  schema: { type: "string" },
};

/** The parameters of a call: of its path, its query and its headers. */
export function parametersOf(endpoint: EndpointFacts, components: Components): Json[] {
  return [
    ...pathParameters(endpoint),
    ...queryParameters(endpoint, components),
    ...(endpoint.method === "GET" && !endpoint.changes ? [{ $ref: "#/components/parameters/IfNoneMatch" }] : []),
    ...(endpoint.method === "PUT" ? [{ $ref: "#/components/parameters/IfMatch" }] : []),
    ...(202 in endpoint.answers ? [{ $ref: "#/components/parameters/Prefer" }] : []),
    ...(isRepeatable(endpoint) ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
  ];
}

function pathParameters(endpoint: EndpointFacts): Json[] {
  return [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    description: aboutPath(endpoint, name),
    schema: { type: "string" },
  }));
}

function queryParameters({ query, openQuery, who }: EndpointFacts, components: Components): Json[] {
  const about = { ...ABOUT_QUERY, ...(openQuery === undefined ? {} : ABOUT_ROWS) };
  const named = Object.entries(query.shape)
    .filter(([name]) => who !== "key" || !CREDENTIALS.has(name))
    .map(([name, field]) => {
      const { description = about[name], ...schema } = schemaOf(field as z.ZodType, "input", components);
      return { name, in: "query", ...(description === undefined ? {} : { description }), schema };
    });
  if (openQuery === undefined) return named;
  const open = {
    name: openQuery,
    in: "query",
    description:
      "Filters, as `column=operator.value` with eq, neq, isdistinct, gt, gte, lt, lte, like, ilike, in and is. neq leaves out rows without a value, isdistinct keeps them; ilike ignores case. A pattern takes `*` for any characters and `\\*` for a star. `where.*=ilike.*part*` looks in every column, at the first 100,000 characters of each cell; a query may have one such filter.",
    style: "form",
    explode: true,
    schema: { type: "object", additionalProperties: { type: "string" } },
  };
  return [...named, open];
}
