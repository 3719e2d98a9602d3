import { expect, test } from "vitest";
import { propertiesOf } from "./property-names.ts";

const named = (...names: string[]) =>
  propertiesOf(names.map((name) => ({ name, label: name, type: "text" }))).map(({ name }) => name);

test("a property has the name of its column, where that is an identifier", () => {
  expect(named("name", "Größe", "_x", "level_cm")).toEqual(["name", "Größe", "_x", "level_cm"]);
});

test("other names are made into identifiers that differ in more than case", () => {
  expect(named("2nd", "m²", "_2nd", "A", "a")).toEqual(["_2nd_2", "m_", "_2nd", "A", "a_2"]);
  expect(named("²", "_2", "__2")).toEqual(["_", "_2", "__2"]);
  expect(named("_row_id", "__")).toEqual(["_row_id_2", "__"]);
});

test("a name of a column is short enough for any prefix and number", () => {
  const long = "9".repeat(63);
  for (const name of named(long, `${long}`, "x")) expect(name.length).toBeLessThan(128);
});
