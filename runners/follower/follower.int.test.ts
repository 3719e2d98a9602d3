import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { LoggedEvent } from "#domain/core/event-log.ts";
import { NO_STREAM, type RecordedEvent } from "#domain/core/event-store.ts";
import { createDatabase } from "#infra/postgres/database.ts";
import { command, freshStream } from "#testing/contracts/event-store-parts.ts";
import { logMigrations } from "#infra/event-store/postgres/log-migrations.ts";
import { createPostgresEventStore, type PostgresEventStore } from "#infra/event-store/postgres/postgres-event-store.ts";
import { listenTo, type WakeUp } from "#infra/event-store/wake-up.ts";
import { eventually as until } from "#testing/eventually.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { silentProxy } from "#testing/postgres/proxy.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { applyBatch, CheckpointMovedError, followedModel } from "./apply-batch.ts";
import { compareRebuild } from "#testing/follower/compare-rebuild.ts";
import { type Follower, startFollower } from "./follower.ts";
import { countsOf, decodePlainly, tallies } from "#testing/follower/tallies.ts";
import { type AnyProjection, MODELS_CHANNEL, prepareModels } from "./model.ts";
import { modelMigrations } from "./model-migrations.ts";
import { createReadModels, type WatchedReadModels } from "./read-models.ts";
import { rebuildModel } from "./rebuild/rebuild.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

let db: FreshDatabase;
let store: PostgresEventStore;
let wakeUp: WakeUp;
let followers: Follower[];

beforeEach(async () => {
  db = await testDatabase();
  // As the platform's own pool does: a connection cut between two statements of a transaction reports it nowhere else.
  db.pool.on("connect", (client) => client.on("error", () => undefined));
  await migrate(db.pool, [...logMigrations, ...modelMigrations]);
  store = createPostgresEventStore({ pool: db.pool, log: silent });
  wakeUp = listenTo(db.pool, MODELS_CHANNEL, silent);
  followers = [];
});
afterEach(async () => {
  await Promise.all(followers.map((follower) => follower.stop()));
  await Promise.all([store.close(), wakeUp.stop()]);
  await db.drop();
});

const follow = (projections: readonly AnyProjection[], batchSize = 7, decode = decodePlainly): Follower => {
  const follower = startFollower({ store, decode, projections, pool: db.pool, log: silent, batchSize });
  followers.push(follower);
  return follower;
};
const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 15_000 });
const modelsOf = (projections: readonly AnyProjection[]): WatchedReadModels =>
  createReadModels({ pool: db.pool, store, projections, wakeUp });

async function record(count: number, text = "x"): Promise<string> {
  const stream = freshStream();
  const events = Array.from({ length: count }, (_, n) => ({
    type: "Tallied",
    schemaVersion: 1,
    data: { stream, n, text },
  }));
  const result = await store.appendToStream(stream, events, { expectedRevision: NO_STREAM, context: command() });
  if (!result.ok) throw new Error(result.reason);
  return result.position;
}

test("models follow the log, each event counts once, and waiting for a position sees one's own writes", async () => {
  const models = [tallies("one"), tallies("two")];
  const reading = modelsOf(models);
  await record(20);
  follow(models);
  for (let round = 1; round <= 5; round += 1) {
    expect(await reading.reached(await record(3), 10_000)).toBe(true);
    expect(await countsOf(db.pool, "one")).toEqual({ events: 20 + 3 * round, distinct: 20 + 3 * round });
    expect(await countsOf(db.pool, "two")).toEqual({ events: 20 + 3 * round, distinct: 20 + 3 * round });
  }
  expect(await reading.status()).toMatchObject([
    { model: "one", state: "following" },
    { model: "two", state: "following" },
  ]);
  expect(await reading.lags()).toEqual(
    new Map([
      ["one", 0],
      ["two", 0],
    ]),
  );
});

