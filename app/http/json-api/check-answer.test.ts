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

/** Of every answer here. */
const HEADERS = new Headers({ Location: "/api/things/1" });

test("an answer 201 or 202 without Location is a fault", () => {
  for (const status of [201, 202])
    expect(answerFault(made, { status, headers: new Headers() }, { id: "1" })).toContain("has no Location");
});

test.each([
  [201, { id: "1" }],
  [404, { error: "Item not found", code: "item-unknown", request_id: "r" }],
  [
    400,
    {
      error: "It is not valid.",
      code: "input-invalid",
      field: "dsl",
      faults: [{ path: "dsl", message: "is missing" }],
      request_id: "r",
    },
  ],
  [409, { error: "A run is going on.", code: "run-in-progress", run_id: "i-1", request_id: "r" }],
])("an answer %i that is declared is let through", (status, body) => {
  expect(answerFault(made, { status, headers: HEADERS }, body)).toBeNull();
});

test.each([
  ["a status", 200, { id: "1" }, "no answer 200 is declared"],
  ["a field", 201, { id: "1", owner: "2" }, 'Unrecognized key: "owner"'],
  ["a kind", 201, { id: 1 }, "expected string"],
  [
    "a refusal's fact",
    404,
    { error: "Item not found", code: "item-unknown", request_id: "r", hint: "none" },
    'Unrecognized key: "hint"',
  ],
  ["a code", 404, { error: "Item not found", code: "gone-fishing", request_id: "r" }, "code"],
  ["a refusal without a code", 404, { error: "Item not found", request_id: "r" }, "code"],
])("%s that is not declared is a fault", (_what, status, body, fault) => {
  expect(answerFault(made, { status, headers: HEADERS }, body)).toContain(fault);
});
