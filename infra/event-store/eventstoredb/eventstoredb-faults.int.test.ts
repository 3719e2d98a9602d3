import { afterEach, beforeEach, expect, test } from "vitest";
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
import { type ProtocolServer, startProtocolServer } from "#testing/servers/eventstoredb-server.ts";
import { freePort } from "#testing/servers/free-port.ts";
import { createCommandClaims } from "../../beside-log/command-claims.ts";
import { engineOf } from "../../engines/engine-unavailable.ts";
import { eventStoreDbProbe } from "../../engines/eventstoredb-probe.ts";
import { migrate } from "../../postgres/migrations.ts";
import { logMigrations } from "../postgres/log-migrations.ts";
import { createEventStoreDb, type EventStoreDb } from "./eventstoredb-event-store.ts";

/** What the store does when its server goes away, is silent, or answers out of order. */
let server: ProtocolServer;
let beside: FreshDatabase;
let store: EventStoreDb;
let opened: EventStoreDb[];
beforeEach(async () => {
  server = await startProtocolServer({ port: await freePort() });
  beside = await testDatabase();
  await migrate(beside.pool, logMigrations);
  opened = [];
  store = open();
});
afterEach(async () => {
  server.silence(false);
  await Promise.all(opened.map((each) => each.close()));
  server.close();
  await beside.drop();
});

function open({ inLog = false }: { inLog?: boolean } = {}): EventStoreDb {
  const each = createEventStoreDb({
    url: server.url,
    clock: { now: async () => new Date() },
    log: { warn: () => undefined },
    ...(inLog ? {} : { claims: createCommandClaims(beside.pool) }),
  });
  opened.push(each);
  return each;
}

/** What became of a call: its value, or the engine that is said to be away. */
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => engineOf(error) ?? error,
  );
const AWAY = { engine: "event log", because: "away" };

test("appends after a lost connection wait for the server, and say that the log is away while it is", async () => {
  const stream = freshStream();
  await append(store, stream, NO_STREAM, numbered(1));
  const head = (await store.head())!;
  const seen = follow(store, null, 10);
  await seen.until(head);
  const port = Number(new URL(server.url.replace("esdb:", "http:")).port);
  server.close();
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, () => outcomeOf(append(store, freshStream(), NO_STREAM, numbered(1)))),
  );
  expect(outcomes).toEqual(Array.from({ length: 5 }, () => AWAY));

  const waiting = outcomeOf(append(store, stream, 0, numbered(1)));
  server = await startProtocolServer({ port, state: server.state });
  expect(await waiting).toBe("done");
  expect(await store.readStream(stream)).toHaveLength(2);
});

test("whatever the question for the server's methods fails with, the next append asks again", async () => {
  for (let status = 1; status <= 16; status += 1) {
    // Then it is a server of before 21.10, which has no such question.
    if (status === 12) continue;
    const each = open();
    server.failMethods(status);
    await outcomeOf(append(each, freshStream(), NO_STREAM, numbered(1)));
    const done = await outcomeOf(append(each, freshStream(), NO_STREAM, numbered(1)));
    expect([status, done]).toEqual([status, "done"]);
  }
});

test(
  "appends that a silent server does not take, and that end with their connection, are told so and harm nobody",
  { timeout: 60_000 },
  async () => {
    await append(store, freshStream(), NO_STREAM, numbered(1));
    const heard: unknown[] = [];
    const hear = (error: unknown): void => void heard.push(error);
    process.on("unhandledRejection", hear);
    const port = Number(new URL(server.url.replace("esdb:", "http:")).port);
    try {
      server.silence(true);
      const large = [{ n: "x".repeat(300_000) }];
      const calls = Array.from({ length: 60 }, () =>
        outcomeOf(append(store, freshStream(), NO_STREAM, large as never)),
      );
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      server.close();
      expect(new Set((await Promise.all(calls)).map((each) => JSON.stringify(each)))).toEqual(
        new Set([JSON.stringify(AWAY)]),
      );
      server = await startProtocolServer({ port, state: server.state });
      expect(await outcomeOf(append(store, freshStream(), NO_STREAM, numbered(1)))).toBe("done");
      expect(heard).toEqual([]);
    } finally {
      process.off("unhandledRejection", hear);
    }
  },
);

test("a follower goes on as soon as the server is back, however long it was away", { timeout: 60_000 }, async () => {
  const attempts: number[] = [];
  const followed = createEventStoreDb({
    url: server.url,
    clock: { now: async () => new Date() },
    log: { warn: ({ attempt }) => void attempts.push(attempt as number) },
    claims: createCommandClaims(beside.pool),
  });
  opened.push(followed);
  const seen = follow(followed, null, 10);
  await append(store, freshStream(), NO_STREAM, numbered(1));
  const port = Number(new URL(server.url.replace("esdb:", "http:")).port);
  server.close();
  // With pauses that double up to 5 s these take a quarter of a minute.
  await eventually(async () => attempts.length > 7, 8_000, "It does not try again often enough");
  server = await startProtocolServer({ port, state: server.state });
  await append(store, freshStream(), NO_STREAM, numbered(1));
  expect(await seen.until((await store.head())!)).toHaveLength(2);
});

