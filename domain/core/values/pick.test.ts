import { expect, test } from "vitest";
import { pick } from "./pick.ts";

test("only the named fields of a row are taken, in the order of their names", () => {
  const row = { id: "d-1", title: "Rivers", instanceId: "i-1", loadError: null };
  const shown = pick(row, ["title", "id"]);
  expect(Object.entries(shown)).toEqual([
    ["title", "Rivers"],
    ["id", "d-1"],
  ]);
});
