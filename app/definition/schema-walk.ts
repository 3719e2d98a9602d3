import type { JsonSchema } from "#domain/connector-language/definition/json-schema.ts";
import type { JsonValue } from "#domain/core/values/json.ts";
import type { Step } from "./json-outline.ts";

const MAX_HOPS = 10;

/** The plain schemas that a schema allows: references followed, unions flattened. */
export function formsOf(root: JsonSchema, schema: JsonSchema, hops = 0): JsonSchema[] {
  if (hops > MAX_HOPS) return [];
  if (schema.$ref !== undefined) {
    const target = schema.$ref === "#" ? root : root.$defs?.[schema.$ref.replace("#/$defs/", "")];
    return target === undefined ? [] : formsOf(root, target, hops + 1);
  }
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((each) => formsOf(root, each, hops + 1));
  return [schema];
}

/** The schemas for the value at a path. */
export function schemasAt(root: JsonSchema, path: readonly Step[]): JsonSchema[] {
  let at = [root];
  for (const step of path) {
    at = at.flatMap((schema) =>
      formsOf(root, schema).flatMap((form) => {
        if (typeof step === "number") return form.items === undefined ? [] : [form.items];
        const own =
          form.properties !== undefined && Object.hasOwn(form.properties, step) ? form.properties[step] : undefined;
        if (own !== undefined) return [own];
        return typeof form.additionalProperties === "object" ? [form.additionalProperties] : [];
      }),
    );
  }
  return at;
}

/** A key of an object. */
export interface SchemaKey {
  name: string;
  schema: JsonSchema;
  required: boolean;
}

/** The keys of an object at a path, required ones first. */
export function keysAt(root: JsonSchema, path: readonly Step[]): SchemaKey[] {
  const keys = new Map<string, SchemaKey>();
  for (const form of schemasAt(root, path).flatMap((schema) => formsOf(root, schema))) {
    for (const [name, schema] of Object.entries(form.properties ?? {})) {
      // A key with a default is optional, whatever the schema of the parsed form says.
      const required = (form.required?.includes(name) ?? false) && schema.default === undefined;
      if (!keys.has(name)) keys.set(name, { name, schema, required });
    }
  }
  return [...keys.values()].toSorted((a, b) => Number(b.required) - Number(a.required));
}

/** The values in a schema: its choices, true and false, its default and examples. */
export function valuesOf(
  root: JsonSchema,
  schema: JsonSchema,
): { value: JsonValue; why: "choice" | "default" | "example" }[] {
  const forms = formsOf(root, schema);
  const choices = forms.flatMap((form) => [
    ...(form.enum ?? []),
    ...(form.const === undefined ? [] : [form.const]),
    ...(form.type === "boolean" ? [true, false] : []),
  ]);
  const found: { value: JsonValue; why: "choice" | "default" | "example" }[] = choices.map((value) => ({
    value,
    why: "choice",
  }));
  if (schema.default !== undefined) found.push({ value: schema.default, why: "default" });
  if (choices.length === 0) for (const value of schema.examples ?? []) found.push({ value, why: "example" });
  const seen = new Set<string>();
  return found.filter(({ value }) => !seen.has(JSON.stringify(value)) && seen.add(JSON.stringify(value)));
}

const TYPES: Record<string, string> = {
  string: "text",
  integer: "whole number",
  number: "number",
  boolean: "true or false",
  null: "null",
  array: "list",
  object: "object",
};

/** The allowed values, in a few words: `text or list of texts`, `one of "GET", "POST"`. */
export function formText(root: JsonSchema, schema: JsonSchema): string {
  if (schema.$ref === "#/$defs/json") return "any JSON";
  const named = formNames(root, schema);
  return named.length > 5 ? "any JSON" : [...new Set(named)].join(" or ");
}

function formNames(root: JsonSchema, schema: JsonSchema): string[] {
  if (schema.$ref === "#/$defs/path") return ["path"];
  if (schema.$ref === "#/$defs/json") return ["any JSON"];
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((each) => formNames(root, each));
  return formsOf(root, schema).flatMap((form) => {
    if (form.enum !== undefined) return [form.enum.map((value) => JSON.stringify(value)).join(", ")];
    if (form.const !== undefined) return [JSON.stringify(form.const)];
    if (form.type === "array")
      return [
        `list of ${plural(form.items === undefined ? "any JSON" : (formNames(root, form.items)[0] ?? "any JSON"))}`,
      ];
    if (form.type === "object" && typeof form.additionalProperties === "object")
      return [`object of ${plural(formNames(root, form.additionalProperties)[0] ?? "any JSON")}`];
    return form.type === undefined
      ? form.anyOf
        ? formNames(root, form)
        : ["any JSON"]
      : [TYPES[form.type] ?? form.type];
  });
}

function plural(word: string): string {
  return /^(text|object|number|path|list)$/.test(word) ? `${word}s` : word;
}
