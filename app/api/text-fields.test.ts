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
