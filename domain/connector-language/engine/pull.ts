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
import { type RoundFailure, roundFailure } from "./round-failure.ts";
import { comparedFault } from "../response/matcher.ts";

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

/** The open values of rounds: one map for all pages, which conditions are rendered with once. */
const open = new WeakMap<Round, Map<string, Json>>();

/**
 * What the rows of a round may hold, and rules may compare with: settings, and the values of the round. Throws
 * RoundFailure if conditions would compare with too many.
 */
export function openValues(context: PullContext, round: Round): Map<string, Json> {
  const known = open.get(round);
  if (known !== undefined) return known;
  const { operation, publicValues, privateNames } = context;
  const values = new Map([...publicValues, ...round.values].filter(([name]) => !privateNames.has(name)));
  const { filters, responseActions, pagination } = operation;
  const fault = comparedFault([...filters, ...responseActions, ...[pagination.stop ?? []].flat()], values);
  if (fault !== null) throw roundFailure(fault, context);
  open.set(round, values);
  return values;
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
