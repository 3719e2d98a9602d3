import { readdirSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { aggregateFolders } from "#testing/domain/aggregate-folders.ts";
import { ERASED, event, type EventDefinition, upcast } from "../core/event-catalog.ts";
import type { JsonObject } from "../core/values/json.ts";
import { allEvents } from "./all-events.ts";

/**
 * The golden corpus: data of every event type in every version ever written, in `golden/<Type>.v<version>.json`,
 * further examples in `golden/<Type>.v<version>.<what is special>.json`. Events are stored for ever, so a file here
 * never changes: a new shape is a new version with an upcaster, and new files beside the old ones.
 */
type Fixture = {
  readonly file: string;
  readonly type: string;
  readonly version: number;
  readonly main: boolean;
  readonly data: JsonObject;
};

const FOLDER = new URL("./golden/", import.meta.url);
const FILE = /^(?<type>[A-Za-z]+)\.v(?<version>[1-9]\d*)(?<special>\.[a-z0-9-]+)?\.json$/;

const catalog: Readonly<Record<string, EventDefinition>> = allEvents;
const fixtures = readdirSync(FOLDER).map(readFixture);

function readFixture(file: string): Fixture {
  const { type, version, special } = FILE.exec(file)?.groups ?? {};
  if (type === undefined || version === undefined)
    throw new Error(`golden/${file} is not named <Type>.v<version>[.<what is special>].json`);
  const data = JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) as JsonObject;
  return { file, type, version: Number(version), main: special === undefined, data };
}

/** Why old data does not fit today's definition; null if it reads as it should. */
function fault(type: string, definition: EventDefinition, version: number, data: JsonObject): string | null {
  const current = upcast(type, definition, version, data);
  const parsed = definition.schema.safeParse(current);
  if (!parsed.success) return z.prettifyError(parsed.error);
  return isDeepStrictEqual(parsed.data, current) ? null : "the schema changes the data while it reads it";
}

/**
 * What a schema allows, one line for each thing that an example can contain: `slot`, `slot is null`, `slot is a value`,
 * `trigger = "manual"`. A field or choice without an example was added without a version or without a golden file.
 */
function claims(schema: unknown, path = ""): string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, value]) => [
      `${path}.${key}`,
      ...claims(value, `${path}.${key}`),
    ]);
  if (schema instanceof z.ZodArray) return [`${path}[]`, ...claims(schema.element, `${path}[]`)];
  if (schema instanceof z.ZodNullable)
    return [`${path} is null`, `${path} is a value`, ...claims(schema.unwrap(), path)];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return claims(schema.unwrap(), path);
  if (schema instanceof z.ZodEnum) return schema.options.map((option) => `${path} = ${JSON.stringify(option)}`);
  if (schema instanceof z.ZodLiteral) return [...schema.values].map((value) => `${path} = ${JSON.stringify(value)}`);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => claims(option, path));
  return [];
}

/** The same lines for an example. */
function shown(value: unknown, path = ""): string[] {
  if (value === null) return [`${path} is null`];
  const here = [`${path} is a value`, `${path} = ${JSON.stringify(value)}`];
  if (Array.isArray(value)) return [...here, ...value.flatMap((item) => [`${path}[]`, ...shown(item, `${path}[]`)])];
  if (typeof value === "object")
    return [
      ...here,
      ...Object.entries(value).flatMap(([key, item]) => [`${path}.${key}`, ...shown(item, `${path}.${key}`)]),
    ];
  return here;
}

function notShown(definition: EventDefinition, examples: readonly JsonObject[]): string[] {
  const seen = new Set(examples.flatMap((data) => shown(data)));
  return claims(definition.schema).filter((claim) => !seen.has(claim));
}

const versions = Object.entries(catalog).flatMap(([type, { version }]) =>
  Array.from({ length: version }, (_, index) => ({ type, version: index + 1 })),
);

