import { expect, test } from "vitest";
import { firstNumber } from "./first-number.ts";

test.each([1, 2, 3, 4, 5, 8, 9, 1000, 1023, 1024, 1025])("finds %d with few questions", async (first) => {
  let asked = 0;
  const found = await firstNumber(async (number) => {
    asked += 1;
    return number >= first;
  });
  expect(found).toBe(first);
  expect(asked).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(first + 1)) + 2);
});
