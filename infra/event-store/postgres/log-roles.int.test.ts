import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NO_STREAM } from "#domain/core/event-store.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { migrate } from "../../postgres/migrations.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { command, follow } from "#testing/contracts/event-store-parts.ts";
import { logMigrations } from "./log-migrations.ts";
import { logRoles } from "./log-roles.ts";
import { createPostgresEventStore } from "./postgres-event-store.ts";

let db: FreshDatabase;
const pools: pg.Pool[] = [];
const made: string[] = [];
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, logMigrations);
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  for (const role of made) await db.pool.query(`DROP OWNED BY ${role} CASCADE; DROP ROLE ${role}`);
  await db.drop();
});

const poolAs = (role: string, url = db.url): pg.Pool => {
  const pool = new pg.Pool({ connectionString: url, max: 3, options: `-c role=${role}` });
  // Connections that the test database cuts when it is dropped.
  pool.on("error", () => undefined);
  pools.push(pool);
  return pool;
};
const append = (pool: pg.Pool) =>
  createPostgresEventStore({ pool, log: { warn: () => undefined } }).appendToStream(
    "s",
    [{ type: "x", schemaVersion: 1, data: {} }],
    { expectedRevision: NO_STREAM, context: command() },
  );

test("the writer appends through the function and reads; the reader only reads; neither gets at the table", async () => {
  const results = await Promise.all([logRoles(db.pool), logRoles(db.pool)]);
  const roles = await logRoles(db.pool);
  if (!roles.ok) throw new Error(roles.warning);
  made.push(roles.reader, roles.writer);
  expect(results).toEqual([roles, roles]);

  const writer = poolAs(roles.writer);
  const store = createPostgresEventStore({ pool: writer, log: { warn: () => undefined } });
  expect(await append(writer)).toMatchObject({ ok: true, revision: 0 });
  const reader = poolAs(roles.reader);
  const reading = createPostgresEventStore({ pool: reader, log: { warn: () => undefined } });
  expect(await reading.readStream("s")).toHaveLength(1);
  expect(await follow(store, null, 5).until((await reading.head())!)).toHaveLength(1);
  await store.close();
  await expect(append(reader)).rejects.toThrow(/permission denied/);
  for (const pool of [reader, writer]) {
    for (const sql of [
      "INSERT INTO log.events SELECT * FROM log.events",
      "UPDATE log.events SET type = 'x'",
      "DELETE FROM log.events",
      "TRUNCATE log.events",
      "ALTER TABLE log.events DISABLE TRIGGER ALL",
      "CREATE OR REPLACE FUNCTION log.refuse_change() RETURNS trigger LANGUAGE sql AS 'SELECT 1'",
      "DROP TABLE log.events",
      "SELECT * FROM public.migrations",
    ]) {
      await expect(pool.query(sql), sql).rejects.toThrow(/permission denied|must be owner/);
    }
  }
});

test("a user who may not make roles gets a warning, and a log that works", async () => {
  const name = `${new URL(db.url).pathname.slice(1)}_plain`;
  made.push(name);
  await db.pool.query(`CREATE ROLE ${name} NOCREATEROLE`);
  const own = await testDatabase();
  await own.pool.query(
    `GRANT CREATE ON DATABASE ${new URL(own.url).pathname.slice(1)} TO ${name}; GRANT CREATE ON SCHEMA public TO ${name}`,
  );
  const plain = poolAs(name, own.url);
  await migrate(plain, logMigrations);
  expect(await logRoles(plain)).toMatchObject({ ok: false, warning: expect.stringContaining("trigger alone") });
  expect(await append(plain)).toMatchObject({ ok: true });
  await own.drop();
});
