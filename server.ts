import { setTimeout as wait } from "node:timers/promises";
import { type Config, loadConfig } from "#infra/config/config.ts";
import { VERSION } from "#infra/config/version.ts";
import { forgetRestored } from "#infra/data-folder/restored-copy.ts";
import { engineOf } from "#infra/engines/engine-unavailable.ts";
import { guardJobs } from "#infra/engines/guard-engines.ts";
import { createAgendaJobs } from "#infra/jobs/agenda-jobs.ts";
import { createLog } from "#infra/observability/logger.ts";
import { sparseLog } from "#infra/observability/sparse-log.ts";
import { startTracing } from "#infra/observability/tracing.ts";
import { openOutbound } from "#infra/platform/open-outbound.ts";
import { openPlatform } from "#infra/platform/open-platform.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import { printWelcome, runFirstStart } from "./server/first-start.ts";
import { startFollowing } from "./server/follower.ts";
import { drain, onStop, USER_AGENT } from "./server/lifecycle.ts";
import { createOperations, startOperationsServer } from "./server/operations/operations-server.ts";
import { startRunner } from "./server/runner.ts";
import { startFailure } from "./server/start-failure.ts";
import { startTransparencyLog } from "./server/transparency.ts";
import { startWebhookQueue } from "./server/webhook-queue.ts";
import { startWeb } from "./server/web/web.ts";

const RUNS_OFF =
  "RUNS is off: nothing is run, loaded, mailed or sent to webhooks, and no other server is called. A restored copy starts so; start it once with RUNS=on when it takes the place of the original";

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
  // An outage makes every request, job and follower fail. watchEngines reports the outage; its other lines are limited to one a second.
  const log = sparseLog(createLog(config.logLevel), ({ err }) => engineOf(err)?.engine ?? null);
  const stopTracing = await startTracing(
    { url: config.tracesUrl, ...config.traced, version: VERSION, role: config.role },
    log,
  );
  let wake = (_job: "send-mail" | "send-webhooks"): void => undefined;
  const infra = await openPlatform(config, log, modelMigrations, (job) => wake(job));
  const following = await startFollowing(infra);
  const { readModels } = following;
  const jobs = guardJobs(
    await createAgendaJobs({
      pool: infra.pools.jobs.pool,
      mongodbUrl: config.mongodbUrl?.reveal() ?? null,
      ...{ notifications: infra.notifications, lookEveryMs: config.jobsLookEveryMs, time: infra.databaseTime, log },
    }),
    infra.engines,
  );
  wake = (job) =>
    void jobs.wake(job, "").catch((err: unknown) => log.warn({ err, job }, "What was queued waits for the next round"));

  const runs = config.runs && (config.role === "all" || config.role === "runner");
  const serves = config.role === "all" || config.role === "web";
  const calls = runs || serves || config.witnesses.length > 0;
  const outbound = calls ? await openOutbound(config, log, USER_AGENT) : null;
  const transparency = startTransparencyLog(infra, outbound?.outbound ?? null);
  const webhooks = startWebhookQueue(infra, jobs, readModels);
  const stopWaiting =
    outbound && runs ? await startRunner(infra, { jobs, outbound: outbound.outbound, following }) : () => undefined;
  // Before people can register: the first start reserves names and needs an empty log.
  const first = serves ? await runFirstStart(infra, jobs) : null;
  const { sayStopping, ...operating } = createOperations(infra, jobs, following);
  if (config.runsAsked) await forgetRestored(config.dataDir);
  if (!config.runs) {
    operating.warn(RUNS_OFF);
    log.warn({}, RUNS_OFF);
  }
  const server =
    outbound && serves
      ? await startWeb(infra, { jobs, readModels, outbound: outbound.outbound, ...operating })
      : await startOperationsServer(config, operating.operations);

  void infra.databaseDied.then((reason) => {
    log.error({ reason }, "The embedded Postgres cannot go on, so the server stops too. Start it again.");
    process.exit(1);
  });
  const stop = async (): Promise<void> => {
    sayStopping();
    stopWaiting();
    // Meanwhile whoever balances requests sees that this process is not ready, and loses no connection.
    await wait(config.shutdownDelayMs);
    await drain(server, jobs, [async () => outbound?.close(), webhooks.stop, following.stop, transparency.stop]);
    await infra.close();
    await stopTracing();
  };
  onStop(log, stop, config.shutdownDelayMs);
  if (first) await printWelcome(infra, first, readModels);
}
