import { accept, type Decider, refuse } from "../core/decider.ts";
import type { RunEvent, RunOutput } from "./events.ts";

type RunRef = { readonly runId: string; readonly instanceId: string; readonly ownerId: string };
export type RunCounts = { readonly pages: number; readonly rowCount: number; readonly warnings: readonly string[] };

export type RunStart = RunRef & {
  readonly number: number;
  readonly connectorId: string;
  readonly trigger: "manual" | "schedule";
  readonly slot: string | null;
  readonly lastSlot: string | null;
  readonly override: boolean;
  readonly settings: string | null;
  readonly deadline: string;
};

/** How a pull came out. */
export type RunOutcome = RunCounts &
  (
    | { readonly status: "success"; readonly outputs: readonly RunOutput[] }
    | { readonly status: "partial"; readonly outputs: readonly RunOutput[]; readonly error: string }
    | { readonly status: "failed"; readonly error: string }
  );

export type RunCommand =
  | { readonly type: "start"; readonly run: RunStart }
  | { readonly type: "settle"; readonly outcome: RunOutcome; readonly now: string }
  | { readonly type: "cancel" }
  | { readonly type: "abandon"; readonly reason: string };

export type RunRefusal =
  | { readonly name: "run-already-started" }
  | { readonly name: "run-unknown" }
  /** A late result: somebody else has ended the run, or its deadline has passed. */
  | { readonly name: "run-over" };

export type RunState =
  | { readonly status: "absent" }
  | { readonly status: "running"; readonly start: RunStart }
  | { readonly status: "success" | "partial" | "failed" | "cancelled" | "abandoned"; readonly start: RunStart };

export const run: Decider<RunState, RunEvent, RunCommand, RunRefusal> = {
  initialState: { status: "absent" },

  evolve(state, event) {
    if (event.type === "RunStarted") return { status: "running", start: event.data };
    if (state.status === "absent") return state;
    const { start } = state;
    switch (event.type) {
      case "RunSucceeded":
        return { status: "success", start };
      case "RunPartlySucceeded":
        return { status: "partial", start };
      case "RunFailed":
        return { status: "failed", start };
      case "RunCancelled":
        return { status: "cancelled", start };
      case "RunAbandoned":
        return { status: "abandoned", start };
    }
  },

  decide(state, command) {
    if (command.type === "start") {
      return state.status === "absent" ? accept({ type: "RunStarted", data: command.run }) : refuse({ name: "run-already-started" });
    }
    if (state.status === "absent") return refuse({ name: "run-unknown" });
    if (state.status !== "running") return refuse({ name: "run-over" });
    const { runId, instanceId, ownerId, deadline } = state.start;
    const ref = { runId, instanceId, ownerId };
    switch (command.type) {
      case "settle":
        if (Date.parse(command.now) >= Date.parse(deadline)) return refuse({ name: "run-over" });
        return accept(settled(ref, command.outcome));
      case "cancel":
        return accept({ type: "RunCancelled", data: ref });
      case "abandon":
        return accept({ type: "RunAbandoned", data: { ...ref, reason: command.reason } });
    }
  },
};

function settled(ref: RunRef, outcome: RunOutcome): RunEvent {
  const { pages, rowCount } = outcome;
  const base = { ...ref, pages, rowCount, warnings: [...outcome.warnings] };
  switch (outcome.status) {
    case "success":
      return { type: "RunSucceeded", data: { ...base, outputs: [...outcome.outputs] } };
    case "partial":
      return { type: "RunPartlySucceeded", data: { ...base, outputs: [...outcome.outputs], error: outcome.error } };
    case "failed":
      return { type: "RunFailed", data: { ...base, error: outcome.error } };
  }
}
