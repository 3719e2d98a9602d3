import { EventEmitter } from "node:events";
import { PostgresBackend } from "@agendajs/postgres-backend";
import { Agenda, type AgendaBackend } from "agenda";
import type { Pool } from "pg";
import type { JobHandler, JobName, JobQueue } from "#domain/core/ports/work-ports.ts";
import type { Log } from "../observability/logger.ts";
import { addJob, announceJob, idsInQueue, removeLocked } from "./agenda-queue.ts";
import { JOBS_TABLE } from "./agenda-tables.ts";
import { createAgendaWorker } from "./agenda-worker.ts";
import { type JobStore, LOCK_LIFETIME_MS } from "./job-store.ts";
import { postgresJobStore } from "./postgres-job-store.ts";

/** How often Agenda polls for jobs; notifications wake it earlier. */
const POLL_INTERVAL_MS = 5_000;

/** Agenda on Postgres (`createAgendaTables` has made its tables), or on MongoDB if its URL is given. */
export async function createAgendaJobs({
  pool,
  mongodbUrl,
  log,
}: {
  pool: Pool;
  mongodbUrl: string | null;
  log: Log;
}): Promise<JobQueue> {
  const { backend, store } = mongodbUrl === null ? onPostgres(pool) : await onMongodb(mongodbUrl);
  let stopping = false;
  // Without a listener a lost connection would end the process; the channel reconnects by itself.
  if (backend.notificationChannel instanceof EventEmitter) {
    backend.notificationChannel.on("error", (err: unknown) => {
      if (!stopping) log.warn({ err }, "Jobs are only looked for every few seconds: their notifications were lost");
    });
  }
  const agenda = new Agenda({ backend, processEvery: POLL_INTERVAL_MS, defaultLockLifetime: LOCK_LIFETIME_MS });
  agenda.on("error", (err: unknown) => {
    if (isGone(err)) log.info({ err }, "A job was removed before it began: another process takes over its work");
    else log.error({ err }, "The job queue has a problem");
  });
  const ready = agenda.ready.catch((err: unknown) => log.error({ err }, "The job queue could not be opened"));
  const worker = createAgendaWorker(agenda, log);

  return {
    wake: async (name, id) => ready.then(() => addJob(agenda, store, name, id)),
    asked: async (name) => ready.then(() => idsInQueue(agenda, name)),
    forgetLocked: async (name) => ready.then(() => removeLocked(agenda, name)),
    sweep: () => store.sweep(),
    admin: {
      kinds: () => store.kinds(),
      counts: (most) => store.counts(most),
      page: (filter, range) => store.page(filter, range),
      remove: (id) => store.remove(id),
      async retry(id) {
        const job = await store.retry(id);
        if (job) await announceJob(agenda, job);
        return job;
      },
    },
    async work(handlers, everySeconds) {
      await ready;
      const entries = Object.entries(handlers) as [JobName, JobHandler][];
      for (const [name, handler] of entries) worker.define(name, handler);
      // Each kind of job has its own limit; the total limit must never be reached first.
      agenda.maxConcurrency(entries.reduce((sum, [, { concurrency }]) => sum + concurrency, 1));
      await agenda.start();
      for (const [name, seconds] of Object.entries(everySeconds) as [JobName, number][]) {
        await agenda.every(`${seconds} seconds`, name, { id: "" });
      }
    },
    async stop(timeoutMs) {
      stopping = true;
      await ready;
      await worker.stop(timeoutMs);
      await backend.disconnect();
      await store.close();
    },
  };
}

type Storage = { readonly backend: AgendaBackend; readonly store: JobStore };

function onPostgres(pool: Pool): Storage {
  const backend = new PostgresBackend({
    ...{ pool, tableName: JOBS_TABLE, channelName: "tributary_jobs", ensureSchema: false },
  });
  return { backend, store: postgresJobStore(pool) };
}

/** Loads the driver of MongoDB, which most installations do not need. */
async function onMongodb(address: string): Promise<Storage> {
  const [{ MongoBackend }, { openMongoJobs }] = await Promise.all([
    import("@agendajs/mongo-backend"),
    import("./mongo-job-store.ts"),
  ]);
  const { db, store } = openMongoJobs(address);
  return { backend: new MongoBackend({ mongo: db, collection: JOBS_TABLE }), store };
}

/** Agenda's error for a job that was removed after this process had locked it (`forgetLocked`). It has no code. */
function isGone(error: unknown): boolean {
  return error instanceof Error && /^job .* cannot be updated in the database/.test(error.message);
}
