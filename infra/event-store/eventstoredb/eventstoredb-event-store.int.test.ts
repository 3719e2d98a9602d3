import { afterAll, beforeAll, expect, test } from "vitest";
import { NO_STREAM } from "#domain/core/event-store.ts";
import { eventStoreContract } from "#testing/contracts/event-store.ts";
import { command, follow, freshStream } from "#testing/contracts/event-store-parts.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { type ProtocolServer, startProtocolServer } from "#testing/servers/eventstoredb-server.ts";
import { type CommandClaims, createCommandClaims } from "../../beside-log/command-claims.ts";
import { migrate } from "../../postgres/migrations.ts";
import { logMigrations } from "../postgres/log-migrations.ts";
import { createEventStoreDb, type EventStoreDb } from "./eventstoredb-event-store.ts";
import { storedFrom, verifyLog } from "../verify-log.ts";

let server: ProtocolServer;
let beside: FreshDatabase;
beforeAll(async () => {
  server = await startProtocolServer();
  beside = await testDatabase();
  await migrate(beside.pool, logMigrations);
});
afterAll(async () => {
  server?.close();
  await beside?.drop();
});

const open = (claims?: CommandClaims): EventStoreDb =>
  createEventStoreDb({
    url: server.url,
    clock: { now: async () => new Date() },
    log: { warn: () => undefined },
    ...(claims ? { claims } : {}),
  });

for (const where of ["in the log", "beside the log"] as const)
  eventStoreContract(
    `the EventStoreDB event store, claims ${where}, on a server that speaks its protocol`,
    async () => {
      const store = where === "in the log" ? open() : open(createCommandClaims(beside.pool));
      return {
        store,
        writerArguments: ["eventstoredb", server.url, ...(where === "in the log" ? [] : [beside.url])],
        cutConnections: async () => server.cutSubscriptions(),
        close: () => store.close(),
      };
    },
  );

test("neither claims of commands nor the server's own events are part of the log, and its hashes hold", async () => {
  const store = open();
  const events = await store.readAll(null, 100_000);
  expect(events.length).toBeGreaterThan(500);
  expect(events.filter(({ stream }) => stream.startsWith("command-") || stream.startsWith("$"))).toEqual([]);
  expect(await verifyLog(storedFrom(store))).toMatchObject({
    events: events.length,
    faults: [],
  });
  await store.close();
});

test("a subscription that starts while the server is away begins once it is back", async () => {
  const own = await startProtocolServer();
  const store = createEventStoreDb({
    url: own.url,
    clock: { now: async () => new Date() },
    log: { warn: () => undefined },
  });
  const stream = freshStream();
  const appended = await store.appendToStream(stream, [{ type: "counted", schemaVersion: 1, data: { n: 0 } }], {
    expectedRevision: NO_STREAM,
    context: command(),
  });
  if (!appended.ok) throw new Error(appended.reason);
  const seen = follow(store, null, 3);
  own.cutSubscriptions();
  own.cutSubscriptions();
  expect(await seen.until(appended.position)).toHaveLength(1);
  await store.close();
  own.close();
});
