import { expect, test } from "vitest";
import { createConcurrencyLimit } from "#domain/core/budget.ts";
import { statusAsked } from "./status-calls.ts";

test("a call that would be one wait more than the server holds is told to ask without", async () => {
  const waits = createConcurrencyLimit({ name: "waits", limit: 1, perOwner: 1 });
  const release = waits.tryEnter("ben");
  const running = { kind: "run", id: "run", state: "running" };
  const asked = {
    context: { method: "GET", platform: { waiting: { waits, waitsPerUser: 1 } } },
    request: new Request("http://localhost/api/runs/run?wait=5"),
    viewer: { id: "ana" },
    watch: { look: () => Promise.resolve(new Map([["run", running]])) },
    ...{ id: "run", wait: "5", shape: () => ({}) },
  };
  expect(await statusAsked(asked as never)).toMatchObject({
    status: 503,
    error: "Too many calls are waiting. Ask without wait, or try again in a moment.",
  });
  release?.();
});
