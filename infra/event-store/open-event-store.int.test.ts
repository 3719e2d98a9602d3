import { afterAll, beforeAll, expect, test } from "vitest";
import { NO_STREAM } from "#domain/core/event-store.ts";
import { Secret } from "#domain/core/text/secret.ts";
import { createDatabase, type Database } from "../postgres/database.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { migrate } from "../postgres/migrations.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { command, follow } from "#testing/contracts/event-store-parts.ts";
import { startProtocolServer } from "#testing/servers/eventstoredb-server.ts";
import { logMigrations } from "./postgres/log-migrations.ts";
import { openEventStore } from "./open-event-store.ts";

const log = { warn: () => undefined };
const clock = { now: async () => new Date() };
let db: FreshDatabase;
let ours: Database<unknown>;
beforeAll(async () => {
  db = await testDatabase();
  ours = createDatabase(db.url, { applicationName: "tributary test", onIdleError: () => undefined });
  await migrate(db.pool, logMigrations);
});
afterAll(async () => {
  await ours.close();
  const name = new URL(db.url).pathname.slice(1);
  for (const role of [`${name}_log_reader`, `${name}_log_writer`])
    await db.pool.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  await db.drop();
});

test("without EVENTSTORE_URL the log is in Postgres, over connections that may only read and append", async () => {
  const { store, warning, close } = await openEventStore({ eventStoreUrl: undefined, pool: ours.pool, clock, log });
  expect(warning).toBeNull();
  const appended = await store.appendToStream("s", [{ type: "x", schemaVersion: 1, data: {} }], {
    expectedRevision: NO_STREAM,
    context: command(),
  });
  if (!appended.ok) throw new Error(appended.reason);
  expect(await follow(store, null, 5).until(appended.position)).toHaveLength(1);
  const { rows } = await db.pool.query("SELECT has_table_privilege($1, 'log.events', 'INSERT') AS inserts", [
    `${new URL(db.url).pathname.slice(1)}_log_writer`,
  ]);
  expect(rows).toEqual([{ inserts: false }]);
  await close();
});

test("with EVENTSTORE_URL it is in EventStoreDB", async () => {
  const server = await startProtocolServer();
  // This database has the log of the test before.
  await db.pool.query("INSERT INTO log.mark (id) VALUES ('accept')");
  const { store, close } = await openEventStore({ eventStoreUrl: new Secret(server.url), pool: ours.pool, clock, log });
  const appended = await store.appendToStream("t", [{ type: "x", schemaVersion: 1, data: {} }], {
    expectedRevision: NO_STREAM,
    context: command(),
  });
  expect(appended).toMatchObject({ ok: true, position: expect.stringMatching(/^\d{20}\/\d{20}$/) });
  expect((await db.pool.query("SELECT 1 FROM log.events WHERE stream = 't'")).rowCount).toBe(0);
  await close();
  server.close();
});
