import { describe, expect, test } from "vitest";
import { migrateDefinition } from "./migrations.ts";
import type { Migration } from "./migrations.ts";
import { parseDefinition } from "../validation/parse-definition.ts";

const CHAIN: Migration[] = [
  { from: 1, migrate: ({ rows, ...rest }) => ({ ...rest, records: rows ?? "$" }) },
  { from: 2, migrate: (definition) => ({ ...definition, records: [definition["records"] ?? null] }) },
];

describe("migrateDefinition", () => {
  test("takes every step from the definition's own version on, once and in order, and leaves the given one alone", () => {
    const written = { rows: "data" };
    expect(migrateDefinition(written, CHAIN)).toEqual({ ok: true, definition: { records: ["data"], version: 3 } });
    expect(written).toEqual({ rows: "data" });
    expect(migrateDefinition({ version: 2, records: "x" }, CHAIN)).toEqual({
      ok: true,
      definition: { records: ["x"], version: 3 },
    });
    expect(migrateDefinition({ version: 3, records: ["x"] }, CHAIN)).toEqual({
      ok: true,
      definition: { version: 3, records: ["x"] },
    });
  });

  test("refuses a later version with its number, and leaves what is no version to the checks", () => {
    expect(migrateDefinition({ version: 4 }, CHAIN)).toEqual({
      ok: false,
      fault: {
        path: "version",
        message: "The definition is written in version 4 of the language; this server knows it up to 3.",
      },
    });
    for (const odd of [{ version: "1" }, { version: 1.5 }, [], null])
      expect(migrateDefinition(odd, CHAIN)).toEqual({ ok: true, definition: odd });
    const definition = { protocol: "rest", operations: [{ url: "https://api.test" }] };
    expect(parseDefinition({ ...definition, version: 9 })).toMatchObject({
      ok: false,
      faults: [{ path: "version", message: expect.stringContaining("version 9") }],
    });
    expect(parseDefinition({ ...definition, version: 1 })).toMatchObject({ ok: true, definition: { version: 1 } });
  });
});
