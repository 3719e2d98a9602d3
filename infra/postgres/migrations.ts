import { createHash } from "node:crypto";
import pg from "pg";
import { StartRefused } from "../platform/start-refused.ts";

/** One step of the schema. Once released, neither its `id` nor its `sql` changes: a later step corrects it. */
export interface Migration {
  /** Unique for ever, e.g. `log-001-events`. */
  readonly id: string;
  /** One or more statements, run in a transaction of their own. */
  readonly sql: string;
}

const LOCK = "select pg_advisory_lock(hashtextextended('tributary.migrations', 0))";

/**
 * Applies `migrations` in order, each exactly once, and returns the ids that it ran. Processes that start together take
 * turns. Throws a sentence, with nothing run, if a recorded step differs from the one given or is unknown here; a step
 * that fails leaves nothing behind.
 */
export async function migrate(pool: pg.Pool, migrations: readonly Migration[]): Promise<readonly string[]> {
  refuseDoubles(migrations);
  return underStartLock(pool, async (client) => {
    await client.query(`create table if not exists public.migrations (
      id text primary key, checksum text not null, applied_at timestamptz not null default clock_timestamp())`);
    const { rows } = await client.query<{ id: string; checksum: string }>("select id, checksum from public.migrations");
    const recorded = new Map(rows.map((row) => [row.id, row.checksum]));
    refuseStrangers(recorded, migrations);
    const due = migrations.filter((migration) => !recorded.has(migration.id));
    for (const migration of due) await run(client, migration);
    return due.map((migration) => migration.id);
  });
}

/**
 * Does `work` while no other process of this database is in its own start: everything that makes tables, roles or keys
 * at start belongs here. `work` gets the connection that holds the lock; it must not call this function again.
 */
export async function underStartLock<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    // Rebuilding a large table may take longer than any request may run.
    await client.query("set statement_timeout = 0; set lock_timeout = '10min'");
    await client.query(LOCK);
    return await work(client);
  } finally {
    // Closing the connection releases the lock and the settings.
    client.release(true);
  }
}

async function run(client: pg.PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query("begin");
    await client.query(migration.sql);
    await client.query("insert into public.migrations (id, checksum) values ($1, $2)", [
      migration.id,
      checksum(migration),
    ]);
    await client.query("commit");
  } catch (error) {
    const sentence = `Migration ${migration.id} failed: ${(error as Error).message}`;
    if (isMissingExtension(error))
      throw new StartRefused(
        `${sentence}. It is one of the extensions that come with Postgres: install the package postgresql-contrib on the database server.`,
      );
    throw isMissingRight(error)
      ? new StartRefused(`${sentence}. The database user must own the database or may create schemas in it.`)
      : new Error(sentence, { cause: error });
  }
}

function isMissingRight(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "42501";
}

/** The server does not have the files of an extension. */
function isMissingExtension(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "0A000" && error.message.startsWith("extension ");
}

function refuseDoubles(migrations: readonly Migration[]): void {
  const seen = new Set<string>();
  for (const { id } of migrations) {
    if (seen.has(id)) throw new Error(`Two migrations are called ${id}. Rename the newer one.`);
    seen.add(id);
  }
}

function refuseStrangers(recorded: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  const given = new Map(migrations.map((migration) => [migration.id, checksum(migration)]));
  for (const [id, sum] of recorded) {
    if (!given.has(id))
      throw new StartRefused(
        `The database was migrated by a newer version of Tributary (migration ${id} is unknown here). Start that version instead.`,
      );
    if (given.get(id) !== sum)
      throw new Error(`Migration ${id} was changed after it ran. Restore its text and write a further migration.`);
  }
}

function checksum(migration: Migration): string {
  return createHash("sha256").update(migration.sql).digest("hex");
}
