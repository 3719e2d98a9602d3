import { EventEmitter } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { MongoBackend } from "@agendajs/mongo-backend";
import { PostgresBackend } from "@agendajs/postgres-backend";
import { Agenda, type Job } from "agenda";
import type { Pool } from "pg";
import type { JobHandler, JobName, JobQueue } from "#domain/core/ports/work-ports.ts";
import { JOBS_TABLE, ONE_FOR_EACH_ID } from "./agenda-tables.ts";
import type { Log } from "../observability/logger.ts";

/** A process that has not renewed the lock of a job for so long is taken for dead: the job is done elsewhere. */
const LOCK_LIFETIME_MS = 45_000;
const RENEW_LOCK_EVERY_MS = 10_000;
const POLL_MS = 5_000;
const LOOK_MS = 100;

type JobData = { id?: string };

/** Agenda on Postgres (`createAgendaTables` has made its tables), or on MongoDB when its address is given. */
export function createAgendaJobs({
  pool,
  mongodbUrl,
  log,
}: {
  pool: Pool;
  mongodbUrl: string | null;
  log: Log;
}): JobQueue {
  const backend =
    mongodbUrl === null
      ? new PostgresBackend({ pool, tableName: JOBS_TABLE, channelName: "tributary_jobs", ensureSchema: false })
      : new MongoBackend({ address: mongodbUrl, collection: JOBS_TABLE });
  const stopping = new AbortController();
  // Without a listener a lost connection would end the whole process; the channel connects again by itself.
  if (backend.notificationChannel instanceof EventEmitter) {
    backend.notificationChannel.on("error", (err: unknown) => {
      if (!stopping.signal.aborted)
        log.warn({ err }, "Jobs are only looked for every few seconds: their notifications were lost");
    });
  }
  const agenda = new Agenda({ backend, processEvery: POLL_MS, defaultLockLifetime: LOCK_LIFETIME_MS });
  agenda.on("error", (err: unknown) => log.error({ err }, "The job queue has a problem"));
  const ready = agenda.ready.catch((err: unknown) => log.error({ err }, "The job queue could not be opened"));
  let running = 0;
  agenda.on("complete", (job: Job) => {
    running -= 1;
    lookForMore(agenda, job);
  });

  const define = (name: JobName, { concurrency, run }: JobHandler): void => {
    agenda.define<JobData>(
      name,
      async (job) => {
        running += 1;
        const { id = "" } = job.attrs.data;
        const release = keepLock(job);
        let again: Date | null = null;
        try {
          const outcome = await run(id, stopping.signal);
          if (outcome) again = new Date(Date.now() + outcome.againInMs);
        } catch (err) {
          log.error({ err, job: name, name: id }, "A job failed");
        } finally {
          await release();
        }
        if (job.attrs.type === "single") return;
        if (again) job.attrs.nextRunAt = again;
        // The log says what is still to do, so a failed job is of no use to anybody. Agenda removes jobs too late to know that all has ended.
        else await job.remove();
      },
      // Without a limit one process locks everything that waits, far more than it can do.
      { concurrency, lockLimit: concurrency, lockLifetime: LOCK_LIFETIME_MS },
    );
  };

  return {
    async wake(name, id) {
      await ready;
      const job = agenda.create<JobData>(name, { id });
      if (ONE_FOR_EACH_ID.includes(name)) job.unique({ "data.id": id }, { insertOnly: true });
      else if (await isWaiting(agenda, name)) return;
      job.schedule(new Date());
      await job.save().catch((err: unknown) => {
        if (!isDuplicate(err)) throw err;
      });
    },
    async work(handlers, everySeconds) {
      await ready;
      const entries = Object.entries(handlers) as [JobName, JobHandler][];
      for (const [name, handler] of entries) define(name, handler);
      // Only the limits of each kind count, so that no kind of job keeps another from running.
      agenda.maxConcurrency(entries.reduce((sum, [, { concurrency }]) => sum + concurrency, 1));
      await agenda.start();
      for (const [name, seconds] of Object.entries(everySeconds) as [JobName, number][]) {
        await agenda.every(`${seconds} seconds`, name, { id: "" });
      }
    },
    async asked(name) {
      await ready;
      const { jobs } = await agenda.queryJobs({ name });
      return new Set(
        jobs
          .filter(({ lockedAt, nextRunAt }) => lockedAt || nextRunAt)
          .map(({ data }) => (data as JobData | undefined)?.id ?? ""),
      );
    },
    async forgetLocked(name) {
      await ready;
      const { jobs } = await agenda.queryJobs({ name });
      const ids = jobs.filter(({ type, lockedAt }) => type !== "single" && lockedAt).map(({ _id }) => String(_id));
      if (ids.length > 0) await agenda.cancel({ ids });
    },
    async sweep() {
      await ready;
      for (const state of ["failed", "completed"] as const) {
        const { jobs } = await agenda.queryJobs({ state });
        const ids = jobs
          .filter(({ type, nextRunAt, lockedAt }) => type !== "single" && !nextRunAt && !lockedAt)
          .map(({ _id }) => String(_id));
        for (let from = 0; from < ids.length; from += 500) await agenda.cancel({ ids: ids.slice(from, from + 500) });
      }
    },
    async stop(timeoutMs) {
      stopping.abort();
      await ready;
      const processor = processorOf(agenda);
      // Unlocks what has not begun; what goes on keeps the store until it has ended.
      await agenda.stop(false);
      const until = Date.now() + timeoutMs;
      do await delay(LOOK_MS);
      while (running > 0 && Date.now() < until);
      // A job may have been locked while Agenda stopped.
      const locked: readonly Job[] = processor?.stop() ?? [];
      await agenda.db.unlockJobs(locked.flatMap(({ attrs }) => attrs._id ?? []));
      if (running > 0) log.warn({ count: running }, "Jobs did not end in time; they are done again elsewhere");
      await backend.disconnect();
    },
  };
}

/** Renews the lock of a job for as long as its process lives. Answers what ends that. */
function keepLock(job: Job<JobData>): () => Promise<void> {
  let renewing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    // A lock that could not be renewed is renewed next time, or somebody else does the job too, which the log bears.
    renewing = job.touch().catch(() => undefined);
  }, RENEW_LOCK_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await renewing;
  };
}

/** What Agenda keeps to itself; its contract tests would tell if it changed. */
type Processor = { stop(): readonly Job[]; handleNotification(notification: object): Promise<void> };
const processorOf = (agenda: Agenda) => agenda["jobProcessor"] as Processor | undefined;

/** Agenda itself fills a free place only when it polls. */
function lookForMore(agenda: Agenda, { attrs }: Job): void {
  setTimeout(() => {
    const look = { jobId: attrs._id!, jobName: attrs.name, nextRunAt: null, priority: 0, timestamp: new Date() };
    void processorOf(agenda)?.handleNotification(look);
  }, 1);
}

/** Whether a round of this job is asked for that has not begun. */
async function isWaiting(agenda: Agenda, name: JobName): Promise<boolean> {
  const { jobs } = await agenda.queryJobs({ name });
  return jobs.some(({ type, lockedAt, nextRunAt }) => type !== "single" && !lockedAt && nextRunAt);
}

function isDuplicate(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "23505" || code === 11_000;
}
