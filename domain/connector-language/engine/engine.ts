import { type Finding, finding, mapTexts } from "../../core/findings/finding.ts";
import type { Operation } from "../definition/definition.ts";
import { BrokenAnswer } from "../response/send-response.ts";
import type { PullInput, PullLimits, PullResult, PullStep } from "./engine-ports.ts";
import { cutOff } from "../json/cut-off.ts";
import { pathText } from "../json/paths.ts";
import { SourceClock } from "../rounds/source-clock.ts";
import { expectationsOf } from "../table/expectations.ts";
import { UnreadableCells } from "../table/unreadable-cells.ts";
import { inOrder } from "./in-order.ts";
import type { Turn } from "./in-order.ts";
import {
  cursorUntil,
  type Furthest,
  laterCursor,
  type IncrementalWindow,
  windowsOf,
  startIsSent,
} from "../rounds/incremental.ts";
import { pullWindow } from "./pages.ts";
import { attemptOf, openValues, type Pull, retryRules, type RoundEnd } from "./pull.ts";
import { createPace } from "../rounds/pace.ts";
import type { Pace } from "../rounds/pace.ts";
import { pullContext } from "./pull-context.ts";
import { readAhead } from "./read-ahead.ts";
import { DEFAULT_MAX_WAIT, judgeFailure } from "../response/response-actions.ts";
import { RoundFailure, roundFailure } from "./round-failure.ts";
import { roundsOf } from "../rounds/rounds.ts";
import type { ParentRows, Round } from "../rounds/rounds.ts";
import { WindowBorder } from "../rounds/window-border.ts";
import { dispositionOf } from "../definition/write-disposition.ts";

const LIMITS: PullLimits = { maxPages: Infinity, maxRows: Infinity, maxRounds: Infinity, maxWait: DEFAULT_MAX_WAIT };

/**
 * Pulls one operation: each round (list-valued settings, `for_each`), window after window, page after page. Yields
 * every page as it arrives, in the order of the rounds, a `round_again` for a round that starts again and a
 * `round_failed` for one that fails; returns how the operation ended. Errors of the API or the network are never
 * thrown; what the ports throw (a stopped run) is. `pace` is shared by the operations of a run.
 */
export async function* pullOperation(
  input: PullInput & { operation: Operation; parents?: ParentRows; pace?: Pace },
): AsyncGenerator<PullStep, PullResult> {
  const { operation, definition } = input;
  const begun = input.now();
  const clock = new SourceClock(operation, begun);
  const stored = storedCursor(input, operation);
  // Older versions stored times that are still to come: nothing would be newer than they are.
  const isToCome = stored !== undefined && clock.isFuture(stored, begun);
  const cursor = isToCome ? undefined : stored;
  const result = emptyResult(operation, cursor ?? null);
  const context = pullContext(input, operation);
  if (isToCome) result.warnings.push(mapTexts(finding("start-to-come", { cursor: cutOff(stored, 60) }), context.mask));
  const planned = windowsOf(operation, { cursor, now: begun, values: context.publicValues });
  if (!planned.ok) return failed(result, mapTexts(planned.finding, context.mask));
  const sendsStart = startIsSent(operation, context.overrides);
  if (sendsStart) result.from = cursor ?? null;
  const found = roundsOf(definition, operation, context.values, input.parents ?? new Map());
  if (!found.ok) return failed(result, mapTexts(found.finding, context.mask));
  result.warnings.push(...found.warnings);
  const limits = { ...LIMITS, ...input.limits };
  const pull: Omit<Pull, "ahead"> = {
    input,
    context,
    limits,
    result,
    warned: new Set(),
    windows: sendsStart ? planned.windows : wholeWindow(planned.windows),
    dropsOlder: !sendsStart,
    pace: input.pace ?? createPace(),
    clock,
    unreadable: new UnreadableCells(),
    expectations: expectationsOf(definition, operation, found.rounds.length),
  };

  const asked = found.rounds.slice(0, limits.maxRounds);
  // Only sequential rounds show which round has the last allowed row.
  const concurrency = limits.maxRows === Infinity ? operation.concurrency : 1;
  const ahead = readAhead();
  const startRound = (index: number, turn: Turn) => {
    input.observe?.({ kind: "round", operation: operation.id, round: index + 1, of: asked.length });
    return pullRound({ ...pull, ahead: ahead(turn) }, asked[index] ?? { values: new Map(), columns: [] }, index);
  };
  const furthest: Furthest = { cursor: result.cursor, later: null };
  for await (const progress of inOrder(asked.length, concurrency, startRound)) {
    if (progress.kind === "step") {
      yield progress.value;
      continue;
    }
    const { index, value: end } = progress;
    if (end.failure === null) {
      countRound(pull, end, furthest);
      if (result.rows >= limits.maxRows) break;
      continue;
    }
    failRound(result, index, end, end.failure);
    yield { kind: "round_failed", operation: operation.id, round: index, finding: end.failure.finding };
    // Another round would be refused for the same reason.
    if (end.failure.code !== "failed") break;
  }
  if (asked.length > 1) furthest.cursor = cursorUntil(furthest.cursor, begun);
  endResult(pull, furthest, found.rounds.length);
  return result;
}

