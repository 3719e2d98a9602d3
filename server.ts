import { setTimeout as wait } from "node:timers/promises";
import { createAgendaJobs } from "#infra/agenda-jobs.ts";
import { type Config, loadConfig } from "#infra/config.ts";
import { listenTo } from "#infra/event-store/wake-up.ts";
import { createLog } from "#infra/logger.ts";
import { openOutbound } from "#infra/open-outbound.ts";
import { openPlatform } from "#infra/open-platform.ts";
import { allProjections } from "#projections/all.ts";
import { startFollower } from "#runners/follower/follower.ts";
import { logBehindModels } from "#runners/follower/log-behind-models.ts";
import { MODELS_CHANNEL, prepareModels } from "#runners/follower/model.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import { createReadModels } from "#runners/follower/read-models.ts";
import { printWelcome, runFirstStart } from "./server/first-start.ts";
import { DRAIN_MS, JOBS_DRAIN_MS, onStop, USER_AGENT } from "./server/lifecycle.ts";
import { startRunner } from "./server/runner.ts";
import { startWeb } from "./server/web.ts";

const configured = loadConfig(process.env);
if (!configured.ok) {
  console.error(["Tributary cannot start:", ...configured.faults.map((fault) => `- ${fault}`)].join("\n"));
  process.exit(1);
}
await start(configured.config).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});

async function start(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  let wakeMail = (): void => undefined;
  const infra = await openPlatform(config, log, modelMigrations, () => wakeMail());
  const { pool } = infra.database;
  const logIsOlder = await logBehindModels(pool, infra.store, allProjections);
  if (logIsOlder !== null) {
    console.error(logIsOlder);
    await infra.close();
    process.exit(1);
  }
  const jobs = createAgendaJobs({ pool, mongodbUrl: config.mongodbUrl?.reveal() ?? null, log });
  wakeMail = () => void jobs.wake("send-mail", "").catch((err: unknown) => log.warn({ err }, "A mail waits for the next round"));
  const modelsWakeUp = listenTo(pool, MODELS_CHANNEL, log);
  const readModels = createReadModels({ pool, store: infra.store, projections: allProjections, wakeUp: modelsWakeUp });
  const follows = config.role === "all" || config.role === "follower";
  const follower = follows ? startFollower({ store: infra.store, decode: infra.eventLog.decode, projections: allProjections, pool, log }) : null;
  await prepareModels(infra.database.kysely, allProjections);
  const runs = config.role === "all" || config.role === "runner";
  const serves = config.role === "all" || config.role === "web";
  const outbound = runs || serves ? await openOutbound(config, log, USER_AGENT) : null;
  if (outbound && runs) await startRunner(infra, jobs, outbound.outbound, readModels);
  // Before anybody can register: the first start takes names and needs an empty log.
  const first = serves ? await runFirstStart(infra, jobs) : null;
  const web = outbound && serves ? await startWeb(infra, jobs, readModels, outbound.outbound) : null;

  void infra.databaseDied.then((reason) => {
    log.error({ reason }, "The embedded Postgres ended by itself");
    process.exit(1);
  });
  onStop(log, async () => {
    // A request may wait for a run that has not begun, so runs may begin while answers are under way, for a while.
    const answered = web?.stop();
    await Promise.race([answered, wait(DRAIN_MS - JOBS_DRAIN_MS)]);
    await Promise.all([answered, jobs.stop(JOBS_DRAIN_MS)]);
    await outbound?.close();
    await follower?.stop();
    await modelsWakeUp.stop();
    await infra.close();
  });
  if (first) await printWelcome(infra, first);
}
