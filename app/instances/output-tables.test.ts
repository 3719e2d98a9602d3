import { expect, test } from "vitest";
import { parseDefinition } from "#domain/connector-language/validation/parse-definition.ts";
import type { TableEntry } from "#projections/tables/queries.ts";
import { outputTables } from "./output-tables.ts";

function definition(...ids: string[]) {
  const parsed = parseDefinition({
    protocol: "rest",
    operations: ids.map((id) => ({ id, url: `https://api.example.com/${id}` })),
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed));
  return parsed.definition;
}

const entry = (name: string, rows: number | null): TableEntry => ({
  itemId: name,
  instanceId: null,
  connectorId: null,
  name,
  kind: "output",
  title: name,
  ownerId: "ana",
  isPublic: false,
  takenDown: false,
  version: 1,
  rows,
  updatedAt: "2026-01-01T00:00:00.000Z",
  current:
    rows === null
      ? null
      : { physical: "t", columns: [{ name: "id", label: "id", type: "bigint" }], rows, contentHash: "0" },
});

test("every operation has its table, with or without rows, the connection's own first", () => {
  expect(
    outputTables("gauges", definition("stations", "levels"), [entry("gauges_levels", 7), entry("gauges", null)]),
  ).toEqual([
    { operation: "stations", tableName: "gauges", id: "gauges", rows: null, columns: null, updatedAt: null },
    {
      operation: "levels",
      tableName: "gauges_levels",
      id: "gauges_levels",
      rows: 7,
      columns: 1,
      updatedAt: "2026-01-01T00:00:00.000Z",
    },
  ]);
});

test("a table that an earlier version filled comes last", () => {
  expect(
    outputTables("gauges", definition("stations"), [entry("gauges_levels", 7), entry("gauges", 3)]).map(
      ({ operation, tableName }) => [operation, tableName],
    ),
  ).toEqual([
    ["stations", "gauges"],
    [null, "gauges_levels"],
  ]);
});

test("without a readable definition there are the tables that were filled, and the connection's own", () => {
  expect(outputTables("gauges", null, []).map(({ tableName }) => tableName)).toEqual(["gauges"]);
  expect(
    outputTables("gauges", null, [entry("gauges", 3), entry("gauges_levels", 7)]).map(({ tableName }) => tableName),
  ).toEqual(["gauges", "gauges_levels"]);
});
