import { accept, type Decider, refuse } from "../core/decider.ts";
import type { IncrementalState, OperationEnd, RunAsks, RunEvent, RunOutput } from "./events.ts";
import { incrementalAfter } from "./incremental-state.ts";

/** After so many failures in a row the owner is told, once. */
export const FAILURES_TO_REPORT = 3;

type RunRef = { readonly runId: string; readonly instanceId: string; readonly ownerId: string };
export type RunCounts = {
  readonly pages: number;
  readonly rowCount: number;
  readonly warnings: readonly string[];
  readonly operations: readonly OperationEnd[];
};

export type RunStart = RunRef & {
  readonly number: number;
  readonly connectorId: string;
  readonly trigger: "manual" | "schedule";
  readonly slot: string | null;
  readonly lastSlot: string | null;
  readonly override: boolean;
  readonly settings: string | null;
  readonly settingKeys: string[];
  readonly incremental: IncrementalState;
  readonly restart?: boolean | undefined;
  readonly failuresBefore: number;
  readonly deadline: string;
};

/** How a pull came out. */
export type RunOutcome = RunCounts &
  (
    | { readonly status: "success"; readonly outputs: readonly RunOutput[] }
    | { readonly status: "partial"; readonly outputs: readonly RunOutput[]; readonly error: string }
    | { readonly status: "failed"; readonly error: string; readonly asks?: RunAsks }
  );

export type RunCommand =
  | { readonly type: "start"; readonly run: RunStart }
  | { readonly type: "settle"; readonly outcome: RunOutcome; readonly now: string }
  | { readonly type: "cancel" }
  | { readonly type: "abandon"; readonly reason: string }
  /** Notes that the owner was told of the failures that this run completes. */
  | { readonly type: "report-failures" };

export type RunRefusal =
  | { readonly name: "run-already-started" }
  | { readonly name: "run-unknown" }
  /** A late result: somebody else has ended the run, or its deadline has passed. */
  | { readonly name: "run-over" };

export type RunState =
  { readonly status: "absent" } | { readonly status: "running"; readonly start: RunStart } | EndedRun;

export type EndedRun = {
  readonly status: "success" | "partial" | "failed" | "cancelled" | "abandoned";
  readonly start: RunStart;
  /** What the next run starts from. */
  readonly incremental: IncrementalState;
  readonly failures: number;
  readonly reported: boolean;
};

/** Whether the owner is to be told of failures that this run completes and has not been told yet. */
export function failuresToReport(state: RunState): state is EndedRun {
  return (
    (state.status === "failed" || state.status === "abandoned") &&
    state.failures === FAILURES_TO_REPORT &&
    !state.reported
  );
}

export const run: Decider<RunState, RunEvent, RunCommand, RunRefusal> = {
  initialState: { status: "absent" },

  evolve(state, event) {
    if (event.type === "RunStarted") return { status: "running", start: event.data };
    if (state.status === "absent") return state;
    if (event.type === "RunFailuresReported") return state.status === "running" ? state : { ...state, reported: true };
    const { start } = state;
    const ended = { start, incremental: start.incremental, reported: false };
    switch (event.type) {
      case "RunSucceeded":
        return {
          ...ended,
          status: "success",
          incremental: incrementalAfter(start.incremental, event.data.operations),
          failures: 0,
        };
      case "RunPartlySucceeded":
        return {
          ...ended,
          status: "partial",
          incremental: incrementalAfter(start.incremental, event.data.operations),
          failures: 0,
        };
      case "RunFailed":
        return { ...ended, status: "failed", failures: start.failuresBefore + 1 };
      case "RunAbandoned":
        return { ...ended, status: "abandoned", failures: start.failuresBefore + 1 };
      case "RunCancelled":
        // Its owner's wish says nothing about the connection.
        return { ...ended, status: "cancelled", failures: start.failuresBefore };
    }
  },

  decide(state, command) {
    if (command.type === "start") {
      return state.status === "absent"
        ? accept({ type: "RunStarted", data: command.run })
        : refuse({ name: "run-already-started" });
    }
    if (state.status === "absent") return refuse({ name: "run-unknown" });
    if (command.type === "report-failures") {
      if (!failuresToReport(state)) return accept();
      const { runId, instanceId, ownerId } = state.start;
      return accept({ type: "RunFailuresReported", data: { runId, instanceId, ownerId, failures: state.failures } });
    }
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
  const base = { ...ref, pages, rowCount, warnings: [...outcome.warnings], operations: [...outcome.operations] };
  switch (outcome.status) {
    case "success":
      return { type: "RunSucceeded", data: { ...base, outputs: [...outcome.outputs] } };
    case "partial":
      return { type: "RunPartlySucceeded", data: { ...base, outputs: [...outcome.outputs], error: outcome.error } };
    case "failed":
      return {
        type: "RunFailed",
        data: { ...base, error: outcome.error, ...(outcome.asks ? { asks: outcome.asks } : {}) },
      };
  }
}
