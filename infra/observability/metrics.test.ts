import { expect, test } from "vitest";
import { createBudgets } from "#domain/core/budget.ts";
import { eventually } from "#testing/eventually.ts";
import { createMetrics } from "./metrics.ts";

test("a delay of the event loop is shown to every reader of the metrics", async () => {
  const metrics = createMetrics({
    lags: async () => new Map(),
    runTotals: async () => [],
    budgets: createBudgets(),
    pageCache: () => ({ pages: 0, bytes: 0, hits: 0, misses: 0 }),
    turnsWaited: () => 0,
    engines: () => new Map(),
  });
  const longDelays = async () => {
    const { text } = await metrics.read();
    const seconds = (which: string) =>
      Number(new RegExp(`^tributary_event_loop_delay_seconds_${which} (\\d+)$`, "m").exec(text)?.[1]);
    return seconds("count") - seconds('bucket\\{le="0.1"\\}');
  };
  // The monitor compares with the tick before, so the loop has to run once first.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const until = performance.now() + 300;
  while (performance.now() < until);
  await eventually(async () => (await longDelays()) >= 1);
  expect(await longDelays()).toBeGreaterThanOrEqual(1);
});
