import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { publicConnectors } from "#infra/starter-catalogue/public-connectors.ts";
import { definitionJsonSchema, type JsonSchema } from "./json-schema.ts";
import { parseDefinition } from "../validation/parse-definition.ts";
import { SCHEMA_WORDS } from "./schema-words.ts";

const schema = definitionJsonSchema("https://tributary.example/schemas/connector.json");
const ajv = new Ajv2020({ strict: false });
const valid = ajv.compile(schema);
const on = (operation: object) => ({
  protocol: "rest",
  operations: [{ url: "https://api.example.com/x", ...operation }],
});

describe("the JSON Schema of the language", () => {
  test("names its draft and its own address", () => {
    expect([schema.$schema, schema.$id]).toEqual([
      "https://json-schema.org/draft/2020-12/schema",
      "https://tributary.example/schemas/connector.json",
    ]);
  });

  const definitions = [
    ...publicConnectors.map(({ title, definition }) => [title, definition] as const),
    ["small", on({})],
    ["auths to pick from", { ...on({}), auth: [{ type: "bearer" }, { type: "basic" }] }],
    ["pagination by name", on({ pagination: "link" })],
    ["query of numbers", on({ query: { a: 1, b: true } })],
    ["body of any JSON", on({ method: "POST", body_template: { a: [1, null, { b: "{c}" }] } })],
    [
      "options of both kinds",
      on({ params_fields: [{ key: "a", type: "select", options: ["x", 1, { value: null, label: "none" }] }] }),
    ],
    ["path of keys", on({ records: ["a.b", "c"] })],
  ] as const;
  test.each(definitions)("takes what the language takes: %s", (_name, definition) => {
    expect(parseDefinition(definition).ok).toBe(true);
    expect(valid(definition), ajv.errorsText(valid.errors)).toBe(true);
  });

  test.each([
    {},
    { protocol: "soap", operations: [{ url: "https://a.example" }] },
    { protocol: "rest", operations: [] },
    { protocol: "rest", operations: [{}] },
    { ...on({}), shape: 1 },
    on({ method: "PUT" }),
    on({ pagination: { strategy: "odd" } }),
    on({ pagination: { strategy: "page", limit: 0 } }),
    on({ params_fields: [{ key: "1a" }] }),
    on({ columns: [] }),
    { ...on({}), auth: { type: "digest" } },
  ])("refuses what the language refuses: %j", (definition) => {
    expect(parseDefinition(definition).ok).toBe(false);
    expect(valid(definition)).toBe(false);
  });

  const parts: [string, JsonSchema | undefined][] = Object.keys(SCHEMA_WORDS).map((part) => [
    part,
    part === "definition" ? schema : schema.$defs?.[part],
  ]);
  test.each(parts)("has words and a fitting example for every key of %s, and no others", (part, at) => {
    const words: Record<string, unknown> = SCHEMA_WORDS[part as keyof typeof SCHEMA_WORDS];
    expect(Object.keys(at?.properties ?? {}).sort()).toEqual(Object.keys(words).sort());
    for (const [key, property] of Object.entries(at?.properties ?? {})) {
      expect(property.description, key).toMatch(/\.$/);
      const example = ajv.compile({ ...property, $defs: schema.$defs });
      for (const value of [...(property.examples ?? []), ...(property.default === undefined ? [] : [property.default])])
        expect([key, value, example(value)]).toEqual([key, value, true]);
    }
  });
});
