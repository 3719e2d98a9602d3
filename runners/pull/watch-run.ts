import { loadRun } from "#domain/use-cases/running/start-run.ts";
import type { PullPorts } from "./pull-ports.ts";

/** Of many events in a row a run looks only so often. */
const AT_MOST_EVERY_MS = 500;

/** Looks whether somebody else has ended a run, whenever events have come: `over` is aborted as soon as the log says so. */
export function watchRun(
  { log, readModels, runTimeoutMs }: Pick<PullPorts, "log" | "readModels" | "runTimeoutMs">,
  runId: string,
): { readonly over: AbortSignal; stop(): void } {
  const [over, stopped] = [new AbortController(), new AbortController()];
  // A look that fails is made up for by the next; a result that comes too late is refused all the same.
  const hasEnded = () =>
    loadRun({ log }, runId).then(
      ({ status }) => (status === "running" ? null : true),
      () => null,
    );
  const options = { timeoutMs: runTimeoutMs, atMostEveryMs: AT_MOST_EVERY_MS, signal: stopped.signal };
  void readModels.until(hasEnded, options).then(
    (ended) => ended && over.abort(new Error("The run was ended")),
    () => undefined,
  );
  return { over: over.signal, stop: () => stopped.abort() };
}
