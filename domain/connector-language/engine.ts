import { cellOf, plainCell } from "./cells.ts";
import { flattenRecord, projectRecord } from "./columns.ts";
import type { Operation } from "./definition.ts";
import { BrokenAnswer } from "./engine-ports.ts";
import type { Page, PullInput, PullLimits, PullResult, PullStep, SendResponse } from "./engine-ports.ts";
import { inOrder } from "./in-order.ts";
import type { Turn } from "./in-order.ts";
import { cursorUntil, furthestCursor, isOlder, laterCursor, spansOf, startIsSent, withSpan } from "./incremental.ts";
import type { Span } from "./incremental.ts";
import type { Json, JsonObject } from "./json.ts";
import { matches } from "./matcher.ts";
import { createPace } from "./pace.ts";
import type { Pace } from "./pace.ts";
import { firstPage, nextPage } from "./pagination.ts";
import type { Values } from "./placeholders.ts";
import { buildRequest, pullContext, takeSignIn } from "./pull-context.ts";
import type { PullContext } from "./pull-context.ts";
import { readAhead } from "./read-ahead.ts";
import type { RoundAhead } from "./read-ahead.ts";
import { readAnswer } from "./read-answer.ts";
import { recordsOf } from "./read-records.ts";
import type { ReadRows } from "./read-records.ts";
import type { OutgoingRequest, PagePatch } from "./request.ts";
import { DEFAULT_MAX_WAIT, judgeAnswer, judgeFailure } from "./response-actions.ts";
import { RoundFailure } from "./round-failure.ts";
import type { Row } from "./row.ts";
import { scopesOf } from "./scopes.ts";
import type { ParentRows, Scope } from "./scopes.ts";
import { WindowBorder } from "./window-border.ts";
import { dispositionOf } from "./write-disposition.ts";

const LIMITS: PullLimits = { maxPages: Infinity, maxRows: Infinity, maxScopes: Infinity, maxWait: DEFAULT_MAX_WAIT };

/**
 * Pulls one operation: for each round (list-valued settings, `for_each`) window after window, page after page, judged,
 * read and made into rows. Yields every page as it comes, in the order of the rounds, a `scope_again` for a round that
 * begins anew and a `scope_failed` for one that breaks; returns how the whole ended. What the API or the network does is never thrown; what the ports throw (a
 * stopped run) is passed on. `pace` is shared by the operations of a run.
 */
export async function* pullOperation(input: PullInput & { operation: Operation; parents?: ParentRows; pace?: Pace }): AsyncGenerator<PullStep, PullResult> {
  const { operation, definition } = input;
  const replaces = dispositionOf(operation, input.override ?? false) === "replace";
  const cursor = replaces ? undefined : input.cursors?.get(operation.id);
  const result: PullResult = { operation: operation.id, status: "success", stopReason: null, error: null, errorCode: null, warnings: [], requests: 0, pages: 0, rows: 0, scopes: 0, failedScopes: [], cursor: cursor ?? null };
  const context = pullContext(input, operation);
  const begun = input.now();
  const planned = spansOf(operation, { cursor, now: begun, values: context.values });
  if (!planned.ok) return { ...result, status: "failed", error: context.mask(planned.message), errorCode: "failed" };
  const rounds = scopesOf(definition, operation, context.values, input.parents ?? new Map());
  if (!rounds.ok) return { ...result, status: "failed", error: context.mask(rounds.message), errorCode: "failed" };
  result.warnings.push(...rounds.warnings);
  const limits = { ...LIMITS, ...input.limits };
  const pull: Omit<Pull, "ahead"> = { input, context, limits, result, spans: planned.spans, dropsOlder: !startIsSent(operation), pace: input.pace ?? createPace(), keysUnseen: new Set(operation.primaryKey) };

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
  if (result.rows > 0 && pull.keysUnseen.size > 0) {
    result.warnings.push(`No row has ${[...pull.keysUnseen].map((label) => `"${label}"`).join(" or ")}, which primary_key names: rows that come again are not recognised.`);
  }
  if (rounds.scopes.length > limits.maxScopes) result.stopReason = "scope_limit";
  if (result.failedScopes.length > 0) {
    result.status = result.failedScopes.length === result.scopes ? "failed" : "partial";
    if (rounds.scopes.length > 1) result.error = `${result.failedScopes.length} of ${rounds.scopes.length} rounds failed; the first said: ${result.error ?? ""}`;
  }
  return result;
}

interface Pull {
  input: PullInput;
  context: PullContext;
  limits: PullLimits;
  result: PullResult;
  /** The stretches that an incremental pull asks for; one without bounds for any other. */
  spans: readonly [Span, ...Span[]];
  /** Whether rows from before the start are dropped here, because the API was not told the start. */
  dropsOlder: boolean;
  pace: Pace;
  ahead: RoundAhead;
  /** Columns of the primary key that no row has had yet. */
  keysUnseen: Set<string>;
}