test("without a follower a position is not reached, and the lag is counted", async () => {
  const models = [tallies("one")];
  const reading = modelsOf(models);
  expect(await reading.status()).toMatchObject([{ state: "missing" }]);
  const position = await record(5);
  expect(await reading.reached(position, 300)).toBe(false);
  expect(await reading.lags()).toEqual(new Map([["one", 5]]));
  expect(await reading.lags(2)).toEqual(new Map([["one", 2]]));
});

test("those who wait for a model look when it has moved, not while nothing happens, and until they are called off", async () => {
  const models = [tallies("one")];
  const reading = modelsOf(models);
  follow(models);
  expect(await reading.reached(await record(1), 10_000)).toBe(true);
  let looks = 0;
  const four = async () => {
    looks += 1;
    return (await countsOf(db.pool, "one")).events >= 4 || null;
  };
  expect(await reading.until(four, { timeoutMs: 1_000 })).toBeNull();
  // The first and the last read, and one more if the notification of the move before was late.
  expect(looks).toBeLessThanOrEqual(3);
  const begun = performance.now();
  const waiting = reading.until(four, { timeoutMs: 20_000 });
  await record(3);
  expect(await waiting).toBe(true);
  // One that is not woken looks again after 20 s.
  expect(performance.now() - begun).toBeLessThan(15_000);
  const calledOff = new AbortController();
  const never = reading.until(async () => null, { timeoutMs: 20_000, signal: calledOff.signal });
  calledOff.abort();
  expect(await never).toBeNull();
});

test("a poison event halts its own model, loudly and before the event; the others go on", async () => {
  const models = [tallies("good"), tallies("picky", { refuses: "poison" })];
  const reading = modelsOf(models);
  await record(10);
  const poisoned = await record(1, "poison");
  const later = await record(10);
  follow(models);
  expect(await reading.reached(later, 10_000)).toBe(true);
  expect(await countsOf(db.pool, "good")).toEqual({ events: 21, distinct: 21 });
  await eventually(async () => (await reading.status())[1]).toMatchObject({
    model: "picky",
    state: "halted",
    haltedAt: poisoned,
    error: "cannot apply poison",
  });
  expect(await countsOf(db.pool, "picky")).toEqual({ events: 10, distinct: 10 });
  expect(await reading.reached(await record(1), 10_000)).toBe(true);
  expect(await countsOf(db.pool, "picky")).toEqual({ events: 10, distinct: 10 });
  expect((await reading.lags()).get("picky")).toBe(12);
});

test("a halted model is taken up again after a restart with the fault mended, or after a rebuild while the others run", async () => {
  const broken = [tallies("good"), tallies("picky", { refuses: "poison" })];
  const mended = [tallies("good"), tallies("picky")];
  const reading = modelsOf(mended);
  const last = await record(3, "poison");
  const first = follow(broken);
  await eventually(async () => (await reading.status())[1]!.state).toBe("halted");
  await first.stop();
  follow(mended);
  expect(await reading.reached(last, 10_000)).toBe(true);
  await eventually(() => countsOf(db.pool, "picky")).toEqual({ events: 3, distinct: 3 });
});

test("a halted model that somebody rebuilds is followed again by the running follower", async () => {
  const picky = tallies("picky", { refuses: "poison" });
  const reading = modelsOf([tallies("good"), picky]);
  follow([tallies("good"), picky]);
  await record(3, "poison");
  await eventually(async () => (await reading.status())[1]!.state).toBe("halted");
  await rebuildModel(tallies("picky"), { store, decode: decodePlainly, pool: db.pool, log: silent });
  expect((await reading.status())[1]!.state).toBe("following");
  expect(await reading.reached(await record(2), 10_000)).toBe(true);
  expect(await countsOf(db.pool, "picky")).toEqual({ events: 5, distinct: 5 });
});

test("a fault of the database halts the model with its code, without showing rows", async () => {
  const reading = modelsOf([tallies("strict", { unique: true })]);
  await record(1, "CANARY");
  await record(1, "CANARY");
  follow([tallies("strict", { unique: true })]);
  await eventually(async () => (await reading.status())[0]!.state).toBe("halted");
  const { error } = (await reading.status())[0]!;
  expect(error).toMatch(/^database error 23505, .*table tallies/);
  expect(error).not.toContain("CANARY");
});

