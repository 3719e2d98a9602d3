import { expect, test } from "vitest";
import { z } from "zod";
import { answerFault } from "./check-answer.ts";
import { endpoint } from "./endpoint.ts";

const made = endpoint({
  method: "POST",
  path: "/api/things",
  who: "anyone",
  summary: "Makes a thing.",
  answers: { 201: { body: z.strictObject({ id: z.string() }) } },
  run: async () => ({ status: 201, body: { id: "1" } }),
});

test.each([
  [201, { id: "1" }],
  [404, { error: "Item not found" }],
  [400, { error: "It is not valid.", faults: [{ path: "dsl", message: "is missing" }] }],
])("an answer %i that is declared is let through", (status, body) => {
  expect(answerFault(made, status, body)).toBeNull();
});

test.each([
  ["a status", 200, { id: "1" }, "no answer 200 is declared"],
  ["a field", 201, { id: "1", owner: "2" }, 'Unrecognized key: "owner"'],
  ["a kind", 201, { id: 1 }, "expected string"],
  ["a refusal's field", 404, { error: "Item not found", hint: "none" }, 'Unrecognized key: "hint"'],
])("%s that is not declared is a fault", (_what, status, body, fault) => {
  expect(answerFault(made, status, body)).toContain(fault);
});