/** How a round ended. Its rows and cursor count only without a failure. */
interface RoundEnd {
  rows: number;
  cursor: string | null;
  pages: number;
  stopReason: PullResult["stopReason"];
  failure: RoundFailure | null;
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
      if (verdict.kind !== "retry") return { ...end, failure: new RoundFailure("failed", context.mask(verdict.message)) };
      result.pages -= end.pages;
      yield { kind: "scope_again", operation: context.operation.id, scope: index };
      input.observe?.({ kind: "wait", operation: context.operation.id, number: result.requests, ms: verdict.wait, cause: "retry", why: context.mask(verdict.reason) });
      await input.sleep(verdict.wait);
    }
  }
}

const retryRules = ({ responseActions, maxAttempts, waitHeader }: Operation) => ({ actions: responseActions, maxAttempts, waitHeader });
const attemptOf = ({ input, limits }: Pull, number: number) => ({ number, random: input.random(), now: input.now(), maxWait: limits.maxWait });

/** The pages of one round and one window; counts into `end`. */
async function* pullSpan(pull: Pull, round: Scope, index: number, span: Span, border: WindowBorder, end: RoundEnd): AsyncGenerator<Page, void> {
  const { context, limits, result } = pull;
  const { operation } = context;
  const scope = operation.incremental === null ? round : { ...round, values: new Map([...round.values, ["incremental.start", span.start], ["incremental.end", span.end]]) };
  const values = new Map([...context.values, ...scope.values]);
  const from = pull.dropsOlder ? pull.spans[0].start : null;
  const memory = { member: null };
  let { state, patch } = firstPage(operation.pagination);
  for (;;) {
    const answer = await ask(pull, scope, withSpan(operation, patch, span));
    end.pages += 1;
    result.pages += 1;
    let received = 0;
    let last: Json = null;
    for await (const some of recordsOf(answer, context, memory, { sleep: pull.input.sleep, warn: (sentence) => warnOnce(result, sentence) })) {
      const fresh = pull.spans.length > 1 ? some.filter((record) => border.isNew(record, span)) : some;
      const kept = fresh.filter((record) => operation.filters.every((filter) => matches(filter, record)) && !isOlder(operation, record, from));
      const room = Math.max(0, limits.maxRows - result.rows - end.rows);
      const records = kept.length > room ? kept.slice(0, room) : kept;
      const rows = records.map((record) => rowOf(context, scope.columns, values, record));
      const furthest = furthestCursor(operation, end.cursor, records);
      if ("error" in furthest) throw new RoundFailure("failed", context.mask(furthest.error));
      end.cursor = furthest.cursor;
      for (const label of pull.keysUnseen) if (rows.some((row) => row.get(label) !== undefined)) pull.keysUnseen.delete(label);
      end.rows += rows.length;
      received += some.length;
      last = some.at(-1) ?? last;
      pull.input.observe?.({ kind: "page", operation: operation.id, number: answer.number, page: end.pages, received: some.length, rows: rows.length });
      yield { kind: "page", operation: operation.id, scope: index, page: end.pages, request: answer.summary, status: answer.response.status, rows, records, rowCount: some.length };
      if (kept.length > room) end.stopReason = "row_limit";
      if (kept.length > room) return;
    }
    if (answer.kind === "ignored") {
      end.stopReason = "ignored";
      return;
    }
    const next = nextPage(operation.pagination, state, { json: answer.json, headers: answer.response.headers, rowCount: received, lastRow: last, url: answer.plainUrl });
    if ("error" in next) throw new RoundFailure("failed", context.mask(next.error));
    if (next.done) {
      end.stopReason = answer.kind === "empty_answer" ? "empty_answer" : next.reason;
      return;
    }
    end.stopReason = result.rows + end.rows >= limits.maxRows ? "row_limit" : end.pages >= limits.maxPages ? "page_limit" : null;
    if (end.stopReason !== null) return;
    ({ state, patch } = next);
  }
}

function warnOnce({ warnings }: PullResult, sentence: string): void {
  if (!warnings.includes(sentence)) warnings.push(sentence);
}

type Asked = ReadRows & { number: number; response: SendResponse; summary: Page["request"]; plainUrl: URL };

