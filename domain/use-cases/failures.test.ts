import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type EventDefinition, upcast } from "../core/event-catalog.ts";
import type { JsonObject } from "../core/values/json.ts";
import { allEvents } from "./all-events.ts";

const catalog: Readonly<Record<string, EventDefinition>> = allEvents;
const golden = (file: string): JsonObject =>
  JSON.parse(readFileSync(new URL(`./golden/${file}.json`, import.meta.url), "utf8")) as JsonObject;

/** Where an event may hold a text that is longer than a name, each with the codes that it goes with. */
function longTexts(schema: unknown, path = ""): string[] {
  if (schema instanceof z.ZodString) return (schema.maxLength ?? Infinity) > 1_000 ? [path] : [];
  if (schema instanceof z.ZodObject) {
    const { code } = schema.shape as { code?: unknown };
    const codes = code instanceof z.ZodLiteral ? `(${[...code.values].join()})` : "";
    return Object.entries(schema.shape).flatMap(([key, value]) => longTexts(value, `${path}${codes}.${key}`));
  }
  if (schema instanceof z.ZodArray) return longTexts(schema.element, `${path}[]`);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return longTexts(schema.unwrap(), path);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => longTexts(option, path));
  return [];
}

/** What an API or the host of a file said, and warnings, beside the sentences of old events. */
const ofOperations = [".warnings[]", ".operations[].failure(api).facts.message"];

test.each<[string, readonly string[]]>([
  ["DatasetLoadFailed", ["(source).facts.message", "(unknown).facts.sentence"]],
  ["RunSucceeded", ofOperations],
  ["RunPartlySucceeded", [...ofOperations, ".failure(api).facts.message"]],
  [
    "RunFailed",
    [
      ...ofOperations,
      ".failure(settings-missing).facts.message",
      ".failure(api).facts.message",
      ".failure(unknown).facts.sentence",
    ],
  ],
  ["RunAbandoned", [".failure(unknown).facts.sentence"]],
])("%s has no room for a sentence of its own", (type, others) => {
  expect(longTexts(catalog[type]?.schema)).toEqual(others);
});

test.each([1, 2])("a load that failed in version %i keeps the sentence of its time", (version) => {
  const data = golden(`DatasetLoadFailed.v${version}`);
  expect(upcast("DatasetLoadFailed", allEvents.DatasetLoadFailed, version, data)).toEqual({
    datasetId: data["datasetId"],
    code: "unknown",
    facts: { sentence: data["reason"] },
  });
});

describe("a run of version 1 or 2 keeps the sentences of its time", () => {
  const read = (type: keyof typeof allEvents, version: number): JsonObject =>
    upcast(type, allEvents[type], version, golden(`${type}.v${version}`));
  const api = (message: unknown) => ({ code: "api", facts: { message } });

  test("that failed", () => {
    for (const version of [1, 2])
      expect(read("RunFailed", version)["failure"]).toEqual({
        code: "unknown",
        facts: { sentence: golden(`RunFailed.v${version}`)["error"] },
      });
  });

  test("that partly succeeded, with its operations", () => {
    const { error, operations, ...rest } = golden("RunPartlySucceeded.v2");
    const ends = (operations as readonly JsonObject[]).map(({ error: said, ...operation }) => ({
      ...operation,
      failure: said === null ? null : api(said),
    }));
    expect(read("RunPartlySucceeded", 2)).toEqual({ ...rest, operations: ends, failure: api(error) });
    expect(read("RunPartlySucceeded", 1)["failure"]).toEqual(api(golden("RunPartlySucceeded.v1")["error"]));
  });

  test("that was given up", () => {
    expect(read("RunAbandoned", 1)["failure"]).toEqual({
      code: "unknown",
      facts: { sentence: golden("RunAbandoned.v1")["reason"] },
    });
  });
});
