import { afterEach, beforeEach, expect, test } from "vitest";
import { NO_STREAM } from "#domain/core/event-store.ts";
import { logMigrations } from "#infra/event-store/postgres/log-migrations.ts";
import { createPostgresEventStore, type PostgresEventStore } from "#infra/event-store/postgres/postgres-event-store.ts";
import { listenTo, type WakeUp } from "#infra/event-store/wake-up.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { command } from "#testing/contracts/event-store-parts.ts";
import { countsOf, decodePlainly, tallies } from "#testing/follower/tallies.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { type Follower, startFollower } from "../follower.ts";
import { createHaltedModels } from "../halted-models.ts";
import { type AnyProjection, MODELS_CHANNEL } from "../model.ts";
import { modelMigrations } from "../model-migrations.ts";
import { createReadModels } from "../read-models.ts";
import { rebuildModel } from "../rebuild/rebuild.ts";
import { type Decode, decodeKnown } from "./decode-known.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
let db: FreshDatabase;
let store: PostgresEventStore;
let wakeUp: WakeUp;
let follower: Follower | undefined;

beforeEach(async () => {
  db = await testDatabase();
  await migrate(db.pool, [...logMigrations, ...modelMigrations]);
  store = createPostgresEventStore({ pool: db.pool, log: silent });
  wakeUp = listenTo(db.pool, MODELS_CHANNEL, silent);
});
afterEach(async () => {
  await follower?.stop();
  await Promise.all([store.close(), wakeUp.stop()]);
  await db.drop();
});

/** A model of the events of a type. */
function modelOf(name: string, type: string): AnyProjection {
  const { on, ...rest } = tallies(name);
  return { ...rest, on: { [type]: (on as { Tallied: unknown }).Tallied } };
}
const models = [modelOf("categories", "CategoryAdded"), modelOf("users", "UserRenamed")];
/** This version, and a newer one that can read every event. */
const [ours, newer] = [decodeKnown(decodePlainly), decodePlainly];

async function follow(decode: Decode) {
  await follower?.stop();
  follower = startFollower({ store, decode, projections: models, pool: db.pool, log: silent, batchSize: 7 });
  const reading = createReadModels({ pool: db.pool, store, projections: models, wakeUp });
  return async () => Object.fromEntries((await reading.status()).map(({ model, state }) => [model, state]));
}
async function record(stream: string, types: readonly string[], schemaVersion = 1): Promise<void> {
  const events = types.map((type, n) => ({ type, schemaVersion, data: { n, text: type } }));
  const result = await store.appendToStream(stream, events, { expectedRevision: NO_STREAM, context: command() });
  if (!result.ok) throw new Error(result.reason);
}
const events = async (model: string) => (await countsOf(db.pool, model)).events;
const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 15_000 });

test("an unknown event halts the models of its stream's events; they go on once a newer version follows the log", async () => {
  await record("categories", ["CategoryAdded", "CategoryStarred", "CategoryAdded"]);
  await record("user-1", ["UserRenamed", "UserRenamed"]);
  const states = await follow(ours);
  await eventually(states).toEqual({ categories: "halted", users: "following" });
  await eventually(() => events("users")).toBe(2);
  expect(await events("categories")).toBe(1);
  const [halted] = await createHaltedModels({ pool: db.pool, store }).list();
  expect(halted).toMatchObject({
    model: "categories",
    event: { type: "CategoryStarred" },
    error:
      "This version of Tributary does not know events of the type CategoryStarred in version 1: a newer one wrote it. Upgrade this server, and the model goes on by itself.",
  });
  await expect(rebuildModel(models[0]!, { store, decode: ours, pool: db.pool, log: silent })).rejects.toThrow(
    "does not know events of the type CategoryStarred",
  );
  await eventually(await follow(newer)).toEqual({ categories: "following", users: "following" });
  await eventually(() => events("categories")).toBe(2);
});

test("so does a known type in a version that came later", async () => {
  await record("user-1", ["UserRenamed"], 99);
  await eventually(await follow(ours)).toEqual({ categories: "following", users: "halted" });
});

test("an event that no model here can be about halts none, and is noted for admins until a version knows it", async () => {
  await record("comment-1", ["CommentWritten", "CommentWritten"]);
  await record("user-1", ["UserRenamed"]);
  const states = await follow(ours);
  await eventually(() => events("users")).toBe(1);
  expect(await states()).toEqual({ categories: "following", users: "following" });
  const { unknownTypes } = createHaltedModels({ pool: db.pool, store });
  expect(await unknownTypes()).toMatchObject([{ type: "CommentWritten", stream: "comment-1" }]);
  await db.pool.query("UPDATE models.unknown_types SET type = 'UserRenamed'");
  expect(await unknownTypes()).toEqual([]);
});
