import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { StartRefused } from "../platform/start-refused.ts";

/**
 * One step of the schema. Once released, neither its `id` nor its `sql` changes: a later step corrects it. It adds, and a
 * program that does not know it goes on; one that takes something away from such programs is a `contract`.
 */
export interface Migration {
  /** Unique for ever, e.g. `log-001-events`. */
  readonly id: string;
  /** One or more statements, run in a transaction of their own. */
  readonly sql: string;
  readonly contract?: {
    /** Id of an earlier step: programs that know it no longer need what this one takes away. */
    readonly since: string;
  };
  /** A command makes it when it is needed, and no upgrade. */
  readonly byCommand?: true;
}

/** A step as its command makes it. */
export function madeNow({ byCommand: _, ...step }: Migration): Migration {
  return step;
}

/** Recorded first by a restore and forgotten at its end: until then no version starts on the database. */
export const RESTORE_UNFINISHED: Migration = { id: "restore-unfinished", sql: "select 1" };

/** What the database has, beside what this program knows. */
export type SchemaState = {
  /** Steps that this program would make, in order. */
  readonly due: readonly Migration[];
  /** Those of `due` after which the version that made the last step does not work. */
  readonly breaking: readonly Migration[];
  /** Steps of a newer version, with which this program works. */
  readonly ahead: readonly string[];
  /** Nothing was ever made here. */
  readonly isEmpty: boolean;
  /** The step that was made last. `by` is null if a version made it that noted none. */
  readonly last: { readonly id: string; readonly at: Date; readonly by: string | null } | null;
  /** Whether the version before goes on after steps that only add: versions before this rule refuse any step unknown to them. */
  readonly isLenient: boolean;
};

export type MigrateOptions = {
  /** Version of this program, noted beside each step. */
  readonly version?: string;
  /** Called if another process is in its start, and is waited for. */
  readonly onWait?: () => void;
  /** Called before the first step is made; nothing is made if it throws. */
  readonly before?: (state: SchemaState, client: pg.ClientBase) => Promise<void>;
};

const LOCK = "hashtextextended('tributary.migrations', 0)";
/**
 * How long a step waits for the locks of a table: whoever comes after it waits behind it. A backup may hold them for
 * long, so it is tried again.
 */
const TABLE_LOCK = "set local lock_timeout = '2s'";
const TABLE_LOCK_TRIES = 200;
const TABLE_LOCK_PAUSE_MS = 1_000;
/** In `works_with`: every program that knows this rule. */
const EVERY = "every";

/**
 * Applies `migrations` in order, each exactly once, and returns the ids that it ran. Processes that start together take
 * turns. Throws a sentence, with nothing run, if a recorded step differs from the one given, or is unknown here and takes
 * away what this program needs; a step that fails leaves nothing behind.
 */
export async function migrate(
  pool: pg.Pool,
  migrations: readonly Migration[],
  options: MigrateOptions = {},
): Promise<readonly string[]> {
  return underStartLock(
    pool,
    async (client) => {
      const state = await readSchemaState(client, migrations);
      if (state.due.length > 0) await options.before?.(state, client);
      if (!state.isLenient) await makeRecord(client);
      for (const migration of state.due) await run(client, migration, options.version ?? null);
      return state.due.map((migration) => migration.id);
    },
    options.onWait,
  );
}

/**
 * Compares the database with `migrations`, and changes nothing. Throws `StartRefused` if this program does not work with
 * what a newer version has made.
 */
export async function readSchemaState(
  client: pg.Pool | pg.ClientBase,
  migrations: readonly Migration[],
): Promise<SchemaState> {
  refuseDoubles(migrations);
  const { rows: made } = await client.query<{ kept: boolean; lenient: boolean }>(
    `select to_regclass('public.migrations') is not null as kept, exists (select from pg_attribute
       where attrelid = to_regclass('public.migrations') and attname = 'works_with') as lenient`,
  );
  const isLenient = made[0]?.lenient === true;
  const rows = made[0]?.kept === true ? await recordedSteps(client, isLenient) : [];
  const ahead = refuseStrangers(rows, migrations);
  const known = new Set(rows.map(({ id }) => id));
  const due = migrations.filter(({ id, byCommand }) => !known.has(id) && !byCommand);
  if (ahead.length > 0 && due.length > 0)
    throw new StartRefused(
      `The database was migrated by another version of Tributary: ${ahead[0]} is unknown here, and ${due[0]!.id} is missing there. Start a version that has both.`,
    );
  const last = rows.at(-1);
  return {
    breaking: due.filter(({ contract }) => contract !== undefined && !known.has(contract.since)),
    ...{ due, ahead, isEmpty: rows.length === 0, isLenient },
    last: last ? { id: last.id, at: last.at, by: last.by } : null,
  };
}

