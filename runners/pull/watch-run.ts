import { setTimeout as sleep } from "node:timers/promises";
import { loadRun } from "#domain/use-cases/running/start-run.ts";
import type { PullPorts } from "./pull-ports.ts";

/** The run is read at most this often, however much happens elsewhere. */
const MIN_INTERVAL_MS = 700;
/** The run is read at least this often, should notifications be lost. */
const MAX_INTERVAL_MS = 10_000;

/** Watches whether a run is ended elsewhere, by its owner for example: `over` is aborted once the log says so. */
export function watchRun(
  ports: Pick<PullPorts, "log" | "modelsMoved">,
  runId: string,
): { readonly over: AbortSignal; stop(): void } {
  const over = new AbortController();
  const stopping = new AbortController();
  const { signal } = stopping;
  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      // Waiting starts before the read, so that an event between the two is not missed.
      const moved = ports.modelsMoved.wait(MAX_INTERVAL_MS, signal);
      // A read that fails is made up for by the next; a result that comes too late is refused all the same.
      const status = await loadRun(ports, runId).then(
        (run) => run.status,
        () => "running" as const,
      );
      if (status !== "running") {
        stopping.abort();
        return over.abort(new Error("The run was ended"));
      }
      await sleep(MIN_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
      await moved;
    }
  };
  void watch();
  return { over: over.signal, stop: () => stopping.abort() };
}
