import type { Pool } from "pg";
import { afterEach, beforeEach } from "vitest";
import { JOB_NAMES, type JobHandler, type JobName, type JobQueue } from "#domain/core/ports/work-ports.ts";
import type { DatabaseTime } from "#infra/time/database-time.ts";
import { eventually } from "../../eventually.ts";

/** The time of the database on the machine of the test, whatever the clock of its process is moved by. */
export const RIGHT_TIME = {
  now: () => Math.round(performance.timeOrigin + performance.now()),
  offset: () => new Date().getTime() - RIGHT_TIME.now(),
};
/** Longer than any test. */
export const HARDLY_EVER_MS = 3_600_000;

/** Cuts the connections that listen for notifications. */
export async function cutListeners(pool: Pool): Promise<void> {
  const cut = async () => {
    const { rowCount } = await pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'",
    );
    return (rowCount ?? 0) > 0;
  };
  await eventually(cut, 5_000, "No connection listens");
}

/** A store for Agenda's jobs, empty at first. */
export type JobStore = {
  /** A queue as one process has it. It looks for jobs so often by itself. */
  createQueue(lookEveryMs: number, time: Pick<DatabaseTime, "now" | "offset">): Promise<JobQueue>;
  /** Cuts the connection for notifications. */
  cutNotifications(): Promise<void>;
  /** Makes the lock of a job this many seconds old, as if its process had died. */
  ageLock(job: JobName, seconds: number): Promise<void>;
  /** Whether all jobs of this name are due within so many seconds, by the clock of the database. */
  dueWithin(job: JobName, seconds: number): Promise<boolean>;
  /** Moves the times and locks of all jobs so many seconds ahead. */
  setAhead(seconds: number): Promise<void>;
  /** The ids of the stored jobs of this name, in order. */
  jobsOf(job: JobName): Promise<string[]>;
  close(): Promise<void>;
};

/** A store for each test, and queues on it that end with the test. */
export type JobFixture = ReturnType<typeof jobFixture>;

export function jobFixture(open: () => Promise<JobStore>) {
  let store: JobStore;
  let queues: JobQueue[];
  beforeEach(async () => {
    store = await open();
    queues = [];
  });
  afterEach(async () => {
    for (const queue of queues) await queue.stop(5_000);
    await store.close();
  });

  async function opened(lookEveryMs: number): Promise<JobQueue> {
    const queue = await store.createQueue(lookEveryMs, RIGHT_TIME);
    queues.push(queue);
    return queue;
  }

  return {
    store: () => store,
    opened,
    /** The test has stopped its queues itself. */
    forget: () => void (queues = []),
    /** A process that does jobs. */
    async workers(
      run: (job: JobName, id: string, stopping: AbortSignal) => ReturnType<JobHandler["run"]>,
      everySeconds: Partial<Record<JobName, number>> = {},
      pullsAtATime = 2,
      lookEveryMs = 5_000,
    ): Promise<JobQueue> {
      const queue = await opened(lookEveryMs);
      const handler = (job: JobName): JobHandler => ({
        concurrency: job === "pull" ? pullsAtATime : 2,
        run: (id, stopping) => run(job, id, stopping),
      });
      await queue.work(
        Object.fromEntries(JOB_NAMES.map((name) => [name, handler(name)])) as Record<JobName, JobHandler>,
        everySeconds,
      );
      return queue;
    },
  };
}

/** Work that continues until the test or the queue ends it. */
export function hanging() {
  const open = Promise.withResolvers<void>();
  const begun: string[] = [];
  return {
    begun,
    end: () => open.resolve(),
    run: async (id: string, stopping: AbortSignal) => {
      begun.push(id);
      await Promise.race([open.promise, new Promise((resolve) => stopping.addEventListener("abort", resolve))]);
    },
  };
}

export const ids = (count: number) => Array.from({ length: count }, (_, at) => `run-${String(at).padStart(2, "0")}`);
