import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { iconDrawings } from "./icons.ts";

test("icons.svg has the drawing of each name in all.ts, or `node scripts/icons.ts` makes it again", () => {
  const file = path.resolve(import.meta.dirname, "../app/ui/icons/icons.svg");
  expect(readFileSync(file, "utf8")).toBe(iconDrawings());
});
