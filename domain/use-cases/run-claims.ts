import type { Position } from "../core/event-store.ts";
import type { WeeklyUse } from "../quota/weekly-runs.ts";
import type { RunStart } from "../run/events.ts";

/**
 * A run that goes on. It is a row beside the log, and becomes an event when it ends (docs/decisions/171): the log decides
 * who ends it, and the row who runs. Times in ISO 8601.
 */
export type RunClaim = {
  readonly start: RunStart;
  /** When it was claimed. */
  readonly at: string;
  /** From this moment on it counts as abandoned. */
  readonly deadline: string;
  /** The command that asked for it; null: a schedule. */
  readonly commandId: string | null;
  readonly correlationId: string;
  /** The newest event of the run before: read models must know it. null: there is none. */
  readonly after: Position | null;
  /** How many processes have begun to execute it. What an earlier one does counts for nothing. */
  readonly fence: number;
};

/** A run, or the refresh of a dataset, that counts in a week of a user's. */
export type CountedRun<R> = {
  readonly runId: string;
  readonly userId: string;
  /** ISO week, such as `2026-W47`. */
  readonly week: string;
  readonly scheduled: boolean;
  /** A command that may be repeated counts one run a day; null: it is not repeated, or the caller knows. */
  readonly commandId: string | null;
  /** Why the week has no room for it; null: it has. */
  readonly refusal: (used: WeeklyUse) => R | null;
  /** The runs of the week until now, for the first that is counted beside the log. */
  readonly before: WeeklyUse;
};

export type Counted<R> =
  | { readonly outcome: "counted" }
  /** The command has counted this run before. */
  | { readonly outcome: "again"; readonly runId: string }
  | { readonly outcome: "refused"; readonly refusal: R };

/** Runs that go on, and how many there were in each week of a user: rows beside the log, as durable as it. */
export interface RunClaims {
  /**
   * Claims a run and counts it, both or nothing. "taken": this number or a later one of its instance was claimed before,
   * also if that run has ended since the caller read the log.
   */
  claim<R>(claim: Omit<RunClaim, "fence">, counted: CountedRun<R>): Promise<Counted<R> | { readonly outcome: "taken" }>;
  count<R>(counted: CountedRun<R>): Promise<Counted<R>>;
  /** The run that a command has counted within a day; null: none. */
  ofCommand(commandId: string): Promise<string | null>;
  /** The runs of a week; null: none was counted since there are claims. */
  usedIn(userId: string, week: string): Promise<WeeklyUse | null>;
  find(runId: string): Promise<RunClaim | null>;
  /** The claim for a process that begins to execute it: its fence rises. */
  takeOver(runId: string): Promise<RunClaim | null>;
  /** The runs whose claims were not released; some may have ended. */
  open(): Promise<readonly string[]>;
  /** Ends the claim of a run whose end is in the log. Of each instance the newest claim stays, so that its number is taken. */
  release(runId: string): Promise<void>;
}
