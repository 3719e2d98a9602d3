import { aggregate } from "../../core/aggregate.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import { run, type RunRefusal } from "../../run/decider.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";

/**
 * Ends a run for its owner; later results are refused. Repeating it returns the same. Another user's run counts as
 * missing.
 */
export async function cancelRun(
  { log }: Pick<Ports, "log">,
  { instanceId, runId, by }: { readonly instanceId: string; readonly runId: string; readonly by: string },
  cause: Cause,
): Promise<Result<null, RunRefusal>> {
  const runs = aggregate(log, run);
  const loaded = await runs.read(runId);
  const { state } = loaded;
  if (state.status === "absent" || state.start.instanceId !== instanceId || state.start.ownerId !== by)
    return refuse({ code: "run-unknown" });
  if (state.status === "cancelled") return accept(null);
  const cancelled = await runs.handle(runId, { type: "cancel" }, step(cause, `cancel/${runId}`), loaded);
  return cancelled.ok ? accept(null, cancelled.position) : cancelled;
}
