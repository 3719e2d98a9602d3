import { boundPostgresLog } from "#infra/embedded-postgres/bounded-log.ts";
import { clusterHome } from "#infra/embedded-postgres/place.ts";
import { sweepIdentity } from "#infra/identity/sweep.ts";
import { sweepMailFiles } from "#infra/mail/sweep-mail-files.ts";
import type { InfraPlatform } from "#infra/platform/open-platform.ts";
import type { CleanUpRound } from "#domain/core/ports/work-ports.ts";
import type { Queries } from "#projections/all.ts";
import type { CleanUpPorts } from "#runners/clean-up/clean-up.ts";
import { modelsSettled } from "#runners/clean-up/models-settled.ts";
import type { WatchedReadModels } from "#runners/follower/read-models.ts";
import { mailCheckpoint } from "#domain/use-cases/administration/mail-checkpoint.ts";
import type { Jobs } from "./lifecycle.ts";
import { tellExpiringKeys } from "#domain/use-cases/api-keys/tell-expiring-keys.ts";
import { clearAddresses } from "#domain/use-cases/datasets/source/dataset-address.ts";
import { INSTANCE_SECRETS } from "#domain/use-cases/api-access/instance-config.ts";

const POSTGRES_LOG_BYTES = 10_000_000;

/** Everything that the clean-up job removes, and its queries. */
export function cleanUpPorts(
  infra: InfraPlatform,
  jobs: Jobs,
  queries: Queries,
  readModels: WatchedReadModels,
): CleanUpPorts {
  const { config, log, data, vault } = infra;
  const tellForeign = foreignFolders(log);
  return {
    log: infra.eventLog,
    runs: infra.runClaims,
    clock: infra.clock,
    ids: infra.ids,
    vault,
    mails: infra.mails,
    queries,
    keep: { dataset: config.limits.datasetVersionsKept, output: config.limits.pullsKept },
    tables: data.tables,
    modelsSettled: () => modelsSettled(infra.store, readModels),
    secretsAfter: (instanceId) => vault.itemsUnder(INSTANCE_SECRETS, instanceId),
    reportError: (err, sweep) =>
      log.error({ err, job: "clean-up", name: sweep }, "A part of the clean-up failed; the next round tries again"),
    sweptTables: { next: "" },
    report(round) {
      infra.cleanedUp.count(round);
      reportRound(log, round);
    },
    sweeps: [
      { name: "deleted accounts", run: () => eraseAgain(jobs, queries) },
      ...sweepsByAge(infra),
      ...checkpointMail(infra, queries),
    ],
    modelSweeps: [
      { name: "unregistered tables", run: data.sweepUnregistered },
      { name: "uploads", run: async () => tellForeign("uploads", await data.uploads.sweep(queries.tables.existing)) },
      {
        name: "forgotten uploads",
        run: (until) => data.uploads.sweepForgotten(queries.catalogue.awaitedUploads, until),
      },
      { name: "addresses of datasets", run: () => clearAddresses(addressesHeld(infra, queries)) },
      {
        name: "images",
        run: async () => tellForeign("images", await data.images.sweep(queries.catalogue.existingItems)),
      },
      { name: "forgotten images", run: (until) => data.images.sweepForgotten(queries.catalogue.imagesOfItems, until) },
      {
        name: "texts of drafts",
        run: (until) => infra.texts.sweep((hashes) => queries.drafts.textsHeld(hashes), until),
      },
      { name: "claims of runs", run: (until) => infra.runClaims.sweep(queries.instances.existing, until) },
      { name: "run records", run: (until) => infra.runRecords.sweep(queries.instances.existing, until) },
    ],
  };
}

function reportRound(log: InfraPlatform["log"], round: CleanUpRound): void {
  for (const [name, { removed: count, done }] of round)
    if (!done)
      log.warn(
        { job: "clean-up", name, count },
        "Not all that is no longer needed was removed; the next round goes on",
      );
    else if (count > 0) log.info({ job: "clean-up", name, count }, "What is no longer needed was removed");
}

/** Says how many folders of a file store are not of this installation, when their number changes. */
function foreignFolders(log: InfraPlatform["log"]): (area: string, count: number) => void {
  const told = new Map<string, number>();
  return (area, count) => {
    if (count > 0 && told.get(area) !== count)
      log.warn({ name: area, count }, "Folders of files that this database has not made, and does not use, are kept");
    told.set(area, count);
  };
}

function addressesHeld({ vault }: InfraPlatform, { schedules }: Queries): Parameters<typeof clearAddresses>[0] {
  return { vault, held: (prefix, after) => vault.itemsUnder(prefix, after), withAddress: schedules.withAddress };
}

const ERASURES_AT_ONCE = 100;

/** Wakes the job of deleted accounts whose erasure has not ended: its process may have died. */
async function eraseAgain(jobs: Jobs, queries: Queries): Promise<void> {
  for (const userId of await queries.users.unerased(ERASURES_AT_ONCE)) await jobs.wake("erase-account", userId);
}

function sweepsByAge({ config, data, clock, database, ...infra }: InfraPlatform): CleanUpPorts["sweeps"] {
  const keptDays = config.limits.mailFilesKeptDays;
  return [
    { name: "staging", run: data.sweepStaging },
    { name: "files in the making", run: data.sweepScratch },
    {
      name: "files held by a backup",
      run: async () => void (await Promise.all([data.uploads.sweepHeld(), data.images.sweepHeld()])),
    },
    { name: "Parquet files", run: () => data.parquet.sweep() },
    { name: "upload notes", run: data.uploads.sweepNotes },
    { name: "snapshots", run: infra.snapshots.sweep },
    { name: "deliveries of webhooks", run: infra.webhooks.sweep },
    { name: "idempotency", run: infra.idempotency.sweep },
    { name: "expiring keys", run: () => tellExpiringKeys({ log: infra.eventLog, accessKeys: infra.accessKeys }) },
    { name: "identity", run: (until) => sweepIdentity(database.pool, config.limits, until) },
    { name: "mails given up", run: infra.mail.sweep },
    { name: "mail files", run: async () => sweepMailFiles(config.dataDir, { keptDays, now: await clock.now() }) },
    { name: "postgres.log", run: async () => boundEmbeddedLog(config) },
  ];
}

/** Without a witness, admins keep what shows that the log was changed. */
function checkpointMail(
  { config, mails, transparency: { signed } }: InfraPlatform,
  { users }: Queries,
): CleanUpPorts["sweeps"] {
  if (config.witnesses.length > 0) return [];
  return [
    { name: "log checkpoint", run: () => mailCheckpoint({ mails, signed, admins: () => users.withRole("admin") }) },
  ];
}

async function boundEmbeddedLog({ databaseUrl, dataDir }: InfraPlatform["config"]): Promise<void> {
  const home = databaseUrl ? undefined : clusterHome(dataDir);
  if (home !== undefined) await boundPostgresLog(home, POSTGRES_LOG_BYTES);
}
