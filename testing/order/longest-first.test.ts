import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { LONG_FILES } from "./longest-first.ts";

test("the files that begin a run are there", () => {
  const gone = LONG_FILES.filter((file) => !existsSync(path.resolve(import.meta.dirname, "../..", file)));
  expect(gone, "say in testing/order/longest-first.ts what they are called now").toEqual([]);
});
