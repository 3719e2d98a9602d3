import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type EventDefinition, upcast } from "../core/event-catalog.ts";
import { findingSchema } from "../core/findings/finding-schema.ts";
import type { FactKind } from "../core/findings/finding-kind.ts";
import { FINDINGS, unknownFinding } from "../core/findings/finding.ts";
import { failureSchema } from "../core/values/schemas.ts";
import type { JsonObject } from "../core/values/json.ts";
import { allEvents } from "./all-events.ts";

const catalog: Readonly<Record<string, EventDefinition>> = allEvents;
const golden = (file: string): JsonObject =>
  JSON.parse(readFileSync(new URL(`./golden/${file}.json`, import.meta.url), "utf8")) as JsonObject;

/** Names of fields that hold prose. */
const PROSE = /(message|sentence|warning|error|fault|reason|why|note|said|says|words)s?$/i;
/** Identifiers without a maximum length of their own. */
const IDENTIFIER = /(Id|hash)$/;

/** Where an event may hold prose: a text that is longer than a name, or is called like one. Findings hold facts. */
function prose(schema: unknown, path = "", within: readonly unknown[] = []): string[] {
  if (schema === findingSchema || within.includes(schema)) return [];
  const inner = (value: unknown, at: string) => prose(value, at, [...within, schema]);
  if (schema instanceof z.ZodString) {
    const isLong = (schema.maxLength ?? (schema.format === null ? Infinity : 0)) > 1_000;
    return PROSE.test(path) || (isLong && !IDENTIFIER.test(path)) ? [path] : [];
  }
  if (schema instanceof z.ZodObject) {
    const { code } = schema.shape as { code?: unknown };
    const codes = code instanceof z.ZodLiteral ? `(${[...code.values].join()})` : "";
    return Object.entries(schema.shape).flatMap(([key, value]) => inner(value, `${path}${codes}.${key}`));
  }
  if (schema instanceof z.ZodArray) return inner(schema.element, `${path}[]`);
  if (schema instanceof z.ZodRecord) return inner(schema.valueType, `${path}[]`);
  if (
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodLazy ||
    schema instanceof z.ZodReadonly
  )
    return inner(schema.unwrap(), path);
  if (schema instanceof z.ZodUnion) return [...new Set(schema.options.flatMap((option) => inner(option, path)))];
  if (schema instanceof z.ZodCustom) return [path];
  if (HOLD_NO_TEXT.some((type) => schema instanceof type)) return [];
  throw new Error(`${path} is of a type that this test does not know: ${(schema as z.ZodType).type}`);
}

/** Types of which no value is a text of any length. */
const HOLD_NO_TEXT = [z.ZodNumber, z.ZodBoolean, z.ZodEnum, z.ZodLiteral, z.ZodNull, z.ZodISODateTime];

/** Fields with what people wrote: titles and descriptions, posts, reasons and notes. */
const WRITTEN_BY_PEOPLE = new Set([
  ...[".description", ".apiDocUrl", ".licenseTerms", ".readMe", ".filters", ".names", ".reason", ".note"],
  ...["title", "description", "category", "apiDocUrl", "definition.text"].map((field) => `.content.${field}`),
  ...["coverImage", "html", "blocks[].text", "blocks[].items[].content", "blocks[].caption", "blocks[].code"].map(
    (field) => `.content.${field}`,
  ),
  ...["blocks[].url", "blocks[].rows[][]"].map((field) => `.content.${field}`),
]);
/** JSON whose schema is code of its own: what people wrote, and what they agreed to. */
const OF_OWN_FORM = new Set([".definition", ".consent"]);
/** Sentences of ours that events of old versions keep; upcasters make them, and nothing else does. */
const OF_OLD_EVENTS = new Set(["(unknown).facts.sentence", ".failure(unknown).facts.sentence"]);

test.each(Object.entries(catalog))("%s has no room for a sentence of ours", (_type, { schema }) => {
  const known = [WRITTEN_BY_PEOPLE, OF_OWN_FORM, OF_OLD_EVENTS];
  expect(prose(schema).filter((path) => !known.some((paths) => paths.has(path)))).toEqual([]);
});

/** Facts with words of an API or a parser, and one that is a code. */
const OF_OTHERS = new Set([
  ...["token-refused.error", "token-answered.said", "xml-damaged.said"],
  ...["api-answered.said", "api-reported.said", "api-says.said", "stream-read-whole.why"],
]);
/** Facts with sentences of ours, which nothing writes any more. */
const OF_OLD_FINDINGS = new Set(["unknown.sentence"]);

