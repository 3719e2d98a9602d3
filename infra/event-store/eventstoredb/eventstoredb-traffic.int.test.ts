import { afterAll, beforeAll, expect, test } from "vitest";
import { NO_STREAM } from "#domain/core/event-store.ts";
import {
  append,
  command,
  everythingAfter,
  follow,
  freshStream,
  numbered,
} from "#testing/contracts/event-store-parts.ts";
import { eventually } from "#testing/eventually.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { type ProtocolServer, startProtocolServer, type Traffic } from "#testing/servers/eventstoredb-server.ts";
import { type Claim, type CommandClaims, createCommandClaims } from "../../beside-log/command-claims.ts";
import { migrate } from "../../postgres/migrations.ts";
import { logMigrations } from "../postgres/log-migrations.ts";
import { storedFrom, verifyLog } from "../verify-log.ts";
import { createEventStoreDb, type EventStoreDb } from "./eventstoredb-event-store.ts";

let server: ProtocolServer;
let beside: FreshDatabase;
let statements = 0;
const opened: EventStoreDb[] = [];
beforeAll(async () => {
  server = await startProtocolServer();
  beside = await testDatabase();
  await migrate(beside.pool, logMigrations);
});
afterAll(async () => {
  await Promise.all(opened.map((store) => store.close()));
  server?.close();
  await beside?.drop();
});

/** A store as another process has it. `claimed` is waited for after each claim. */
function open({ claims = true, claimed }: { claims?: boolean; claimed?: () => Promise<void> } = {}): EventStoreDb {
  const query = ((...args: Parameters<typeof beside.pool.query>) => {
    statements += 1;
    return beside.pool.query(...args);
  }) as typeof beside.pool.query;
  const kept = createCommandClaims({ query });
  const claim = async (...args: Parameters<CommandClaims["claim"]>): Promise<Claim> => {
    const verdict = await kept.claim(...args);
    await claimed?.();
    return verdict;
  };
  const store = createEventStoreDb({
    url: server.url,
    clock: { now: async () => new Date() },
    log: { warn: () => undefined },
    ...(claims ? { claims: { ...kept, claim } } : {}),
  });
  opened.push(store);
  return store;
}

/** A store that has already appended something. */
async function openWarm(): Promise<EventStoreDb> {
  const store = open();
  await append(store, freshStream(), NO_STREAM, [{ n: 0 }]);
  return store;
}

async function streamOf(length: number): Promise<string> {
  const stream = freshStream();
  const store = await openWarm();
  for (let at = 0; at < length; at += 500)
    await append(store, stream, at === 0 ? NO_STREAM : at - 1, numbered(Math.min(500, length - at)));
  return stream;
}

/** What the work costs: requests to the server, events that it sends, and statements to the Postgres beside it. */
async function costOf(work: () => Promise<unknown>): Promise<Traffic & { statements: number }> {
  const before = { ...server.traffic, statements };
  await work();
  const after = { ...server.traffic, statements };
  return {
    appends: after.appends - before.appends,
    reads: after.reads - before.reads,
    subscriptions: after.subscriptions - before.subscriptions,
    eventsSent: after.eventsSent - before.eventsSent,
    statements: after.statements - before.statements,
  };
}

for (const length of [1, 100, 10_000])
  test(`an append to a stream of ${length} events is one round trip and reads nothing`, async () => {
    const stream = await streamOf(length);
    const store = await openWarm();
    await store.readStream(stream, { fromRevision: length - 1 });
    for (const revision of [length, length + 1])
      expect(await costOf(() => append(store, stream, revision - 1, [{ n: 1 }]))).toEqual({
        appends: 1,
        reads: 0,
        subscriptions: 0,
        eventsSent: 0,
        statements: 1,
      });

    const stranger = await openWarm();
    const unread = await costOf(() => append(stranger, stream, length + 1, [{ n: 2 }]));
    expect(unread).toMatchObject({ appends: 1, reads: 1, eventsSent: 1, statements: 1 });

    const refused = await costOf(() => append(store, stream, length, [{ n: 3 }]));
    // The event before, and the one that was written first: who is told of the conflict can read it.
    expect(refused.eventsSent).toBeLessThanOrEqual(2);

    const context = command();
    const first = await append(store, stream, length + 2, [{ n: 4 }], context);
    const repeated = await costOf(async () => {
      expect(await append(stranger, stream, length + 2, [{ n: 4 }], context)).toEqual(first);
    });
    expect(repeated).toMatchObject({ appends: 0, reads: 1, eventsSent: 1 });
    const found = await costOf(() => stranger.readCommand(stream, context.commandId));
    expect(found).toMatchObject({ reads: 1, eventsSent: 1 });
  });

