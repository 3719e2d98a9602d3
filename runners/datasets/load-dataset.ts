import type { TableVersion } from "#domain/core/values/table.ts";
import type { Ports } from "#domain/use-cases/ports.ts";
import { type Cause, step } from "#domain/use-cases/step.ts";
import { aggregate } from "#domain/core/aggregate.ts";
import { dataset } from "#domain/dataset/decider.ts";
import type { LoadFailure } from "#domain/dataset/load-failure.ts";

export type LoadPorts = Pick<Ports, "log" | "exclusive" | "time"> & {
  readonly uploads: { load(datasetId: string, signal: AbortSignal): Promise<Loaded> };
  readonly dropTable: (physical: string) => Promise<void>;
  readonly reportError: (error: unknown, datasetId: string) => void;
  /** Whether an error says that an engine could not serve, so that the work should be retried. */
  readonly passes: (error: unknown) => boolean;
};

type Loaded =
  | { readonly ok: true; readonly table: TableVersion; readonly rejected: { readonly count: number } }
  | { readonly ok: false; readonly failure: LoadFailure };

/** Delays before each retry after an engine could not serve, in milliseconds. */
const PAUSES_MS = [1_000, 5_000, 15_000];

/**
 * Loads the rows of a dataset whose file was received. Repeated from the start if its process died or was stopped: then
 * it returns "stopped". "busy": another process is doing it.
 */
export async function executeLoad(
  ports: LoadPorts,
  datasetId: string,
  stopping: AbortSignal,
): Promise<"done" | "busy" | "stopped"> {
  let stopped = false;
  const claim = await ports.exclusive.run(`load/${datasetId}`, async () => {
    const datasets = aggregate(ports.log, dataset);
    const state = await datasets.load(datasetId);
    if (state.status !== "loading") return;
    const cause: Cause = {
      actor: { kind: "system", name: "runner" },
      commandId: `load/${datasetId}/${state.versions + 1}`,
      correlationId: datasetId,
    };
    const loaded = await persistentLoad(ports, datasetId, stopping).catch(async (error: unknown) => {
      if (stopping.aborted) return null;
      // If the dataset is deleted meanwhile, its file is deleted too.
      if ((await datasets.load(datasetId)).status === "loading") ports.reportError(error, datasetId);
      return { ok: false, failure: { code: "fault", facts: {} } } as const;
    });
    stopped = !loaded;
    if (!loaded) return;
    const settled = await datasets.handle(
      datasetId,
      loaded.ok
        ? { type: "record-load", table: loaded.table, rejected: loaded.rejected.count }
        : { type: "record-load-failure", failure: loaded.failure },
      step(cause, "settle-load"),
    );
    if (!settled.ok && loaded.ok) await ports.dropTable(loaded.table.physical);
  });
  if (claim === "busy") return "busy";
  return stopped ? "stopped" : "done";
}

/** A failed load leaves nothing behind, so one that failed because of an engine starts again. */
async function persistentLoad(ports: LoadPorts, datasetId: string, stopping: AbortSignal): Promise<Loaded> {
  for (const pause of PAUSES_MS) {
    try {
      return await ports.uploads.load(datasetId, stopping);
    } catch (error) {
      if (stopping.aborted || !ports.passes(error)) throw error;
      ports.reportError(error, datasetId);
    }
    await ports.time.sleep(pause, stopping);
  }
  return ports.uploads.load(datasetId, stopping);
}
