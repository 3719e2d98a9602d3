import type { Aggregate } from "../core/aggregate.ts";
import { emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";
import { type Finding, storableFinding } from "../core/findings/finding.ts";
import {
  type IncrementalState,
  type KeptOutput,
  type OperationEnd,
  type RunAsks,
  beginningOf,
  type RunEvent,
  type RunOutput,
  type RunStart,
  runEvents,
} from "./events.ts";
import { incrementalAfter } from "./incremental-state.ts";
import type { ApiFailure, RunFailure } from "./run-failure.ts";

/** After this many failures in a row the owner is notified, once. */
export const FAILURES_TO_REPORT = 3;

export type RunCounts = {
  readonly pages: number;
  readonly rowCount: number;
  readonly warnings: readonly Finding[];
  readonly operations: readonly OperationEnd[];
};
export type { RunStart } from "./events.ts";

/** `kept`: operations whose earlier output stays as it is. */
type Brought = { readonly outputs: readonly RunOutput[]; readonly kept?: readonly KeptOutput[] };

/** The outcome of a pull. */
export type RunOutcome = RunCounts &
  (
    | (Brought & { readonly status: "success" })
    | (Brought & { readonly status: "partial"; readonly failure: ApiFailure })
    | { readonly status: "failed"; readonly failure: RunFailure; readonly asks?: RunAsks }
  );

export type RunCommand =
  | { readonly type: "settle"; readonly outcome: RunOutcome; readonly now: string }
  | { readonly type: "cancel" }
  /** Gives up a run that is past its deadline. */
  | { readonly type: "abandon" }
  /** Records that the owner was notified of the failures up to this run. */
  | { readonly type: "report-failures" };

export type RunRefusal =
  | { readonly code: "run-unknown" }
  /** A late result: the run has already ended, or its deadline has passed. */
  | { readonly code: "run-over" };

/**
 * A run that goes on: claimed at a time (ISO 8601), or, null, begun by an event of before there were claims. From
 * `deadline` on it counts as abandoned.
 */
export type RunningRun = {
  readonly status: "running";
  readonly start: RunStart;
  readonly claimedAt: string | null;
  readonly deadline: string;
};

/** The log alone knows no run that goes on: the caller adds its claim. */
export type RunState = { readonly status: "absent" } | RunningRun | EndedRun;

export type EndedRun = {
  readonly status: "success" | "partial" | "failed" | "cancelled" | "abandoned";
  readonly start: RunStart;
  /** Where the next run starts. */
  readonly incremental: IncrementalState;
  readonly failures: number;
  readonly reported: boolean;
};

/** Whether the owner must still be notified of the failures up to this run. */
export function failuresToReport(state: RunState): state is EndedRun {
  return (
    (state.status === "failed" || state.status === "abandoned") &&
    state.failures === FAILURES_TO_REPORT &&
    !state.reported
  );
}

export const run: Aggregate<string, RunState, RunEvent, RunCommand, RunRefusal> = {
  stream: (id) => `run-${id}`,
  events: runEvents,
  initialState: { status: "absent" },

  evolve(state, event) {
    const start = beginningOf(event)?.start ?? (state.status === "absent" ? null : state.start);
    if (start === null) return state;
    if (event.type === "RunStarted")
      return { status: "running", start, claimedAt: null, deadline: event.data.deadline };
    if (event.type === "RunFailuresReported") return "failures" in state ? { ...state, reported: true } : state;
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
        // A cancellation says nothing about the state of the instance.
        return { ...ended, status: "cancelled", failures: start.failuresBefore };
    }
  },

  decide(state, command) {
    if (state.status === "absent") return refuse({ code: "run-unknown" });
    if (command.type === "report-failures") {
      if (!failuresToReport(state)) return emit();
      const { runId, instanceId, ownerId } = state.start;
      return emit({ type: "RunFailuresReported", data: { runId, instanceId, ownerId, failures: state.failures } });
    }
    if (state.status !== "running") return refuse({ code: "run-over" });
    const run = referenceTo(state);
    switch (command.type) {
      case "settle":
        if (Date.parse(command.now) >= Date.parse(state.deadline)) return refuse({ code: "run-over" });
        return emit(endEvent(run, command.outcome));
      case "cancel":
        return emit({ type: "RunCancelled", data: run });
      case "abandon":
        return emit({ type: "RunAbandoned", data: { ...run, failure: { code: "deadline-passed", facts: {} } } });
    }
  },
};

/** What the end of a run says of its beginning, if no event has said it. */
function referenceTo({ start, claimedAt }: RunningRun) {
  const { runId, instanceId, ownerId, ...told } = start;
  const ref = { runId, instanceId, ownerId };
  return claimedAt === null ? ref : { ...ref, start: { at: claimedAt, ...told } };
}

/** Text from an API may have any content and length. */
function endEvent(run: ReturnType<typeof referenceTo>, outcome: RunOutcome): RunEvent {
  const { pages, rowCount } = outcome;
  const operations = outcome.operations.map((each) => ({
    ...each,
    failure: each.failure === null ? null : storableFinding(each.failure),
  }));
  const base = { ...run, pages, rowCount, warnings: outcome.warnings.map(storableFinding), operations };
  switch (outcome.status) {
    case "success":
      return { type: "RunSucceeded", data: { ...base, ...brought(outcome) } };
    case "partial":
      return {
        type: "RunPartlySucceeded",
        data: { ...base, ...brought(outcome), failure: storableFinding(outcome.failure) },
      };
    case "failed":
      return {
        type: "RunFailed",
        data: { ...base, failure: storableFinding(outcome.failure), ...(outcome.asks ? { asks: outcome.asks } : {}) },
      };
  }
}

function brought({ outputs, kept = [] }: Brought) {
  return { outputs: [...outputs], ...(kept.length > 0 ? { kept: [...kept] } : {}) };
}