test("no finding has room for a sentence of ours", () => {
  const texts: readonly FactKind[] = ["text", "text?", "texts", "sentence"];
  const named = Object.entries(FINDINGS).flatMap(([code, { facts }]) =>
    Object.entries(facts as Readonly<Record<string, FactKind>>).flatMap(([name, of]) =>
      PROSE.test(name) && texts.includes(of) ? [`${code}.${name}`] : [],
    ),
  );
  expect(named.filter((fact) => !OF_OTHERS.has(fact) && !OF_OLD_FINDINGS.has(fact))).toEqual([]);
});

test("a type of schema that this test does not know is a fault", () => {
  expect(() => prose(z.strictObject({ id: z.string(), said: z.tuple([z.string()]) }))).toThrow(".said is of a type");
});

test("a field for a sentence is found wherever it is", () => {
  const warnings = z.array(z.strictObject({ place: z.string().max(9), warning: z.string().max(9) }));
  const failure = z.discriminatedUnion("code", [failureSchema("api", { said: z.string().max(5_000) })]);
  expect(prose(z.strictObject({ id: z.string(), warnings: warnings.optional(), failure: failure.nullable() }))).toEqual(
    [...[".id", ".warnings[].warning", ".failure(api).facts.said"]],
  );
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
  const api = (sentence: unknown) => ({ code: "api", facts: { finding: { code: "unknown", facts: { sentence } } } });

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
    const warnings = (rest["warnings"] as readonly string[]).map(unknownFinding);
    expect(read("RunPartlySucceeded", 2)).toEqual({ ...rest, warnings, operations: ends, failure: api(error) });
    expect(read("RunPartlySucceeded", 1)["failure"]).toEqual(api(golden("RunPartlySucceeded.v1")["error"]));
  });

  test("that was given up", () => {
    expect(read("RunAbandoned", 1)["failure"]).toEqual({
      code: "unknown",
      facts: { sentence: golden("RunAbandoned.v1")["reason"] },
    });
  });
});

describe("the last version with sentences keeps them", () => {
  const unknown = (sentence: unknown) => ({ code: "unknown", facts: { sentence } });
  const facts = (file: string, at: "failure" | "stopped" | null) => {
    const data = golden(file);
    return (at === null ? data : (data[at] as JsonObject))["facts"] as JsonObject;
  };

  test.each([
    ["RunSucceeded", 6],
    ["RunPartlySucceeded", 6],
    ["RunFailed", 5],
  ] as const)("as warnings of %s", (type, version) => {
    const data = golden(`${type}.v${version}`);
    expect(upcast(type, allEvents[type], version, data)["warnings"]).toEqual(
      (data["warnings"] as readonly string[]).map(unknown),
    );
  });

  test("as the faults of settings", () => {
    const { message } = facts("RunFailed.v5.settings-missing", "failure");
    const read = upcast("RunFailed", allEvents.RunFailed, 5, golden("RunFailed.v5.settings-missing"));
    expect(read["failure"]).toEqual({ code: "settings-missing", facts: { faults: [unknown(message)] } });
  });

  test("as the reason why no file came", () => {
    const { message } = facts("DatasetLoadFailed.v3.source", null);
    const read = upcast("DatasetLoadFailed", allEvents.DatasetLoadFailed, 3, golden("DatasetLoadFailed.v3.source"));
    expect(read["facts"]).toEqual({ finding: unknown(message) });
  });

  test("as the notes of an import", () => {
    const data = golden("DraftImported.v1");
    const [note] = data["notes"] as readonly JsonObject[];
    const read = upcast("DraftImported", allEvents.DraftImported, 1, data);
    expect(read["notes"]).toEqual([
      { places: [unknown(note?.["place"])], more: 0, finding: unknown(note?.["message"]) },
    ]);
    expect(read["lost"]).toEqual([]);
  });

  test("as what is wrong with a definition", () => {
    const { message, ...rest } = facts("InstanceConsentChecked.v1.unsafe", "stopped");
    const { InstanceConsentChecked } = allEvents;
    const read = upcast(
      "InstanceConsentChecked",
      InstanceConsentChecked,
      1,
      golden("InstanceConsentChecked.v1.unsafe"),
    );
    expect(read["stopped"]).toEqual({ code: "definition-unsafe", facts: { ...rest, finding: unknown(message) } });
  });
});
