import type { RunProgress } from "#domain/core/ports/run-records.ts";
import type { UploadProgress } from "#domain/core/ports/uploads.ts";
import type { LoadRow } from "#projections/catalogue/dataset-queries.ts";
import type { RunRow } from "#projections/instances/queries.ts";
import { retryOfLoad } from "../datasets/loads/retry-of-load.ts";
import { loadFailureSentence } from "../http/refusals/load-failures.ts";
import { runFailureSentence } from "../http/refusals/run-failures.ts";

/** How far a run or a load is: one shape for both. */
export type Status = {
  readonly id: string;
  readonly state: "waiting" | "running" | "succeeded" | "partial" | "failed" | "cancelled";
  /** What is being done: the operation of a run, the step of a load. null: nothing now. */
  readonly stage: string | null;
  /** How much of the stage is done, in rounds of an operation or bytes of a file; `of` is null if nobody knows. */
  readonly done: number | null;
  readonly of: number | null;
  readonly rows: number | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  /** Of a load: whether its file is kept, so that it may be tried again. */
  readonly retryable?: boolean;
  readonly startedAt: string;
  readonly endedAt: string | null;
};

/** Whether nothing will change any more. */
export function isOver({ state }: Pick<Status, "state">): boolean {
  return state !== "waiting" && state !== "running";
}

const NO_STAGE = { stage: null, done: null, of: null } as const;
const RUN_STATES = {
  running: "running",
  success: "succeeded",
  partial: "partial",
  failed: "failed",
  cancelled: "cancelled",
  abandoned: "failed",
} as const;

/** The status of a run. One that no runner has taken has no progress. */
export function runStatus(run: RunRow, progress: RunProgress | undefined): Status {
  const { id, startedAt, endedAt, failure } = run;
  const times = { startedAt, endedAt };
  if (run.status !== "running") {
    const error = failure && { code: failure.code, message: runFailureSentence(failure) ?? "" };
    return { id, state: RUN_STATES[run.status], ...NO_STAGE, rows: run.rowCount, error, ...times };
  }
  if (progress === undefined) return { id, state: "waiting", ...NO_STAGE, rows: null, error: null, ...times };
  const now = progress.operations.at(-1);
  const stage = now ? { stage: now.operation, done: now.round - 1, of: now.rounds } : NO_STAGE;
  const rows = progress.operations.reduce((sum, operation) => sum + operation.rows, 0);
  return { id, state: "running", ...stage, rows, error: null, ...times };
}

/** Whether rows are on their way, of the first version or a later one. */
export function isLoading({ status, pending }: Pick<LoadRow, "status" | "pending">): boolean {
  return status === "loading" || pending !== null;
}

/** The status of the newest load of a dataset. One that no runner has taken has no progress. */
export function loadStatus(load: LoadRow, progress: UploadProgress | undefined, nowMs = new Date().getTime()): Status {
  const { id, loadFailure, loadStartedAt: startedAt, loadEndedAt: endedAt } = load;
  if (isLoading(load)) {
    const going = { id, error: null, retryable: false, startedAt, endedAt: null };
    if (progress === undefined || progress.stage === "receive")
      return { ...going, state: "waiting", ...NO_STAGE, rows: null };
    const { stage, bytes: done, ofBytes: of, rows } = progress;
    return { ...going, state: "running", stage, done, of, rows };
  }
  const error = loadFailure && { code: loadFailure.code, message: loadFailureSentence(loadFailure) };
  const state = !error ? "succeeded" : error.code === "cancelled" ? "cancelled" : "failed";
  const retryable = retryOfLoad(load, nowMs) !== null;
  return { id, state, ...NO_STAGE, rows: load.rows, error, retryable, startedAt, endedAt };
}
