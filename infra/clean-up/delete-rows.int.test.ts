import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { afterAll, beforeEach, expect, test } from "vitest";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { deleteEach, deleteRows } from "./delete-rows.ts";

const db = await testDatabase();
afterAll(() => db.drop());

const FOREVER = new AbortController().signal;
const OLD = { table: "old.rows", where: "at < now() - interval '1 day'" };
beforeEach(async () => {
  await db.pool.query(`DROP SCHEMA IF EXISTS old CASCADE; CREATE SCHEMA old;
    CREATE TABLE old.rows (n integer PRIMARY KEY, at timestamptz NOT NULL); CREATE INDEX ON old.rows (at);
    INSERT INTO old.rows SELECT n, now() - interval '2 days' FROM generate_series(1, 12000) n;
    INSERT INTO old.rows SELECT n, now() FROM generate_series(12001, 12010) n`);
});

/** What each statement removed. */
function counting() {
  const removed: number[] = [];
  const query = async (text: string, values: unknown[]) => {
    const answer = await db.pool.query(text, values);
    removed.push(answer.rowCount ?? 0);
    return answer;
  };
  return { removed, pool: { query } as unknown as typeof db.pool };
}

const left = async () => (await db.pool.query<{ n: number }>("SELECT count(*)::int AS n FROM old.rows")).rows[0]!.n;

test("a backlog of any size goes in statements of a bounded size", async () => {
  const { removed, pool } = counting();
  expect(await deleteRows(pool, OLD, FOREVER)).toEqual({ removed: 12_000, done: true });
  expect(removed).toEqual([5_000, 5_000, 2_000, 0]);
  expect(await left()).toBe(10);
});

test("a sweep whose time is over says that there is more, and the next one goes on", async () => {
  const { removed, pool } = counting();
  const over = new AbortController();
  const first = deleteRows(pool, OLD, over.signal);
  over.abort();
  expect(await first).toEqual({ removed: 5_000, done: false });
  expect(await deleteEach(pool, [OLD, OLD], FOREVER)).toEqual({ removed: 7_000, done: true });
  expect(removed).toEqual([5_000, 5_000, 2_000, 0, 0]);
});

test("a row that is renewed while it is being deleted stays", async () => {
  const client = await db.pool.connect();
  try {
    await client.query("BEGIN; UPDATE old.rows SET at = now() WHERE n = 1");
    const swept = deleteRows(db.pool, OLD, FOREVER);
    await expect
      .poll(async () => (await db.pool.query("SELECT FROM pg_locks WHERE NOT granted")).rowCount, { timeout: 5_000 })
      .toBeGreaterThan(0);
    await client.query("COMMIT");
    expect(await swept).toEqual({ removed: 11_999, done: true });
  } finally {
    client.release(true);
  }
  expect(await left()).toBe(11);
});

test("no other statement of the product deletes by age, whatever has piled up", async () => {
  const deletes = /delete\s+from[^;"`]*<\s*\(*\s*(select\s+)?(now|clock_timestamp|extract)\s*\(/i;
  const found: string[] = [];
  for (const folder of ["app", "domain", "infra", "projections", "runners", "server"])
    for await (const file of glob(`${folder}/**/*.ts`))
      if (!file.includes(".test.") && deletes.test(readFileSync(file, "utf8"))) found.push(file);
  expect(deletes.test("DELETE FROM a.b WHERE created < now() - interval '1 day'")).toBe(true);
  expect(found).toEqual([]);
});
