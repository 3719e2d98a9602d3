import { z } from "zod";
import type { JsonValue } from "../../core/values/json.ts";
import * as schema from "./schema.ts";
import { jsonSchema, pathSchema, scalarSchema } from "./schema-parts.ts";
import { SCHEMA_WORDS } from "./schema-words.ts";
import type { KeyWords } from "./words/key-words.ts";

/** The part of JSON Schema (draft 2020-12) that the language's own schema uses. */
export interface JsonSchema {
  $schema?: string;
  $id?: string;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  title?: string;
  description?: string;
  type?: string;
  enum?: JsonValue[];
  const?: JsonValue;
  default?: JsonValue;
  examples?: JsonValue[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  pattern?: string;
}

/** The parts with a name of their own under `$defs`; those with keys are named as in SCHEMA_WORDS. */
const PARTS: Record<Exclude<keyof typeof SCHEMA_WORDS, "definition"> | "json" | "path" | "scalar", z.ZodType> = {
  derived: schema.derivedSchema,
  auth: schema.authSchema,
  refresh_rule: schema.refreshRuleSchema,
  login: schema.loginSchema,
  operation: schema.operationSchema,
  field: schema.fieldSchema,
  group_member: schema.leafFieldSchema,
  option: schema.optionSchema,
  condition: schema.conditionSchema,
  options_endpoint: schema.optionsEndpointSchema,
  records: schema.recordsSchema,
  pagination: schema.paginationSchema,
  incremental: schema.incrementalSchema,
  matcher: schema.matcherSchema,
  response_action: schema.responseActionSchema,
  retry: schema.retrySchema,
  column: schema.columnSchema,
  replacement: schema.replacementSchema,
  column_changes: schema.columnChangesSchema,
  rate_limit: schema.rateSchema,
  check: schema.checkSchema,
  json: jsonSchema,
  path: pathSchema,
  scalar: scalarSchema,
};

/**
 * The JSON Schema of the language (draft 2020-12), for editors and the documentation: structure from the zod schema,
 * texts from SCHEMA_WORDS. Rules between keys are checked by parseDefinition.
 */
export function definitionJsonSchema(id?: string): JsonSchema {
  const names = z.registry<{ id: string }>();
  for (const [name, part] of Object.entries(PARTS)) names.add(part, { id: name });
  const made = z.toJSONSchema(schema.definitionSchema, {
    io: "input",
    unrepresentable: "any",
    metadata: names,
  }) as JsonSchema;
  const defs = made.$defs ?? {};
  for (const [part, words] of Object.entries<Record<string, KeyWords>>(SCHEMA_WORDS)) {
    const at = part === "definition" ? made : defs[part];
    // In the order of the texts: the most important first, in completion and reference alike.
    const order = Object.keys(words);
    const keys = Object.entries(at?.properties ?? {}).toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b));
    if (at) at.properties = Object.fromEntries(keys.map(([key, property]) => [key, worded(property, words[key])]));
  }
  const { $schema, $defs, ...root } = made;
  return {
    ...($schema === undefined ? {} : { $schema }),
    ...(id === undefined ? {} : { $id: id }),
    title: "Connector definition",
    description: "Which API to call, how to sign the call, how to go on to the next page, and where the rows are.",
    ...root,
    $defs: defs,
  };
}

function worded(property: JsonSchema, words: KeyWords | undefined): JsonSchema {
  if (words === undefined) return property;
  return {
    description: words.says,
    ...property,
    ...(words.default === undefined ? {} : { default: words.default }),
    examples: [words.example],
  };
}
