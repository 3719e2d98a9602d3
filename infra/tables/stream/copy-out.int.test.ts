import { buffer } from "node:stream/consumers";
import type { PoolClient } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { CopyOut } from "./copy-out.ts";

let db: FreshDatabase;
let client: PoolClient;
beforeAll(async () => {
  db = await testDatabase();
  client = await db.pool.connect();
  await client.query(`CREATE FUNCTION noticed(n int) RETURNS text LANGUAGE plpgsql AS $$
    BEGIN IF n % 1000 = 0 THEN RAISE NOTICE 'row %', n; END IF; RETURN n; END $$`);
});
afterAll(async () => {
  client?.release();
  await db?.drop();
});

test.each([
  ["no rows", "SELECT 1 WHERE false"],
  ["one empty cell", "SELECT ''"],
  ["rows of every length up to some packets", "SELECT n, repeat('é', n) FROM generate_series(0, 3000) n"],
  ["many short rows", "SELECT n FROM generate_series(1, 200000) n"],
  ["rows longer than a chunk", "SELECT repeat('x', 1000000 + n) FROM generate_series(1, 5) n"],
  ["notices between the rows", "SELECT noticed(n) FROM generate_series(1, 20000) n"],
])("the same bytes as the library's: %s", async (_what, rows) => {
  const sql = `COPY (${rows}) TO STDOUT`;
  const theirs = client.query(copyTo(sql));
  const expected = await buffer(theirs);
  const ours = client.query(new CopyOut(sql));
  const read = await buffer(ours);
  expect([read.equals(expected), read.length]).toEqual([true, expected.length]);
  expect(ours.rowCount).toBe(theirs.rowCount);
  expect((await client.query<{ one: number }>("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
});

test("a slow reader makes the server wait", async () => {
  const copy = client.query(new CopyOut("COPY (SELECT repeat('x', 1000) FROM generate_series(1, 20000)) TO STDOUT"));
  let bytes = 0;
  for await (const chunk of copy as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    expect(copy.readableLength).toBeLessThan(1_000_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect([bytes, copy.rowCount]).toEqual([20_020_000, 20_000]);
});

test("an error amid the rows ends them with that error, and the connection can be used again", async () => {
  const copy = client.query(new CopyOut("COPY (SELECT 1 / (50000 - n) FROM generate_series(1, 100000) n) TO STDOUT"));
  await expect(buffer(copy)).rejects.toThrow("division by zero");
  await expect(buffer(client.query(new CopyOut("COPY nothing TO STDOUT")))).rejects.toThrow('"nothing" does not exist');
  expect((await client.query<{ one: number }>("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
});

test("a connection that is lost ends the rows with an error", async () => {
  const other = await db.pool.connect();
  other.on("error", () => undefined);
  const { pid } = (await other.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows[0]!;
  const copy = other.query(new CopyOut("COPY (SELECT repeat('x', 1000) FROM generate_series(1, 1000000)) TO STDOUT"));
  const rest = expect(buffer(copy)).rejects.toThrow();
  await client.query("SELECT pg_terminate_backend($1)", [pid]);
  await rest;
  other.release(true);
});
