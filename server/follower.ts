import { sparseLog } from "#infra/observability/sparse-log.ts";
import type { InfraPlatform } from "#infra/platform/open-platform.ts";
import { StartRefused } from "#infra/platform/start-refused.ts";
import { allProjections } from "#projections/all.ts";
import { type Follower, startFollower } from "#runners/follower/follower.ts";
import { logBehindModels } from "#runners/follower/log-behind-models.ts";
import { MODELS_CHANNEL, prepareModels } from "#runners/follower/model.ts";
import { decodeKnown } from "#runners/follower/unknown-events/decode-known.ts";
import { createReadModels, type WatchedReadModels } from "#runners/follower/read-models.ts";

/** How long a start waits for read models of another shape: small ones are rebuilt before the first page. */
const REBUILDS_MS = 5_000;

export type Following = {
  readonly readModels: WatchedReadModels;
  /** Null if this process has another role. */
  readonly follower: Follower | null;
  stop(): Promise<void>;
};

/** Opens the read models, and follows the log with them if that is this process's role. Throws `StartRefused`. */
export async function startFollowing(infra: InfraPlatform): Promise<Following> {
  const { config, log, store } = infra;
  const { pool, kysely } = infra.database;
  const logIsOlder = await logBehindModels(pool, store, allProjections);
  if (logIsOlder !== null) {
    await infra.close();
    throw new StartRefused(logIsOlder);
  }
  const wakeUp = infra.notifications.on(MODELS_CHANNEL);
  const readModels = createReadModels({ pool, store, projections: allProjections, wakeUp });
  const follows = config.role === "all" || config.role === "follower";
  const follower = follows
    ? startFollower({
        store,
        decode: decodeKnown(infra.eventLog.decode),
        projections: allProjections,
        pool: infra.pools.follower.pool,
        log: sparseLog(log),
      })
    : null;
  await prepareModels(kysely, allProjections);
  // Queries need tables of today's shape.
  if (!(await readModels.rebuilt(REBUILDS_MS)))
    log.warn({}, "Read models are being rebuilt: meanwhile pages answer from the tables of before, or with 503");
  return { readModels, follower, stop: async () => follower?.stop() };
}
