import type { JobRepository } from "agenda";
import type { DatabaseTime } from "../time/database-time.ts";
import { LOCK_LIFETIME_MS } from "./job-store.ts";

type Locked = { lockedAt?: Date | undefined };

/** A job that is due so soon is locked already, and begins in time. */
const LOCK_AHEAD_MS = 5_000;
/** Agenda compares the time of a lock with the clock of its process, which may have moved: no lock looks old to it. */
const HELD = new Date("9999-01-01T00:00:00Z");

/**
 * Agenda counts in the time of its process. Stored jobs have the time of the database, which all processes share: what
 * is read and stored is moved by the difference, and what is due and which locks are old is asked in its time. So a
 * process whose clock is wrong neither puts jobs off nor takes those of others.
 */
export function inDatabaseTime(jobs: JobRepository, time: Pick<DatabaseTime, "now" | "offset">): JobRepository {
  const toStored = <J extends Locked>(job: J): J => ({
    ...moved(job, -time.offset()),
    // A lock that is stored again is renewed.
    ...(job.lockedAt ? { lockedAt: new Date(time.now()) } : {}),
  });
  const fromStored = <J extends object>(job: J): J => moved(job, time.offset());
  return {
    connect: () => jobs.connect(),
    getJobsOverview: () => jobs.getJobsOverview(),
    getDistinctJobNames: () => jobs.getDistinctJobNames(),
    getQueueSize: () => jobs.getQueueSize(),
    removeJobs: (options) => jobs.removeJobs(options),
    // Agenda does not wait for this; a lock that stays ends by itself.
    unlockJob: (job) => jobs.unlockJob(job).catch(() => undefined),
    unlockJobs: (ids) => jobs.unlockJobs(ids),
    disableJobs: (options) => jobs.disableJobs(options),
    enableJobs: (options) => jobs.enableJobs(options),
    purgeAllJobs: () => jobs.purgeAllJobs(),
    async queryJobs(options) {
      const found = await jobs.queryJobs(options);
      return { ...found, jobs: found.jobs.map(fromStored) };
    },
    async getJobById(id) {
      const job = await jobs.getJobById(id);
      return job && fromStored(job);
    },
    async lockJob(job, options) {
      const locked = await jobs.lockJob(toStored(job), options);
      return locked && { ...fromStored(locked), lockedAt: HELD };
    },
    async getNextJobToRun(name, _nextScanAt, _lockDeadline, _now, options) {
      const now = time.now();
      const times = [now + LOCK_AHEAD_MS, now - LOCK_LIFETIME_MS, now].map((ms) => new Date(ms));
      const job = await jobs.getNextJobToRun(name, ...(times as [Date, Date, Date]), options);
      return job && { ...fromStored(job), lockedAt: HELD };
    },
    async saveJob(job, options) {
      return fromStored(await jobs.saveJob(toStored(job), options));
    },
    async saveJobState(job, options) {
      if (job.lockedAt) job.lockedAt = HELD;
      await jobs.saveJobState(toStored(job), options);
    },
  };
}

/** The same job with all its times so many milliseconds later. */
function moved<J extends object>(job: J, ms: number): J {
  const entries = Object.entries(job).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof Date ? new Date(value.getTime() + ms) : value,
  ]);
  return Object.fromEntries(entries) as J;
}
