import { globSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { isShownOnce } from "../http/keys/shown-once.ts";
import { nameOf } from "../http/json-api/endpoint.ts";
import { endpoints } from "./endpoints.ts";

test("every endpoint of a file is in the table", async () => {
  const files = globSync("*/*.ts", { cwd: import.meta.dirname }).filter((file) => !file.includes(".test."));
  const forgotten: string[] = [];
  for (const file of files) {
    const exported = (await import(path.join(import.meta.dirname, file))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported))
      if (typeof value === "object" && value !== null && "path" in value && !endpoints.some((each) => each === value))
        forgotten.push(`${file}: ${name}`);
  }
  expect(forgotten, "add a line to the table in app/api/endpoints.ts").toEqual([]);
});

/** Texts that are no secrets in spite of their names. */
const KNOWN: ReadonlySet<string> = new Set(["webhook.previous_secret_until", "previous_secret_until"]);

test("a secret in the answer to a change is shown once, so that no kept answer has it", () => {
  const kept = endpoints.filter((each) => "run" in each && each.method !== "GET" && !each.skipIdempotency);
  const found = kept.flatMap((each) =>
    Object.values(each.answers)
      .flatMap((answer) => ("body" in answer ? fieldsOf(answer.body) : []))
      .filter(([name, schema]) => isSecret(name, schema) && !KNOWN.has(name))
      .map(([name, schema]) => ({ what: `${nameOf(each)} ${name}`, once: isShownOnce(schema) })),
  );
  expect(found.filter(({ once }) => !once).map(({ what }) => what)).toEqual([]);
  expect(found.map(({ what }) => what)).toEqual([
    "POST /api/users/api-keys secret",
    "POST /api/dev/apikey api_key",
    "POST /api/webhooks secret",
    "POST /api/webhooks/{id}/secret secret",
  ]);
});

function isSecret(name: string, schema: z.ZodType): boolean {
  const text = inner(schema) instanceof z.ZodString;
  return text && /secret|token|password|api_?key|credential/i.test(name.split(".").at(-1) ?? "");
}

function fieldsOf(schema: z.ZodType, prefix = ""): (readonly [string, z.ZodType])[] {
  const each = inner(schema);
  if (each instanceof z.ZodArray) return fieldsOf(each.element as z.ZodType, prefix);
  if (each instanceof z.ZodUnion) return each.options.flatMap((option) => fieldsOf(option as z.ZodType, prefix));
  if (!(each instanceof z.ZodObject)) return [];
  return Object.entries(each.shape).flatMap(([name, field]) => [
    [prefix + name, field as z.ZodType] as const,
    ...fieldsOf(field as z.ZodType, `${prefix}${name}.`),
  ]);
}

function inner(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? inner(schema.unwrap() as z.ZodType)
    : schema;
}
