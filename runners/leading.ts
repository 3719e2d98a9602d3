import type { ExclusiveWork } from "#domain/core/ports/work-ports.ts";
import { pause } from "./follower/leadership.ts";

const TAKE_OVER_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

type Leading = {
  readonly exclusive: ExclusiveWork;
  /** What is done by one process at a time, the same name in all of them. */
  readonly name: string;
  /** Works until the signal aborts; `worked` is called after progress, so that the next failure is tried again soon. */
  readonly lead: (signal: AbortSignal, worked: () => void) => Promise<void>;
  readonly failed: (error: unknown, attempt: number) => void;
};

/**
 * Of all processes that call this with a name one leads; another takes over within a second. After a failure it is tried
 * again, less and less often.
 */
export function startLeading({ exclusive, name, lead, failed }: Leading): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    for (let failures = 0; !signal.aborted;) {
      try {
        const done = await exclusive.run(name, () => lead(signal, () => (failures = 0)));
        if (done === "busy") await pause(TAKE_OVER_MS, signal);
      } catch (error) {
        failures += 1;
        failed(error, failures);
        await pause(Math.min(100 * 2 ** failures, LONGEST_RETRY_MS), signal);
      }
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
