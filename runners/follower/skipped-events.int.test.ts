import { afterEach, beforeEach, expect, test } from "vitest";
import { NO_STREAM, type RecordedEvent } from "#domain/core/event-store.ts";
import { allEvents, type KnownEvent } from "#domain/use-cases/all-events.ts";
import { skipEvent } from "#domain/use-cases/administration/skip-event.ts";
import { createEventLog, type DecodingEventLog } from "#infra/event-store/event-log.ts";
import { command, freshStream } from "#testing/contracts/event-store-parts.ts";
import { logMigrations } from "#infra/event-store/postgres/log-migrations.ts";
import { createPostgresEventStore, type PostgresEventStore } from "#infra/event-store/postgres/postgres-event-store.ts";
import { listenTo, type WakeUp } from "#infra/event-store/wake-up.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { createVault } from "#infra/vault/vault.ts";
import { vaultMigrations } from "#infra/vault/vault-migrations.ts";
import { compareRebuild } from "#testing/follower/compare-rebuild.ts";
import { countsOf, decodePlainly, tallies } from "#testing/follower/tallies.ts";
import { type Follower, startFollower } from "./follower.ts";
import { createHaltedModels, type HaltedModelsAdmin } from "./halted-models.ts";
import { type AnyProjection, MODELS_CHANNEL } from "./model.ts";
import { modelMigrations } from "./model-migrations.ts";
import { createReadModels } from "./read-models.ts";
import { rebuildModel } from "./rebuild/rebuild.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
let db: FreshDatabase;
let store: PostgresEventStore;
let log: DecodingEventLog<KnownEvent>;
let wakeUp: WakeUp;
let halted: HaltedModelsAdmin;
let follower: Follower;

beforeEach(async () => {
  db = await testDatabase();
  await migrate(db.pool, [...logMigrations, ...vaultMigrations, ...modelMigrations]);
  store = createPostgresEventStore({ pool: db.pool, log: silent });
  log = createEventLog({
    store,
    catalog: allEvents,
    vault: createVault({ pool: db.pool, masterSecrets: ["secret-of-skipped-events-0123456789-0123456789"] }),
  });
  wakeUp = listenTo(db.pool, MODELS_CHANNEL, silent);
  halted = createHaltedModels({ pool: db.pool, store });
});
afterEach(async () => {
  await follower?.stop();
  await Promise.all([store.close(), wakeUp.stop()]);
  await db.drop();
});

const follow = (projections: readonly AnyProjection[], decode: typeof decodePlainly = decodePlainly) => {
  follower = startFollower({ store, decode, projections, pool: db.pool, log: silent, batchSize: 7 });
  return createReadModels({ pool: db.pool, store, projections, wakeUp });
};
const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 15_000 });

async function record(texts: readonly string[]): Promise<string> {
  const stream = freshStream();
  const result = await store.appendToStream(
    stream,
    texts.map((text, n) => ({ type: "Tallied", schemaVersion: 1, data: { n, text } })),
    { expectedRevision: NO_STREAM, context: command() },
  );
  if (!result.ok) throw new Error(result.reason);
  return stream;
}
const skip = (model: string, position: string, reason = "It was planted.") =>
  skipEvent(
    { log, halted },
    { model, position, reason },
    { actor: { kind: "user", id: "ana" }, commandId: freshStream(), correlationId: freshStream() },
  );

test("an admin sees the event at which a model halted and skips it: the running follower goes on, the log says so, a rebuild leaves out the same event", async () => {
  const models = [tallies("one"), tallies("picky", { refuses: "poison" })];
  const reading = follow(models);
  const stream = await record(["a", "poison", "b", "c"]);
  await eventually(async () => (await halted.list()).map(({ model }) => model)).toEqual(["picky"]);
  const [found] = await halted.list();
  expect(found).toMatchObject({
    model: "picky",
    error: "cannot apply poison",
    since: expect.any(Date),
    event: { stream, revision: 1, type: "Tallied", data: { text: "poison" } },
  });
  const { position } = found!.event!;

  expect(await skip("one", position)).toMatchObject({ ok: false, refusal: { code: "model-not-halted" } });
  expect(await skip("picky", "0")).toMatchObject({ ok: false, refusal: { code: "model-not-halted" } });
  expect(await skip("picky", position, " ")).toMatchObject({ ok: false, refusal: { code: "skip-reason-missing" } });
  expect((await halted.list()).length).toBe(1);

  expect(await skip("picky", position)).toMatchObject({ ok: true });
  await eventually(async () => (await reading.status()).map(({ state }) => state)).toEqual(["following", "following"]);
  await eventually(async () => (await countsOf(db.pool, "picky")).events).toBe(3);
  expect(await log.read("read-model-picky")).toMatchObject([
    {
      type: "EventSkipped",
      actor: { kind: "user", id: "ana" },
      data: {
        model: "picky",
        position,
        stream,
        revision: 1,
        eventType: "Tallied",
        reason: "It was planted.",
        by: "ana",
      },
    },
  ]);
  expect((await db.pool.query("SELECT 1 FROM model_one.tallies WHERE text = 'poison'")).rowCount).toBe(1);

  const options = { store, decode: decodePlainly, pool: db.pool, log: silent };
  expect(await compareRebuild(models, options)).toEqual([]);
  await rebuildModel(models[1]!, options);
  expect((await countsOf(db.pool, "picky")).events).toBe(3);
  expect(await skip("picky", position)).toMatchObject({ ok: false });
}, 30_000);