type RecordedStep = {
  readonly id: string;
  readonly checksum: string;
  readonly at: Date;
  readonly by: string | null;
  readonly worksWith: string | null;
};

/** Oldest first. */
async function recordedSteps(client: pg.Pool | pg.ClientBase, isLenient: boolean): Promise<readonly RecordedStep[]> {
  const noted = isLenient ? 'made_by as "by", works_with as "worksWith"' : 'null as "by", null as "worksWith"';
  const { rows } = await client.query<RecordedStep>(
    `select id, checksum, applied_at as at, ${noted} from public.migrations order by applied_at, id`,
  );
  return rows;
}

/** Versions before the rule of contracts made the table without its last two columns. */
async function makeRecord(client: pg.ClientBase): Promise<void> {
  try {
    await client.query(`create table if not exists public.migrations (
        id text primary key, checksum text not null, applied_at timestamptz not null default clock_timestamp());
      alter table public.migrations add column if not exists works_with text, add column if not exists made_by text`);
  } catch (error) {
    throw explained("The table of migrations cannot be made", error);
  }
}

/**
 * Does `work` while no other process of this database is in its own start: everything that makes tables, roles or keys
 * at start belongs here. `work` gets the connection that holds the lock; it must not call this function again.
 */
export async function underStartLock<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  onWait: () => void = () => undefined,
): Promise<T> {
  const client = await pool.connect();
  try {
    // Rebuilding a large table may take longer than any request may run.
    await client.query("set statement_timeout = 0; set lock_timeout = '10min'");
    const { rows } = await client.query<{ ours: boolean }>(`select pg_try_advisory_lock(${LOCK}) as ours`);
    if (rows[0]?.ours !== true) {
      onWait();
      await client.query(`select pg_advisory_lock(${LOCK})`);
    }
    return await work(client);
  } finally {
    // Closing the connection releases the lock and the settings.
    client.release(true);
  }
}

async function run(client: pg.PoolClient, migration: Migration, version: string | null): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await runOnce(client, migration, version);
    } catch (error) {
      await client.query("rollback");
      const isLocked = error instanceof pg.DatabaseError && error.code === "55P03";
      if (!isLocked || tries === TABLE_LOCK_TRIES) throw explained(`Migration ${migration.id} failed`, error);
      await sleep(TABLE_LOCK_PAUSE_MS);
    }
  }
}

async function runOnce(client: pg.PoolClient, migration: Migration, version: string | null): Promise<void> {
  await client.query(`begin; ${TABLE_LOCK}`);
  await client.query(migration.sql);
  await client.query("insert into public.migrations (id, checksum, works_with, made_by) values ($1, $2, $3, $4)", [
    migration.id,
    checksum(migration),
    migration.contract?.since ?? EVERY,
    version,
  ]);
  await client.query("commit");
}

function explained(what: string, error: unknown): Error {
  const sentence = `${what}: ${(error as Error).message}`;
  if (isMissingExtension(error))
    return new StartRefused(
      `${sentence}. It is one of the extensions that come with Postgres: install the package postgresql-contrib on the database server.`,
    );
  return isMissingRight(error)
    ? new StartRefused(`${sentence}. The database user must own the database or may create schemas in it.`)
    : new Error(sentence, { cause: error });
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

/** The ids of steps of newer versions with which this program works. */
function refuseStrangers(recorded: readonly RecordedStep[], migrations: readonly Migration[]): readonly string[] {
  const given = new Map(migrations.map((migration) => [migration.id, checksum(migration)]));
  const ahead = recorded.filter(({ id }) => !given.has(id));
  if (ahead.some(({ id }) => id === RESTORE_UNFINISHED.id))
    throw new StartRefused(
      "The database is not whole: a restore into it, or a move, was ended in the middle. Run it again, which begins anew.",
    );
  for (const { id, checksum: sum } of recorded)
    if (given.has(id) && given.get(id) !== sum)
      throw new Error(`Migration ${id} was changed after it ran. Restore its text and write a further migration.`);
  const breaking = ahead.find(({ worksWith }) => worksWith === null || (worksWith !== EVERY && !given.has(worksWith)));
  if (breaking)
    throw new StartRefused(
      `The database was migrated by a newer version of Tributary (migration ${breaking.id} is unknown here, and this version does not work with it). Start that version instead. The way back is a backup that was made before: npm run restore -- <folder of the backup>.`,
    );
  return ahead.map(({ id }) => id);
}

export function checksum(migration: Migration): string {
  return createHash("sha256").update(migration.sql).digest("hex");
}
