import { openCalls } from "#infra/egress/open-calls.ts";
import type { Outbound, OutboundSessions } from "#infra/egress/outbound-port.ts";
import { boundPostgresLog } from "#infra/embedded-postgres/bounded-log.ts";
import { clusterHome } from "#infra/embedded-postgres/place.ts";
import { sweepIdentity } from "#infra/identity/sweep.ts";
import { sweepMailFiles } from "#infra/mail/sweep-mail-files.ts";
import { localTime } from "#infra/platform/local-time.ts";
import type { InfraPlatform } from "#infra/platform/open-platform.ts";
import { openQueries } from "#projections/all.ts";
import { modelsSettled } from "#runners/clean-up/models-settled.ts";
import type { WatchedReadModels } from "#runners/follower/read-models.ts";
import { startWorkers } from "#runners/workers.ts";
import { type Jobs, USER_AGENT } from "./lifecycle.ts";
import { CONNECTION_SECRETS } from "#domain/use-cases/api-access/instance-config.ts";

const POSTGRES_LOG_BYTES = 10_000_000;
/** SQLSTATE query_canceled. */
const STATEMENT_TIMEOUT = "57014";

/** Lets this process do the jobs: pulls, schedules, loads, mail, clean-up. */
export async function startRunner(
  infra: InfraPlatform,
  jobs: Jobs,
  outbound: Outbound & OutboundSessions,
  readModels: WatchedReadModels,
): Promise<void> {
  const { config, log, data, eventLog, clock, ids, vault } = infra;
  const core = { log: eventLog, clock, ids, vault, exclusive: infra.exclusive, time: localTime };
  const queries = openQueries(infra.queriesDb);
  await startWorkers(jobs, {
    pull: {
      ...core,
      mails: infra.mails,
      records: infra.runRecords,
      tables: data.pullTables,
      openCalls: openCalls(outbound),
      readModels,
      outputs: queries.tables,
      userAgent: USER_AGENT,
      runTimeoutMs: config.limits.runTimeoutMs,
      reportError(err, run) {
        infra.room.note(err);
        log.error({ err, run }, "A run failed on our side");
      },
    },
    load: {
      ...core,
      uploads: data.uploads,
      dropTable: data.dropTable,
      reportError: (err, dataset) => log.error({ err, dataset }, "A load failed on our side"),
      // A statement that took as long as a load may take would take as long again.
      passes: (error) =>
        infra.engines.unavailable(error) !== null && (error as { code?: unknown }).code !== STATEMENT_TIMEOUT,
    },
    reportScheduleError: (err, instance) => log.error({ err, instance }, "A scheduled run could not be started"),
    deliverMail: () => infra.mail.deliverDue(),
    queries,
    measureTable: data.measureTable,
    runSlots: { limit: config.limits.runSlots, perOwner: config.limits.runSlotsPerUser },
    budgets: infra.budgets,
    cleanUp: {
      ...core,
      mails: infra.mails,
      queries,
      keep: { dataset: config.limits.datasetVersionsKept, output: config.limits.pullsKept },
      tables: data.tables,
      modelsSettled: () => modelsSettled(infra.store, readModels),
      connectionsWithSecrets: async (olderThanMs) =>
        (await vault.itemsUnder(CONNECTION_SECRETS, olderThanMs)).map(({ owner, item }) => ({
          ownerId: owner,
          instanceId: item,
        })),
      reportError: (err, sweep) =>
        log.error({ err, job: "clean-up", name: sweep }, "A part of the clean-up failed; the next round tries again"),
      sweeps: [
        { name: "staging", run: data.sweepStaging },
        { name: "upload notes", run: () => data.uploads.sweepNotes() },
        { name: "snapshots", run: () => infra.snapshots.sweep() },
        { name: "idempotency", run: () => infra.idempotency.sweep() },
        { name: "identity", run: () => sweepIdentity(infra.database.pool) },
        {
          name: "mail files",
          run: async () =>
            sweepMailFiles(config.dataDir, { keptDays: config.limits.mailFilesKeptDays, now: await clock.now() }),
        },
        { name: "postgres.log", run: async () => boundEmbeddedLog(config) },
      ],
      modelSweeps: [
        { name: "unregistered tables", run: data.sweepUnregistered },
        { name: "uploads", run: () => data.uploads.sweep(queries.tables.existing) },
        { name: "texts of drafts", run: () => infra.texts.sweep((hashes) => queries.drafts.textsHeld(hashes)) },
        { name: "run records", run: () => infra.runRecords.sweep(queries.instances.existing) },
      ],
    },
  });
}

async function boundEmbeddedLog({ databaseUrl, dataDir }: InfraPlatform["config"]): Promise<void> {
  const home = databaseUrl ? undefined : clusterHome(dataDir);
  if (home !== undefined) await boundPostgresLog(home, POSTGRES_LOG_BYTES);
}
