import { EventEmitter } from "node:events";
import { MongoBackend } from "@agendajs/mongo-backend";
import { PostgresBackend } from "@agendajs/postgres-backend";
import { Agenda } from "agenda";
import type { Pool } from "pg";
import type { JobName, JobQueue } from "#domain/core/work-ports.ts";
import { JOBS_TABLE } from "./agenda-tables.ts";
import type { Log } from "./logger.ts";

/** Longer than any job should take; a lock that runs out only makes the job ring twice, which the log bears. */
const LOCK_LIFETIME_MS = 70 * 60_000;
/** Jobs that ring by themselves are one row each: while a dead process holds that row's lock, nobody rings. They are short. */
const REPEATED_LOCK_LIFETIME_MS = 60_000;
const POLL_MS = 5_000;
const LOOK_MS = 100;

/** Agenda on Postgres (`createAgendaTables` has made its tables), or on MongoDB when its address is given. */
export function createAgendaJobs({ pool, mongodbUrl, log }: { pool: Pool; mongodbUrl: string | null; log: Log }): JobQueue {
  const backend =
    mongodbUrl === null
      ? new PostgresBackend({ pool, tableName: JOBS_TABLE, channelName: "tributary_jobs", ensureSchema: false })
      : new MongoBackend({ address: mongodbUrl, collection: "agenda_jobs" });
  const stopping = new AbortController();
  // Without a listener a lost connection would end the whole process; the channel connects again by itself.
  if (backend.notificationChannel instanceof EventEmitter) {
    backend.notificationChannel.on("error", (err: unknown) => {
      if (!stopping.signal.aborted) log.warn({ err }, "Jobs are only looked for every few seconds: their notifications were lost");
    });
  }
  const agenda = new Agenda({ backend, processEvery: POLL_MS, defaultLockLifetime: LOCK_LIFETIME_MS, removeOnComplete: true });
  agenda.on("error", (err: unknown) => log.error({ err }, "The job queue has a problem"));
  const ready = agenda.ready.catch((err: unknown) => log.error({ err }, "The job queue could not be opened"));
  let running = 0;
  return {
    async wake(job, id) {
      await ready;
      await agenda.now(job, { id });
    },
    async work(handlers, everySeconds) {
      await ready;
      for (const [name, { concurrency, run }] of Object.entries(handlers)) {
        agenda.define<{ id?: string }>(
          name,
          async (job) => {
            const id = job.attrs.data.id ?? "";
            running += 1;
            try {
              await run(id, stopping.signal);
            } catch (err) {
              log.error({ err, job: name, name: id }, "A job failed");
              throw err;
            } finally {
              running -= 1;
            }
          },
          { concurrency, lockLifetime: name in everySeconds ? REPEATED_LOCK_LIFETIME_MS : LOCK_LIFETIME_MS },
        );
      }
      await agenda.start();
      for (const [name, seconds] of Object.entries(everySeconds) as [JobName, number][]) {
        await agenda.every(`${seconds} seconds`, name, { id: "" });
      }
    },
    async stop(timeoutMs) {
      stopping.abort();
      await ready;
      const idle = new AbortController();
      // Agenda looks whether a job was the last one before it has crossed that job off, and would wait for the whole time.
      const looking = setInterval(() => {
        if (running === 0) idle.abort();
      }, LOOK_MS);
      await agenda.drain({ timeout: timeoutMs, signal: idle.signal });
      clearInterval(looking);
      await agenda.stop();
    },
  };
}
