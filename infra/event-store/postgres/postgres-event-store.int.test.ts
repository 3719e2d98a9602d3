import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NO_STREAM, type RecordedEvent } from "#domain/core/event-store.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { madeNow, migrate } from "../../postgres/migrations.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { eventStoreContract } from "#testing/contracts/event-store.ts";
import { command, freshStream } from "#testing/contracts/event-store-parts.ts";
import { logMigrations } from "./log-migrations.ts";
import { createPostgresEventStore } from "./postgres-event-store.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

let db: FreshDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, logMigrations);
});
afterAll(() => db?.drop());

describe("a log from which nothing has left", () => contract(() => db));

describe("a log after its first archive", () => {
  let archived: FreshDatabase;
  beforeAll(async () => {
    archived = await testDatabase();
    const steps = logMigrations.map(madeNow);
    await migrate(archived.pool, steps);
  });
  afterAll(() => archived?.drop());
  contract(() => archived);
});

function contract(of: () => FreshDatabase): void {
  eventStoreContract("the Postgres event store", async () => {
    const pool = new pg.Pool({ connectionString: of().url, max: 12, application_name: "store" });
    pool.on("error", () => undefined);
    const store = createPostgresEventStore({ pool, log: silent });
    return {
      store,
      writerArguments: ["postgres", of().url],
      disturb: (round) => disturb(of(), round),
      cutConnections: async () => {
        await of().pool.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'store' AND pid <> pg_backend_pid()",
        );
      },
      close: async () => {
        await store.close();
        await pool.end();
      },
    };
  });
}

/** Transactions that append and then commit late, roll back, or are terminated from outside. */
async function disturb(db: FreshDatabase, round: number): Promise<void> {
  for (const end of ["commit", "rollback", "terminate"] as const) {
    const client = new pg.Client({ connectionString: db.url });
    client.on("error", () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    await client.query("BEGIN");
    await client.query(
      "SELECT log.append($1, -1, '{\"kind\":\"anonymous\"}', $2, 'c', NULL, ARRAY[gen_random_uuid()], ARRAY['counted'], ARRAY[1], ARRAY['{\"n\":0}'])",
      [freshStream(), `disturb-${round}-${end}`],
    );
    await client.query("SELECT pg_sleep(0.05)");
    if (end === "terminate") await db.pool.query("SELECT pg_terminate_backend($1)", [rows[0]!.pid]);
    else await client.query(end);
    await client.end().catch(() => undefined);
  }
}

test("events can be neither updated, deleted nor truncated, not even by a superuser in replica mode", async () => {
  const store = createPostgresEventStore({ pool: db.pool, log: silent });
  await store.appendToStream(freshStream(), [{ type: "kept", schemaVersion: 1, data: {} }], {
    expectedRevision: NO_STREAM,
    context: command(),
  });
  for (const mode of ["origin", "replica"]) {
    const client = await db.pool.connect();
    await client.query(`SET session_replication_role = ${mode}`);
    for (const sql of [
      "UPDATE log.events SET type = 'x'",
      "DELETE FROM log.events WHERE false",
      "TRUNCATE log.events",
      "TRUNCATE log.events CASCADE",
      "INSERT INTO log.events SELECT * FROM log.events LIMIT 1 ON CONFLICT (id) DO UPDATE SET type = 'x'",
      "MERGE INTO log.events e USING (SELECT 1) one ON true WHEN MATCHED THEN DELETE",
    ]) {
      await expect(client.query(sql)).rejects.toThrow(/Events are never changed/);
    }
    client.release(true);
  }
});

test("position is the order of commit and has no gaps, rolled-back appends included", async () => {
  const { rows } = await db.pool.query(
    "SELECT count(*)::int AS events, max(position)::int AS head, min(position)::int AS first FROM log.events",
  );
  expect(rows[0]).toEqual({ events: rows[0].head, head: rows[0].head, first: 1 });
});

test("the text of the data is kept byte for byte", async () => {
  const store = createPostgresEventStore({ pool: db.pool, log: silent });
  const stream = freshStream();
  const data = { b: 1, a: "\ud800 lone, \u0000 zero", 10: "x", 2: 1e21, big: "9007199254740993" };
  await store.appendToStream(stream, [{ type: "kept", schemaVersion: 1, data }], {
    expectedRevision: NO_STREAM,
    context: command(),
  });
  const stored = (await store.readStored(null, 100_000)).find(({ event }) => event.stream === stream)!;
  expect(stored.hashed.data).toBe(JSON.stringify(data));
  expect(stored.event.data).toEqual(data);
});

test("a batch ends with the event with which its data has so many bytes, compressed or not", async () => {
  const store = createPostgresEventStore({ pool: db.pool, log: silent });
  const from = await store.head();
  const sizes = [10, 1_000_000, 10, 1_000_000, 500_000, 2_000, 10];
  const events = sizes.map((size) => ({ type: "Large", schemaVersion: 1, data: { text: "x".repeat(size) } }));
  await store.appendToStream(freshStream(), events, { expectedRevision: NO_STREAM, context: command() });
  const textOf = (batch: readonly RecordedEvent[]) => batch.map(({ data }) => (data["text"] as string).length);
  expect(textOf(await store.readAll(from, 100, 900_000))).toEqual([10, 1_000_000]);
  expect(textOf(await store.readAll(from, 100, 1_100_000))).toEqual([10, 1_000_000, 10, 1_000_000]);
  expect(textOf(await store.readAll(from, 3, 9_000_000))).toEqual([10, 1_000_000, 10]);
  expect(textOf(await store.readAll(from, 100))).toEqual(sizes);
  const batches: number[][] = [];
  const seen = Promise.withResolvers<void>();
  const subscription = store.subscribeToAll({
    ...{ from, batchSize: 4, batchBytes: 900_000 },
    handle: async (batch) => {
      batches.push(textOf(batch));
      if (batches.flat().length === sizes.length) seen.resolve();
    },
  });
  await seen.promise;
  await subscription.stop();
  await store.close();
  expect(batches).toEqual([
    [10, 1_000_000],
    [10, 1_000_000],
    [500_000, 2_000, 10],
  ]);
});

test("the next batch is read while one is handled", async () => {
  let reads = 0;
  class CountingClient extends pg.Client {
    override query(...given: unknown[]): never {
      if (JSON.stringify(given[0])?.includes("FROM log.events")) reads += 1;
      return (super.query as (...all: unknown[]) => unknown)(...given) as never;
    }
  }
  const pool = new pg.Pool({ connectionString: db.url, Client: CountingClient });
  const store = createPostgresEventStore({ pool, log: silent });
  const events = Array.from({ length: 5 }, (_, n) => ({ type: "Counted", schemaVersion: 1, data: { n } }));
  const from = await store.head();
  await store.appendToStream(freshStream(), events, { expectedRevision: NO_STREAM, context: command() });
  reads = 0;
  const seen: unknown[] = [];
  const subscription = store.subscribeToAll({
    ...{ from, batchSize: 2 },
    handle: async (batch) => {
      if (seen.length === 0) await expect.poll(() => reads, { timeout: 10_000 }).toBe(2);
      seen.push(...batch.map(({ data }) => data["n"]));
    },
  });
  await expect.poll(() => seen, { timeout: 10_000 }).toEqual([0, 1, 2, 3, 4]);
  await subscription.stop();
  await store.close();
  await pool.end();
});