test("an event that cannot be decoded halts every model right before it", async () => {
  const models = [tallies("one"), tallies("two")];
  const reading = modelsOf(models);
  await record(4);
  const strange = await record(1, "undecodable");
  await record(4);
  const decode = async (events: readonly RecordedEvent[]): Promise<LoggedEvent[]> => {
    if (events.some(({ data }) => data["text"] === "undecodable")) throw new Error("unheard-of");
    return decodePlainly(events);
  };
  follow(models, 7, decode);
  await eventually(async () =>
    (await reading.status()).map(({ state, haltedAt, error }) => ({ state, haltedAt, error })),
  ).toEqual([1, 2].map(() => ({ state: "halted", haltedAt: strange, error: "unheard-of" })));
  expect(await countsOf(db.pool, "one")).toEqual({ events: 4, distinct: 4 });
});

test("a database that falls silent while events are decoded halts no model", async () => {
  const models = [tallies("one")];
  const reading = modelsOf(models);
  const proxy = await silentProxy(db.url);
  // As in the product, with shorter times: a statement 100 ms, its answer at most 5 s later.
  const asked = createDatabase(proxy.url, {
    applicationName: "silent test",
    statementMs: 100,
    waitMs: 30_000,
    onIdleError: () => undefined,
  });
  await asked.pool.query("SELECT 1");
  const faults: unknown[] = [];
  const decode = async (events: readonly RecordedEvent[]): Promise<LoggedEvent[]> => {
    await asked.pool.query("SELECT 1").catch((error: unknown) => {
      faults.push(error);
      // The open connection went silent, and a new one cannot be made: then everything works again.
      if (faults.length === 2) proxy.silence(false);
      throw error;
    });
    return decodePlainly(events);
  };
  proxy.silence(true);
  const last = await record(4);
  follow(models, 7, decode);
  await expect.poll(() => faults.length, { timeout: 60_000 }).toBe(2);
  await reading.reached(last, 15_000);
  expect(await reading.status()).toMatchObject([{ state: "following", error: null }]);
  expect(await countsOf(db.pool, "one")).toEqual({ events: 4, distinct: 4 });
  await asked.close();
  await proxy.close();
}, 90_000);

test("of several followers one is active; another takes over when it stops", async () => {
  const models = [tallies("one")];
  const reading = modelsOf(models);
  const first = follow(models);
  await eventually(() => first.active()).toBe(true);
  const second = follow(models);
  expect(await reading.reached(await record(5), 10_000)).toBe(true);
  expect(second.active()).toBe(false);
  await first.stop();
  expect(first.active()).toBe(false);
  await eventually(() => second.active()).toBe(true);
  expect(await reading.reached(await record(5), 10_000)).toBe(true);
  expect(await countsOf(db.pool, "one")).toEqual({ events: 10, distinct: 10 });
});

test("followers that are killed while they work lose nothing and count nothing twice", async () => {
  const models = [tallies("one"), tallies("two")];
  const reading = modelsOf(models);
  const file = fileURLToPath(new URL("../../testing/follower/process.ts", import.meta.url));
  for (let round = 0; round < 3; round += 1) {
    const child = spawn(process.execPath, [file, db.url], { stdio: ["ignore", "pipe", "inherit"] });
    const exited = once(child, "close");
    const writing = Promise.all(Array.from({ length: 30 }, () => record(3)));
    await Promise.race([once(child.stdout, "data"), exited]);
    expect(child.exitCode).toBeNull();
    child.kill("SIGKILL");
    await Promise.all([writing, exited]);
  }
  follow(models);
  expect(await reading.reached((await store.head())!, 20_000)).toBe(true);
  for (const { name } of models) expect(await countsOf(db.pool, name)).toEqual({ events: 270, distinct: 270 });
  expect(await compareRebuild(models, { store, decode: decodePlainly, pool: db.pool })).toEqual([]);
});

