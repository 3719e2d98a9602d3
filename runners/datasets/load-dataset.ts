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
/** How long a load may go on when the process is to end. What is not loaded by then is loaded by the next one, from the start. */
const GRACE_MS = 8_000;

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
    const cut = cutAfterGrace(stopping);
    const loaded = await ports.uploads
      .load(datasetId, cut.signal)
      .catch((error: unknown) => {
        if (cut.signal.aborted) return null;
        ports.reportError(error, datasetId);
        return { ok: false, refusal: OUR_FAULT } as const;
      })
      .finally(cut.end);
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

/** A signal that aborts when `stopping` has been aborted for the grace period. */
function cutAfterGrace(stopping: AbortSignal): { readonly signal: AbortSignal; end(): void } {
  const cut = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const begin = () => (timer = setTimeout(() => cut.abort(new Error("The process is ending")), GRACE_MS));
  if (stopping.aborted) begin();
  else stopping.addEventListener("abort", begin, { once: true });
  return {
    signal: cut.signal,
    end() {
      stopping.removeEventListener("abort", begin);
      clearTimeout(timer);
    },
  };
}
