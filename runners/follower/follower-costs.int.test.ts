import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { NO_STREAM } from "#domain/core/event-store.ts";
import { logMigrations } from "#infra/event-store/postgres/log-migrations.ts";
import { createPostgresEventStore } from "#infra/event-store/postgres/postgres-event-store.ts";
import { listenTo } from "#infra/event-store/wake-up.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { command, freshStream } from "#testing/contracts/event-store-parts.ts";
import { countsOf, decodePlainly, tallies } from "#testing/follower/tallies.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { startFollower } from "./follower.ts";
import { type AnyProjection, MODELS_CHANNEL, prepareModels } from "./model.ts";
import { modelMigrations } from "./model-migrations.ts";
import { createReadModels } from "./read-models.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

let db: FreshDatabase;
beforeEach(async () => {
  db = await testDatabase();
  await migrate(db.pool, [...logMigrations, ...modelMigrations]);
});
afterEach(() => db.drop());

/** A pool that counts what its connections send. */
function countingPool(): { readonly pool: pg.Pool; sent(): number } {
  let sent = 0;
  class CountingClient extends pg.Client {
    override query(...given: unknown[]): never {
      sent += 1;
      return (super.query as (...all: unknown[]) => unknown)(...given) as never;
    }
  }
  return { pool: new pg.Pool({ connectionString: db.url, Client: CountingClient }), sent: () => sent };
}

test("an event costs a quiet follower one read of the log and one message that writes", async () => {
  const [reading, writing] = [countingPool(), countingPool()];
  const projections = [tallies("one"), tallies("two")];
  const store = createPostgresEventStore({ pool: db.pool, log: silent });
  const followed = createPostgresEventStore({ pool: reading.pool, log: silent });
  const wakeUp = listenTo(db.pool, MODELS_CHANNEL, silent);
  const models = createReadModels({ pool: db.pool, store, projections, wakeUp });
  const options = { store: followed, decode: decodePlainly, projections, pool: writing.pool, log: silent };
  const follower = startFollower(options);
  const record = async (): Promise<void> => {
    const [stream, events] = [freshStream(), [{ type: "Tallied", schemaVersion: 1, data: { n: 1, text: "x" } }]];
    const result = await store.appendToStream(stream, events, { expectedRevision: NO_STREAM, context: command() });
    if (!result.ok || !(await models.reached(result.position, 10_000))) throw new Error("not reached");
  };
  try {
    await record();
    const before = [reading.sent(), writing.sent()] as const;
    for (let round = 0; round < 20; round += 1) await record();
    expect(writing.sent() - before[1]).toBe(20);
    // One for each event, and those of the poll that happen to come between.
    expect(reading.sent() - before[0]).toBeLessThanOrEqual(25);
    expect(await countsOf(db.pool, "two")).toEqual({ events: 21, distinct: 21 });
  } finally {
    await follower.stop();
    await Promise.all([wakeUp.stop(), followed.close(), store.close()]);
    await Promise.all([reading.pool.end(), writing.pool.end()]);
  }
});

test("who waits for a position is told by the follower, and asks only when nothing has been heard", async () => {
  const [asking, projections] = [countingPool(), [tallies("one"), tallies("two")]];
  const store = createPostgresEventStore({ pool: db.pool, log: silent });
  const wakeUp = listenTo(db.pool, MODELS_CHANNEL, silent);
  const models = createReadModels({ pool: asking.pool, store, projections, wakeUp });
  const follower = startFollower({ store, decode: decodePlainly, projections, pool: db.pool, log: silent });
  const record = async (): Promise<string> => {
    const [stream, events] = [freshStream(), [{ type: "Tallied", schemaVersion: 1, data: { n: 1, text: "x" } }]];
    const result = await store.appendToStream(stream, events, { expectedRevision: NO_STREAM, context: command() });
    if (!result.ok) throw new Error(result.reason);
    return result.position;
  };
  try {
    expect(await models.reached(await record(), 10_000)).toBe(true);
    const before = asking.sent();
    for (let round = 0; round < 20; round += 1) {
      const [first, second] = [await record(), await record()];
      expect(await Promise.all([models.reached(second, 10_000), models.reached(first, 10_000)])).toEqual([true, true]);
      // What is said is true: the rows are there.
      expect((await countsOf(db.pool, "two")).events).toBe(3 + 2 * round);
    }
    // A pause of half a second on a busy machine may ask once more.
    expect(asking.sent() - before).toBeLessThanOrEqual(5);
    await follower.stop();
    expect(await models.reached(await record(), 700)).toBe(false);
  } finally {
    await follower.stop();
    await Promise.all([wakeUp.stop(), store.close(), asking.pool.end()]);
  }
});

/** 30 events, followed in batches of 10. */
async function follow30(projection: AnyProjection, others: readonly AnyProjection[] = []) {
  const store = createPostgresEventStore({ pool: db.pool, log: silent });
  const events = Array.from({ length: 30 }, (_, n) => ({
    type: "Tallied",
    schemaVersion: 1,
    data: { n, text: `t${n}` },
  }));
  await store.appendToStream(freshStream(), events, { expectedRevision: NO_STREAM, context: command() });
  const projections = [projection, ...others];
  await prepareModels(new Kysely<unknown>({ dialect: new PostgresDialect({ pool: db.pool }) }), projections);
  const options = { store, decode: decodePlainly, projections, pool: db.pool, log: silent };
  return {
    start: () => startFollower({ ...options, batchSize: 10 }),
    close: () => store.close(),
  };
}

test("the handlers of the next batch run while a batch is being written", async () => {
  const seen: number[] = [];
  const watched = tallies("watched", { onTally: (n) => void seen.push(n) });
  const log = await follow30(watched);
  const other = await db.pool.connect();
  await other.query("BEGIN; SELECT 1 FROM models.checkpoints FOR UPDATE");
  const follower = log.start();
  try {
    await expect.poll(() => Math.max(...seen), { timeout: 10_000 }).toBe(19);
    expect(await countsOf(db.pool, "watched")).toEqual({ events: 0, distinct: 0 });
    await other.query("COMMIT");
    await expect.poll(() => countsOf(db.pool, "watched"), { timeout: 10_000 }).toEqual({ events: 30, distinct: 30 });
    expect(seen).toEqual(Array.from({ length: 30 }, (_, n) => n));
  } finally {
    other.release();
    await follower.stop();
    await log.close();
  }
});

test("what was prepared while a batch could not be written counts for nothing, and only the event at fault halts its model", async () => {
  const log = await follow30(tallies("picky"), [tallies("good")]);
  await db.pool.query("ALTER TABLE model_picky.tallies ADD CHECK (n <> 13)");
  const follower = log.start();
  const halted = async () =>
    (await db.pool.query("SELECT model FROM models.checkpoints WHERE state = 'halted'")).rows.map(({ model }) => model);
  try {
    await expect.poll(halted, { timeout: 10_000 }).toEqual(["picky"]);
    await expect.poll(() => countsOf(db.pool, "good"), { timeout: 10_000 }).toEqual({ events: 30, distinct: 30 });
    expect(await countsOf(db.pool, "picky")).toEqual({ events: 13, distinct: 13 });
  } finally {
    await follower.stop();
    await log.close();
  }
});
