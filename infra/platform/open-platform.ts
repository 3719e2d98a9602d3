import { createBudgets } from "#domain/core/budget.ts";
import type { Engine } from "#domain/core/ports/engines.ts";
import { createPagesFirst } from "../background/pages-first.ts";
import type { Config } from "../config/config.ts";
import { startEmbeddedPostgres } from "../embedded-postgres/embedded-postgres.ts";
import { lowerPriority } from "../embedded-postgres/lower-priority.ts";
import { outsideEngines } from "../engines/open-probes.ts";
import { postgresProbe } from "../engines/postgres-probe.ts";
import type { Probe } from "../engines/probe.ts";
import { waitForEngines } from "../engines/wait-for-engines.ts";
import { type EngineWatch, watchEngines } from "../engines/watch-engines.ts";
import { checkFileStore } from "../files/check-store-mark.ts";
import { openFileStores } from "../files/open-file-stores.ts";
import { shareFolder } from "../data-folder/folder-lock.ts";
import { checkDataFolder, refuseEmptyDatabase, refuseOtherDatabase } from "../data-folder/installation-mark.ts";
import { smtpProbe } from "../mail/smtp-probe.ts";
import { createAgendaTables } from "../jobs/agenda-tables.ts";
import type { Log } from "../observability/logger.ts";
import { sparseLog } from "../observability/sparse-log.ts";
import { connectionBudget } from "../postgres/connection-budget.ts";
import { type Migration, underStartLock } from "../postgres/migrations.ts";
import { createCleanUpTally } from "../clean-up/clean-up-tally.ts";
import { createDamage } from "../observability/damage.ts";
import { migrateAtStart } from "../upgrade/migrate-at-start.ts";
import { openPools } from "../postgres/open-pools.ts";
import { composePlatform } from "./compose-platform.ts";
import { createDiskRoom } from "./disk-room.ts";
import { openData } from "./open-data.ts";
import { allMigrations } from "./schema.ts";
import { StartRefused } from "./start-refused.ts";

export type InfraPlatform = Awaited<ReturnType<typeof openPlatform>>;

/**
 * Opens everything below the application: Postgres (embedded by default), schema, vault, log, identity and mail.
 * `migrations` are those of the upper floors, run after the ones here. `queued` is called
 * after a mail or a delivery to a webhook was queued.
 */
export async function openPlatform(
  config: Config,
  log: Log,
  migrations: readonly Migration[],
  queued: (job: "send-mail" | "send-webhooks") => void,
) {
  await refuseOtherDatabase(config);
  await waitForEngines(config, log);
  const connections = connectionBudget(config.role, config.databaseConnections).total;
  // The embedded database has the folder for itself.
  const cluster = config.databaseUrl ? null : await startEmbedded(config.dataDir, connections, log);
  const shared = cluster ? null : await shareFolder(config.dataDir);
  const url = config.databaseUrl?.reveal() ?? cluster?.url ?? "";
  const idleLog = sparseLog(log);
  /** Bounded resources of this process; their owners register them. */
  const budgets = createBudgets();
  const pools = await openPools(
    {
      url,
      role: config.role,
      connections,
      runTimeoutMs: config.limits.runTimeoutMs,
      onIdleError: (err) => idleLog.warn({ err }, "An idle database connection was lost"),
      warn: (sentence) => log.warn({}, sentence),
      ...(cluster ? { onWorkConnection: lowerPriority } : {}),
    },
    budgets,
  );
  await refuseEmptyDatabase(pools.schema.pool, config);
  const damage = createDamage(pools.commands.pool, ({ place }) =>
    idleLog.error({ reason: place }, "The database found damaged data"),
  );
  for (const each of Object.values(pools)) if ("pool" in each) damage.watch(each.pool);
  await migrateAtStart(pools.schema.pool, allMigrations(migrations), config, log);
  return underStartLock(pools.schema.pool, async (client) => {
    await checkDataFolder(client, config);
    if (config.migrates && !config.mongodbUrl) await createAgendaTables(pools.jobs.pool);
    const room = createDiskRoom({
      folder: config.dataDir,
      pool: pools.commands.pool,
      minFreeBytes: config.limits.diskMinFreeBytes,
    });
    const files = await openFileStores(config, room, log);
    await files.scratch.sweep();
    await checkFileStore(client, files.mark);
    const data = await openData({
      config,
      log,
      files,
      pool: pools.commands.pool,
      workPool: pools.work.pool,
      previewPool: pools.previews.pool,
      streamPool: pools.streams.pool,
      room,
    });
    const engines = await watch(config, url, log);
    const opened = { config, log, pools, budgets, data, files, room, engines, cluster, shared, queued, damage };
    return { ...(await composePlatform(opened)), pagesFirst: createPagesFirst(), cleanedUp: createCleanUpTally() };
  });
}

/** Turns the sentences that `startEmbeddedPostgres` throws into `StartRefused`. */
async function startEmbedded(dataDir: string, connections: number, log: Log) {
  try {
    return await startEmbeddedPostgres({ dataDir, connections, log: (message) => log.info({}, message) });
  } catch (error) {
    throw error instanceof Error && !("code" in error) ? new StartRefused(error.message, { cause: error }) : error;
  }
}

async function watch(config: Config, url: string, log: Log): Promise<EngineWatch> {
  const probes = new Map<Engine, Probe>([["database", postgresProbe(url)]]);
  for (const { engine, open } of outsideEngines(config))
    if (engine !== "database" && engine !== "file store") probes.set(engine, await open());
  if (config.filesUrl) {
    const { s3Watch } = await import("../files/s3/s3-probe.ts");
    probes.set("file store", s3Watch(config.filesUrl.reveal()));
  }
  const sendsMail = config.role === "all" || config.role === "runner";
  if (config.smtpUrl && sendsMail) probes.set("mail server", smtpProbe(config.smtpUrl));
  return watchEngines(probes, log);
}
