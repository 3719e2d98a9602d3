import { expect, test } from "vitest";
import { dispositionOf } from "./write-disposition.ts";

test.each([
  ["replace", null, ["id"], true],
  ["merge", null, ["id"], false],
  ["replace", null, [], true],
  ["append", null, [], false],
  ["append", "append", ["id"], true],
  ["merge", "merge", ["id"], true],
  ["replace", "replace", [], false],
] as const)(
  "is %s where the definition says %s, with the key %j and the box at %s",
  (disposition, writeDisposition, primaryKey, override) => {
    expect(dispositionOf({ writeDisposition, primaryKey: [...primaryKey] }, override)).toBe(disposition);
  },
);
