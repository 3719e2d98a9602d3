import { settleLoad } from "#domain/processes/datasets.ts";
import { loadDataset } from "#domain/processes/load-dataset.ts";
import type { CorePorts } from "#domain/core/ports.ts";
import type { TableVersion } from "#domain/core/table.ts";
import type { ExclusiveWork } from "#domain/core/work-ports.ts";
import type { Cause } from "#domain/processes/step.ts";

export type LoadPorts = CorePorts & {
  readonly exclusive: ExclusiveWork;
  readonly uploads: {
    load(datasetId: string, signal: AbortSignal): Promise<
      | { readonly ok: true; readonly table: TableVersion; readonly rejected: { readonly count: number } }
      | { readonly ok: false; readonly refusal: { readonly name: string; readonly message: string } }
    >;
  };
  readonly dropTable: (physical: string) => Promise<void>;
  readonly reportError: (error: unknown, datasetId: string) => void;
};

const OUR_FAULT = { name: "fault", message: "Something went wrong on our side while the file was loaded. It has been recorded; upload it again." };

/**
 * Loads the rows of a dataset whose file was received. Done again from the start when a process died over it, or was stopped:
 * then it answers "stopped". "busy": another process is at it.
 */
export async function executeLoad(ports: LoadPorts, datasetId: string, stopping: AbortSignal): Promise<"done" | "busy" | "stopped"> {
  let stopped = false;
  const claim = await ports.exclusive.run(`load/${datasetId}`, async () => {
    const state = await loadDataset(ports, datasetId);
    if (state.status !== "loading") return;
    const cause: Cause = { actor: { kind: "system", name: "runner" }, commandId: `load/${datasetId}/${state.versions + 1}`, correlationId: datasetId };
    const loaded = await ports.uploads.load(datasetId, stopping).catch(async (error: unknown) => {
      if (stopping.aborted) return null;
      // Its file goes with a dataset that is deleted meanwhile.
      if ((await loadDataset(ports, datasetId)).status === "loading") ports.reportError(error, datasetId);
      return { ok: false, refusal: OUR_FAULT } as const;
    });
    stopped = !loaded;
    if (!loaded) return;
    const settled = await settleLoad(
      ports,
      datasetId,
      loaded.ok ? { ok: true, table: loaded.table, rejected: loaded.rejected.count } : { ok: false, code: loaded.refusal.name, reason: loaded.refusal.message },
      cause,
    );
    if (!settled.ok && loaded.ok) await ports.dropTable(loaded.table.physical);
  });
  if (claim === "busy") return "busy";
  return stopped ? "stopped" : "done";
}