test(
  "a silent server: each call ends in its time, a repeated command counts once, and the store goes on",
  { timeout: 60_000 },
  async () => {
    const [stream, context] = [freshStream(), command()];
    await append(store, stream, NO_STREAM, numbered(1));
    const strange = open();
    server.silence(true);
    const began = performance.now();
    const appended = append(store, stream, 0, numbered(1), context);
    // A command that nobody has claimed yet is answered without the server.
    const claims = createCommandClaims(beside.pool);
    await eventually(async () => (await claims.find(context.commandId)) !== null, 5_000, "The append claims nothing");
    const calls = {
      append: appended,
      "append of a store that was not used before": append(strange, freshStream(), NO_STREAM, numbered(1)),
      readStream: store.readStream(stream),
      readCommand: store.readCommand(stream, context.commandId),
      readAll: store.readAll(null, 10),
      head: store.head(),
    };
    const outcomes = await Promise.all(
      Object.entries(calls).map(async ([name, call]) => [name, await outcomeOf(call)]),
    );
    expect(Object.fromEntries(outcomes)).toEqual(Object.fromEntries(Object.keys(calls).map((name) => [name, AWAY])));
    expect(performance.now() - began).toBeLessThan(11_000);

    server.silence(false);
    const again = await append(store, stream, 0, numbered(1), context);
    expect(again).toMatchObject({ ok: true, revision: 1 });
    expect((await store.readStream(stream)).map(({ commandId }) => commandId)).toEqual([
      expect.any(String),
      context.commandId,
    ]);
    expect(await append(strange, freshStream(), NO_STREAM, numbered(1))).toMatchObject({ ok: true });
  },
);

test(
  "a silent server that lets an append wait longer than its writer does neither loses nor doubles it",
  { timeout: 60_000 },
  async () => {
    const [stream, context] = [freshStream(), command()];
    await append(store, stream, NO_STREAM, numbered(1));
    const release = server.holdFlushes();
    expect(await outcomeOf(append(store, stream, 0, numbered(1), context))).toEqual(AWAY);
    release();
    await eventually(async () => (await store.readStream(stream)).length === 2, 5_000, "The append was lost");
    expect(await append(store, stream, 0, numbered(1), context)).toMatchObject({ ok: true, revision: 1 });
    expect(await store.readStream(stream)).toHaveLength(2);
  },
);

test("the probe of a silent server ends in its time", { timeout: 60_000 }, async () => {
  const probe = eventStoreDbProbe(server.url);
  await probe.ask();
  server.silence(true);
  const began = performance.now();
  expect(await outcomeOf(probe.ask())).toEqual(AWAY);
  expect(performance.now() - began).toBeLessThan(7_000);
  server.silence(false);
  await probe.ask();
  await probe.close();
});

test.each([["beside the log"], ["in the log"]] as const)(
  "equal commands get the first answer though it cannot be read yet, claims %s",
  async (where) => {
    const [one, other] = [open({ inLog: where === "in the log" }), open({ inLog: where === "in the log" })];
    for (const each of [one, other]) await append(each, freshStream(), NO_STREAM, numbered(1));
    for (let round = 0; round < 10; round += 1) {
      const [stream, context] = [freshStream(), command()];
      const release = server.holdFlushes();
      const both = [one, other].map((each) => append(each, stream, NO_STREAM, numbered(2), context));
      setTimeout(release, 30);
      const [first, second] = await Promise.all(both);
      expect([first, second]).toEqual([{ ok: true, revision: 1, position: expect.any(String) }, first]);
      expect(await one.readStream(stream)).toHaveLength(2);
    }
  },
);

test("who is told of a conflict can read what was written first", async () => {
  const stream = freshStream();
  await append(store, stream, NO_STREAM, numbered(1));
  const other = open();
  await append(other, freshStream(), NO_STREAM, numbered(1));
  const release = server.holdFlushes();
  const winner = append(store, stream, 0, numbered(1));
  await eventually(async () => server.state.streams.get(stream)!.length === 2, 5_000, "It was not written");
  const loser = append(other, stream, 0, numbered(1));
  setTimeout(release, 50);
  expect(await loser).toEqual({ ok: false, reason: "conflict", actual: 1 });
  expect(await other.readStream(stream)).toHaveLength(2);
  expect(await winner).toMatchObject({ ok: true });
});

test(
  "a completion of claims that was cut goes on where it was, and no command of the gap is recorded twice",
  { timeout: 60_000 },
  async () => {
    const old = open({ inLog: true });
    const contexts = Array.from({ length: 6 }, () => command());
    const streams = contexts.map(() => freshStream());
    for (const [n, context] of contexts.entries()) {
      await append(old, streams[n]!, NO_STREAM, numbered(1), context);
      for (let filler = 0; filler < 2; filler += 1) await append(old, freshStream(), NO_STREAM, numbered(400));
    }
    const claims = createCommandClaims(beside.pool);
    let pages = 0;
    const cut = createEventStoreDb({
      url: server.url,
      clock: { now: async () => new Date() },
      log: { warn: () => undefined },
      claims: {
        ...claims,
        add: async (...args) => {
          pages += 1;
          if (pages > 3) throw new Error("killed");
          return claims.add(...args);
        },
      },
    });
    opened.push(cut);
    await expect(append(cut, freshStream(), NO_STREAM, numbered(1))).rejects.toThrow("killed");

    const next = open();
    for (const context of contexts)
      expect(await append(next, freshStream(), NO_STREAM, numbered(1), context)).toEqual({
        ok: false,
        reason: "duplicate-command",
      });
    const { rows } = await beside.pool.query("SELECT FROM log.commands WHERE id = ANY($1)", [
      contexts.map(({ commandId }) => commandId),
    ]);
    expect(rows).toHaveLength(contexts.length);
    const all = await everythingAfter(next, null);
    expect(all.filter(({ commandId }) => contexts.some((each) => each.commandId === commandId))).toHaveLength(6);
  },
);
