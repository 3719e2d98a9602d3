import { setTimeout as sleep } from "node:timers/promises";
import type { Agenda, Job } from "agenda";
import type { JobHandler, JobName } from "#domain/core/ports/work-ports.ts";
import type { Log } from "../observability/logger.ts";
import { cutText } from "#domain/core/text/text.ts";
import { inRequest } from "../observability/request-scope.ts";
import { beginSpan, errorType } from "../observability/tracing.ts";
import type { JobData } from "./job-store.ts";
import { ONE_FOR_EACH_ID } from "./agenda-tables.ts";
import type { JobBell } from "./job-bell.ts";
import { LOCK_LIFETIME_MS } from "./job-store.ts";

const LOCK_RENEWAL_MS = 10_000;
/** Characters of an error that are kept with a failed job; the log of the process has all of it. */
const MAX_ERROR = 500;
/** Agenda may still be locking a job when it is stopped; this is how long that may take. */
const LOCKING_MS = 100;

export type AgendaWorker = {
  /** Makes this process do the jobs of this name. */
  define(name: JobName, handler: JobHandler): void;
  /** Takes no new jobs, and waits for running ones at most `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>;
};

/** The side of Agenda that does jobs. */
export function createAgendaWorker(agenda: Agenda, bell: Pick<JobBell, "ring" | "lookFor">, log: Log): AgendaWorker {
  const stopping = new AbortController();
  let running = 0;
  let idle = Promise.withResolvers<void>();
  agenda.on("complete", (job: Job) => {
    running -= 1;
    if (running === 0) idle.resolve();
    // Agenda itself looks for the next job of this kind only when it polls; its slot is free a moment after this event.
    setTimeout(() => bell.lookFor(job.attrs.name), 1);
  });
  return {
    define(name, { concurrency, run }) {
      agenda.define<JobData>(
        name,
        async (job) => {
          if (running === 0) idle = Promise.withResolvers();
          running += 1;
          await inScopeOf(job, () => runJob(job, run, stopping.signal, log));
        },
        // Without a limit one process locks all waiting jobs, far more than it can do.
        { concurrency, lockLimit: concurrency, lockLifetime: LOCK_LIFETIME_MS },
      );
    },
    async stop(timeoutMs) {
      stopping.abort();
      const processor = processorOf(agenda);
      // Unlocks the jobs that have not begun.
      await agenda.stop(false);
      await sleep(LOCKING_MS);
      if (running > 0) await Promise.race([idle.promise, sleep(timeoutMs - LOCKING_MS, undefined, { ref: false })]);
      const locked: readonly Job[] = processor?.stop() ?? [];
      await agenda.db.unlockJobs(locked.flatMap(({ attrs }) => attrs._id ?? []));
      // The others do what was given back.
      await bell.ring();
      if (running > 0) log.warn({ count: running }, "Jobs did not end in time; they are done again elsewhere");
    },
  };
}

/** Does a job for the request that queued it, in a span of its own. */
async function inScopeOf({ attrs: { name, data } }: Job<JobData>, work: () => Promise<void>): Promise<void> {
  const { id = "", requestId, traceParent: parent } = data;
  const span = beginSpan(() => ({
    ...{ name: `job ${name}`, kind: "consumer", parent },
    attributes: { "tributary.job": name, "tributary.job_id": id },
  }));
  let failed: string | null = null;
  try {
    await span.within(() => (requestId === undefined ? work() : inRequest(requestId, work)));
  } catch (error) {
    failed = errorType(error);
    throw error;
  } finally {
    span.end({}, failed);
  }
}

/**
 * Runs one job under its lock. One that has succeeded is removed from the queue unless it asks for a retry. One that has
 * failed is thrown, so that Agenda keeps it with its error: `wake` makes it due again if the log says that there is still
 * something to do.
 */
async function runJob(
  job: Job<JobData>,
  run: JobHandler["run"],
  stopping: AbortSignal,
  log: Pick<Log, "error">,
): Promise<void> {
  const { name, type, data } = job.attrs;
  const { id = "" } = data;
  const release = keepLock(job);
  let again: Date | null = null;
  try {
    const outcome = await run(id, stopping);
    if (outcome) again = new Date(new Date().getTime() + outcome.againInMs);
  } catch (err) {
    log.error({ err, job: name, name: id }, "A job failed");
    if (type === "single" || ONE_FOR_EACH_ID.includes(name as JobName)) throw keptError(err);
  } finally {
    await release();
  }
  delete job.attrs.failedAt;
  if (type === "single") return;
  if (again) job.attrs.nextRunAt = again;
  // Agenda itself would remove it later, when this process may be gone.
  else await job.remove();
}

function keptError(error: unknown): Error {
  return new Error(cutText(error instanceof Error ? error.message : String(error), MAX_ERROR));
}

/** Renews the lock of a job while its process lives. The returned function stops that. */
function keepLock(job: Job<JobData>): () => Promise<void> {
  let renewing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    // A failure is retried at the next interval. If the lock is lost, another process does the job too, which does no
    // harm.
    renewing = job.touch().catch(() => undefined);
  }, LOCK_RENEWAL_MS);
  return async () => {
    clearInterval(timer);
    await renewing;
  };
}

/** A private part of Agenda; the contract tests fail if it changes. */
const processorOf = (agenda: Agenda) => agenda["jobProcessor"] as { stop(): readonly Job[] } | undefined;
