import { parseArgs } from "node:util";
import { aggregate } from "#domain/core/aggregate.ts";
import { logArchives } from "#domain/log-archive/decider.ts";
import { type Cause, step } from "#domain/use-cases/step.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import { archiveLog, type ArchivePorts } from "../event-store/archive/archive-log.ts";
import { closedMonth, defaultMonth } from "../event-store/archive/months.ts";
import { checkDataFolder } from "../data-folder/installation-mark.ts";
import { checkFileStore } from "../files/check-store-mark.ts";
import { underStartLock } from "../postgres/migrations.ts";
import { requireMigrated } from "../upgrade/require-migrated.ts";
import { createIds } from "../platform/ids.ts";
import { allMigrations } from "../platform/schema.ts";
import { createLogTree } from "../transparency/log-tree.ts";
import { createSignedCheckpoints } from "../transparency/signed-checkpoints.ts";
import { createDatabaseClock } from "../time/clock.ts";
import { type Installation, runTool } from "./open-installation.ts";

/**
 * `npm run archive -- [--before 2026-09] [--check]`: moves the events of runs that ended before this month (UTC) from the
 * database to archive files, beside the running server; without it, those of months that ended 31 days ago or earlier.
 * `--check` says what would be moved, and what is where. Only the owner of the log may. Exit status 1: refused; 2: it
 * broke off, and running it again goes on.
 */
const { values } = parseArgs({ options: { before: { type: "string" }, check: { type: "boolean" } } });

await runTool(run);

async function run({ config, store, pool, files, events }: Installation): Promise<number> {
  if (store.kind !== "postgres") return refused("The log is in EventStoreDB: only a log in the database is archived.");
  const migrations = allMigrations(modelMigrations);
  await requireMigrated(pool, migrations, false);
  const now = await createDatabaseClock(pool).now();
  const before = values.before === undefined ? defaultMonth(now) : closedMonth(values.before, now);
  if (before === null) return refused(`--before takes a month that has begun, such as ${defaultMonth(now)}.`);
  // What was written to the folder or bucket of another installation would be read by nobody.
  await underStartLock(pool, async (client) => {
    await checkDataFolder(client, config);
    await checkFileStore(client, files.mark);
  });
  const archives = aggregate(events, logArchives);
  const ports: ArchivePorts = {
    ...{ pool, files: files.archive, tree: createLogTree(pool), signed: createSignedCheckpoints(pool) },
    migrations,
    recorded: async () => (await archives.load("log")).archives,
    async record(archive) {
      const id = createIds().fresh();
      const cause: Cause = { actor: { kind: "system", name: "command-line" }, commandId: id, correlationId: id };
      await archives.handle("log", { type: "archive", archive }, step(cause, "archive"));
    },
  };
  const check = values.check === true;
  const done = await archiveLog(ports, { before, check });
  if (!done.ok) return refused(done.reason);
  for (const sentence of done.said) console.error(sentence);
  for (const { month, streams, events: count } of done.months)
    console.log(`${month}: ${count} events of ${streams} runs ${check ? "can be archived" : "are archived"}.`);
  if (done.months.length === 0) console.log(`No run that ended before ${before} is in the database.`);
  if (done.removed > 0) console.log(`${done.removed} events left the database. Its room is used for new ones.`);
  console.log(done.totals);
  return 0;
}

function refused(sentence: string): number {
  console.error(sentence);
  return 1;
}
