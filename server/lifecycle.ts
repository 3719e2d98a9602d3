import { setTimeout as wait } from "node:timers/promises";
import type { JobQueue } from "#domain/core/ports/work-ports.ts";
import { VERSION } from "#infra/config/version.ts";
import type { Log } from "#infra/observability/logger.ts";
import { answerWithin } from "#infra/platform/answer-within.ts";

export const USER_AGENT = `Tributary/${VERSION}`;
/** How long running requests and jobs may take to end after SIGTERM, in total. */
export const DRAIN_MS = 16_000;
/** The part of that which is reserved for jobs. */
const JOBS_DRAIN_MS = 11_000;
/** The whole stop, including an embedded Postgres, ends by then; what still runs is aborted. */
export const STOP_MS = 29_000;
const CLOSE_MS = 2_000;

export type Jobs = JobQueue;

/**
 * Runs `stop`, which begins with a delay, once at the first SIGTERM or SIGINT and ends the process: status 0 if all has
 * ended, 1 if not.
 */
export function onStop(log: Log, stop: () => Promise<void>, delayMs: number): void {
  let stopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      log.info({ signal }, "Stopping");
      const late = wait(delayMs + STOP_MS, undefined, { ref: false }).then(() =>
        Promise.reject(new Error(`Not stopped after ${(delayMs + STOP_MS) / 1_000} s`)),
      );
      Promise.race([stop(), late]).then(
        () => process.exit(0),
        (err: unknown) => {
          log.error({ err }, "Could not stop cleanly");
          process.exit(1);
        },
      );
    });
  }
}

/**
 * Ends requests and jobs within `DRAIN_MS`, then the rest within 2 s; what takes longer is aborted when its connections
 * close. A request may wait for a run that has not begun, so for some seconds runs may still begin while requests are
 * being answered.
 */
export async function drain(
  server: { close(): Promise<void> },
  jobs: Jobs,
  rest: readonly (() => Promise<unknown>)[],
): Promise<void> {
  const answered = server.close();
  await answerWithin(DRAIN_MS - JOBS_DRAIN_MS, answered, undefined);
  await answerWithin(JOBS_DRAIN_MS + CLOSE_MS, Promise.all([answered, jobs.stop(JOBS_DRAIN_MS)]), undefined);
  await answerWithin<unknown>(CLOSE_MS, Promise.all(rest.map((end) => end())), undefined);
}
