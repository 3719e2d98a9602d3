import { MongoBackend } from "@agendajs/mongo-backend";
import { PostgresBackend } from "@agendajs/postgres-backend";
import { Agenda } from "agenda";
import type { Pool } from "pg";
import type { JobName, JobQueue } from "#domain/core/work-ports.ts";
import type { Log } from "./logger.ts";

/** Longer than any job should take; a lock that runs out only makes the job ring twice, which the log bears. */
const LOCK_LIFETIME_MS = 70 * 60_000;
const POLL_MS = 5_000;

/** Agenda on Postgres, or on MongoDB when its address is given. */
export function createAgendaJobs({ pool, mongodbUrl, log }: { pool: Pool; mongodbUrl: string | null; log: Log }): JobQueue {
  const backend =
    mongodbUrl === null
      ? new PostgresBackend({ pool, tableName: "agenda_jobs", channelName: "tributary_jobs" })
      : new MongoBackend({ address: mongodbUrl, collection: "agenda_jobs" });
  const agenda = new Agenda({ backend, processEvery: POLL_MS, defaultLockLifetime: LOCK_LIFETIME_MS, removeOnComplete: true });
  agenda.on("error", (err: unknown) => log.error({ err }, "The job queue has a problem"));
  const ready = agenda.ready.catch((err: unknown) => log.error({ err }, "The job queue could not be opened"));
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
            try {
              await run(id);
            } catch (err) {
              log.error({ err, job: name, name: id }, "A job failed");
              throw err;
            }
          },
          { concurrency },
        );
      }
      await agenda.start();
      for (const [name, seconds] of Object.entries(everySeconds) as [JobName, number][]) {
        await agenda.every(`${seconds} seconds`, name, { id: "" });
      }
    },
    async stop(timeoutMs) {
      await ready;
      await agenda.drain(timeoutMs);
      await agenda.stop();
    },
  };
}
