import { DatabaseError, type Pool } from "pg";
import { allEvents, type KnownEvent } from "#domain/use-cases/all-events.ts";
import { createDatabaseClock } from "../time/clock.ts";
import { type Config, loadConfig } from "../config/config.ts";
import { damagedPlace, isDamage } from "../observability/damage.ts";
import { createDatabase } from "../postgres/database.ts";
import {
  hasEmbeddedPostgres,
  runningEmbeddedPostgres,
  startEmbeddedPostgres,
} from "../embedded-postgres/embedded-postgres.ts";
import { describeDatabaseFault, describeEventStoreFault } from "../engines/describe-fault.ts";
import { engineOf } from "../engines/engine-unavailable.ts";
import { createEventLog, type DecodingEventLog } from "../event-store/event-log.ts";
import { createCommandClaims } from "../beside-log/command-claims.ts";
import { createEventStoreDb, type EventStoreDb } from "../event-store/eventstoredb/eventstoredb-event-store.ts";
import { createPostgresEventStore, type PostgresEventStore } from "../event-store/postgres/postgres-event-store.ts";
import { type FileStores, openFileStores } from "../files/open-file-stores.ts";
import { createLog, type Log } from "../observability/logger.ts";
import { createVault } from "../vault/vault.ts";

export type Installation = {
  readonly config: Config;
  readonly log: Log;
  readonly pool: Pool;
  readonly store:
    | { readonly kind: "postgres"; readonly store: PostgresEventStore }
    | { readonly kind: "eventstoredb"; readonly store: EventStoreDb };
  readonly events: DecodingEventLog<KnownEvent>;
  readonly files: FileStores;
  close(): Promise<void>;
};

const EMPTY = "This installation is empty: start the server once, which makes its tables.";

/**
 * What a command line tool needs of the installation described by the environment, beside a running server or without
 * one: connects to the embedded Postgres if it runs and starts it if not. Throws a sentence if it cannot be opened.
 */
async function openInstallation(): Promise<Installation> {
  const result = loadConfig();
  if (!result.ok) throw new Error(result.faults.join("\n"));
  const { config } = result;
  const postgres = await openPostgres(config);
  try {
    return await openOn(config, postgres);
  } catch (error) {
    // A Postgres that goes on would keep the tool from ending.
    await postgres.close();
    throw error;
  }
}

async function openOn(config: Config, postgres: OpenedPostgres): Promise<Installation> {
  const log = createLog(config.logLevel === "info" ? "warn" : config.logLevel);
  const database = createDatabase<unknown>(postgres.url, {
    applicationName: "tributary command line",
    // A query on a broken connection fails by itself; errors while the tool ends do not matter.
    onIdleError: () => undefined,
  });
  const { pool } = database;
  let files: FileStores;
  try {
    const { rows } = await pool.query<{ made: boolean }>(
      "SELECT to_regclass('log.events') IS NOT NULL AND to_regclass('models.checkpoints') IS NOT NULL AS made",
    );
    if (!rows[0]!.made) throw new Error(EMPTY);
    files = await openFileStores(config, { demand: async () => undefined }, log);
  } catch (error) {
    await database.close();
    throw error;
  }
  const store: Installation["store"] = config.eventStoreUrl
    ? {
        kind: "eventstoredb",
        store: createEventStoreDb({
          url: config.eventStoreUrl,
          clock: createDatabaseClock(pool),
          log,
          claims: createCommandClaims(pool),
        }),
      }
    : { kind: "postgres", store: createPostgresEventStore({ pool, log, archive: files.archive }) };
  const vault = createVault({ pool, masterSecrets: config.appSecrets });
  return {
    config,
    log,
    pool,
    store,
    files,
    events: createEventLog({ store: store.store, catalog: allEvents, vault }),
    async close() {
      await store.store.close();
      files.close();
      await database.close();
      await postgres.close();
    },
  };
}

export type OpenedPostgres = { readonly url: Parameters<typeof createDatabase>[0]; close(): Promise<void> };

/** The database of an installation, which is started if it is an embedded one and its server does not run. */
export async function openPostgres(config: Pick<Config, "databaseUrl" | "dataDir">): Promise<OpenedPostgres> {
  if (config.databaseUrl) return { url: config.databaseUrl, close: async () => undefined };
  const running = await runningEmbeddedPostgres(config.dataDir);
  if (running) return { url: running, close: async () => undefined };
  // A wrong DATA_DIR must not create a new installation.
  if (!hasEmbeddedPostgres(config.dataDir)) throw new Error(EMPTY);
  const cluster = await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => undefined });
  return { url: cluster.url, close: () => cluster.stop() };
}

/** Runs a tool: its return value is the exit status; an error is printed to standard error, with status 2. */
export async function runTool(tool: (installation: Installation) => Promise<number>): Promise<void> {
  let installation: Installation | undefined;
  try {
    installation = await openInstallation();
    process.exitCode = await tool(installation);
  } catch (error) {
    const damage = isDamage(error) && installation ? await damagedPlace(installation.pool, error.message) : null;
    console.error(damage === null ? sentenceOf(error) : `The database found damaged data: ${damage}.`);
    process.exitCode = 2;
  } finally {
    // Errors while the tool ends do not change what it has done.
    await installation?.close().catch(() => undefined);
  }
}

/** What to print for an error. */
export function sentenceOf(error: unknown): string {
  const engine = engineOf(error)?.engine;
  if (engine === "event log") return `The event log cannot be used: ${describeEventStoreFault(error).words}.`;
  if (engine !== undefined || error instanceof DatabaseError)
    return `The database cannot be used: ${describeDatabaseFault(error).words}.`;
  return error instanceof Error ? error.message : String(error);
}