/** Sends one page's request until there is an answer to go on with; throws RoundFailure when there is none. */
async function ask(pull: Pull, scope: Scope, patch: PagePatch): Promise<Asked> {
  const { input, context, result } = pull;
  const { operation } = context;
  let { built, used } = await buildSigned(pull, scope, patch, null);
  let renewed = false;
  const rules = retryRules(operation);
  for (let number = 1; ; number++) {
    const { response, sent } = await sendPaced(pull, built, number);
    const attempt = attemptOf(pull, number);
    const answer = response.ok ? await readAnswer(await pull.ahead.held(response), operation, () => input.sleep(0)) : response;
    const verdict = answer.ok
      ? judgeAnswer({ ...answer, json: answer.body.kind === "value" ? answer.body.json : undefined }, rules, attempt)
      : judgeFailure(answer, rules, attempt);
    if (answer.ok && verdict.kind !== "rows") await answer.more?.return();
    if (verdict.kind === "fail" && response.ok && response.status === 401 && used !== null && built.signed && !renewed) {
      renewed = true;
      ({ built, used } = await buildSigned(pull, scope, patch, used));
      continue;
    }
    if (verdict.kind === "fail") {
      const message = renewed && response.ok && response.status === 401 ? `${verdict.message.replace(/\.$/, "")} (after a fresh sign-in).` : verdict.message;
      throw new RoundFailure(!answer.ok && answer.reason === "consent_changed" ? "consent_changed" : "failed", context.mask(message));
    }
    if (verdict.kind === "retry") {
      if (verdict.note !== null) warnOnce(result, verdict.note);
      input.observe?.({ kind: "wait", operation: operation.id, number: sent, ms: verdict.wait, cause: verdict.asked ? "asked" : "retry", why: context.mask(verdict.reason) });
      // Other rounds under way would only be told the same.
      if (verdict.asked && operation.concurrency > 1) pull.pace.hold(built.request.url.origin, input.now() + verdict.wait);
      await input.sleep(verdict.wait);
      continue;
    }
    if (!response.ok || !answer.ok) throw new RoundFailure("failed", "The API gave no answer.");
    const { body, more } = answer;
    const rest = { number: sent, more, response, summary: built.summary, plainUrl: built.plainUrl };
    if (verdict.kind === "ignore") return { kind: "ignored", json: null, ...rest };
    if (body.kind === "unreadable") throw new RoundFailure("failed", context.mask(body.message));
    return body.kind === "empty" ? { kind: "empty_answer", json: null, ...rest } : { kind: "answer", json: body.json, ...rest };
  }
}

/** The request for a page with what signing in brought; after a 401 with others than those `rejected`. */
async function buildSigned(pull: Pull, scope: Scope, patch: PagePatch, rejected: Readonly<Record<string, string>> | null) {
  const { input, context } = pull;
  const signedIn = rejected === null ? await input.credentials?.current() : await input.credentials?.renew(rejected);
  if (signedIn?.ok === false) throw new RoundFailure(signedIn.code, context.mask(signedIn.message));
  if (signedIn) takeSignIn(context, signedIn.values);
  const built = buildRequest(context, scope.values, patch, input);
  if (!built.ok) throw new RoundFailure(built.code, built.message);
  return { built, used: signedIn?.values ?? null };
}

/** Sends a request when `rate_limit` lets it; `sent` is its number in the operation. */
async function sendPaced(pull: Pull, { request, summary }: { request: OutgoingRequest; summary: Page["request"] }, attempt: number) {
  const { input, context, result } = pull;
  await pull.ahead.ready();
  result.requests += 1;
  const about = { operation: context.operation.id, number: result.requests };
  const wait = pull.pace.wait(request.url.origin, context.operation.requestSpacing, input.now());
  if (wait > 0) {
    input.observe?.({ kind: "wait", ...about, ms: wait, cause: "rate_limit", why: null });
    await input.sleep(wait);
  }
  const at = input.now();
  input.observe?.({ kind: "request", ...about, attempt, request: summary });
  const response = await input.send(request);
  const ms = input.now() - at;
  input.observe?.(response.ok ? { kind: "answer", ...about, status: response.status, bytes: response.chunks === undefined ? response.body.length : null, ms } : { kind: "failure", ...about, message: context.mask(response.message), ms });
  return { response, sent: about.number };
}

function rowOf(context: PullContext, roundColumns: Scope["columns"], values: Values, record: JsonObject): Row {
  const { labels, lastRow, operation: { columns, nullValues, responseFormat } } = context;
  const made = columns === null ? flattenRecord(record, nullValues, labels, lastRow) : projectRecord(record, columns, values, nullValues, lastRow);
  if (!made.ok) throw new RoundFailure("failed", context.mask(made.message));
  if (responseFormat === "csv") for (const [index, cell] of made.row.cells.entries()) if (typeof cell === "string") made.row.cells[index] = plainCell(cell);
  for (const [label, value] of roundColumns) made.row.add(label, cellOf(value));
  context.lastRow = made.row;
  return made.row;
}
