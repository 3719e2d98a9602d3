import { legacyEncoding } from "#infra/tables/csv/encoding/legacy-encoding.ts";
import { openCalls } from "#infra/egress/open-calls.ts";
import type { Outbound, OutboundSessions } from "#infra/egress/outbound-port.ts";
import { bringNearer } from "#infra/time/bring-nearer.ts";
import { localTime } from "#infra/time/local-time.ts";
import type { InfraPlatform } from "#infra/platform/open-platform.ts";
import { modelQueries } from "./model-queries.ts";
import type { FetchPorts } from "#runners/datasets/fetch-file.ts";
import type { LoadPorts } from "#runners/datasets/load-dataset.ts";
import type { PullPorts } from "#runners/pull/pull-ports.ts";
import { createFileFetcher } from "#infra/uploads/source/fetch-file.ts";
import { createDeliverySender } from "#infra/webhooks/send-delivery.ts";
import { sendWebhooks } from "#runners/webhooks/send-webhooks.ts";
import { pause } from "#runners/follower/leadership.ts";
import { startWorkers } from "#runners/workers.ts";
import { erasePorts } from "./erase-ports.ts";
import { cleanUpPorts } from "./clean-up-ports.ts";
import type { Following } from "./follower.ts";
import { type Jobs, USER_AGENT } from "./lifecycle.ts";

/** SQLSTATE query_canceled. */
const QUERY_CANCELED = "57014";

/** Between two looks for read models that are being rebuilt. */
const LOOK_EVERY_MS = 60_000;
const TRY_AGAIN_MS = 5_000;

type RunnerParts = {
  readonly jobs: Jobs;
  readonly outbound: Outbound & OutboundSessions;
  readonly following: Following;
};

/**
 * Makes this process do the jobs as soon as the read models have tables as this program makes them: at once, or after
 * their rebuild, which may take hours. Returns a function that gives up waiting.
 */
export async function startRunner(infra: InfraPlatform, parts: RunnerParts): Promise<() => void> {
  const { readModels } = parts.following;
  if (await readModels.usable(0)) {
    await doJobs(infra, parts);
    return () => undefined;
  }
  infra.log.warn({}, "Runs, loads and mails begin when the read models are rebuilt");
  const stopping = new AbortController();
  const begin = async (): Promise<void> => {
    while (!stopping.signal.aborted)
      try {
        if (!(await readModels.usable(LOOK_EVERY_MS, stopping.signal))) continue;
        await doJobs(infra, parts);
        return infra.log.info({}, "The read models are there: runs, loads and mails begin");
      } catch (err) {
        infra.log.error({ err }, "The runner could not start; trying again");
        await pause(TRY_AGAIN_MS, stopping.signal);
      }
  };
  void begin();
  return () => stopping.abort();
}

/** Pulls, schedules, loads, mail, clean-up. */
async function doJobs(infra: InfraPlatform, { jobs, outbound, following }: RunnerParts): Promise<void> {
  const { config, log } = infra;
  const queries = modelQueries(infra, following.readModels);
  await startWorkers(jobs, {
    pull: pullPorts(infra, outbound, following),
    load: loadPorts(infra, jobs, outbound),
    cleanUp: cleanUpPorts(infra, jobs, queries, following.readModels),
    erase: erasePorts(infra, { jobs, queries, readModels: following.readModels }),
    reportScheduleError: (err, instance) => log.error({ err, instance }, "A scheduled run could not be started"),
    deliverMail: async () => {
      await infra.noticeMails
        .queueSome()
        .catch((err: unknown) => log.warn({ err }, "Mails of notices wait for the next round"));
      await infra.mail.deliverDue();
    },
    sendWebhooks: (stopping) =>
      sendWebhooks(
        {
          ...{ log: infra.eventLog, claim: infra.webhooks.claim, record: infra.webhooks.record },
          send: createDeliverySender({ outbound, vault: infra.vault }),
          reportError: (err) => log.error({ err }, "A webhook failed on our side"),
        },
        stopping,
      ),
    queries,
    bringNearer: () => bringNearer(infra.database.pool, log),
    measureTable: infra.data.measureTable,
    runSlots: { limit: config.limits.runSlots, perOwner: config.limits.runSlotsPerUser },
    budgets: infra.budgets,
  });
}

function pullPorts(infra: InfraPlatform, outbound: OutboundSessions, following: Following): PullPorts {
  return {
    log: infra.eventLog,
    runs: infra.runClaims,
    clock: infra.clock,
    ids: infra.ids,
    vault: infra.vault,
    exclusive: infra.exclusive,
    mails: infra.mails,
    records: infra.runRecords,
    tables: infra.data.pullTables,
    openCalls: openCalls(outbound),
    readModels: following.readModels,
    outputs: modelQueries(infra, following.readModels).tables,
    userAgent: USER_AGENT,
    encodingOf: (sample) => legacyEncoding(Buffer.from(sample)).encoding,
    time: localTime,
    turn: infra.pagesFirst.turn,
    runTimeoutMs: infra.config.limits.runTimeoutMs,
    reportError(err, run) {
      infra.room.note(err);
      infra.log.error({ err, run }, "A run failed on our side");
    },
  };
}

function loadPorts(infra: InfraPlatform, jobs: Jobs, outbound: Outbound): LoadPorts & FetchPorts {
  const { uploads } = infra.data;
  return {
    vault: infra.vault,
    fetchFile: createFileFetcher({ outbound, uploads, pool: infra.database.pool }),
    jobs,
    log: infra.eventLog,
    exclusive: infra.exclusive,
    time: localTime,
    uploads,
    combine: infra.data.combineRows,
    dropTable: infra.data.dropTable,
    reportError: (err, dataset) => infra.log.error({ err, dataset }, "A load failed on our side"),
    // A statement that used up the time of a load would use it up again.
    passes: (error) =>
      infra.engines.unavailable(error) !== null && (error as { code?: unknown }).code !== QUERY_CANCELED,
  };
}
