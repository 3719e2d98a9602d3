import { dispatch } from "../../core/dispatch.ts";
import type { CorePorts } from "../../core/ports/ports.ts";
import { run, type RunRefusal } from "../../run/decider.ts";
import { loadRun } from "./start-run.ts";
import { type Cause, done, type Outcome, refused, step } from "../step.ts";
import { streams } from "../streams.ts";

/**
 * Ends a run because its owner wants it so; whatever it brings afterwards is refused. Asked again it answers alike. Somebody
 * else's run is as unknown as none.
 */
export async function cancelRun(
  ports: CorePorts,
  request: { readonly instanceId: string; readonly runId: string; readonly by: string },
  cause: Cause,
): Promise<Outcome<null, RunRefusal>> {
  const { instanceId, runId, by } = request;
  const state = await loadRun(ports, runId);
  if (state.status === "absent" || state.start.instanceId !== instanceId || state.start.ownerId !== by)
    return refused({ name: "run-unknown" });
  if (state.status === "cancelled") return done(null, null);
  const cancelled = await dispatch(ports.log, run, {
    stream: streams.run(runId),
    command: { type: "cancel" },
    context: step(cause, `cancel/${runId}`),
  });
  return cancelled.ok ? done(null, cancelled.position) : refused(cancelled.refusal);
}
