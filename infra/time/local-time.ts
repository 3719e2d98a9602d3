import type { LocalTime } from "#domain/core/ports/local-time.ts";

/** The clock and timers of this process. */
export const localTime = {
  now: () => new Date().getTime(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason instanceof Error ? signal.reason : new Error("The work was stopped"));
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", stop);
        resolve();
      }, ms);
      if (signal?.aborted) stop();
      else signal?.addEventListener("abort", stop, { once: true });
    }),
  timeout: (ms) => AbortSignal.timeout(ms),
  random: () => Math.random(),
} satisfies LocalTime;
