import { inspect } from "node:util";
import { expect, test } from "vitest";
import { Secret } from "./secret.ts";

const secret = new Secret("canary");

test.each([
  ["a template", () => `${secret}`],
  ["JSON", () => JSON.stringify({ secret })],
  ["inspect", () => inspect({ deep: { secret } }, { showHidden: true, depth: 9 })],
  ["a spread", () => JSON.stringify({ ...secret })],
  ["an error message", () => String(new Error(`broken: ${secret}`))],
])("%s does not show the text", (_way, print) => {
  expect(print()).not.toContain("canary");
});

test("reveal gives the text", () => {
  expect(secret.reveal()).toBe("canary");
});
