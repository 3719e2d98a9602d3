import { afterEach, beforeEach, expect, test } from "vitest";
import { NO_STREAM } from "#domain/core/event-store.ts";
import { Secret } from "#domain/core/text/secret.ts";
import { append, freshStream, numbered } from "#testing/contracts/event-store-parts.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { type ProtocolServer, startProtocolServer } from "#testing/servers/eventstoredb-server.ts";
import { createDatabase, type Database } from "../postgres/database.ts";
import { migrate } from "../postgres/migrations.ts";
import { logMigrations } from "./postgres/log-migrations.ts";
import { openEventStore } from "./open-event-store.ts";

/** Which database may start with which log. */
type Postgres = { readonly fresh: FreshDatabase; readonly database: Database<unknown> };
let log: ProtocolServer;
let databases: Postgres[];
let logs: ProtocolServer[];
beforeEach(async () => {
  [databases, logs] = [[], []];
  log = await newLog();
});
afterEach(async () => {
  for (const each of logs) each.close();
  for (const { fresh, database } of databases) {
    await database.close();
    await fresh.drop();
  }
});

async function newLog(): Promise<ProtocolServer> {
  const server = await startProtocolServer();
  logs.push(server);
  return server;
}
async function newPostgres(): Promise<Postgres> {
  const fresh = await testDatabase();
  await migrate(fresh.pool, logMigrations);
  const database = createDatabase(fresh.url, { applicationName: "tributary test", onIdleError: () => undefined });
  databases.push({ fresh, database });
  return { fresh, database };
}

/** Starts and writes an event; the sentence if it is refused. */
async function start({ database }: Postgres, at: ProtocolServer | null): Promise<string> {
  try {
    const { store, close } = await openEventStore({
      eventStoreUrl: at ? new Secret(at.url) : undefined,
      pool: database.pool,
      clock: { now: async () => new Date() },
      log: { warn: () => undefined },
    });
    await append(store, freshStream(), NO_STREAM, numbered(1));
    await close();
    return "started";
  } catch (error) {
    if ((error as Error).name !== "StartRefused") throw error;
    return (error as Error).message;
  }
}
const sql = ({ fresh }: Postgres, text: string) => fresh.pool.query(text);
const forget = (at: ProtocolServer) => {
  at.state.streams.delete("command-installation-mark");
};

test("a database goes on with its log, and so does one of before that knew no mark", async () => {
  const ours = await newPostgres();
  expect(await start(ours, log)).toBe("started");
  expect(await start(ours, log)).toBe("started");
  await sql(ours, "DELETE FROM log.mark");
  forget(log);
  expect(await start(ours, log)).toBe("started");
  // Restored from a copy that was made before the mark.
  await sql(ours, "DELETE FROM log.mark");
  expect(await start(ours, log)).toBe("started");
});

test.each([[true], [false]])(
  "an empty or foreign Postgres is refused on a log that others have written (marked: %s)",
  async (isMarked) => {
    const [ours, empty, foreign] = [await newPostgres(), await newPostgres(), await newPostgres()];
    expect(await start(ours, log)).toBe("started");
    expect(await start(foreign, await newLog())).toBe("started");
    if (!isMarked) {
      forget(log);
      await sql(ours, "DELETE FROM log.mark");
      await sql(foreign, "DELETE FROM log.mark");
    }
    const events = log.state.log.length;
    const unknown =
      /^DATABASE_URL: this database does not know the log at EVENTSTORE_URL, which .* already. Restore the database that belongs to it/;
    expect(await start(empty, log)).toMatch(unknown);
    expect(await start(foreign, log)).toMatch(
      isMarked ? /^EVENTSTORE_URL: the log belongs to another installation, so it is not the one/ : unknown,
    );
    // Nothing was written to the log, nor claimed in the database.
    expect(log.state.log).toHaveLength(events);
    expect((await sql(empty, "SELECT FROM log.commands")).rowCount).toBe(0);
    expect(await start(ours, log)).toBe("started");
  },
);

test("a log that is gone, a forgotten EVENTSTORE_URL, and a log that was in Postgres are refused", async () => {
  const ours = await newPostgres();
  expect(await start(ours, log)).toBe("started");
  expect(await start(ours, await newLog())).toMatch(
    /^EVENTSTORE_URL: the log has no mark of an installation, so it is not the one/,
  );
  expect(await start(ours, null)).toMatch(/^EVENTSTORE_URL must be set: the log of this database is in EventStoreDB/);
  const plain = await newPostgres();
  expect(await start(plain, null)).toBe("started");
  expect(await start(plain, await newLog())).toMatch(
    /^EVENTSTORE_URL: this log is empty, and that of this database is in its own tables/,
  );
});

test("an operator may go on with a log that the database does not know, as the sentence says", async () => {
  const [ours, other] = [await newPostgres(), await newPostgres()];
  expect(await start(ours, log)).toBe("started");
  const said = await start(other, log);
  const [, statement] = /run "(insert [^"]*)"/.exec(said)!;
  await sql(other, statement!);
  expect(await start(other, log)).toBe("started");
  expect(await start(other, log)).toBe("started");
  const next = await newLog();
  const [, update] = /run "(update [^"]*)"/.exec(await start(other, next))!;
  await sql(other, update!);
  expect(await start(other, next)).toBe("started");
});
