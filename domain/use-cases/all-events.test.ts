import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { aggregateFolders } from "#testing/domain/aggregate-folders.ts";
import { type Aggregate, aggregate } from "../core/aggregate.ts";
import { emit } from "../core/decider.ts";
import { event, type EventOf } from "../core/event-catalog.ts";
import { allEvents, isKnown, type ProductLog, typesInStream } from "./all-events.ts";

describe.each(await aggregateFolders())("the aggregate domain/$folder", ({ folder, catalogs, states }) => {
  test("has streams whose events are known by their names", () => {
    const ids = ["x", { userId: "x", week: "2026-01" }, { userId: "x", datasetId: "y", postId: "z", kind: "k" }];
    const streams = Object.values(states).flatMap((view) =>
      "stream" in view && typeof view.stream === "function"
        ? ids.map((id) => String((view.stream as (id: unknown) => unknown)(id)))
        : [],
    );
    for (const stream of streams)
      for (const catalog of Object.values(catalogs))
        expect(
          [stream, typesInStream(stream)],
          "add its beginning to EVENTS_BY_STREAM in domain/use-cases/all-events.ts",
        ).toEqual([stream, Object.keys(catalog)]);
    expect(streams).not.toEqual([]);
  });

  test("has one catalog of events, which is registered", () => {
    const all = Object.entries(catalogs);
    expect(all, `domain/${folder}/events.ts exports one catalog, named …Events`).toHaveLength(1);
    for (const [name, catalog] of all)
      expect(
        Object.keys(allEvents),
        `add ...${name} of domain/${folder}/events.ts to allEvents in domain/use-cases/all-events.ts`,
      ).toEqual(expect.arrayContaining(Object.keys(catalog)));
  });

  test("has tests of its rules", () => {
    const file = `domain/${folder}/decider.test.ts`;
    const advice = `write ${file}: given events, when the command, then events or a refusal`;
    expect(existsSync(new URL(`../../${file}`, import.meta.url)), advice).toBe(true);
  });
});

test("events of types and versions that come later are not known, and neither are streams", () => {
  expect(isKnown({ type: "DatasetCreated", schemaVersion: 1 })).toBe(true);
  expect(isKnown({ type: "DatasetCreated", schemaVersion: 99 })).toBe(false);
  expect(isKnown({ type: "DatasetStarred", schemaVersion: 1 })).toBe(false);
  expect(typesInStream("comment-1")).toEqual([]);
});

test("an aggregate that is missing in all-events cannot be handled: the compiler says so", () => {
  const starEvents = { StarGiven: event({ version: 1, schema: z.strictObject({ itemId: z.string() }) }) };
  type StarEvent = EventOf<typeof starEvents>;
  const star: Aggregate<string, null, StarEvent, null, never> = {
    stream: (id) => `star-${id}`,
    events: starEvents,
    initialState: null,
    evolve: (state) => state,
    decide: () => emit(),
  };
  // @ts-expect-error StarGiven is not in allEvents.
  const handled = (log: ProductLog) => aggregate(log, star);
  expect(handled).toBeTypeOf("function");
});