describe("the golden corpus", () => {
  test.each(versions)("has $type in version $version", ({ type, version }) => {
    const present = fixtures.some((fixture) => fixture.main && fixture.type === type && fixture.version === version);
    expect(present, `write domain/use-cases/golden/${type}.v${version}.json: the data of one realistic event`).toBe(
      true,
    );
  });

  test.each(fixtures)("knows the type and version of $file", ({ type, version }) => {
    expect(Object.keys(catalog)).toContain(type);
    expect(version, "a fixture is newer than its type").toBeLessThanOrEqual(catalog[type]?.version ?? 0);
  });

  test.each(fixtures)("can still be read: $file", ({ type, version, data }) => {
    const definition = catalog[type];
    if (!definition) throw new Error(`No event type ${type}`);
    const advice = `${type} has changed: raise its version, write an upcaster and a new fixture; the old fixture stays as it is`;
    expect(fault(type, definition, version, data), advice).toBeNull();
  });

  test.each(Object.entries(catalog))("shows every field and choice of %s in its newest version", (type, definition) => {
    const examples = fixtures
      .filter((fixture) => fixture.type === type && fixture.version === definition.version)
      .map(({ data }) => upcast(type, definition, definition.version, data));
    expect(
      notShown(definition, examples),
      `${type} allows more than its examples show: a new version, or one more example`,
    ).toEqual([]);
  });
});

describe("every event", () => {
  test.each(Object.entries(catalog))("%s refuses fields that it does not know", (type, definition) => {
    const example = fixtures.find((fixture) => fixture.type === type && fixture.version === definition.version);
    const data = upcast(type, definition, definition.version, example?.data ?? {});
    expect(definition.schema.safeParse({ ...data, unheardOf: 1 }).success).toBe(false);
  });

  const personal = Object.entries(catalog).filter(([, definition]) => definition.personal);
  test.each(personal)("%s can be read when its user is forgotten, whose id it names", (type, definition) => {
    const { subject, fields } = definition.personal ?? { subject: "", fields: [] };
    const newest = fixtures.filter((fixture) => fixture.type === type && fixture.version === definition.version);
    for (const { data } of newest) {
      expect(data[subject]).toBeTypeOf("string");
      for (const field of fields) expect(data).toHaveProperty(field);
      const erased = {
        ...data,
        ...Object.fromEntries(fields.filter((field) => data[field] !== null).map((field) => [field, ERASED])),
      };
      expect(fault(type, definition, definition.version, erased)).toBeNull();
    }
  });

  test("has a name of its own across all aggregates", async () => {
    const names = (await aggregateFolders()).flatMap(({ catalogs }) => Object.values(catalogs).flatMap(Object.keys));
    expect(new Set(names).size).toBe(names.length);
    expect(Object.keys(catalog).sort()).toEqual(names.sort());
  });
});

describe("the corpus goes red when a schema changes without a new version", () => {
  const base = { id: z.string(), place: z.enum(["here", "there"]), note: z.string().nullable() };
  const examples = [
    { id: "a", place: "here", note: null },
    { id: "b", place: "there", note: "x" },
  ];
  const red = (shape: z.ZodRawShape, extra: Partial<EventDefinition> = {}): boolean => {
    const definition = event({ version: 1, schema: z.strictObject(shape), ...extra });
    return (
      examples.some((data) => fault("Planted", definition, 1, data) !== null) ||
      notShown(definition, examples).length > 0
    );
  };

  test("stays green while nothing changes", () => {
    expect(red(base)).toBe(false);
  });

  test.each<[string, z.ZodRawShape]>([
    ["a field is added", { ...base, added: z.string() }],
    ["an optional field is added", { ...base, added: z.string().optional() }],
    ["a field with a default is added", { ...base, added: z.string().default("") }],
    ["a field is renamed", { name: base.id, place: base.place, note: base.note }],
    ["a field is removed", { id: base.id, place: base.place }],
    ["a type changes", { ...base, id: z.number() }],
    ["a text is rewritten", { ...base, id: z.string().toUpperCase() }],
    ["a choice is added", { ...base, place: z.enum(["here", "there", "beyond"]) }],
    ["a choice is removed", { ...base, place: z.enum(["here"]) }],
    ["a field may be null", { ...base, id: z.string().nullable() }],
    ["a field may no longer be null", { ...base, note: z.string() }],
  ])("%s", (_what, shape) => {
    expect(red(shape)).toBe(true);
  });

  test("is green again with a version, an upcaster and both shapes as examples", () => {
    const definition = event({
      version: 2,
      schema: z.strictObject({ ...base, added: z.number() }),
      upcasts: { 1: (data) => ({ ...data, added: 0 }) },
    });
    for (const data of examples) expect(fault("Planted", definition, 1, data)).toBeNull();
    expect(
      notShown(
        definition,
        examples.map((data) => ({ ...data, added: 1 })),
      ),
    ).toEqual([]);
  });
});
