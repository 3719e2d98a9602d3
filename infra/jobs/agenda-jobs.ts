import { PostgresBackend } from "@agendajs/postgres-backend";
import { Agenda, type AgendaBackend } from "agenda";
import type { Pool } from "pg";
import type { JobHandler, JobName, JobQueue } from "#domain/core/ports/work-ports.ts";
import type { Log } from "../observability/logger.ts";
import type { Notifications } from "../postgres/notifications.ts";
import { addJob, idsInQueue } from "./agenda-queue.ts";
import { JOBS_TABLE } from "./agenda-tables.ts";
import { createAgendaWorker } from "./agenda-worker.ts";
import type { DatabaseTime } from "../time/database-time.ts";
import { inDatabaseTime } from "./in-database-time.ts";
import { JobBell } from "./job-bell.ts";
import { type JobStore, LOCK_LIFETIME_MS } from "./job-store.ts";
import { postgresJobStore } from "./postgres-job-store.ts";

const NEARER_EVERY_MS = 60_000;
const CANNOT_LOOK = "Whether jobs lie too far ahead could not be looked at; the next look is in a minute";
type EverySeconds = Parameters<JobQueue["work"]>[1];

type AgendaOptions = {
  readonly pool: Pool;
  readonly mongodbUrl: string | null;
  /** Over which runners hear of new jobs. */
  readonly notifications: Notifications;
  /** How often runners look for jobs by themselves. */
  readonly lookEveryMs: number;
  /** In whose time jobs are due and locked. */
  readonly time: Pick<DatabaseTime, "now" | "offset">;
  readonly log: Log;
};

/** Agenda on Postgres (`createAgendaTables` has made its tables), or on MongoDB if its URL is given. */
export async function createAgendaJobs({
  pool,
  mongodbUrl,
  notifications,
  lookEveryMs,
  time,
  log,
}: AgendaOptions): Promise<JobQueue> {
  const { backend, store } = mongodbUrl === null ? onPostgres(pool, time) : await onMongodb(mongodbUrl, time);
  let nearing: NodeJS.Timeout | undefined;
  const bell = new JobBell(pool, notifications, log);
  const agenda = new Agenda({
    ...{ backend, notificationChannel: bell, processEvery: lookEveryMs, defaultLockLifetime: LOCK_LIFETIME_MS },
  });
  agenda.on("error", (err: unknown) => {
    if (isGone(err)) log.info({ err }, "A job was released before it began: another process takes over its work");
    else log.error({ err }, "The job queue has a problem");
  });
  const ready = agenda.ready.catch((err: unknown) => log.error({ err }, "The job queue could not be opened"));
  const worker = createAgendaWorker(agenda, bell, log);

  return {
    wake: async (name, id) => ready.then(() => addJob(agenda, { store, bell }, name, id)),
    asked: async (name) => ready.then(() => idsInQueue(agenda, name)),
    releaseLocked: async (name) => ready.then(() => store.releaseLocked(name)).then(() => bell.ring(name)),
    sweep: (until) => store.sweep(until),
    lastRound: (name) => store.lastRound(name),
    admin: {
      kinds: () => store.kinds(),
      counts: (most) => store.counts(most),
      page: (filter, range) => store.page(filter, range),
      remove: (id) => store.remove(id),
      async retry(id) {
        const job = await store.retry(id);
        if (job) await bell.ring(job.name);
        return job;
      },
    },
    async work(handlers, everySeconds) {
      await ready;
      const entries = Object.entries(handlers) as [JobName, JobHandler][];
      for (const [name, handler] of entries) worker.define(name, handler);
      // Each kind of job has its own limit; the total limit must never be reached first.
      agenda.maxConcurrency(entries.reduce((sum, [, { concurrency }]) => sum + concurrency, 1));
      nearing = await keepNear(store, everySeconds, log);
      await agenda.start();
      bell.listen(entries.map(([name]) => name));
      for (const [name, seconds] of Object.entries(everySeconds) as [JobName, number][]) {
        await agenda.every(`${seconds} seconds`, name, { id: "" });
      }
    },
    async stop(timeoutMs) {
      clearInterval(nearing);
      await ready;
      await worker.stop(timeoutMs);
      await backend.disconnect();
      await store.close();
    },
  };
}

/** Brings jobs nearer that lie too far ahead, now and each minute. */
async function keepNear(store: JobStore, everySeconds: EverySeconds, log: Log): Promise<NodeJS.Timeout> {
  const bringNearer = async (): Promise<void> => {
    const count = await store.bringNearer(everySeconds);
    if (count > 0) log.warn({ count }, "Jobs lay too far ahead: the clock was ahead once. They are due in time again");
  };
  await bringNearer();
  const again = () => void bringNearer().catch((err: unknown) => log.warn({ err }, CANNOT_LOOK));
  return setInterval(again, NEARER_EVERY_MS).unref();
}

type Storage = { readonly backend: AgendaBackend; readonly store: JobStore };

function onPostgres(pool: Pool, time: AgendaOptions["time"]): Storage {
  const backend = new PostgresBackend({
    ...{ pool, tableName: JOBS_TABLE, ensureSchema: false, disableNotifications: true },
  });
  return { backend: timed(backend, time), store: postgresJobStore(pool) };
}

/** Loads the driver of MongoDB, which most installations do not need. */
async function onMongodb(address: string, time: AgendaOptions["time"]): Promise<Storage> {
  const [{ MongoBackend }, { openMongoJobs }] = await Promise.all([
    import("@agendajs/mongo-backend"),
    import("./mongo-job-store.ts"),
  ]);
  const { db, store } = openMongoJobs(address, time);
  return { backend: timed(new MongoBackend({ mongo: db, collection: JOBS_TABLE }), time), store };
}

function timed(backend: AgendaBackend, time: AgendaOptions["time"]): AgendaBackend {
  return {
    ...{ name: backend.name, ownsConnection: backend.ownsConnection },
    repository: inDatabaseTime(backend.repository, time),
    connect: () => backend.connect(),
    disconnect: () => backend.disconnect(),
  };
}

/** Agenda's error for a job that is another one since this process has locked it (`releaseLocked`). It has no code. */
function isGone(error: unknown): boolean {
  return error instanceof Error && /^job .* cannot be updated in the database/.test(error.message);
}
