import { createAgendaJobs } from "#infra/jobs/agenda-jobs.ts";
import { type Config, loadConfig } from "#infra/config/config.ts";
import { engineOf } from "#infra/engines/engine-unavailable.ts";
import { guardJobs } from "#infra/engines/guard-engines.ts";
import { listenTo } from "#infra/event-store/wake-up.ts";
import { createLog } from "#infra/observability/logger.ts";
import { openOutbound } from "#infra/platform/open-outbound.ts";
import { openPlatform } from "#infra/platform/open-platform.ts";
import { sparseLog } from "#infra/observability/sparse-log.ts";
import { StartRefused } from "#infra/platform/start-refused.ts";
import { allProjections } from "#projections/all.ts";
import { startFollower } from "#runners/follower/follower.ts";
import { logBehindModels } from "#runners/follower/log-behind-models.ts";
import { MODELS_CHANNEL, prepareModels } from "#runners/follower/model.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import { createReadModels } from "#runners/follower/read-models.ts";
import { printWelcome, runFirstStart } from "./server/first-start.ts";
import { drain, onStop, USER_AGENT } from "./server/lifecycle.ts";
import { createOperations, startOperationsServer } from "./server/operations-server.ts";
import { startRunner } from "./server/runner.ts";
import { startFailure } from "./server/start-failure.ts";
import { startWeb } from "./server/web.ts";

/** How long a start waits for read models of another shape. */
const REBUILDS_MS = 30_000;

const configured = loadConfig(process.env);
if (!configured.ok) {
  console.error(["Tributary cannot start:", ...configured.faults.map((fault) => `- ${fault}`)].join("\n"));
  process.exit(1);
}
await start(configured.config).catch((error: unknown) => {
  console.error(startFailure(error));
  process.exit(1);
});

async function start(config: Config): Promise<void> {
  // One outage fails every request, job and follower: watchEngines says what is away, and the rest is said once a second.
  const log = sparseLog(createLog(config.logLevel), ({ err }) => engineOf(err)?.engine ?? null);
  let wakeMail = (): void => undefined;
  const infra = await openPlatform(config, log, modelMigrations, () => wakeMail());
  const { pool } = infra.database;
  const logIsOlder = await logBehindModels(pool, infra.store, allProjections);
  if (logIsOlder !== null) {
    await infra.close();
    throw new StartRefused(logIsOlder);
  }
  const jobs = guardJobs(
    createAgendaJobs({ pool: infra.pools.jobs.pool, mongodbUrl: config.mongodbUrl?.reveal() ?? null, log }),
    infra.engines,
  );
  wakeMail = () =>
    void jobs.wake("send-mail", "").catch((err: unknown) => log.warn({ err }, "A mail waits for the next round"));
  const modelsWakeUp = listenTo(pool, MODELS_CHANNEL, sparseLog(log));
  const readModels = createReadModels({ pool, store: infra.store, projections: allProjections, wakeUp: modelsWakeUp });
  const follows = config.role === "all" || config.role === "follower";
  const follower = follows
    ? startFollower({
        store: infra.store,
        decode: infra.eventLog.decode,
        projections: allProjections,
        pool: infra.pools.follower.pool,
        log: sparseLog(log),
      })
    : null;
  await prepareModels(infra.database.kysely, allProjections);
  // Queries ask for tables of today's shape.
  if (!(await readModels.rebuilt(REBUILDS_MS)))
    log.warn({}, "Read models are still being rebuilt: pages answer from the tables of before as far as they can");
  const runs = config.role === "all" || config.role === "runner";
  const serves = config.role === "all" || config.role === "web";
  const outbound = runs || serves ? await openOutbound(config, log, USER_AGENT) : null;
  if (outbound && runs) await startRunner(infra, jobs, outbound.outbound, readModels);
  // Before anybody can register: the first start takes names and needs an empty log.
  const first = serves ? await runFirstStart(infra, jobs) : null;
  const { operations, observeRequest, warn, sayStopping } = createOperations(infra, readModels, follower);
  const server =
    outbound && serves
      ? await startWeb(infra, { jobs, readModels, outbound: outbound.outbound, operations, observeRequest, warn })
      : await startOperationsServer(config, operations);

  void infra.databaseDied.then((reason) => {
    log.error({ reason }, "The embedded Postgres ended by itself, and the server with it: start it again");
    process.exit(1);
  });
  onStop(log, async () => {
    sayStopping();
    await drain(server, jobs, [async () => outbound?.close(), async () => follower?.stop(), () => modelsWakeUp.stop()]);
    await infra.close();
  });
  if (first) await printWelcome(infra, readModels, first);
}
