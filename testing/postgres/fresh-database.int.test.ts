import { afterAll, beforeAll, expect, test } from "vitest";
import pg from "pg";
import type { FreshDatabase } from "./fresh-database.ts";
import { testDatabase } from "./test-database.ts";

let db: FreshDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

test("each database is empty and its own", async () => {
  const other = await testDatabase();
  await db.pool.query("create table mine (id int)");
  const { rows } = await other.pool.query("select count(*)::int as tables from pg_tables where schemaname = 'public'");
  expect(rows).toEqual([{ tables: 0 }]);
  await other.drop();
});

test("text outside ASCII folds and forms trigrams", async () => {
  await db.pool.query("create extension if not exists pg_trgm");
  const { rows } = await db.pool.query(
    "select lower('ÄÖÜÉ') as lower, show_trgm('Ärger') as trigrams, similarity('müller', 'MÜLLER') as alike",
  );
  expect(rows[0].lower).toBe("äöüé");
  expect(rows[0].trigrams.length).toBeGreaterThan(4);
  expect(rows[0].alike).toBe(1);
});

test("drop cuts off every client, and may be called twice", async () => {
  const gone = await testDatabase();
  const client = new pg.Client({ connectionString: gone.url });
  const ended = new Promise((resolve) => client.on("error", resolve));
  await client.connect();
  await gone.drop();
  await gone.drop();
  await ended;
  await expect(new pg.Client({ connectionString: gone.url }).connect()).rejects.toThrow(/does not exist/);
});
