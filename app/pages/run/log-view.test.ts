import { expect, test } from "vitest";
import type { RunRequest } from "#domain/core/ports/run-records.ts";
import { logHref, logViewOf, requestsIn } from "./log-view.ts";

const request = (
  number: number,
  operation: string,
  ms: number | null,
  status: number | null,
  note: string | null = null,
  ignored = false,
): RunRequest => ({
  number,
  operation,
  ms,
  status,
  note,
  ignored,
  at: "2026-01-01T00:00:00.000Z",
  attempt: 1,
  method: "GET",
  url: "https://api.example.com/",
  bytes: null,
  rows: null,
});
const requests = [
  request(1, "orders", 20, 200),
  request(2, "orders", 90, 503, "The API answered 503"),
  request(3, "refunds", 30, 403),
  request(4, "orders", null, null, "No answer"),
  request(5, "orders", null, null),
  request(6, "refunds", 10, 404, null, true),
];
const shown = (query: string) =>
  requestsIn(logViewOf(new URLSearchParams(query)), requests).map(({ number }) => number);

test("a run's requests are shown in their order, the slowest first, those that failed or were ignored, or of one operation", () => {
  expect(shown("")).toEqual([1, 2, 3, 4, 5, 6]);
  expect(shown("show=slowest")).toEqual([2, 3, 1, 6, 4, 5]);
  expect(shown("show=failed")).toEqual([2, 3, 4]);
  expect(shown("show=ignored")).toEqual([6]);
  expect(shown("show=failed&operation=orders")).toEqual([2, 4]);
  expect(shown("show=everything&operation=")).toEqual([1, 2, 3, 4, 5, 6]);
});

test("a view has an address that leads back to it", () => {
  for (const view of [
    { show: "all", operation: null },
    { show: "failed", operation: "a & b" },
    { show: "slowest", operation: null },
  ] as const) {
    expect(logViewOf(new URL(logHref(view), "https://here.example/run/1").searchParams)).toEqual(view);
  }
});
