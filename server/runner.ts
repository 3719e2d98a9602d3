import { CONNECTION_SECRETS } from "#domain/processes/instance-config.ts";
import { UNUSED_AFTER } from "#domain/processes/places.ts";
import { openCalls } from "#infra/egress/open-calls.ts";
import type { Outbound, OutboundSessions } from "#infra/egress/outbound-port.ts";
import { createExclusiveWork } from "#infra/exclusive-work.ts";
import { sweepIdentity } from "#infra/identity/sweep.ts";
import type { InfraPlatform } from "#infra/open-platform.ts";
import { openQueries } from "#projections/all.ts";
import type { WatchedReadModels } from "#runners/follower/read-models.ts";
import { startWorkers } from "#runners/workers.ts";
import { type Jobs, USER_AGENT } from "./lifecycle.ts";

/** Lets this process do the jobs: pulls, schedules, loads, mail, clean-up. */
export async function startRunner(infra: InfraPlatform, jobs: Jobs, outbound: Outbound & OutboundSessions, readModels: WatchedReadModels): Promise<void> {
  const { config, log, data, eventLog, clock, ids, vault } = infra;
  const core = { log: eventLog, clock, ids, vault, exclusive: createExclusiveWork(infra.url) };
  const queries = openQueries(infra.queriesDb);
  // While a model is built anew it does not know yet which texts are in use.
  const sweepTexts = async () => {
    const models = await readModels.status();
    if (models.every(({ state }) => state === "following")) await infra.texts.sweep((hashes) => queries.drafts.textsHeld(hashes));
  };
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
      reportError: (err, run) => log.error({ err, run }, "A run failed on our side"),
    },
    load: { ...core, uploads: data.uploads, dropTable: data.dropTable, reportError: (err, dataset) => log.error({ err, dataset }, "A load failed on our side") },
    reportScheduleError: (err, instance) => log.error({ err, instance }, "A scheduled run could not be started"),
    deliverMail: () => infra.mail.deliverDue(),
    queries,
    keep: { dataset: config.limits.datasetVersionsKept, output: config.limits.pullsKept },
    existing: data.existing,
    dropTable: data.dropTable,
    measureTable: data.measureTable,
    connectionsWithSecrets: async () => (await vault.itemsUnder(CONNECTION_SECRETS, UNUSED_AFTER)).map(({ owner, item }) => ({ ownerId: owner, instanceId: item })),
    sweeps: [data.sweep, () => data.uploads.sweep(queries.tables.existing), () => infra.runRecords.sweep(queries.instances.existing), () => infra.idempotency.sweep(), () => infra.snapshots.sweep(), sweepTexts, () => sweepIdentity(infra.database.pool)],
  });
}
