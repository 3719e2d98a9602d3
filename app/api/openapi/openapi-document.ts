import { z } from "zod";
import { type AnswerFacts, type EndpointFacts, nameOf, type Who } from "../../http/json-api/endpoint.ts";
import { API_VERSION, LIMITS_AND_PROMISES } from "./api-description.ts";
import { errorSchema } from "../../http/error-body.ts";

type Json = Record<string, unknown>;
type Groups = readonly { readonly name: string; readonly endpoints: readonly EndpointFacts[] }[];

const SESSION = [{ session: [] }];
const KEY = [{ bearer: [] }, { basic: [] }, { api_key: [] }];
const SECURITY: Readonly<Record<Who, readonly Json[]>> = {
  anyone: [],
  user: SESSION,
  owner: SESSION,
  admin: SESSION,
  reader: SESSION,
  key: KEY,
};

/** These endpoints as an OpenAPI 3.1 document. */
export function openApiDocument(groups: Groups) {
  const components: Json = {};
  const paths: Record<string, Json> = {};
  for (const { name, endpoints } of groups)
    for (const endpoint of endpoints)
      (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint, name, components);
  const error = schemaOf(errorSchema, "output", components);
  return {
    openapi: "3.1.0",
    info: {
      title: "Tributary",
      version: API_VERSION,
      description: `Every refusal is an Error: a code that stays, one sentence, and the facts to act on.\n\n${LIMITS_AND_PROMISES}`,
    },
    paths,
    components: {
      schemas: components,
      responses: { Refused: { description: "A refusal.", content: { "application/json": { schema: error } } } },
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "token" },
        bearer: { type: "http", scheme: "bearer" },
        basic: { type: "http", scheme: "basic" },
        api_key: { type: "apiKey", in: "query", name: "api_key" },
      },
    },
  };
}

function operation(endpoint: EndpointFacts, group: string, components: Json): Json {
  const { summary, who, body, answers, isMultipart } = endpoint;
  const responses = Object.entries(answers).map(([status, facts]) => [status, response(facts, components)]);
  return {
    operationId: operationId(endpoint),
    tags: [group],
    summary,
    security: SECURITY[who],
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint, components)],
    ...(body === null
      ? {}
      : {
          requestBody: {
            content: {
              [isMultipart ? "multipart/form-data" : "application/json"]: {
                schema: schemaOf(body, "input", components),
              },
            },
          },
        }),
    responses: { ...Object.fromEntries(responses), default: { $ref: "#/components/responses/Refused" } },
  };
}

function response(facts: AnswerFacts, components: Json): Json {
  const content =
    facts.types === undefined
      ? { "application/json": { schema: schemaOf(facts.body, "output", components) } }
      : Object.fromEntries(facts.types.map((type) => [type, {}]));
  return { description: facts.about ?? "The answer.", content };
}

function pathParameters({ path }: EndpointFacts): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
}

function queryParameters({ query, openQuery }: EndpointFacts, components: Json): Json[] {
  const named = Object.entries(query.shape).map(([name, field]) => ({
    name,
    in: "query",
    schema: schemaOf(field as z.ZodType, "input", components),
  }));
  if (openQuery === undefined) return named;
  const open = { type: "object", additionalProperties: { type: "string" } };
  return [...named, { name: openQuery, in: "query", style: "form", explode: true, schema: open }];
}

/** "GET /api/assets/{id}/data" as "get_assets_id_data". */
function operationId(endpoint: EndpointFacts): string {
  return nameOf(endpoint)
    .replace(" /api/", " ")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^(\w)|_$/g, (found) => (found === "_" ? "" : found.toLowerCase()))
    .replace(/^[A-Za-z]+/, (method) => method.toLowerCase());
}

/** A schema with its named parts moved to `components`. */
function schemaOf(schema: z.ZodType, io: "input" | "output", components: Json): Json {
  const made = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
  const text = JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { $schema: _, $defs = {}, id, ...rest } = JSON.parse(text) as Json;
  for (const [name, { id: __, ...part }] of Object.entries($defs as Record<string, Json>)) components[name] = part;
  if (typeof id !== "string") return rest;
  components[id] = rest;
  return { $ref: `#/components/schemas/${id}` };
}
