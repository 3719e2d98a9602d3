import { expect, test } from "vitest";
import { bearerTemplate, checkSpec } from "./spec-checks.ts";

test.each([
  ["", "Invalid JSON in connector spec."],
  ["[1]", "Invalid JSON in connector spec."],
  ["null", "Invalid JSON in connector spec."],
  ["{}", "Connector must define protocol: 'rest'."],
  ['{"protocol":"soap"}', "Connector must define protocol: 'rest'."],
  ['{"protocol":"rest"}', "Connector must include at least one operation."],
  ['{"protocol":"rest","operations":{}}', "Connector must include at least one operation."],
  ['{"protocol":"rest","operations":[null]}', "First operation must include a 'url'."],
  ['{"protocol":"rest","operations":[{"url":" "}]}', "First operation must include a 'url'."],
])("%s: %s", (text, error) => {
  expect(checkSpec(text).error).toBe(error);
});

test("the template a new connector starts with passes and says what it declares", () => {
  expect(checkSpec(bearerTemplate)).toMatchObject({ error: null, hosts: ["api.example.com"], auth: "bearer", operations: 1 });
});
