import type { createAgendaJobs } from "#infra/agenda-jobs.ts";
import type { Log } from "#infra/logger.ts";

export const VERSION = "0.1.0";
export const USER_AGENT = `Tributary/${VERSION}`;
/** How long running requests and jobs may take to end after SIGTERM. */
export const DRAIN_MS = 25_000;
/** How much of that is left to jobs however long requests take. */
export const JOBS_DRAIN_MS = 15_000;

export type Jobs = ReturnType<typeof createAgendaJobs>;

/** Runs `stop` once at the first SIGTERM or SIGINT and ends the process: 0 when all has ended, 1 when not. */
export function onStop(log: Log, stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      log.info({ signal }, "Stopping");
      stop().then(
        () => process.exit(0),
        (err: unknown) => {
          log.error({ err }, "Could not stop cleanly");
          process.exit(1);
        },
      );
    });
  }
}
