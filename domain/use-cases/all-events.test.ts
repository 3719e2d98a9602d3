import { existsSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type Aggregate, aggregate } from "../core/aggregate.ts";
import { emit } from "../core/decider.ts";
import { event, type EventOf } from "../core/event-catalog.ts";
import { allEvents, type ProductLog } from "./all-events.ts";

const DOMAIN = new URL("../", import.meta.url);
const folders = readdirSync(DOMAIN).filter((folder) => existsSync(new URL(`${folder}/events.ts`, DOMAIN)));

describe("the events of every aggregate are registered", () => {
  test.each(folders)("%s", async (folder) => {
    const exported = (await import(new URL(`${folder}/events.ts`, DOMAIN).href)) as Record<string, unknown>;
    const catalogs = Object.entries(exported).filter(([name]) => name.endsWith("Events"));
    expect(catalogs, `domain/${folder}/events.ts exports one catalog, named …Events`).toHaveLength(1);
    for (const [name, catalog] of catalogs)
      expect(
        Object.keys(allEvents),
        `add ...${name} of domain/${folder}/events.ts to allEvents in domain/use-cases/all-events.ts`,
      ).toEqual(expect.arrayContaining(Object.keys(catalog as object)));
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
