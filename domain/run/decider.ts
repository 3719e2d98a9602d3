import type { Aggregate } from "../core/aggregate.ts";
import { emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";
import { storableSentence, storableValue } from "../core/text/storable.ts";
import type { JsonObject } from "../core/values/json.ts";
import {
  type IncrementalState,
  type OperationEnd,
  type RunAsks,
  type RunEvent,
  type RunOutput,
  runEvents,
} from "./events.ts";
import { incrementalAfter } from "./incremental-state.ts";
import type { ApiFailure, RunFailure } from "./run-failure.ts";

/** After this many failures in a row the owner is notified, once. */
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

/** The outcome of a pull. */
export type RunOutcome = RunCounts &
  (
    | { readonly status: "success"; readonly outputs: readonly RunOutput[] }
    | { readonly status: "partial"; readonly outputs: readonly RunOutput[]; readonly failure: ApiFailure }
    | { readonly status: "failed"; readonly failure: RunFailure; readonly asks?: RunAsks }
  );

export type RunCommand =
  | { readonly type: "start"; readonly run: RunStart }
  | { readonly type: "settle"; readonly outcome: RunOutcome; readonly now: string }
  | { readonly type: "cancel" }
  /** Gives up a run that is past its deadline. */
  | { readonly type: "abandon" }
  /** Records that the owner was notified of the failures up to this run. */
  | { readonly type: "report-failures" };

export type RunRefusal =
  | { readonly code: "run-already-started"; readonly runId: string }
  | { readonly code: "run-unknown" }
  /** A late result: the run has already ended, or its deadline has passed. */
  | { readonly code: "run-over" };

export type RunState =
  { readonly status: "absent" } | { readonly status: "running"; readonly start: RunStart } | EndedRun;

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
        // A cancellation says nothing about the state of the instance.
        return { ...ended, status: "cancelled", failures: start.failuresBefore };
    }
  },

  decide(state, command) {
    if (command.type === "start") {
      return state.status === "absent"
        ? emit({ type: "RunStarted", data: command.run })
        : refuse({ code: "run-already-started", runId: state.start.runId });
    }
    if (state.status === "absent") return refuse({ code: "run-unknown" });
    if (command.type === "report-failures") {
      if (!failuresToReport(state)) return emit();
      const { runId, instanceId, ownerId } = state.start;
      return emit({ type: "RunFailuresReported", data: { runId, instanceId, ownerId, failures: state.failures } });
    }
    if (state.status !== "running") return refuse({ code: "run-over" });
    const { runId, instanceId, ownerId, deadline } = state.start;
    const ref = { runId, instanceId, ownerId };
    switch (command.type) {
      case "settle":
        if (Date.parse(command.now) >= Date.parse(deadline)) return refuse({ code: "run-over" });
        return emit(endEvent(ref, command.outcome));
      case "cancel":
        return emit({ type: "RunCancelled", data: ref });
      case "abandon":
        return emit({ type: "RunAbandoned", data: { ...ref, failure: { code: "deadline-passed", facts: {} } } });
    }
  },
};

/** Text from an API may have any content and length. */
function endEvent(ref: RunRef, outcome: RunOutcome): RunEvent {
  const { pages, rowCount } = outcome;
  const operations = outcome.operations.map((each) => ({
    ...each,
    failure: each.failure === null ? null : storableFailure(each.failure),
  }));
  const base = { ...ref, pages, rowCount, warnings: outcome.warnings.map(storableSentence), operations };
  switch (outcome.status) {
    case "success":
      return { type: "RunSucceeded", data: { ...base, outputs: [...outcome.outputs] } };
    case "partial":
      return {
        type: "RunPartlySucceeded",
        data: { ...base, outputs: [...outcome.outputs], failure: storableFailure(outcome.failure) },
      };
    case "failed":
      return {
        type: "RunFailed",
        data: { ...base, failure: storableFailure(outcome.failure), ...(outcome.asks ? { asks: outcome.asks } : {}) },
      };
  }
}

/** The same failure with texts that an event may hold. */
function storableFailure<F extends RunFailure>(failure: F): F {
  const { facts } = failure;
  return {
    ...failure,
    facts: "message" in facts ? { message: storableSentence(facts.message) } : storableValue(facts as JsonObject),
  };
}