test("cut connections only delay a follower", async () => {
  const models = [tallies("one")];
  const reading = modelsOf(models);
  follow(models, 3);
  const admin = new pg.Client({ connectionString: db.url });
  await admin.connect();
  for (let round = 0; round < 4; round += 1) {
    const writing = Promise.allSettled(Array.from({ length: 10 }, () => record(3)));
    await admin.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    await writing;
  }
  await admin.end();
  // A connection of the pool may have been cut without the pool having noticed.
  const last = await until(() => record(1).catch(() => null));
  const { rows } = await db.pool.query<{ n: number }>("SELECT count(*)::int AS n FROM log.events");
  const events = rows[0]!.n;
  expect(await reading.reached(last, 20_000)).toBe(true);
  expect(await countsOf(db.pool, "one")).toEqual({ events, distinct: events });
});

test("two active followers, as after a lost connection, still count each event once", async () => {
  const models = [tallies("one")];
  const reading = modelsOf(models);
  follow(models, 1);
  // Other databases of the cluster have locks of their own.
  const locks =
    "SELECT pid FROM pg_locks l JOIN pg_database d ON d.oid = l.database WHERE d.datname = current_database() AND locktype = 'advisory' AND granted AND pid <> pg_backend_pid()";
  await eventually(async () => (await db.pool.query(locks)).rowCount).toBe(1);
  const zombie = followedModel(models[0]!, { position: null, generation: 0 }, { has: () => false });
  expect(await reading.reached(await record(5), 10_000)).toBe(true);
  const events = await decodePlainly(await store.readAll(null, 100));
  await expect(applyBatch(db.pool, [zombie], events, silent)).rejects.toThrow(CheckpointMovedError);
  expect(await countsOf(db.pool, "one")).toEqual({ events: 5, distinct: 5 });
});

test("a rebuild swaps new tables in while the old ones answer and events go on", async () => {
  const models = [tallies("one"), tallies("two")];
  const reading = modelsOf(models);
  await record(200);
  follow(models);
  expect(await reading.reached((await store.head())!, 10_000)).toBe(true);
  await db.pool.query("UPDATE model_one.tallies SET text = 'damaged' WHERE n % 2 = 0");

  let asking = true;
  let answers = 0;
  const reader = (async () => {
    while (asking) {
      const { events } = await countsOf(db.pool, "one");
      if (events < 200) throw new Error(`Only ${events} rows were to be seen`);
      answers += 1;
    }
  })();
  const writing = Promise.all(Array.from({ length: 20 }, () => record(2)));
  await rebuildModel(models[0]!, { store, decode: decodePlainly, pool: db.pool, log: silent, batchSize: 7 });
  await writing;
  asking = false;
  await reader;
  expect(answers).toBeGreaterThan(0);
  expect(await reading.reached(await record(1), 10_000)).toBe(true);
  expect(await countsOf(db.pool, "one")).toEqual({ events: 241, distinct: 241 });
  expect((await db.pool.query("SELECT count(*)::int AS n FROM model_one.tallies WHERE text = 'damaged'")).rows).toEqual(
    [{ n: 0 }],
  );
  expect(
    (await db.pool.query("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'model\\_%' ORDER BY 1")).rows.map(
      (row) => row.nspname,
    ),
  ).toEqual(["model_one", "model_two"]);
  expect(await compareRebuild(models, { store, decode: decodePlainly, pool: db.pool })).toEqual([]);
});

test("two rebuilds of one model do not run together, and a rebuild that fails leaves the live tables alone", async () => {
  const model = tallies("one");
  const options = { store, decode: decodePlainly, pool: db.pool, log: silent };
  await record(50);
  await rebuildModel(model, options);
  const entered = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const slow = rebuildModel(model, {
    ...options,
    decode: async (events) => {
      entered.resolve();
      await release.promise;
      return decodePlainly(events);
    },
  });
  await entered.promise;
  await expect(rebuildModel(model, options)).rejects.toThrow(/being rebuilt/);
  release.resolve();
  await slow;
  await record(1, "poison");
  await expect(rebuildModel(tallies("one", { refuses: "poison" }), options)).rejects.toThrow("cannot apply poison");
  expect(await countsOf(db.pool, "one")).toEqual({ events: 50, distinct: 50 });
});

