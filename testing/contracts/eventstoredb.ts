import { expect, test } from "vitest";
import { eventStoreContract } from "./event-store.ts";
import { createEventStoreDb, type EventStoreDb } from "#infra/event-store/eventstoredb/eventstoredb-event-store.ts";

/** `npm run test:eventstore`: the contract against a real server at EVENTSTORE_URL. Not part of `npm test`. */
const url = process.env["EVENTSTORE_URL"];

const open = (address: string): EventStoreDb =>
  createEventStoreDb({
    url: address,
    clock: { now: async () => new Date() },
    log: { warn: (fields, message) => console.warn(message, fields.err) },
  });

if (!url) {
  console.log("Skipped: set EVENTSTORE_URL (esdb://…) to run the contract of event stores against EventStoreDB.");
  test.skip("the EventStoreDB event store (EVENTSTORE_URL is not set)", () => undefined);
} else {
  eventStoreContract("the EventStoreDB event store", async () => {
    const store = open(url);
    return { store, writerArguments: ["eventstoredb", url], close: () => store.close() };
  });

  test("claims of commands and the server's own events are no part of the log", async () => {
    const store = open(url);
    const events = await store.readAll(null, 10_000);
    expect(events.filter(({ stream }) => stream.startsWith("command-") || stream.startsWith("$"))).toEqual([]);
    expect(events.length).toBeGreaterThan(0);
    await store.close();
  });
}
