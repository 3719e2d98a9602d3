import { expect, test } from "vitest";
import type { ModelStatus } from "#runners/follower/read-models.ts";
import { watchBuilding } from "./building-models.ts";

const place = (n: number, kind: "postgres" | "eventstoredb"): string =>
  kind === "postgres" ? String(n).padStart(20, "0") : `${String(n * 137).padStart(20, "0")}/${"0".repeat(20)}`;

/** Models over a log of so many events, and the readiness that looks at them. */
function models(kind: "postgres" | "eventstoredb", end: { events: number }) {
  const caught = new Set<string>();
  const look = watchBuilding(
    { noteCaughtUp: async (names) => names.forEach((name) => caught.add(name)) },
    { head: async () => (end.events === 0 ? null : place(end.events, kind)) },
  );
  const at = (model: string, events: number, more: Partial<ModelStatus> = {}): ModelStatus => {
    const position = events === 0 ? null : place(events, kind);
    return {
      ...{ model, state: "following", position, built: position, haltedAt: null, error: null },
      caughtUp: caught.has(model),
      ...more,
    };
  };
  return { look, at };
}

for (const kind of ["postgres", "eventstoredb"] as const) {
  test(`${kind}: a new model is being made until it passes the end that the log had at the first look`, async () => {
    const end = { events: 1_000 };
    const { look, at } = models(kind, end);
    const percents: number[] = [];
    for (const events of [0, 10, 60, 260, 990, 999]) {
      const { unbuilt, rebuilding } = await look([at("catalogue", events), at("users", 1_000)]);
      expect(rebuilding).toEqual([]);
      expect(unbuilt.map(({ model }) => model)).toEqual(["catalogue"]);
      percents.push(unbuilt[0]!.percent);
      end.events += 1;
    }
    expect(percents).toEqual([0, 0, 5, 25, 98, 99]);
    end.events = 2_000;
    expect(await look([at("catalogue", 1_001), at("users", 1_001)])).toEqual({ unbuilt: [], rebuilding: [] });
    // Late again, as after an outage of the follower: its tables of before serve.
    end.events = 9_000;
    expect(await look([at("catalogue", 1_100), at("users", 1_100)])).toEqual({ unbuilt: [], rebuilding: [] });
  });

  test(`${kind}: tables of before serve while a model is rebuilt; without them it is being made`, async () => {
    const { look, at } = models(kind, { events: 200 });
    const old = { state: "rebuilding", built: place(50, kind) } as const;
    expect(
      await look([at("catalogue", 200, { ...old, caughtUp: true }), at("users", 20, { ...old, built: null })]),
    ).toEqual({
      unbuilt: [{ model: "users", percent: 0, seconds: 0 }],
      rebuilding: [{ model: "catalogue", percent: 25, seconds: 0 }],
    });
  });

  test(`${kind}: nothing has to be made of an empty log`, async () => {
    const { look, at } = models(kind, { events: 0 });
    expect(await look([at("catalogue", 0)])).toEqual({ unbuilt: [], rebuilding: [] });
  });
}
