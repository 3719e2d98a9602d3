import { type EndpointFacts, nameOf } from "../../http/json-api/endpoint.ts";
import { scopeOf } from "../../http/keys/scope-of.ts";
import { bodyBytesOf } from "../../http/gate/body-limits.ts";
import { answersOf } from "./answers/answers-of-calls.ts";
import { errorResponses } from "./error-responses.ts";
import { describedBody } from "./about-fields.ts";
import { exampleOf } from "./examples.ts";
import { parametersOf } from "./parameters.ts";
import { type Components, type Json, schemaOf } from "./schemas.ts";
import { securityOf } from "./security.ts";

/** What operations refer to: named schemas, and the error responses that several of them have. */
export type Shared = { readonly schemas: Components; readonly responses: Json };

/** One endpoint as an operation of the document. */
export function operationOf(endpoint: EndpointFacts, group: string, { schemas, responses }: Shared): Json {
  const parameters = parametersOf(endpoint, schemas);
  const scope = scopeOf(endpoint);
  const security = securityOf(endpoint);
  return {
    operationId: operationIdOf(endpoint),
    tags: [group],
    summary: endpoint.summary.replace(/\.$/, ""),
    description: descriptionOf(endpoint),
    security,
    ...(security.some((each) => "bearer" in each) ? { "x-scope": scope } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBody(endpoint, schemas),
    responses: { ...answersOf(endpoint, schemas), ...errorResponses(endpoint, responses) },
  };
}

function requestBody(endpoint: EndpointFacts, schemas: Components): Json {
  const { body, types = [], isMultipart } = endpoint;
  const files = types.map((type) => [type, { schema: { type: "string", format: "binary" } }] as const);
  const schema =
    body === null ? {} : withoutParameters(endpoint, describedBody(endpoint, schemaOf(body, "input", schemas)));
  // Its fields are parameters as well, or it is the file alone.
  const hasForm = body !== null && (isMultipart === true || !hasNoFields(schema));
  if (!hasForm && files.length === 0) return {};
  const isNeeded = !hasForm || isMultipart === true || !body.safeParse({}).success;
  const example = exampleOf(endpoint)?.body;
  const form = { schema, ...(example === undefined ? {} : { example }) };
  const content = {
    ...(hasForm ? { [isMultipart ? "multipart/form-data" : "application/json"]: form } : {}),
    ...Object.fromEntries(files),
  };
  return { requestBody: { ...(isNeeded ? { required: true } : {}), content } };
}

function hasNoFields({ properties }: Json): boolean {
  return typeof properties === "object" && properties !== null && Object.keys(properties).length === 0;
}

/**
 * Without the fields that the query takes as well: a generated function has one argument of a name. That no other field
 * is taken is not said of a form: generators would make it one of their own.
 */
function withoutParameters({ query, isMultipart }: EndpointFacts, schema: Json): Json {
  const { properties, additionalProperties, ...around } = schema as {
    properties?: Json;
    additionalProperties?: unknown;
  };
  if (properties === undefined) return schema;
  const rest = isMultipart || additionalProperties === undefined ? around : { ...around, additionalProperties };
  const kept = Object.entries(properties).filter(([name]) => !Object.hasOwn(query.shape, name));
  return { ...rest, properties: Object.fromEntries(kept) };
}

/** Whom a call is for, in a sentence. */
const CALLERS: Readonly<Record<EndpointFacts["who"], string>> = {
  anyone: "Anyone may call it.",
  user: "For users.",
  owner: "For the owner.",
  admin: "For admins.",
  reader: "For users who may read all rows of the dataset.",
  key: "For holders of a key that may read the table.",
};

function descriptionOf(endpoint: EndpointFacts): string {
  const scope = scopeOf(endpoint);
  const isOpen = securityOf(endpoint).length === 0;
  const bytes = endpoint.body === null ? null : bodyBytesOf(endpoint);
  return [
    endpoint.summary,
    CALLERS[endpoint.who],
    ...(isOpen ? [] : [scope === "session" ? "No API key may call it." : `A key needs the scope \`${scope}\`.`]),
    ...(bytes === null ? [] : [`The body may have ${bytes.toLocaleString("en")} bytes.`]),
  ].join(" ");
}

/** "GET /api/assets/{id}/data" as "get_assets_id_data". */
export function operationIdOf(endpoint: Pick<EndpointFacts, "method" | "path">): string {
  return nameOf(endpoint)
    .replace(" /api/", " ")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^(\w)|_$/g, (found) => (found === "_" ? "" : found.toLowerCase()))
    .replace(/^[A-Za-z]+/, (method) => method.toLowerCase());
}
