import { z } from "zod";
import { expect, test } from "vitest";
import { kindOf } from "#domain/core/text/text-schemas.ts";
import { nameOf } from "../http/json-api/endpoint.ts";
import { endpoints } from "./endpoints.ts";

type Field = { readonly path: string; readonly schema: z.ZodType };

/** The texts of a schema that a caller sends, down to the names of free fields. */
function textsIn(schema: z.ZodType, path: string): Field[] {
  const inner = (each: z.core.$ZodType, name = "") =>
    textsIn(each as z.ZodType, name === "" ? path : `${path}.${name}`);
  if (schema instanceof z.ZodString) return [{ path, schema }];
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, each]) => inner(each, name));
  if (schema instanceof z.ZodArray) return inner(schema.element, "0");
  if (schema instanceof z.ZodRecord) return [...inner(schema.keyType, "(name)"), ...inner(schema.valueType, "(value)")];
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((each) => inner(each));
  if (schema instanceof z.ZodPipe) return inner(schema.in);
  if (schema instanceof z.ZodLazy) return [];
  if ("unwrap" in schema && typeof schema.unwrap === "function") return inner(schema.unwrap() as z.ZodType);
  return [];
}

const fields = endpoints.flatMap((endpoint) => (endpoint.body ? textsIn(endpoint.body, nameOf(endpoint)) : []));

test("every text of a call is declared as a line, as prose or as raw", () => {
  expect(fields.filter(({ schema }) => kindOf(schema) === undefined).map(({ path }) => path)).toEqual([]);
});

const LINE_FAULTS = [
  "a\nb",
  "a\r\n\r\nb",
  "a\u0000b",
  "a\u0001b",
  "a\u0085b",
  "a\u2028b",
  "a\u202eb",
  "a\u2066b",
  "a\ud800b",
  "a\ufffeb",
  "\u200b",
];
const PROSE_FAULTS = ["a\u0000b", "a\u0001b", "a\u000cb", "a\ud800b", "a\uffffb"];

test.each(LINE_FAULTS)("no line of a call takes %j", (text) => {
  const lines = fields.filter(({ schema }) => kindOf(schema) === "line");
  expect(lines.length).toBeGreaterThan(100);
  expect(lines.filter(({ schema }) => schema.safeParse(text).success).map(({ path }) => path)).toEqual([]);
});

test.each(PROSE_FAULTS)("no prose of a call takes %j", (text) => {
  const prose = fields.filter(({ schema }) => kindOf(schema) === "prose");
  expect(prose.length).toBeGreaterThan(10);
  expect(prose.filter(({ schema }) => schema.safeParse(text).success).map(({ path }) => path)).toEqual([]);
  for (const { schema } of prose) expect(schema.parse("a\r\n\tb")).toBe("a\n\tb");
});
