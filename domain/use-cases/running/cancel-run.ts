import { aggregate } from "../../core/aggregate.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import { run, type RunRefusal } from "../../run/decider.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";
import { readRun } from "./read-run.ts";

/**
 * Ends a run for its owner; later results are refused. Repeating it returns the same. Another user's run counts as
 * missing.
 */
export async function cancelRun(
  ports: Pick<Ports, "log" | "runs">,
  { instanceId, runId, by }: { readonly instanceId: string; readonly runId: string; readonly by: string },
  cause: Cause,
): Promise<Result<null, RunRefusal>> {
  const found = await readRun(ports, runId);
  const { state } = found;
  if (state.status === "absent" || state.start.instanceId !== instanceId || state.start.ownerId !== by)
    return refuse({ code: "run-unknown" });
  if (state.status === "cancelled") return accept(null);
  const context = step(cause, `cancel/${runId}`);
  const cancelled = await aggregate(ports.log, run).handle(runId, { type: "cancel" }, context, found);
  return cancelled.ok ? accept(null, cancelled.position) : cancelled;
}