test("neither claims nor the server's own events cross the network when the log is read", async () => {
  const before = await open().head();
  const old = open({ claims: false });
  for (let n = 0; n < 50; n += 1) await append(old, freshStream(), NO_STREAM, numbered(40));
  const store = open();
  let events = 0;
  const cost = await costOf(async () => {
    events = (await everythingAfter(store, before)).length;
  });
  expect(events).toBe(2000);
  expect(cost.subscriptions).toBe(1);
  expect(cost.reads).toBeLessThanOrEqual(4);
  // The end of the log is found by reading backwards, past events of the server.
  expect(cost.eventsSent - events).toBeLessThanOrEqual(66);

  const head = (await store.head())!;
  const followed = await costOf(async () => {
    expect(await follow(store, before, 500).until(head)).toHaveLength(2000);
  });
  expect(followed).toMatchObject({ subscriptions: 1, reads: 0, eventsSent: 2000 });
});

test("a command whose claim is in the log of an earlier version, or was lost with its Postgres, is still known", async () => {
  const [stream, other] = [freshStream(), freshStream()];
  const [earlier, lost] = [command(), command()];
  await append(open({ claims: false }), stream, NO_STREAM, numbered(2), earlier);
  await append(open(), other, NO_STREAM, numbered(2), lost);
  await beside.pool.query("DELETE FROM log.commands");
  const store = open();
  // As a start does: an append waits no longer for it than for the server.
  await store.complete();
  for (const context of [earlier, lost])
    expect(await append(store, freshStream(), NO_STREAM, numbered(1), context)).toEqual({
      ok: false,
      reason: "duplicate-command",
    });
  expect(await append(open(), stream, 1, numbered(2), earlier)).toMatchObject({ ok: true, revision: 1 });
  expect(await store.readCommand(other, lost.commandId)).toHaveLength(2);
});

test("of two processes that attempt a command at the same moment both get the result of the one that wrote, and chains hold", async () => {
  const waiting = Promise.withResolvers<void>();
  const slow = open({ claimed: () => waiting.promise });
  const quick = await openWarm();
  const [stream, context] = [freshStream(), command()];
  const before = server.traffic.appends;
  const first = append(slow, stream, NO_STREAM, [{ by: "slow" }], context);
  await eventually(
    async () => (await beside.pool.query("SELECT FROM log.commands WHERE id = $1", [context.commandId])).rowCount! > 0,
    5_000,
    "The command was not claimed",
  );
  const written = await append(quick, stream, NO_STREAM, [{ by: "quick" }], context);
  expect(server.traffic.appends - before).toBe(1);
  waiting.resolve();
  expect(await first).toEqual(written);
  for (const [n, store] of [slow, quick].entries())
    expect(await append(store, stream, n, [{ later: n }])).toMatchObject({ ok: true, revision: n + 1 });
  expect((await slow.readStream(stream)).map(({ data }) => data)).toEqual([
    { by: "quick" },
    { later: 0 },
    { later: 1 },
  ]);
  expect(await verifyLog(storedFrom(quick))).toMatchObject({ faults: [] });
});

test("a position that an earlier version has noted is where it was", async () => {
  const store = open();
  const stream = freshStream();
  const result = await append(store, stream, NO_STREAM, numbered(3));
  if (!result.ok) throw new Error(result.reason);
  await append(store, freshStream(), NO_STREAM, [{ after: true }]);
  const [commit] = result.position.split("/");
  const noted = `${commit}/${"1".padStart(20, "0")}`;
  expect((await store.readAll(noted, 10)).map(({ data }) => data)).toEqual([{ after: true }]);
  const seen = follow(store, noted, 7);
  expect((await seen.until((await store.head())!)).map(({ data }) => data)).toEqual([{ after: true }]);
});
