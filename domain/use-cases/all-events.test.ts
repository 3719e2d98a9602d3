import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { aggregateFolders } from "#testing/domain/aggregate-folders.ts";
import { type Aggregate, aggregate } from "../core/aggregate.ts";
import { emit } from "../core/decider.ts";
import { event, type EventOf } from "../core/event-catalog.ts";
import { allEvents, type ProductLog } from "./all-events.ts";

describe.each(await aggregateFolders())("the aggregate domain/$folder", ({ folder, catalogs }) => {
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