test("a halted model can be told to try again; on a quiet log it is taken up within seconds", async () => {
  const mended = { refuses: "poison" };
  const reading = follow([tallies("picky", mended)]);
  await record(["a", "poison"]);
  await eventually(async () => (await halted.list()).length).toBe(1);
  const { position } = (await halted.list())[0]!.event!;
  mended.refuses = "";
  expect(await halted.resume("picky", "0")).toBe(false);
  expect(await halted.resume("picky", position)).toBe(true);
  await eventually(async () => (await countsOf(db.pool, "picky")).events).toBe(2);
  expect((await reading.status())[0]).toMatchObject({ state: "following", error: null });
}, 30_000);

test("an event that nobody can decode is skipped model by model", async () => {
  const decode = async (events: readonly RecordedEvent[]) => {
    if (events.some(({ data }) => (data as { text?: string }).text === "strange"))
      throw new Error("The catalog of events has no Strange");
    return decodePlainly(events);
  };
  const models = [tallies("one"), tallies("two")];
  const reading = follow(models, decode);
  await record(["a", "strange", "strange", "b"]);
  const states = async () => (await reading.status()).map(({ state }) => state);
  await eventually(states).toEqual(["halted", "halted"]);
  for (const left of [1, 0]) {
    const { position } = (await halted.list())[0]!.event!;
    expect(await skip("one", position)).toMatchObject({ ok: true });
    if (left > 0) await eventually(async () => (await halted.list())[0]?.event?.position).not.toBe(position);
    if (left > 0) await eventually(states).toEqual(["halted", "halted"]);
  }
  await eventually(states).toEqual(["following", "halted"]);
  await eventually(async () => (await countsOf(db.pool, "one")).events).toBe(2);
  expect((await countsOf(db.pool, "two")).events).toBe(1);
  await rebuildModel(models[0]!, { store, decode, pool: db.pool, log: silent });
  expect((await countsOf(db.pool, "one")).events).toBe(2);
}, 30_000);

test("a rebuild that halts at an event is shown like a halted model and can skip it, while the tables of before answer and other models are rebuilt", async () => {
  const before = follow([tallies("picky"), tallies("two")]);
  const stream = await record(["a", "poison", "b"]);
  await eventually(async () => (await countsOf(db.pool, "picky")).events).toBe(3);
  await eventually(async () => (await before.status()).map(({ state }) => state)).toEqual(["following", "following"]);
  await follower.stop();
  await db.pool.query("DELETE FROM model_two.tallies");

  const models = [tallies("picky", { version: 2, refuses: "poison" }), tallies("two", { version: 2 })];
  const reading = follow(models);
  await eventually(async () => (await halted.list()).map(({ model }) => model)).toEqual(["picky"]);
  const [found] = await halted.list();
  expect(found).toMatchObject({
    rebuild: true,
    error: "cannot apply poison",
    since: expect.any(Date),
    event: { stream, revision: 1, data: { text: "poison" } },
  });
  const { position } = found!.event!;
  await eventually(async () => (await countsOf(db.pool, "two")).events).toBe(3);
  expect(await reading.status()).toMatchObject([
    { state: "rebuilding", haltedAt: position, error: "cannot apply poison" },
    { state: "following", haltedAt: null },
  ]);
  expect((await countsOf(db.pool, "picky")).events).toBe(3);

  expect(await skip("picky", "0")).toMatchObject({ ok: false, refusal: { code: "model-not-halted" } });
  expect(await skip("picky", position)).toMatchObject({ ok: true });
  await eventually(async () => (await reading.status()).map(({ state }) => state)).toEqual(["following", "following"]);
  expect([(await countsOf(db.pool, "picky")).events, await halted.list()]).toEqual([2, []]);
  expect(await compareRebuild(models, { store, decode: decodePlainly, pool: db.pool })).toEqual([]);
}, 60_000);

test("a rebuild that somebody asked for says at which event it halted, also when that came while it was about to end", async () => {
  const model = tallies("picky", { refuses: "poison" });
  const options = { store, decode: decodePlainly, pool: db.pool, log: silent };
  await record(["a", "b"]);
  await rebuildModel(model, options);
  let late = false;
  const surprising = {
    ...store,
    readAll: async (...args: Parameters<typeof store.readAll>) => {
      const events = await store.readAll(...args);
      if (events.length === 0 && !late) {
        late = true;
        await record(["c", "poison", "d"]);
      }
      return events;
    },
  };
  await expect(rebuildModel(model, { ...options, store: surprising })).rejects.toThrow("cannot apply poison");
  expect(await halted.list()).toMatchObject([
    { model: "picky", rebuild: true, event: { revision: 1, data: { text: "poison" } } },
  ]);
  const { position } = (await halted.list())[0]!.event!;
  expect(await halted.resume("picky", position)).toBe(true);
  expect([await halted.list(), await halted.resume("picky", position)]).toEqual([[], false]);
  await rebuildModel(tallies("picky"), options);
  expect((await countsOf(db.pool, "picky")).events).toBe(5);
}, 30_000);
