import { expect, test } from "vitest";
import { NameFilter } from "./name-filter.ts";

test("finds every name that was added, and hardly any other", () => {
  const filter = new NameFilter();
  const names = Array.from({ length: 100_000 }, (_, n) => `id ${n}`);
  expect(names.some((name) => filter.mayHave("list", name))).toBe(false);
  for (const name of names) filter.add("list", name);
  expect(names.every((name) => filter.mayHave("list", name))).toBe(true);
  expect(names.filter((name) => filter.mayHave("list", `other ${name}`)).length).toBeLessThan(200);
  expect(names.filter((name) => filter.mayHave("other", name)).length).toBeLessThan(200);
});
