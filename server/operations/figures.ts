import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Engine } from "#domain/core/ports/engines.ts";
import type { PageCache } from "#app/http/pages/page-cache.ts";
import { logSizes } from "#infra/event-store/archive/archive-totals.ts";
import { LAST_BACKUP } from "#infra/data-folder/last-backup.ts";
import { countMails } from "#infra/mail/count-mails.ts";
import { VERSION } from "#infra/config/version.ts";
import { MOST_COUNTED } from "#infra/observability/installation-metrics.ts";
import type { Figures } from "#infra/observability/metrics.ts";
import { answerWithin } from "#infra/platform/answer-within.ts";
import type { InfraPlatform } from "#infra/platform/open-platform.ts";
import { countDeliveries } from "#infra/webhooks/count-deliveries.ts";
import { modelQueries } from "../model-queries.ts";
import type { WatchedReadModels } from "#runners/follower/read-models.ts";
import type { Jobs } from "../lifecycle.ts";

const FIGURES_WITHIN_MS = 3_000;

/** Where the metrics of this process come from. What comes from an engine is left out while the engine is away or slow. */
export function figuresOf(
  infra: InfraPlatform,
  { jobs, readModels, pageCache }: { jobs: Jobs; readModels: WatchedReadModels; pageCache: PageCache },
): Figures {
  const { config, database, engines } = infra;
  const { schedules } = modelQueries(infra, readModels);
  const asked =
    <T>(needed: readonly Engine[], ask: () => Promise<T>) =>
    async (): Promise<T | null> =>
      needed.some(engines.isAway) ? null : answerWithin(FIGURES_WITHIN_MS, ask(), null);
  return {
    version: VERSION,
    role: config.role,
    budgets: infra.budgets,
    pageCache: pageCache.use,
    turnsWaited: infra.pagesFirst.waited,
    engines: () => engines.states(),
    disk: infra.room.figures,
    damageSeen: infra.damage.seen,
    cleanedUp: infra.cleanedUp,
    lags: asked(["database", "event log"], () => readModels.lags()),
    runTotals: asked(["database"], () => schedules.totals()),
    jobs: asked([config.mongodbUrl ? "job queue" : "database"], () => jobs.admin.counts(MOST_COUNTED)),
    mails: asked(["database"], () => countMails(database.pool)),
    webhooks: asked(["database"], () => countDeliveries(database.pool)),
    forked: asked(["database"], async () => (await infra.transparency.signed.last()).fork !== null),
    logSizes: asked(["database"], async () => (config.eventStoreUrl ? null : logSizes(database.pool))),
    clockOffset: infra.databaseTime.offset,
    scheduleRound: asked([config.mongodbUrl ? "job queue" : "database"], () => jobs.lastRound("schedule")),
    followerLag: asked(["database", "event log"], async () => {
      const oldest = await readModels.oldestWaiting();
      return oldest === null ? 0 : Math.max(0, infra.databaseTime.now() - oldest.getTime());
    }),
    lastBackup: () => lastBackup(path.join(config.dataDir, LAST_BACKUP)),
  };
}

/** Null: the file says nothing that can be read. */
async function lastBackup(file: string): Promise<Date | "none" | null> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return "none";
  const at = new Date(String((JSON.parse(text) as { at?: unknown } | null)?.at));
  if (Number.isNaN(at.getTime())) throw new Error(`${LAST_BACKUP} does not say when`);
  return at;
}