function emptyResult({ id }: Operation, cursor: string | null): PullResult {
  return {
    operation: id,
    status: "success",
    stopReason: null,
    error: null,
    errorCode: null,
    warnings: [],
    requests: 0,
    pages: 0,
    rows: 0,
    rounds: 0,
    failedRounds: [],
    from: null,
    cursor,
  };
}

/** Where the last successful run ended, unless the rows replace the table. */
function storedCursor(input: PullInput, operation: Operation): string | undefined {
  const replaces = dispositionOf(operation, input.override ?? false) === "replace";
  return replaces ? undefined : input.cursors?.get(operation.id);
}

/** Adds a round that did not fail to the result, and to how far the rows go. */
function countRound({ context, result }: Omit<Pull, "ahead">, end: RoundEnd, furthest: Furthest): void {
  if (end.shortfall !== null) {
    result.status = "partial";
    result.error ??= mapTexts(end.shortfall, context.mask);
    result.errorCode ??= "page_ignored";
  }
  noteEnd(result, end);
  result.rows += end.rows;
  furthest.cursor = laterCursor(context.operation, furthest.cursor, end.furthest.cursor);
  furthest.later = laterCursor(context.operation, furthest.later, end.furthest.later);
}

function noteEnd(result: PullResult, { stopReason }: RoundEnd): void {
  result.rounds += 1;
  result.stopReason = stopReason ?? result.stopReason;
}

/** Adds a round that failed. */
function failRound(result: PullResult, index: number, end: RoundEnd, failure: RoundFailure): void {
  noteEnd(result, end);
  result.failedRounds.push(index);
  result.error ??= failure.finding;
  result.errorCode ??= failure.code;
}

/** Completes the result when its rounds have ended; `rounds`: how many there are. */
function endResult(pull: Omit<Pull, "ahead">, { cursor, later }: Furthest, rounds: number): void {
  const { result, limits, unreadable, expectations } = pull;
  result.cursor = cursor;
  judgeLater(pull, later);
  const warning = unreadable.warning();
  if (warning !== null) result.warnings.push(warning);
  if (result.rows > 0) result.warnings.push(...expectations.unmet());
  if (rounds > limits.maxRounds) result.stopReason = "round_limit";
  judgeRounds(result, rounds);
}

/** Takes rows that are dated after the beginning: up to it the state goes, and those still to come are told. */
function judgeLater({ input, context, result, clock }: Omit<Pull, "ahead">, later: string | null): void {
  if (later === null) return;
  const { operation } = context;
  if (!clock.isFuture(later, input.now())) {
    result.cursor = laterCursor(operation, result.cursor, clock.beganLike(later));
    return;
  }
  const field = pathText(operation.incremental?.cursor_field ?? []);
  const next = result.cursor && cutOff(result.cursor, 60);
  result.warnings.push(mapTexts(finding("cursor-to-come", { field, latest: cutOff(later, 60), next }), context.mask));
}

function failed(result: PullResult, error: Finding): PullResult {
  return { ...result, status: "failed", error, errorCode: "failed" };
}

/** Sets the result of the operation when rounds have failed. */
function judgeRounds(result: PullResult, rounds: number): void {
  const count = result.failedRounds.length;
  if (count === 0) return;
  result.status = count === result.rounds ? "failed" : "partial";
  if (rounds > 1 && result.error !== null)
    result.error = finding("rounds-failed", { failed: count, rounds, first: result.error });
}

/** Windows are useless if the API does not receive their start: each would return everything. */
function wholeWindow(windows: readonly [IncrementalWindow, ...IncrementalWindow[]]): [IncrementalWindow] {
  return [{ start: windows[0].start, end: windows.at(-1)?.end ?? null }];
}

/**
 * Pulls a round. A streamed response that breaks off after its first rows cannot be resumed: the round is read again.
 */
async function* pullRound(pull: Pull, round: Round, index: number): AsyncGenerator<PullStep, RoundEnd> {
  const { input, context, result } = pull;
  for (let number = 1; ; number++) {
    const end: RoundEnd = {
      rows: 0,
      furthest: { cursor: null, later: null },
      pages: 0,
      stopReason: null,
      shortfall: null,
      failure: null,
    };
    const border = new WindowBorder(context.operation);
    try {
      for (const window of pull.windows) {
        yield* pullWindow(pull, round, index, window, border, end);
        if (end.stopReason === "row_limit" || end.stopReason === "page_limit") break;
        border.next();
      }
      return end;
    } catch (error) {
      if (error instanceof RoundFailure) return { ...end, failure: error };
      if (!(error instanceof BrokenAnswer)) throw error;
      const verdict = judgeFailure(
        error.failure,
        retryRules(context.operation, openValues(context, round)),
        attemptOf(pull, number),
      );
      if (verdict.kind !== "retry") return { ...end, failure: roundFailure(verdict.finding, context) };
      result.pages -= end.pages;
      yield { kind: "round_again", operation: context.operation.id, round: index };
      input.observe?.({
        kind: "wait",
        operation: context.operation.id,
        number: result.requests,
        ms: verdict.wait,
        cause: "retry",
        why: mapTexts(verdict.reason, context.mask),
      });
      await input.sleep(verdict.wait);
    }
  }
}
