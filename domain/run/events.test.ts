import { expect, test } from "vitest";
import { finding } from "../core/findings/finding.ts";
import { upcast } from "../core/event-catalog.ts";
import type { JsonObject } from "../core/values/json.ts";
import { type OperationEnd, type RunEvent, runEvents, wholeOutputs } from "./events.ts";

type End = Extract<RunEvent, { type: "RunSucceeded" | "RunPartlySucceeded" }>;

const output = (operation: string) => ({
  operation,
  tableName: operation,
  table: { physical: `t_${operation}`, columns: [], rows: 1, contentHash: "0" },
});
const ended = (operation: string, status: OperationEnd["status"]): OperationEnd => ({
  operation,
  status,
  disposition: "append",
  requests: 1,
  pages: 1,
  rows: 1,
  failure: null,
  reached: null,
});
const data = {
  runId: "i-1",
  instanceId: "i",
  ownerId: "u",
  pages: 1,
  rowCount: 1,
  warnings: [],
  outputs: [output("a"), output("b")],
};
const names = (event: End) => wholeOutputs(event).map(({ operation }) => operation);

test("of a run that came out in part only operations that came to their end are whole", () => {
  expect(
    names({
      type: "RunPartlySucceeded",
      data: {
        ...data,
        failure: { code: "api", facts: { finding: finding("no-answer", {}) } },
        operations: [ended("a", "success"), ended("b", "partial")],
      },
    }),
  ).toEqual(["a"]);
  expect(
    names({ type: "RunSucceeded", data: { ...data, operations: [ended("a", "success"), ended("b", "success")] } }),
  ).toEqual(["a", "b"]);
});

test("a run that does not say how its operations ended is whole when it succeeded", () => {
  expect(names({ type: "RunSucceeded", data: { ...data, operations: [] } })).toEqual(["a", "b"]);
  expect(
    names({
      type: "RunPartlySucceeded",
      data: { ...data, failure: { code: "api", facts: { finding: finding("no-answer", {}) } }, operations: [] },
    }),
  ).toEqual([]);
});

test.each(["RunSucceeded", "RunPartlySucceeded", "RunFailed"] as const)(
  "the start that older ends of runs recorded as it was sent is shown to nobody: %s",
  (type) => {
    const old = {
      ...data,
      operations: [{ operation: "a", from: "secret" }, { operation: "b", from: null }, { operation: "c" }],
    } as JsonObject;
    const { operations } = upcast(type, runEvents[type], 3, old);
    expect(operations).toEqual([{ operation: "a", from: "•••" }, { operation: "b", from: null }, { operation: "c" }]);
    expect(upcast(type, runEvents[type], 4, old)).toEqual(old);
  },
);
