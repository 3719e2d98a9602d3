import { expect, test } from "vitest";
import { retryAfter } from "./send-delivery.ts";

test("a delivery is tried ten times, over some three days, each time a little earlier or later", () => {
  const waits = Array.from({ length: 9 }, (_, at) => retryAfter(at + 1, 0.5)!);
  expect(waits).toEqual([...waits].sort((a, b) => a - b));
  const days = waits.reduce((sum, ms) => sum + ms, 0) / 86_400_000;
  expect([days > 3, days < 3.5, retryAfter(10, 0.5)]).toEqual([true, true, null]);
  expect([retryAfter(1, 0), retryAfter(1, 1)]).toEqual([4_000, 6_000]);
});
