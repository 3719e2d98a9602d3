import { expect, test } from "vitest";
import { endpointGroups } from "../endpoints.ts";
import { asOpenApi30 } from "./openapi-3-0.ts";
import { openApiDocument } from "./openapi-document.ts";
import { portableSchema, withNullableComponents } from "./portable-schemas.ts";
import type { Json } from "./schemas.ts";

const document = openApiDocument(endpointGroups, "https://tributary.test") as unknown as Json;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Every object of a document with its place; examples and listed values are not looked into. */
function* partsOf(part: unknown, at = ""): Generator<readonly [string, Json]> {
  if (isObject(part)) yield [at, part];
  if (typeof part !== "object" || part === null) return;
  for (const [key, value] of Object.entries(part))
    if (!["example", "default", "enum"].includes(key)) yield* partsOf(value, `${at}/${key}`);
}

/** Shapes that break generators of clients, by what is wrong with them. */
const BREAKS: Readonly<Record<string, (part: Json, at: string) => boolean>> = {
  "null alone": ({ type }) => type === "null",
  "several types": ({ type }) => Array.isArray(type) && type.filter((each) => each !== "null").length > 1,
  "null among alternatives": ({ anyOf, oneOf }) =>
    [anyOf, oneOf].some((each) => Array.isArray(each) && each.some(({ type }: Json) => type === "null")),
  "alternatives of different types": ({ anyOf, oneOf }) =>
    [anyOf, oneOf].some((each) => Array.isArray(each) && new Set(each.map(({ type }: Json) => type)).size > 1),
  "a constant": (part, at) => "const" in part && !at.endsWith("/properties"),
  "names of fields as a schema": (part) => "propertyNames" in part,
  "fields whose names meet": ({ properties }) => {
    const names = isObject(properties)
      ? Object.keys(properties).map((name) => name.replaceAll("_", "").toLowerCase())
      : [];
    return new Set(names).size < names.length;
  },
  "notes of values that are no list": (part) =>
    "x-enum-descriptions" in part && (part["x-enum-descriptions"] as []).length !== (part["enum"] as []).length,
};

test.each(Object.entries(BREAKS))("no part of the document has %s", (_what, breaks) => {
  expect([...partsOf(document)].filter(([at, part]) => breaks(part, at)).map(([at]) => at)).toEqual([]);
});

test("no schema refers to itself", () => {
  const { schemas } = document["components"] as { readonly schemas: Readonly<Record<string, Json>> };
  const used = (schema: unknown) =>
    [...partsOf(schema)].flatMap(([, { $ref }]) => (typeof $ref === "string" ? [$ref.split("/").at(-1)!] : []));
  const reached = (name: string, from: readonly string[]): string[] =>
    from.includes(name) ? [...from, name] : used(schemas[name]).flatMap((next) => reached(next, [...from, name]));
  expect(Object.keys(schemas).flatMap((name) => reached(name, []))).toEqual([]);
});

test("no call has one name for a parameter and for a field of its body, and a body that is taken is described", () => {
  type Operation = {
    readonly parameters?: readonly { readonly name?: string }[];
    readonly requestBody?: {
      readonly content: Readonly<Record<string, { readonly schema: { readonly properties?: object } }>>;
    };
  };
  const faults: string[] = [];
  for (const [path, operations] of Object.entries(
    document["paths"] as Readonly<Record<string, Record<string, Operation>>>,
  ))
    for (const [method, { parameters = [], requestBody }] of Object.entries(operations)) {
      const fields = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
        Object.keys(schema.properties ?? {}),
      );
      for (const { name } of parameters) if (name && fields.includes(name)) faults.push(`${method} ${path} ${name}`);
    }
  expect(faults).toEqual([]);
  const { paths } = document as { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };
  expect(Object.keys(paths["/api/assets/{id}/rows"]!["post"]!.requestBody!.content)).toContain("application/json");
});

test("alternatives become the one type that holds them", () => {
  const text = { type: "string" };
  expect(portableSchema({ anyOf: [{ ...text, format: "date" }, { type: "null" }] })).toEqual({
    type: ["string", "null"],
    format: "date",
  });
  expect(portableSchema({ anyOf: [{ const: 1 }, { const: 2 }], description: "x" })).toEqual({
    type: "integer",
    enum: [1, 2],
    description: "x",
  });
  expect(portableSchema({ anyOf: [text, { type: "object" }], description: "x" })).toEqual({ description: "x" });
  expect(portableSchema({ anyOf: [{ ...text, enum: ["a"] }, text] })).toEqual(text);
  const named = withNullableComponents({
    components: { schemas: { A: { type: "object" } } },
    paths: { schema: { anyOf: [{ $ref: "#/components/schemas/A" }, { type: "null" }] } },
  });
  expect(named.paths.schema).toEqual({ $ref: "#/components/schemas/AOrNull" });
  expect(named.components.schemas).toMatchObject({ AOrNull: { type: ["object", "null"] } });
});

test("as OpenAPI 3.0 it has the same calls, and nothing that 3.0 does not know", () => {
  const older = asOpenApi30(document);
  expect(Object.keys(older["paths"] as object)).toEqual(Object.keys(document["paths"] as object));
  const unknown = [...partsOf(older)].filter(
    ([, part]) =>
      Array.isArray(part["type"]) ||
      typeof part["exclusiveMinimum"] === "number" ||
      ("$ref" in part && Object.keys(part).length > 1) ||
      "contentEncoding" in part,
  );
  expect(unknown.map(([at]) => at)).toEqual([]);
});
