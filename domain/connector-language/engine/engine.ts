import type { Operation } from "../definition/definition.ts";
import { BrokenAnswer } from "../response/send-response.ts";
import type { PullInput, PullLimits, PullResult, PullStep } from "./engine-ports.ts";
import { expectationsOf } from "../table/expectations.ts";
import { inOrder } from "./in-order.ts";
import type { Turn } from "./in-order.ts";
import { cursorUntil, laterCursor, type IncrementalWindow, spansOf, startIsSent } from "../rounds/incremental.ts";
import { scalarText } from "../json/json.ts";
import { pullSpan } from "./pages.ts";
import { attemptOf, type Pull, retryRules, type RoundEnd } from "./pull.ts";
import { createPace } from "../rounds/pace.ts";
import type { Pace } from "../rounds/pace.ts";
import { pullContext } from "./pull-context.ts";
import { readAhead } from "./read-ahead.ts";
import { DEFAULT_MAX_WAIT, judgeFailure } from "../response/response-actions.ts";
import { RoundFailure } from "./round-failure.ts";
import { scopesOf } from "../rounds/scopes.ts";
import type { ParentRows, Scope } from "../rounds/scopes.ts";
import { WindowBorder } from "../rounds/window-border.ts";
import { dispositionOf } from "../definition/write-disposition.ts";

const LIMITS: PullLimits = { maxPages: Infinity, maxRows: Infinity, maxScopes: Infinity, maxWait: DEFAULT_MAX_WAIT };

/**
 * Pulls one operation: for each round (list-valued settings, `for_each`) window after window, page after page, judged,
 * read and made into rows. Yields every page as it comes, in the order of the rounds, a `scope_again` for a round that
 * begins anew and a `scope_failed` for one that breaks; returns how the whole ended. What the API or the network does is never thrown; what the ports throw (a
 * stopped run) is passed on. `pace` is shared by the operations of a run.
 */
export async function* pullOperation(
  input: PullInput & { operation: Operation; parents?: ParentRows; pace?: Pace },
): AsyncGenerator<PullStep, PullResult> {
  const { operation, definition } = input;
  const replaces = dispositionOf(operation, input.override ?? false) === "replace";
  const cursor = replaces ? undefined : input.cursors?.get(operation.id);
  const result = emptyResult(operation, cursor ?? null);
  const context = pullContext(input, operation);
  const begun = input.now();
  const planned = spansOf(operation, { cursor, now: begun, values: context.values });
  if (!planned.ok) return { ...result, status: "failed", error: context.mask(planned.message), errorCode: "failed" };
  const sendsStart = startIsSent(operation, context.overrides);
  if (sendsStart) result.from = scalarText(planned.spans[0].start);
  const rounds = scopesOf(definition, operation, context.values, input.parents ?? new Map());
  if (!rounds.ok) return { ...result, status: "failed", error: context.mask(rounds.message), errorCode: "failed" };
  result.warnings.push(...rounds.warnings);
  const limits = { ...LIMITS, ...input.limits };
  const pull: Omit<Pull, "ahead"> = {
    input,
    context,
    limits,
    result,
    spans: sendsStart ? planned.spans : wholeSpan(planned.spans),
    dropsOlder: !sendsStart,
    pace: input.pace ?? createPace(),
    expectations: expectationsOf(definition, operation, rounds.scopes.length),
  };

  const asked = rounds.scopes.slice(0, limits.maxScopes);
  // Which round brings the last allowed row is only known when they are asked one after the other.
  const concurrency = limits.maxRows === Infinity ? operation.concurrency : 1;
  const ahead = readAhead();
  const startRound = (index: number, turn: Turn) => {
    input.observe?.({ kind: "round", operation: operation.id, round: index + 1, of: asked.length });
    return pullRound({ ...pull, ahead: ahead(turn) }, asked[index] ?? { values: new Map(), columns: [] }, index);
  };
  for await (const progress of inOrder(asked.length, concurrency, startRound)) {
    if (progress.kind === "step") {
      yield progress.value;
      continue;
    }
    const { index, value: end } = progress;
    result.scopes += 1;
    result.stopReason = end.stopReason ?? result.stopReason;
    if (end.failure === null) {
      result.rows += end.rows;
      result.cursor = laterCursor(operation, result.cursor, end.cursor);
      if (result.rows >= limits.maxRows) break;
      continue;
    }
    result.failedScopes.push(index);
    result.error ??= end.failure.message;
    result.errorCode ??= end.failure.code;
    yield { kind: "scope_failed", operation: operation.id, scope: index, message: end.failure.message };
    // Another round would be refused for the same reason.
    if (end.failure.code !== "failed") break;
  }
  if (asked.length > 1) result.cursor = cursorUntil(result.cursor, begun);
  if (result.rows > 0) result.warnings.push(...pull.expectations.unmet());
  if (rounds.scopes.length > limits.maxScopes) result.stopReason = "scope_limit";
  judgeRounds(result, rounds.scopes.length);
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
    scopes: 0,
    failedScopes: [],
    from: null,
    cursor,
  };
}

/** What rounds that failed mean for the whole. */
function judgeRounds(result: PullResult, rounds: number): void {
  const failed = result.failedScopes.length;
  if (failed === 0) return;
  result.status = failed === result.scopes ? "failed" : "partial";
  if (rounds > 1) result.error = `${failed} of ${rounds} rounds failed; the first said: ${result.error ?? ""}`;
}

/** Windows are of no use where the API is not told where one starts: each would bring everything. */
function wholeSpan(spans: readonly [IncrementalWindow, ...IncrementalWindow[]]): [IncrementalWindow] {
  return [{ start: spans[0].start, end: spans.at(-1)?.end ?? null }];
}

/** Pulls a round. A streamed answer whose connection breaks after its first rows cannot go on where it was: the round is read anew. */
async function* pullRound(pull: Pull, scope: Scope, index: number): AsyncGenerator<PullStep, RoundEnd> {
  const { input, context, result } = pull;
  for (let number = 1; ; number++) {
    const end: RoundEnd = { rows: 0, cursor: null, pages: 0, stopReason: null, failure: null };
    const border = new WindowBorder(context.operation);
    try {
      for (const span of pull.spans) {
        yield* pullSpan(pull, scope, index, span, border, end);
        if (end.stopReason === "row_limit" || end.stopReason === "page_limit") break;
        border.next();
      }
      return end;
    } catch (error) {
      if (error instanceof RoundFailure) return { ...end, failure: error };
      if (!(error instanceof BrokenAnswer)) throw error;
      const verdict = judgeFailure(error.failure, retryRules(context.operation), attemptOf(pull, number));
      if (verdict.kind !== "retry")
        return { ...end, failure: new RoundFailure("failed", context.mask(verdict.message)) };
      result.pages -= end.pages;
      yield { kind: "scope_again", operation: context.operation.id, scope: index };
      input.observe?.({
        kind: "wait",
        operation: context.operation.id,
        number: result.requests,
        ms: verdict.wait,
        cause: "retry",
        why: context.mask(verdict.reason),
      });
      await input.sleep(verdict.wait);
    }
  }
}
