import type { JobQueue } from "#domain/core/ports/work-ports.ts";
import type { DatabaseTime } from "#infra/time/database-time.ts";
import type { WatchedReadModels } from "#runners/follower/read-models.ts";

/** How long the work of another role may stand, and how long a process has watched before it says so. */
const PATIENCE_MS = 60_000;

type Watched = {
  readonly time: Pick<DatabaseTime, "now">;
  readonly readModels: Pick<WatchedReadModels, "oldestWaiting">;
  readonly jobs: Pick<JobQueue, "lastRound" | "admin">;
  readonly patienceMs?: number;
};

/**
 * Sentences about roles whose work stands: nobody applies events, or nobody does the jobs. They are warnings, because
 * pages still answer.
 */
export function watchRoles({ time, readModels, jobs, patienceMs = PATIENCE_MS }: Watched): () => Promise<string[]> {
  const begun = performance.now();
  const secondsOf = (since: number) => Math.round((time.now() - since) / 1_000);
  const stands = (since: number | null): since is number => since !== null && time.now() - since > patienceMs;

  const follower = async (): Promise<string[]> => {
    const since = (await readModels.oldestWaiting())?.getTime() ?? null;
    if (!stands(since)) return [];
    return [
      `Nobody follows the log: an event has waited for ${secondsOf(since)} s. What people change is not shown. Start a process with ROLE=follower.`,
    ];
  };
  const runner = async (): Promise<string[]> => {
    const round = await jobs.lastRound("schedule");
    if (round !== null && !stands(round.getTime())) return [];
    const due = (await jobs.admin.kinds()).flatMap(({ dueAt }) => dueAt?.getTime() ?? []);
    const since = due.length === 0 ? null : Math.min(...due);
    if (!stands(since)) return [];
    return [
      `Nobody does the jobs: one has been due for ${secondsOf(since)} s. Uploads, runs and mails wait. Start a process with ROLE=runner.`,
    ];
  };
  return async () => {
    if (performance.now() - begun < patienceMs) return [];
    return (await Promise.all([follower(), runner()])).flat();
  };
}
