import { isObject } from "./portable-schemas.ts";
import type { Json } from "./schemas.ts";

/**
 * The same document as OpenAPI 3.0.3, for tools that do not read 3.1: null as `nullable`, exclusive bounds as flags, and
 * nothing that 3.0 does not know.
 */
export function asOpenApi30(document: Json): Json {
  const { info, ...rest } = document as { info: Json };
  const { summary: _, ...about } = info;
  return { ...(inDocument(rest) as Json), openapi: "3.0.3", info: about };
}

/** Examples are values, and may look like anything. */
const VALUES: ReadonlySet<string> = new Set(["example", "default", "enum"]);

function inDocument(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(inDocument);
  if (!isObject(part)) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      if (VALUES.has(key)) return [key, value];
      if (key === "schema" && isObject(value)) return [key, schema30(value)];
      if (key === "schemas" && isObject(value)) return [key, mapSchemas(value)];
      return [key, inDocument(value)];
    }),
  );
}

function schema30(schema: Json): Json {
  const { $ref, ...around } = schema;
  // In 3.0 what stands beside a reference is not read.
  if ($ref !== undefined) return Object.keys(around).length === 0 ? { $ref } : { ...around, allOf: [{ $ref }] };
  const made: Json = {};
  for (const [word, value] of Object.entries(schema)) Object.assign(made, wordIn30(word, value));
  return made;
}

function wordIn30(word: string, value: unknown): Json {
  switch (word) {
    case "type": {
      const types = [value].flat();
      return { type: types.find((each) => each !== "null"), ...(types.includes("null") ? { nullable: true } : {}) };
    }
    case "exclusiveMinimum":
      return { minimum: value, exclusiveMinimum: true };
    case "exclusiveMaximum":
      return { maximum: value, exclusiveMaximum: true };
    case "contentEncoding":
    case "contentMediaType":
      return { format: "binary" };
    case "examples":
      return { example: (value as unknown[])[0] };
    case "properties":
      return { properties: mapSchemas(value as Json) };
    case "items":
    case "additionalProperties":
    case "not":
      return { [word]: isObject(value) ? schema30(value) : value };
    case "anyOf":
    case "oneOf":
    case "allOf":
      return { [word]: (value as Json[]).map(schema30) };
    default:
      return { [word]: value };
  }
}

function mapSchemas(of: Json): Json {
  return Object.fromEntries(
    Object.entries(of).map(([name, value]) => [name, isObject(value) ? schema30(value) : value]),
  );
}
