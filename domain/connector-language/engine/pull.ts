import type { Finding } from "../../core/findings/finding.ts";
import type { Operation } from "../definition/definition.ts";
import type { PullInput, PullLimits, PullResult } from "./engine-ports.ts";
import type { Expectations } from "../table/expectations.ts";
import type { Furthest, IncrementalWindow } from "../rounds/incremental.ts";
import type { SourceClock } from "../rounds/source-clock.ts";
import type { UnreadableCells } from "../table/unreadable-cells.ts";
import type { Pace } from "../rounds/pace.ts";
import type { Json } from "../json/json.ts";
import type { Values } from "../json/placeholders.ts";
import type { Round } from "../rounds/rounds.ts";
import type { PullContext } from "./pull-context.ts";
import type { RoundAhead } from "./read-ahead.ts";
import type { RoundFailure } from "./round-failure.ts";

/** The pull of one operation in progress. */
export interface Pull {
  input: PullInput;
  context: PullContext;
  limits: PullLimits;
  result: PullResult;
  /** The warnings of `warnOnce` as texts to compare. */
  warned: Set<string>;
  /** The windows of an incremental pull; otherwise one without bounds. */
  windows: readonly [IncrementalWindow, ...IncrementalWindow[]];
  /** Whether rows from before the start are dropped here, because the API did not receive the start. */
  dropsOlder: boolean;
  pace: Pace;
  clock: SourceClock;
  unreadable: UnreadableCells;
  ahead: RoundAhead;
  expectations: Expectations;
}

/** How a round ended. Its rows and cursor count only if it did not fail. */
export interface RoundEnd {
  rows: number;
  furthest: Furthest;
  pages: number;
  stopReason: PullResult["stopReason"];
  /** Why rows may be missing although the round did not fail. */
  shortfall: Finding | null;
  failure: RoundFailure | null;
}

/** Most warnings that a pull collects; a run stores fewer. */
export const MAX_WARNINGS = 100;

/** Adds a warning to the result, unless it is already there or there are too many. */
export function warnOnce({ result, warned }: Pick<Pull, "result" | "warned">, found: Finding): void {
  const text = JSON.stringify(found);
  if (warned.has(text) || warned.size >= MAX_WARNINGS) return;
  warned.add(text);
  result.warnings.push(found);
}

/** What the rows of a round may hold, and rules may compare with: settings, and the values of the round. */
export function openValues({ publicValues, privateNames }: PullContext, round: Round): Map<string, Json> {
  return new Map([...publicValues, ...round.values].filter(([name]) => !privateNames.has(name)));
}

/** The parameters of `judgeAnswer` and `judgeFailure`. */
export const retryRules = ({ responseActions, maxAttempts, waitHeader }: Operation, values: Values) => ({
  actions: responseActions,
  values,
  maxAttempts,
  waitHeader,
});
export const attemptOf = ({ input, limits }: Pull, number: number) => ({
  number,
  random: input.random(),
  now: input.now(),
  maxWait: limits.maxWait,
});