test("a model of an older version is rebuilt by the follower while the others go on", async () => {
  const old = [tallies("one"), tallies("two")];
  const reading = modelsOf([tallies("one", { version: 2 }), tallies("two")]);
  const last = await record(30);
  const first = follow(old);
  expect(await modelsOf(old).reached(last, 10_000)).toBe(true);
  await first.stop();
  await db.pool.query("DELETE FROM model_one.tallies");
  expect(await reading.status()).toMatchObject([{ state: "rebuilding" }, { state: "following" }]);
  follow([tallies("one", { version: 2 }), tallies("two")]);
  await eventually(async () => (await reading.status())[0]!.state).toBe("following");
  expect(await reading.reached(await record(1), 10_000)).toBe(true);
  expect(await countsOf(db.pool, "one")).toEqual({ events: 31, distinct: 31 });
  expect(await countsOf(db.pool, "two")).toEqual({ events: 31, distinct: 31 });
});

test("an older program leaves a newer model alone", async () => {
  const newer = [tallies("one", { version: 2 })];
  await record(3);
  const first = follow(newer);
  expect(await modelsOf(newer).reached((await store.head())!, 10_000)).toBe(true);
  await first.stop();
  const older = follow([tallies("one")]);
  await eventually(() => older.active()).toBe(true);
  await record(3);
  expect(await modelsOf([tallies("one")]).status()).toMatchObject([{ state: "newer" }]);
  await older.stop();
  expect(await countsOf(db.pool, "one")).toEqual({ events: 3, distinct: 3 });
  await expect(
    rebuildModel(tallies("one"), { store, decode: decodePlainly, pool: db.pool, log: silent }),
  ).rejects.toThrow(/newer/);
});

test("comparing finds a changed, a lost and an invented row", async () => {
  const models = [tallies("one")];
  follow(models);
  expect(await modelsOf(models).reached(await record(10), 10_000)).toBe(true);
  await db.pool.query("UPDATE model_one.tallies SET text = 'changed' WHERE n = 3");
  await db.pool.query("DELETE FROM model_one.tallies WHERE n = 4");
  await db.pool.query("INSERT INTO model_one.tallies SELECT id || 'x', 99, text, 1 FROM model_one.tallies WHERE n = 5");
  const [difference, ...none] = await compareRebuild(models, { store, decode: decodePlainly, pool: db.pool });
  expect(none).toEqual([]);
  expect(difference).toMatchObject({ model: "one", table: "tallies" });
  expect(difference!.onlyLive).toHaveLength(2);
  expect(difference!.onlyRebuilt).toHaveLength(2);
});

test("processes that start together make the tables once", async () => {
  const raw = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: db.pool }) });
  await Promise.all(Array.from({ length: 8 }, () => prepareModels(raw, [tallies("one"), tallies("two")])));
  expect(await countsOf(db.pool, "two")).toEqual({ events: 0, distinct: 0 });
});

test("a model of another shape is rebuilt without a new version, and an older program's tables are told from it", async () => {
  const old = [tallies("one"), tallies("two")];
  const last = await record(30);
  const first = follow(old);
  expect(await modelsOf(old).reached(last, 10_000)).toBe(true);
  await first.stop();
  const changed = [tallies("one", { noted: true }), tallies("two")];
  const reading = modelsOf(changed);
  expect(await reading.status()).toMatchObject([{ state: "rebuilding" }, { state: "following" }]);
  expect(await reading.rebuilt(200)).toBe(false);
  follow(changed);
  expect(await reading.rebuilt(10_000)).toBe(true);
  expect(await reading.reached(await record(1), 10_000)).toBe(true);
  expect(await countsOf(db.pool, "one")).toEqual({ events: 31, distinct: 31 });
  expect((await db.pool.query("SELECT note FROM model_one.tallies")).rowCount).toBe(31);
});
