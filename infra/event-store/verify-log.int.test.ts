import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { NO_STREAM } from "#domain/core/event-store.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { migrate } from "../postgres/migrations.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { command, numbered } from "#testing/contracts/event-store-parts.ts";
import { logMigrations } from "./postgres/log-migrations.ts";
import { createPostgresEventStore, type PostgresEventStore } from "./postgres/postgres-event-store.ts";
import { storedFrom, storedIn, verifyLog } from "./verify-log.ts";

let db: FreshDatabase;
let store: PostgresEventStore;
beforeEach(async () => {
  db = await testDatabase();
  await migrate(db.pool, logMigrations);
  store = createPostgresEventStore({ pool: db.pool, log: { warn: () => undefined } });
  for (const stream of ["a", "b"]) {
    const data = numbered(600).map((each) => ({ ...each, text: "ä\u0000 " }));
    await store.appendToStream(
      stream,
      data.map((each) => ({ type: "counted", schemaVersion: 1, data: each })),
      { expectedRevision: NO_STREAM, context: command() },
    );
  }
});
afterEach(() => db.drop());

const verify = () => verifyLog(storedIn(store));

/** An action that needs all rights over the database. */
async function tamper(sql: string): Promise<void> {
  const client = await db.pool.connect();
  await client.query(
    `BEGIN; ALTER TABLE log.events DISABLE TRIGGER events_are_final; ${sql}; ALTER TABLE log.events ENABLE ALWAYS TRIGGER events_are_final; COMMIT`,
  );
  client.release();
}

/** Gives an event the hash of its present fields. */
const REHASHED = `hash = log.event_hash(id, stream, revision, type, schema_version, recorded_at, actor::text, command_id,
  correlation_id, causation_id, prev_hash, encode(sha256(convert_to(data::text, 'UTF8')), 'hex'))`;

test("an untouched log has no fault, read either way", async () => {
  const verified = await verify();
  expect(verified).toMatchObject({ events: 1200, streams: 2, faults: [] });
  expect(await verifyLog(storedFrom(store))).toEqual(verified);
});

test.each([
  ["one byte of the data", "data = replace(data::text, '\"n\":417', '\"n\":418')::json"],
  ["a space within the data", "data = replace(data::text, '{\"n\"', '{ \"n\"')::json"],
  ["the actor", 'actor = \'{"kind":"system","name":"x"}\''],
  ["the time", "recorded_at = recorded_at + interval '1 microsecond'"],
  ["the type", "type = 'counteD'"],
  ["the command", "command_id = command_id || ' '"],
])("a change of %s is found with stream and revision", async (_, change) => {
  await tamper(`UPDATE log.events SET ${change} WHERE stream = 'b' AND revision = 417`);
  expect((await verify()).faults).toEqual([
    { stream: "b", revision: 417, position: "0000000000000001018", fault: "its content does not match its hash" },
  ]);
});

test("a change that brings its own hash breaks the chain after it", async () => {
  await tamper(`UPDATE log.events SET type = 'other', hash = log.event_hash(id, stream, revision, 'other', schema_version, recorded_at, actor::text,
    command_id, correlation_id, causation_id, prev_hash, encode(sha256(convert_to(data::text, 'UTF8')), 'hex')) WHERE stream = 'a' AND revision = 5`);
  expect((await verify()).faults).toMatchObject([
    { stream: "a", revision: 6, fault: "it does not chain to the event before it" },
  ]);
});

test("removed events leave a gap; a log cut off at its end has another digest", async () => {
  const { digest } = await verify();
  await tamper("DELETE FROM log.events WHERE stream = 'a' AND revision = 7");
  expect((await verify()).faults).toMatchObject([
    { stream: "a", revision: 8, fault: "it follows revision 6" },
    { stream: "a", revision: 8, fault: expect.stringMatching(/jumps/) },
  ]);
  await tamper("DELETE FROM log.events WHERE stream = 'a'");
  expect((await verify()).faults).toMatchObject([{ stream: "b", revision: 0, fault: expect.stringMatching(/jumps/) }]);
  await tamper("DELETE FROM log.events WHERE stream = 'b' AND revision > 590");
  expect((await verify()).digest).not.toBe(digest);
});

/** Appends one event to each of these streams, as the log would. */
const oneEach = (from: number, to: number, revision = 0) =>
  db.pool.query(
    `INSERT INTO log.events (id, position, stream, revision, type, schema_version, recorded_at, actor, command_id, correlation_id,
       prev_hash, hash, data)
     SELECT id, position, stream, ${revision}, 'counted', 1, at, '{}', 'c', 'c', prev_hash,
       log.event_hash(id, stream, ${revision}, 'counted', 1, at, '{}', 'c', 'c', NULL, prev_hash, encode(sha256('{}'), 'hex')), '{}'
     FROM (SELECT md5($3 || n::text)::uuid AS id, row_number() OVER (ORDER BY n) + (SELECT max(position) FROM log.events) AS position,
       'run-' || n AS stream, (SELECT max(recorded_at) FROM log.events) AS at,
       (SELECT hash FROM log.events WHERE stream = 'run-' || n ORDER BY revision DESC LIMIT 1) AS prev_hash
       FROM generate_series($1::int, $2::int) n OFFSET 0) made`,
    [from, to, `${revision}/`],
  );

test(
  "its memory does not grow with the streams, and a stream that comes again after very many is checked",
  { timeout: 120_000 },
  async () => {
    await oneEach(1, 100_000);
    await oneEach(1, 50, 1);
    await tamper("DELETE FROM log.events WHERE stream = 'run-7' AND revision = 0");
    await tamper(`UPDATE log.events SET prev_hash = NULL WHERE stream = 'run-8' AND revision = 1`);
    await tamper(`UPDATE log.events SET ${REHASHED} WHERE stream = 'run-8' AND revision = 1`);
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const heap: number[] = [];
    let asked = 0;
    const source = storedIn(store);
    const { streams, faults, faultCount } = await verifyLog(
      { ...source, before: (events) => ((asked += events.length), source.before(events)) },
      async ({ event }) => {
        if (!["run-30000", "run-99999"].includes(event.stream)) return;
        collect();
        heap.push(process.memoryUsage().heapUsed);
      },
    );
    expect([streams, faultCount]).toEqual([100_001, 3]);
    expect(faults).toMatchObject([
      { stream: "run-8", revision: 0, fault: expect.stringMatching(/jumps/) },
      { stream: "run-7", revision: 1, fault: "it follows revision none" },
      { stream: "run-8", revision: 1, fault: "it does not chain to the event before it" },
    ]);
    expect(asked).toBeGreaterThan(99_000);
    // With a head kept for each stream these were 20 MB.
    expect(heap[1]! - heap[0]!).toBeLessThan(3_000_000);
  },
);

test("of a log with a fault in every event the first thousand are named, and all counted", async () => {
  await tamper("UPDATE log.events SET type = 'other'");
  const { faults, faultCount } = await verify();
  expect([faults.length, faultCount]).toEqual([1000, 1200]);
});
