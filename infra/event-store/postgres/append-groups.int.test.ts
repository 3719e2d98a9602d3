import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AppendResult, NO_STREAM } from "#domain/core/event-store.ts";
import { append, command, freshStream } from "#testing/contracts/event-store-parts.ts";
import { eventually } from "#testing/eventually.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { migrate } from "../../postgres/migrations.ts";
import { logMigrations } from "./log-migrations.ts";
import { createPostgresEventStore, type PostgresEventStore } from "./postgres-event-store.ts";

let db: FreshDatabase;
let pool: pg.Pool;
let store: PostgresEventStore;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, logMigrations);
  pool = new pg.Pool({ connectionString: db.url, max: 12, application_name: "groups" });
  pool.on("error", () => undefined);
  store = createPostgresEventStore({ pool, log: { warn: () => undefined } });
});
afterAll(async () => {
  await store?.close();
  await pool?.end();
  await db?.drop();
});

const many = (count: number) => Array.from({ length: count }, () => ({ stream: freshStream(), context: command() }));
const first = ({ stream, context }: ReturnType<typeof many>[number]): Promise<AppendResult> =>
  append(store, stream, NO_STREAM, [{ n: 1 }, { n: 2 }], context);

/** How many transactions wrote these streams. */
async function transactions(streams: readonly string[]): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>(
    "SELECT count(DISTINCT xmin::text)::int AS count FROM log.events WHERE stream = ANY($1)",
    [streams],
  );
  return rows[0]!.count;
}

test("appends that wait at the same time share a transaction, and keep the order of their positions", async () => {
  const appends = many(60);
  const results = await Promise.all(appends.map(first));
  expect(results.every((result) => result.ok && result.revision === 1)).toBe(true);
  expect(await transactions(appends.map(({ stream }) => stream))).toBeLessThan(6);
  for (const { stream } of appends) {
    const read = await store.readStream(stream);
    expect(read.map(({ data }) => data)).toEqual([{ n: 1 }, { n: 2 }]);
    expect(read[1]!.prevHash).toBe(read[0]!.hash);
    expect(Number(read[1]!.position)).toBe(Number(read[0]!.position) + 1);
  }
});

test("each append of a group has a verdict of its own", async () => {
  const [taken, continued, repeated, elsewhere] = many(4) as [Made, Made, Made, Made];
  for (const each of [taken, continued, repeated, elsewhere]) await first(each);
  const results = await Promise.all([
    append(store, taken.stream, NO_STREAM, [{ n: 3 }]),
    append(store, continued.stream, 1, [{ n: 3 }]),
    first(repeated),
    append(store, freshStream(), NO_STREAM, [{ n: 3 }], elsewhere.context),
    ...many(5).map(first),
  ]);
  expect(results[0]).toEqual({ ok: false, reason: "conflict", actual: 1 });
  expect(results[1]).toMatchObject({ ok: true, revision: 2 });
  expect(results[2]).toMatchObject({ ok: true, revision: 1 });
  expect(results[3]).toEqual({ ok: false, reason: "duplicate-command" });
  expect(results.slice(4).every(({ ok }) => ok)).toBe(true);
  expect(await store.readStream(repeated.stream)).toHaveLength(2);
});
type Made = ReturnType<typeof many>[number];

test("data that Postgres refuses fails its own append only", async () => {
  const good = many(6);
  const stream = freshStream();
  const refused = store.appendToStream(stream, [{ type: "a\0b", schemaVersion: 1, data: {} }], {
    expectedRevision: NO_STREAM,
    context: command(),
  });
  const [verdict, ...results] = await Promise.allSettled([refused, ...good.map(first)]);
  expect(verdict.status).toBe("rejected");
  expect(results.every((result) => result.status === "fulfilled" && result.value.ok)).toBe(true);
  expect(await store.readStream(stream)).toEqual([]);
});

test("a group whose connection is cut leaves nothing, and its appends are recorded once when they are repeated", async () => {
  const holder = await db.pool.connect();
  const appends = many(8);
  try {
    await holder.query("BEGIN; SELECT pg_advisory_xact_lock(8242630071)");
    const cut = Promise.allSettled(appends.map(first));
    const waiting = "application_name = 'groups' AND wait_event_type = 'Lock'";
    await eventually(
      async () =>
        (await holder.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${waiting}`)).rowCount! > 0,
      10_000,
      "No group waited for the lock",
    );
    const results = await cut;
    expect(results.map(({ status }) => status)).toEqual(appends.map(() => "rejected"));
  } finally {
    await holder.query("ROLLBACK");
    holder.release();
  }
  for (const { stream } of appends) expect(await store.readStream(stream)).toEqual([]);
  const again = await Promise.all(appends.map(first));
  expect(again.every((result) => result.ok && result.revision === 1)).toBe(true);
  for (const { stream } of appends) expect(await store.readStream(stream)).toHaveLength(2);
});

test("an append is one statement that calls no other function for each event", async () => {
  const name = "counted appends";
  const options = { connectionString: db.url, max: 1, application_name: name, options: "-c track_functions=all" };
  const counted = new pg.Pool(options);
  const called = async (): Promise<Map<string, number>> => {
    await counted.query("SELECT pg_stat_force_next_flush()");
    const { rows } = await counted.query<{ funcname: string; calls: number }>(
      "SELECT funcname, calls::int FROM pg_stat_user_functions WHERE schemaname = 'log' AND calls > 0",
    );
    return new Map(rows.map(({ funcname, calls }) => [funcname, calls]));
  };
  let statements = 0;
  const counting = Object.assign(Object.create(counted) as pg.Pool, {
    query: (...args: unknown[]) => {
      statements += 1;
      return Reflect.apply(counted.query, counted, args);
    },
  });
  const alone = createPostgresEventStore({ pool: counting, log: { warn: () => undefined } });
  try {
    const stream = freshStream();
    const before = await called();
    for (let n = 0; n < 10; n += 1)
      expect((await append(alone, stream, n === 0 ? NO_STREAM : n - 1, [{ n }])).ok).toBe(true);
    expect(statements).toBe(10);
    await Promise.all(Array.from({ length: 40 }, () => append(alone, freshStream(), NO_STREAM, [{ n: 1 }, { n: 2 }])));
    const after = await called();
    const calls = [...after].map(([each, count]) => [each, count - (before.get(each) ?? 0)] as const);
    expect(Object.fromEntries(calls.filter(([, count]) => count > 0))).toEqual({
      append_one: 10,
      append_group: statements - 10,
    });
    expect(statements - 10).toBeLessThan(6);
  } finally {
    await alone.close();
    await counted.end();
  }
});
