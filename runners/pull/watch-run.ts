import { aggregate } from "#domain/core/aggregate.ts";
import { run } from "#domain/run/decider.ts";
import type { PullPorts } from "./pull-ports.ts";

/** The run is read at most this often, however much happens elsewhere. */
const MIN_INTERVAL_MS = 700;

/** Watches whether a run is ended elsewhere, for example by its owner: `over` aborts once the log says so. */
export function watchRun(
  { log, readModels }: Pick<PullPorts, "log" | "readModels">,
  runId: string,
): { readonly over: AbortSignal; stop(): void } {
  const over = new AbortController();
  const stopping = new AbortController();
  // After a failed read the next one follows; a late result is refused all the same.
  const ended = async () => {
    const state = await aggregate(log, run)
      .load(runId)
      .catch(() => null);
    return state === null || state.status === "absent" || state.status === "running" ? null : state.status;
  };
  void readModels
    .until(ended, { timeoutMs: Infinity, atMostEveryMs: MIN_INTERVAL_MS, signal: stopping.signal })
    .then((status) => status !== null && over.abort(new Error("The run was ended")));
  return { over: over.signal, stop: () => stopping.abort() };
}
