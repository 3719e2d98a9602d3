import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { createBudgets } from "#domain/core/budget.ts";
import { allEvents } from "#domain/processes/all-events.ts";
import { createSnapshotStore, snapshotMigrations } from "./beside-log/snapshot-store.ts";
import { createTextStore, textMigrations } from "./beside-log/text-store.ts";
import { createDatabaseClock } from "./clock.ts";
import type { Config } from "./config.ts";
import { createDatabase, type Database } from "./database.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { createEventLog } from "./event-log.ts";
import { logMigrations } from "./event-store/log-migrations.ts";
import { openEventStore } from "./event-store/open-event-store.ts";
import { createIdempotency, idempotencyMigrations } from "./idempotency.ts";
import { accessKeys } from "./identity/access-keys.ts";
import { excelTokens } from "./identity/excel-tokens.ts";
import { identityMigrations } from "./identity/migrations.ts";
import { oneTimeTokens } from "./identity/one-time-tokens.ts";
import { passwordHash } from "./identity/password-hash.ts";
import { rateLimits } from "./identity/rate-limits.ts";
import { sessions } from "./identity/sessions.ts";
import { createIds } from "./ids.ts";
import type { Log } from "./logger.ts";
import { fileTransport } from "./mail/file-transport.ts";
import { mailQueue } from "./mail/mail-queue.ts";
import { mailMigrations } from "./mail/migrations.ts";
import { smtpTransport } from "./mail/smtp-transport.ts";
import { userMails } from "./mail/user-mails.ts";
import { type Migration, migrate } from "./migrations.ts";
import { type DataPlane, openData } from "./open-data.ts";
import { createRunRecords, runRecordMigrations } from "./run-records.ts";
import { tableMigrations } from "./tables/table-migrations.ts";
import { uploadMigrations } from "./uploads.ts";
import { createVault } from "./vault/vault.ts";
import { vaultMigrations } from "./vault/vault-migrations.ts";

export type InfraPlatform = Awaited<ReturnType<typeof openPlatform>>;

/** Timestamps as ISO texts and bigints as numbers: what read models hand out. Counts stay far below 2^53. */
const READ_TYPES: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    if (oid === pg.types.builtins.TIMESTAMPTZ) return (text: string) => new Date(text).toISOString();
    if (oid === pg.types.builtins.INT8) return Number;
    return pg.types.getTypeParser(oid, format) as (text: string) => unknown;
  },
};

/**
 * Opens everything below the application: Postgres (embedded unless told otherwise), schema, vault, log, identity and mail.
 * `migrations` are those of the floors above, run after the ones here.
 */
export async function openPlatform(config: Config, log: Log, migrations: readonly Migration[], mailSent: () => void) {
  const cluster = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: (message) => log.info({}, message) });
  const url = config.databaseUrl ?? cluster?.url ?? "";
  const onIdleError = (err: Error) => log.warn({ err }, "An idle database connection was lost");
  const database = createDatabase<unknown>(url, { applicationName: `tributary ${config.role}`, max: 20, onIdleError });
  const reads = createDatabase<unknown>(url, { applicationName: `tributary ${config.role} reads`, max: 10, onIdleError, types: READ_TYPES });
  await migrate(database.pool, [
    ...logMigrations, ...vaultMigrations, ...identityMigrations, ...mailMigrations, ...idempotencyMigrations, ...tableMigrations,
    ...uploadMigrations, ...runRecordMigrations, ...textMigrations, ...snapshotMigrations, ...migrations,
  ]);
  const streams = createDatabase<unknown>(url, { applicationName: `tributary ${config.role} streams`, max: 30, onIdleError });
  const data = await openData({ config, log, pool: database.pool, streamPool: streams.pool });
  return compose(config, log, { database, reads, streams, data, cluster, mailSent, url: typeof url === "string" ? url : url.reveal() });
}

type Opened = {
  readonly database: Database<unknown>;
  readonly reads: Database<unknown>;
  readonly streams: Database<unknown>;
  readonly data: DataPlane;
  readonly cluster: { stop(): Promise<void>; readonly died: Promise<string> } | null;
  readonly mailSent: () => void;
  readonly url: string;
};

async function compose(config: Config, log: Log, { database, reads, streams, data, cluster, mailSent, url }: Opened) {
  const { pool } = database;
  const secrets = config.appSecrets;
  const vault = createVault({ pool, masterSecrets: secrets });
  await vault.rewrap();
  const clock = createDatabaseClock(pool);
  const { store, warning, close: closeStore } = await openEventStore({ eventStoreUrl: config.eventStoreUrl, pool, clock, log });
  if (warning !== null) log.warn({}, warning);
  const snapshots = createSnapshotStore(pool, log);
  const eventLog = createEventLog({ store, catalog: allEvents, vault, snapshots });
  const from = `Tributary <no-reply@${new URL(config.appUrl).hostname}>`;
  const transport = config.smtpUrl ? smtpTransport({ url: config.smtpUrl, from }) : fileTransport({ dataDir: config.dataDir, from });
  const mail = mailQueue({
    pool,
    secrets,
    transport,
    wake: mailSent,
    onFailure: ({ reason, final }) => log.warn({ reason }, final ? "A mail was given up" : "A mail has to wait"),
  });
  const ids = createIds();
  return {
    config,
    /** What this process may use of what is scarce; its owners add theirs. */
    budgets: createBudgets(),
    log,
    url,
    database,
    data,
    queriesDb: new Kysely<unknown>({ dialect: new PostgresDialect({ pool: reads.pool }) }),
    store,
    eventLog,
    vault,
    clock,
    ids,
    mail,
    mails: userMails(mail, config.appUrl),
    passwords: passwordHash({ pepper: await vault.fingerprint("pepper", "passwords"), cost: config.nodeEnv === "test" ? 4 : 12 }),
    tokens: oneTimeTokens(pool),
    sessions: sessions({ pool, secrets, issuer: config.appUrl }),
    excelTokens: excelTokens({ pool, secrets, issuer: config.appUrl }),
    accessKeys: accessKeys(pool, ids),
    limits: rateLimits(pool, config.rateLimits),
    idempotency: createIdempotency({ pool, secrets }),
    runRecords: createRunRecords(pool),
    texts: createTextStore(pool),
    snapshots,
    /** Resolves with a sentence when the embedded Postgres ends by itself; never for a database of one's own. */
    databaseDied: cluster?.died ?? new Promise<never>(() => undefined),
    async close() {
      await closeStore();
      await streams.close();
      await reads.close();
      await database.close();
      await cluster?.stop();
    },
  };
}
