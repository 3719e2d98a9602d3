import fc from "fast-check";
import { expect, test } from "vitest";
import { Row } from "./row.ts";

function rowOf(labels: readonly string[], like?: Row): Row {
  const row = new Row(like);
  labels.forEach((label, index) => row.add(label, index));
  return row;
}

test("shares its labels with the row before when they are the same", () => {
  const first = rowOf(["a", "b"]);
  const second = rowOf(["a", "b"], first);
  expect(second.labels).toBe(first.labels);
  expect([...second]).toEqual([
    ["a", 0],
    ["b", 1],
  ]);
});

test("keeps the first of two cells under one label", () => {
  const row = rowOf(["a", "b"], rowOf(["a", "b"]));
  expect([row.add("a", "again"), row.add("c", "new"), row.add("c", "again")]).toEqual([false, true, false]);
  expect([row.get("a"), row.get("b"), row.get("c"), row.get("d")]).toEqual([0, 1, "new", undefined]);
});

test("holds what a map would hold, whatever the rows before it were and whenever its labels are asked for", () => {
  const fields = fc.array(fc.tuple(fc.constantFrom("a", "b", "c", "d", "e"), fc.integer(), fc.boolean()), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(fc.array(fields, { minLength: 1, maxLength: 6 }), (rows) => {
      const made: { row: Row; map: Map<string, number> }[] = [];
      for (const row of rows) {
        const next = { row: new Row(made.at(-1)?.row), map: new Map<string, number>() };
        for (const [label, cell, look] of row) {
          expect(next.row.add(label, cell)).toBe(!next.map.has(label));
          if (!next.map.has(label)) next.map.set(label, cell);
          if (look) expect(next.row.labels).toEqual([...next.map.keys()]);
        }
        made.push(next);
      }
      for (const { row, map } of made) expect([...row]).toEqual([...map]);
    }),
  );
});
