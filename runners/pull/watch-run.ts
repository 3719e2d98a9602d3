import type { PullPorts } from "./pull-ports.ts";
import { aggregate } from "#domain/core/aggregate.ts";
import { run } from "#domain/run/decider.ts";

const LOOK_EVERY_MS = 700;

/** Looks now and then whether somebody else has ended a run: `over` is aborted as soon as the log says so. */
export function watchRun(ports: Pick<PullPorts, "log">, runId: string): { readonly over: AbortSignal; stop(): void } {
  const over = new AbortController();
  const looking = setInterval(() => {
    aggregate(ports.log, run)
      .load(runId)
      .then(
        ({ status }) => status !== "running" && over.abort(new Error("The run was ended")),
        // A look that fails is made up for by the next; a result that comes too late is refused all the same.
        () => undefined,
      );
  }, LOOK_EVERY_MS);
  return { over: over.signal, stop: () => clearInterval(looking) };
}
