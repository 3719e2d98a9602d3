import { expect, test } from "vitest";
import { CELL } from "#domain/core/values/cell-kind.ts";
import { typesOfMasks } from "./cell-types.ts";

test("quoted numbers are text only where others of the file are not quoted", () => {
  const quoted = CELL.shortInt | CELL.quotedNumber;
  const plain = CELL.shortInt | CELL.plainNumber;
  expect(typesOfMasks([quoted, plain])).toEqual(["text", "bigint"]);
  expect(typesOfMasks([quoted, CELL.text])).toEqual(["bigint", "text"]);
  // A number in a text column does not count as a number of the file.
  expect(typesOfMasks([quoted, plain | CELL.text])).toEqual(["bigint", "text"]);
  expect(typesOfMasks([0, CELL.blank])).toEqual([null, "text"]);
});
