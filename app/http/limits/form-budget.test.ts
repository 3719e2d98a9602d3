import { expect, test } from "vitest";
import { hasTooManyFields } from "./form-budget.ts";

const FORM = "application/x-www-form-urlencoded";

test.each([
  ["a=1&".repeat(10_000), FORM, false],
  ["a=1&".repeat(10_001), FORM, true],
  ["&".repeat(10_001), "application/x-www-form-urlencoded; charset=utf-8", true],
  ["--x\r\n".repeat(10_000), "multipart/form-data; boundary=x", false],
  ["--x\r\n".repeat(10_001), "multipart/form-data; boundary=x", true],
  ["--a b\r\n".repeat(10_001), 'multipart/form-data; charset=utf-8; boundary="a b"', true],
  // A file may have any bytes.
  ["&".repeat(20_000), "multipart/form-data; boundary=x", false],
  ["", FORM, false],
])("%.12s… as %s: %s", (body, type, expected) => {
  expect(hasTooManyFields(Buffer.from(body), type)).toBe(expected);
});
