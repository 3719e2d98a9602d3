import { Kysely, PostgresDialect } from "kysely";
import { type Budgets, createBudgets } from "#domain/core/budget.ts";
import type { Engine } from "#domain/core/ports/engines.ts";
import { allEvents } from "#domain/use-cases/all-events.ts";
import { createAgendaTables } from "../jobs/agenda-tables.ts";
import { createSnapshotStore, snapshotMigrations } from "../beside-log/snapshot-store.ts";
import { createTextStore, textMigrations } from "../beside-log/text-store.ts";
import { createDatabaseClock } from "./clock.ts";
import type { Config } from "../config/config.ts";
import { startEmbeddedPostgres } from "../embedded-postgres/embedded-postgres.ts";
import { createDiskRoom, type DiskRoom } from "./disk-room.ts";
import { guardEventStore } from "../engines/guard-engines.ts";
import { eventStoreDbProbe, mongoProbe, postgresProbe, type Probe } from "../engines/probes.ts";
import { waitForEngines } from "../engines/wait-for-engines.ts";
import { type EngineWatch, watchEngines } from "../engines/watch-engines.ts";
import { createEventLog } from "../event-store/event-log.ts";
import { logMigrations } from "../event-store/postgres/log-migrations.ts";
import { openEventStore } from "../event-store/open-event-store.ts";
import { createExclusiveWork } from "../postgres/exclusive-work.ts";
import { createIdempotency, idempotencyMigrations } from "./idempotency.ts";
import { accessKeys } from "../identity/tokens/access-keys.ts";
import { excelTokens } from "../identity/tokens/excel-tokens.ts";
import { identityMigrations } from "../identity/migrations.ts";
import { knownLogins } from "../identity/known-logins.ts";
import { oneTimeTokens } from "../identity/tokens/one-time-tokens.ts";
import { passwordHash } from "../identity/password-hash.ts";
import { rateLimits } from "../identity/rate-limits.ts";
import { sessions } from "../identity/sessions.ts";
import { createIds } from "./ids.ts";
import { checkDataFolder, installationMigrations } from "./installation-mark.ts";
import type { Log } from "../observability/logger.ts";
import { fileTransport } from "../mail/file-transport.ts";
import { mailQueue } from "../mail/mail-queue.ts";
import { mailMigrations } from "../mail/migrations.ts";
import { smtpTransport } from "../mail/smtp-transport.ts";
import { userMails } from "../mail/user-mails.ts";
import { type Migration, migrate, underStartLock } from "../postgres/migrations.ts";
import { type DataPlane, openData } from "./open-data.ts";
import { connectionBudget } from "../postgres/connection-budget.ts";
import { openPools, type Pools } from "../postgres/open-pools.ts";
import { createRunRecords, runRecordMigrations } from "../beside-log/run-records.ts";
import { sparseLog } from "../observability/sparse-log.ts";
import { StartRefused } from "./start-refused.ts";
import { tableMigrations } from "../tables/table-migrations.ts";
import { uploadMigrations } from "../uploads/upload-migrations.ts";
import { createVault } from "../vault/vault.ts";
import { vaultMigrations } from "../vault/vault-migrations.ts";

export type InfraPlatform = Awaited<ReturnType<typeof openPlatform>>;

/**
 * Opens everything below the application: Postgres (embedded unless told otherwise), schema, vault, log, identity and mail.
 * `migrations` are those of the floors above, run after the ones here.
 */
export async function openPlatform(config: Config, log: Log, migrations: readonly Migration[], mailSent: () => void) {
  await waitForEngines(config, log);
  const connections = connectionBudget(config.role, config.databaseConnections).total;
  const cluster = config.databaseUrl ? null : await startEmbedded(config.dataDir, connections, log);
  const url = config.databaseUrl?.reveal() ?? cluster?.url ?? "";
  const idleLog = sparseLog(log);
  /** What this process may use of what is scarce; its owners add theirs. */
  const budgets = createBudgets();
  const pools = await openPools(
    {
      url,
      role: config.role,
      connections,
      runTimeoutMs: config.limits.runTimeoutMs,
      onIdleError: (err) => idleLog.warn({ err }, "An idle database connection was lost"),
      warn: (sentence) => log.warn({}, sentence),
    },
    budgets,
  );
  await migrate(pools.schema.pool, [
    ...logMigrations,
    ...vaultMigrations,
    ...identityMigrations,
    ...mailMigrations,
    ...idempotencyMigrations,
    ...tableMigrations,
    ...uploadMigrations,
    ...runRecordMigrations,
    ...textMigrations,
    ...snapshotMigrations,
    ...migrations,
    ...installationMigrations,
  ]);
  return underStartLock(pools.schema.pool, async (client) => {
    if (config.databaseUrl) await checkDataFolder(client, config.dataDir);
    if (!config.mongodbUrl) await createAgendaTables(pools.jobs.pool);
    const room = createDiskRoom({
      folder: config.dataDir,
      pool: pools.commands.pool,
      minFreeBytes: config.limits.diskMinFreeBytes,
    });
    const data = await openData({
      config,
      log,
      pool: pools.commands.pool,
      workPool: pools.work.pool,
      previewPool: pools.previews.pool,
      streamPool: pools.streams.pool,
      room,
    });
    return compose(config, log, { pools, budgets, data, room, cluster, mailSent, url });
  });
}

