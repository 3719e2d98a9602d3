import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NO_STREAM } from "#domain/core/event-store.ts";
import { append, command, freshStream } from "#testing/contracts/event-store-parts.ts";
import { statementRecorder } from "#testing/plans/statement-costs.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { createDatabase } from "../../postgres/database.ts";
import { migrate } from "../../postgres/migrations.ts";
import { logMigrations } from "./log-migrations.ts";
import { createPostgresEventStore, type PostgresEventStore } from "./postgres-event-store.ts";

let db: FreshDatabase;
let pool: pg.Pool;
let store: PostgresEventStore;
let sent = 0;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, logMigrations);
  class CountingClient extends pg.Client {
    override query(...given: unknown[]): never {
      sent += 1;
      return (super.query as (...all: unknown[]) => unknown)(...given) as never;
    }
  }
  pool = new pg.Pool({ connectionString: db.url, max: 12, Client: CountingClient });
  pool.on("error", () => undefined);
  store = createPostgresEventStore({ pool, log: { warn: () => undefined } });
});
afterAll(async () => {
  await store?.close();
  await pool?.end();
  await db?.drop();
});

test("reads that begin at the same time share a statement, and each gets its own events in order", async () => {
  const made = Array.from({ length: 40 }, () => ({ stream: freshStream(), first: command(), second: command() }));
  for (const { stream, first, second } of made) {
    await append(store, stream, NO_STREAM, [{ n: 0 }, { n: 1 }], first);
    await append(store, stream, 1, [{ n: 2 }, { n: 3 }, { n: 4 }], second);
  }
  sent = 0;
  const found = await Promise.all(
    made.flatMap(({ stream, first, second }) => [
      store.readStream(stream),
      store.readStream(stream, { fromRevision: 1, maxCount: 2 }),
      store.readStream(stream, { fromRevision: 5 }),
      store.readCommand(stream, first.commandId),
      store.readCommand(stream, second.commandId),
    ]),
  );
  expect(sent).toBe(2);
  const numbers = found.map((events) => events.map(({ data }) => data["n"]));
  expect(numbers).toEqual(made.flatMap(() => [[0, 1, 2, 3, 4], [1, 2], [], [0, 1], [2, 3, 4]]));
  const streams = found.map((events) => [...new Set(events.map(({ stream }) => stream))]);
  expect(streams).toEqual(made.flatMap(({ stream }) => [[stream], [stream], [], [stream], [stream]]));
});

test("a read that Postgres refuses fails alone", async () => {
  const stream = freshStream();
  await append(store, stream, NO_STREAM, [{ n: 0 }]);
  const results = await Promise.allSettled([
    store.readStream(stream),
    store.readStream("a\0b"),
    store.readCommand("a\0b", "c"),
    store.readStream(stream),
  ]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
});

test("what a read costs does not depend on the length of the stream or of the log", async () => {
  const [stream, context] = [freshStream(), command()];
  const many = Array.from({ length: 3_000 }, (_, n) => ({ n }));
  for (let other = 0; other < 5; other += 1) await append(store, freshStream(), NO_STREAM, many);
  await append(store, stream, NO_STREAM, many.slice(0, 10), context);
  await append(store, stream, 9, many);
  await db.pool.query("ANALYZE log.events");
  const recorder = statementRecorder(db.url);
  const recorded = createPostgresEventStore({ pool: recorder.pool, log: { warn: () => undefined } });
  try {
    const [cost, ...others] = await recorder.costsOf(() =>
      Promise.all([
        recorded.readCommand(stream, context.commandId),
        recorded.readStream(stream, { fromRevision: 3_005 }),
        recorded.readStream(stream, { maxCount: 5 }),
      ]),
    );
    expect(others).toEqual([]);
    expect(cost!.scanned).toEqual([]);
    expect(cost!.pages).toBeLessThan(60);
  } finally {
    await recorded.close();
    await recorder.close();
  }
});

test("a statement that was prepared on a short log stays cheap when the log has grown", async () => {
  const fresh = await testDatabase();
  await migrate(fresh.pool, logMigrations);
  await fresh.pool.query("ALTER TABLE log.events SET (autovacuum_enabled = off)");
  const options = { applicationName: "test", onIdleError: () => undefined, max: 1, byIndex: true };
  const { pool: one, close } = createDatabase(fresh.url, options);
  const grown = createPostgresEventStore({ pool: one, log: { warn: () => undefined } });
  try {
    const [stream, context] = [freshStream(), command()];
    const ask = () =>
      Promise.all([grown.readStream(stream), grown.readCommand(stream, context.commandId), grown.readAll(null, 3)]);
    const pages = async (): Promise<number> => {
      const { rows } = await one.query<{ pages: number }>(
        `SELECT (pg_stat_get_xact_blocks_fetched(oid) + (SELECT sum(pg_stat_get_xact_blocks_fetched(indexrelid)) FROM pg_index WHERE indrelid = oid))::int AS pages
         FROM pg_class WHERE oid = 'log.events'::regclass`,
      );
      return rows[0]!.pages;
    };
    // Postgres may decide to plan a statement only once.
    await one.query("SET plan_cache_mode = force_generic_plan");
    await ask();
    for (let other = 0; other < 4; other += 1)
      await append(
        grown,
        freshStream(),
        NO_STREAM,
        Array.from({ length: 2_000 }, (_, n) => ({ n })),
      );
    await append(grown, stream, NO_STREAM, [{ n: 1 }], context);
    await one.query("BEGIN");
    const before = await pages();
    expect((await ask()).map((events) => events.length)).toEqual([1, 1, 3]);
    expect((await pages()) - before).toBeLessThan(60);
    await one.query("COMMIT");
  } finally {
    await grown.close();
    await close();
    await fresh.drop();
  }
});
