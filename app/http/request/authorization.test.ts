import { expect, test } from "vitest";
import { readAuthorization } from "./authorization.ts";

const basic = (text: string) => Buffer.from(text).toString("base64");

test.each([
  ["Bearer trib_x", "bearer", "trib_x"],
  ["bEARER \t trib_x \t", "bearer", "trib_x"],
  ["Bearer", "bearer", null],
  ["Bearer a b", "bearer", null],
  ["Bearer a, Bearer b", "bearer", null],
  ["Bearer\u00a0trib_x", "other", null],
  ["Bearertrib_x", "other", null],
  [`Basic ${basic("user:trib_x")}`, "basic", "trib_x"],
  [`basic ${basic(":a:b")}`, "basic", "a:b"],
  [`Basic ${basic("trib_x")}`, "basic", null],
  [`Basic ${basic("trib_x:")}`, "basic", null],
  ["Token trib_x", "other", null],
  ["trib_x", "other", null],
  ["", "other", null],
])("%j is %s with %j", (header, scheme, key) => {
  expect(readAuthorization(header)).toEqual({ scheme, key });
});