/** Throws the sentences of `startEmbeddedPostgres` as what they are. */
async function startEmbedded(dataDir: string, connections: number, log: Log) {
  try {
    return await startEmbeddedPostgres({ dataDir, connections, log: (message) => log.info({}, message) });
  } catch (error) {
    throw error instanceof Error && !("code" in error) ? new StartRefused(error.message, { cause: error }) : error;
  }
}

function watch({ eventStoreUrl, mongodbUrl }: Config, url: string, log: Log): EngineWatch {
  const probes = new Map<Engine, Probe>([["database", postgresProbe(url)]]);
  if (eventStoreUrl) probes.set("event log", eventStoreDbProbe(eventStoreUrl.reveal()));
  if (mongodbUrl) probes.set("job queue", mongoProbe(mongodbUrl.reveal()));
  return watchEngines(probes, log);
}

type Opened = {
  readonly pools: Pools;
  readonly budgets: Budgets;
  readonly data: DataPlane;
  readonly room: DiskRoom;
  readonly cluster: { stop(): Promise<void>; readonly died: Promise<string> } | null;
  readonly mailSent: () => void;
  readonly url: string;
};

async function compose(config: Config, log: Log, { pools, budgets, data, room, cluster, mailSent, url }: Opened) {
  const { pool } = pools.commands;
  const secrets = config.appSecrets;
  const vault = createVault({ pool, masterSecrets: secrets });
  await vault.rewrap();
  const clock = createDatabaseClock(pool);
  const {
    store: unguarded,
    warning,
    pool: logPool,
    close: closeStore,
  } = await openEventStore({
    eventStoreUrl: config.eventStoreUrl,
    pool: pools.log.pool,
    clock,
    log: sparseLog(log),
  });
  budgets.add(logPool.budget("database log"));
  const engines = watch(config, url, log);
  const store = guardEventStore(unguarded, engines);
  if (warning !== null) log.warn({}, warning);
  const exclusive = createExclusiveWork(pool);
  const snapshots = createSnapshotStore(pool, log);
  const eventLog = createEventLog({ store, catalog: allEvents, vault, snapshots });
  const from = `Tributary <no-reply@${new URL(config.appUrl).hostname}>`;
  const transport = config.smtpUrl
    ? smtpTransport({ url: config.smtpUrl, from })
    : fileTransport({ dataDir: config.dataDir, from });
  const limits = rateLimits(pool, config.rateLimits);
  const mail = mailQueue({
    pool,
    secrets,
    transport,
    mayReceive: async (address) => (await limits.consume("mail", { account: address })).allowed,
    wake: mailSent,
    onFailure: ({ reason, final }) => log.warn({ reason }, final ? "A mail was given up" : "A mail has to wait"),
  });
  const ids = createIds();
  const passwords = passwordHash({
    pepper: await vault.fingerprint("pepper", "passwords"),
    cost: config.nodeEnv === "test" ? 4 : 12,
  });
  budgets.add(passwords.budget);
  return {
    config,
    budgets,
    log,
    engines,
    database: pools.commands,
    /** Connections by their use. */
    pools,
    exclusive,
    data,
    room,
    queriesDb: new Kysely<unknown>({ dialect: new PostgresDialect({ pool: pools.reads.pool }) }),
    store,
    eventLog,
    vault,
    clock,
    ids,
    mail,
    mails: userMails(mail, config.appUrl),
    passwords,
    tokens: oneTimeTokens(pool),
    sessions: sessions({ pool, secrets, issuer: config.appUrl }),
    excelTokens: excelTokens({ pool, secrets, issuer: config.appUrl }),
    accessKeys: accessKeys(pool, ids),
    limits,
    knownLogins: knownLogins(pool, vault.fingerprint),
    idempotency: createIdempotency({ pool, secrets }),
    runRecords: createRunRecords(pool),
    texts: createTextStore(pool),
    snapshots,
    /** Resolves with a sentence when the embedded Postgres ends by itself; never for a database of one's own. */
    databaseDied: cluster?.died ?? new Promise<never>(() => undefined),
    async close() {
      // Whatever still runs is cut off, so that it neither holds up this process nor the end of an embedded Postgres.
      await Promise.all([engines.stop(), closeStore(), exclusive.close(), pools.close()]);
      await cluster?.stop();
    },
  };
}
