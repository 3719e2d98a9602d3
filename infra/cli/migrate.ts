import { createInterface } from "node:readline/promises";
import type { Pool } from "pg";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import { type Config, loadConfig } from "../config/config.ts";
import { refuseEmptyDatabase, refuseOtherDatabase } from "../data-folder/installation-mark.ts";
import {
  hasEmbeddedPostgres,
  runningEmbeddedPostgres,
  startEmbeddedPostgres,
} from "../embedded-postgres/embedded-postgres.ts";
import { waitForEngines } from "../engines/wait-for-engines.ts";
import { createAgendaTables } from "../jobs/agenda-tables.ts";
import { allMigrations } from "../platform/schema.ts";
import { createDatabase } from "../postgres/database.ts";
import { migrate, readSchemaState, underStartLock } from "../postgres/migrations.ts";
import { beforeMigrating } from "../upgrade/before-migrating.ts";
import { hasJobs } from "../upgrade/require-migrated.ts";
import { VERSION } from "../config/version.ts";
import { sentenceOf } from "./open-installation.ts";

/**
 * `npm run migrate`: brings the database to this version, and says before whether a way leads back. `--check` changes
 * nothing and ends with status 1 if there is something to do; `--yes` asks nothing.
 */
const USAGE = "Usage: npm run migrate [-- --check | --yes]";
const MIGRATIONS = allMigrations(modelMigrations);
const [flag, ...rest] = process.argv.slice(2);

if (rest.length > 0 || (flag !== undefined && flag !== "--check" && flag !== "--yes")) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  try {
    process.exitCode = await run();
  } catch (error) {
    console.error(sentenceOf(error));
    process.exitCode = 2;
  }
}

async function run(): Promise<number> {
  const result = loadConfig();
  if (!result.ok) throw new Error(result.faults.join("\n"));
  const { config } = result;
  await refuseOtherDatabase(config);
  if (flag === "--check" && !config.databaseUrl && !hasEmbeddedPostgres(config.dataDir)) {
    console.log(`${config.dataDir} has no database yet.`);
    return 1;
  }
  const postgres = await openPostgres(config);
  // Its statements may take as long as they need.
  const options = { applicationName: "tributary command line", onIdleError: () => undefined, max: 2, statementMs: 0 };
  const database = createDatabase<unknown>(postgres.url, options);
  try {
    await refuseEmptyDatabase(database.pool, config);
    return flag === "--check" ? await check(database.pool, config) : await bringUp(database.pool, config);
  } finally {
    await database.close();
    await postgres.close();
  }
}

async function check(pool: Pool, config: Config): Promise<number> {
  const state = await readSchemaState(pool, MIGRATIONS);
  const lacksJobs = !config.mongodbUrl && !(await hasJobs(pool));
  if (state.due.length === 0 && !lacksJobs) {
    console.log("There is nothing to do.");
    return 0;
  }
  if (state.isEmpty) console.log("The database has no tables yet.");
  else if (state.due.length === 0) console.log("The database has no table of jobs yet.");
  else console.log((await beforeMigrating(pool, state, config)).join("\n"));
  return 1;
}

async function bringUp(pool: Pool, config: Config): Promise<number> {
  const onWait = () => console.log("Another process is in its start, or migrates: waiting for it.");
  // What another one is in the middle of is no state to ask about.
  const seen = await underStartLock(pool, (client) => readSchemaState(client, MIGRATIONS), onWait);
  if (seen.due.length > 0 && !seen.isEmpty) {
    console.log((await beforeMigrating(pool, seen, config)).join("\n"));
    if (flag !== "--yes" && !(await isConfirmed())) return 1;
  }
  const made = await migrate(pool, MIGRATIONS, {
    version: VERSION,
    onWait,
    // Processes may have come while the question was open.
    before: async (state, client) => void (await beforeMigrating(client, state, config)),
  });
  if (!config.mongodbUrl) await underStartLock(pool, () => createAgendaTables(pool));
  console.log(made.length === 0 ? "There is nothing to do." : `Done: ${made.length} made.`);
  return 0;
}

/** Asks on a terminal. Elsewhere nobody can answer. */
async function isConfirmed(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    console.error("Nothing was changed. Say --yes to go on: npm run migrate -- --yes");
    return false;
  }
  const asked = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await asked.question("Go on? Type yes: ");
  asked.close();
  if (answer.trim().toLowerCase() === "yes") return true;
  console.error("Nothing was changed.");
  return false;
}

/** Unlike other tools, it makes the embedded database where there is none: it does what a start would do. */
async function openPostgres(config: Config) {
  if (config.databaseUrl) {
    const only = { ...config, eventStoreUrl: undefined, mongodbUrl: undefined, filesUrl: undefined };
    await waitForEngines(only, { warn: (_facts: object, sentence: string) => console.error(sentence) });
    return { url: config.databaseUrl, close: async () => undefined };
  }
  const running = await runningEmbeddedPostgres(config.dataDir);
  if (running) return { url: running, close: async () => undefined };
  const cluster = await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => undefined });
  return { url: cluster.url, close: () => cluster.stop() };
}
