import { cellOf } from "./cells.ts";
import type { Row } from "./cells.ts";
import { flattenRecord, projectRecord } from "./columns.ts";
import type { Operation } from "./definition.ts";
import type { Page, PullInput, PullLimits, PullResult, PullStep, SendResponse } from "./engine-ports.ts";
import { cursorOf, incrementalStart, isOlder, laterCursor } from "./incremental.ts";
import type { Json, JsonObject } from "./json.ts";
import { matches } from "./matcher.ts";
import { firstPage, nextPage } from "./pagination.ts";
import { buildRequest, pullContext, takeSignIn } from "./pull-context.ts";
import type { PullContext } from "./pull-context.ts";
import { readBody } from "./read-body.ts";
import { selectRecords } from "./records.ts";
import { headerOf } from "./request.ts";
import type { OutgoingRequest, PagePatch } from "./request.ts";
import { DEFAULT_MAX_WAIT, judgeAnswer, judgeFailure } from "./response-actions.ts";
import { scopesOf } from "./scopes.ts";
import type { ParentRows, Scope } from "./scopes.ts";
import { unsupported } from "./unsupported.ts";

const LIMITS: PullLimits = { maxPages: Infinity, maxRows: Infinity, maxScopes: Infinity, maxWait: DEFAULT_MAX_WAIT };

/** A failure that ends one round; its sentence holds no secret. */
class RoundFailure extends Error {
  readonly code: NonNullable<PullResult["errorCode"]>;
  constructor(code: NonNullable<PullResult["errorCode"]>, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Pulls one operation: for each round (list-valued settings, `for_each`) page after page, judged, read and made into
 * rows. Yields every page as it comes and a `scope_failed` for a round that breaks; returns how the whole ended. What
 * the API or the network does is never thrown; what the ports throw (a stopped run) is passed on.
 */
export async function* pullOperation(input: PullInput & { operation: Operation; parents?: ParentRows }): AsyncGenerator<PullStep, PullResult> {
  const { operation, definition } = input;
  const result: PullResult = { operation: operation.id, status: "success", stopReason: null, error: null, errorCode: null, warnings: [], requests: 0, pages: 0, rows: 0, scopes: 0, failedScopes: [], cursor: null };
  const context = pullContext(input, operation);
  const start = incrementalStart(operation, input.cursors?.get(operation.id));
  if (operation.incremental !== null) context.values.set("incremental.start", start);
  const missing = unsupported(operation);
  if (missing !== null) return { ...result, status: "failed", error: missing, errorCode: "not_supported" };
  const rounds = scopesOf(definition, operation, context.values, input.parents ?? new Map());
  if (!rounds.ok) return { ...result, status: "failed", error: context.mask(rounds.message), errorCode: "failed" };
  result.warnings.push(...rounds.warnings);
  const limits = { ...LIMITS, ...input.limits };
  const pull: Pull = { input, context, limits, result, start, lastSent: -Infinity };

  for (const [index, scope] of rounds.scopes.slice(0, limits.maxScopes).entries()) {
    if (result.rows >= limits.maxRows) break;
    const before = { rows: result.rows, cursor: result.cursor };
    result.scopes += 1;
    input.observe?.({ kind: "round", operation: operation.id, round: index + 1, of: Math.min(rounds.scopes.length, limits.maxScopes) });
    try {
      yield* pullRound(pull, scope, index);
    } catch (error) {
      if (!(error instanceof RoundFailure)) throw error;
      result.rows = before.rows;
      result.cursor = before.cursor;
      result.failedScopes.push(index);
      result.error ??= error.message;
      result.errorCode ??= error.code;
      yield { kind: "scope_failed", operation: operation.id, scope: index, message: error.message };
      // Another round would be refused for the same reason.
      if (error.code !== "failed") break;
    }
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
  /** Where incremental reading starts, or null. */
  start: string | null;
  /** When the last request went out, for `rate_limit`. */
  lastSent: number;
}

async function* pullRound(pull: Pull, scope: Scope, index: number): AsyncGenerator<Page, void> {
  const { context, limits, result } = pull;
  const { operation } = context;
  let { state, patch } = firstPage(operation.pagination);
  const memory = { member: null };
  for (let page = 1; ; page++) {
    const answer = await ask(pull, scope, withStart(pull, patch));
    const json = answer.kind === "answer" ? answer.json : null;
    const selected = answer.kind === "answer" ? selectRecords(json, operation.records, memory) : { ok: true as const, records: [] };
    if (!selected.ok) throw new RoundFailure("failed", context.mask(selected.message));
    const kept = selected.records.filter((record) => operation.filters.every((filter) => matches(filter, record)) && !isOlder(operation, record, pull.start));
    const room = Math.max(0, limits.maxRows - result.rows);
    const records = kept.slice(0, room);
    const rows = records.map((record) => rowOf(context, scope, record));
    for (const record of records) result.cursor = laterCursor(result.cursor, cursorOf(operation, record));
    result.pages += 1;
    result.rows += rows.length;
    pull.input.observe?.({ kind: "page", operation: operation.id, number: answer.number, page, received: selected.records.length, rows: rows.length });
    yield { kind: "page", operation: operation.id, scope: index, page, request: answer.summary, status: answer.response.status, rows, records, rowCount: selected.records.length };

    if (answer.kind !== "answer") {
      result.stopReason = answer.kind;
      return;
    }
    const next = nextPage(operation.pagination, state, {
      json,
      headers: answer.response.headers,
      rowCount: selected.records.length,
      lastRow: selected.records.at(-1) ?? null,
      url: answer.plainUrl,
    });
    if ("error" in next) throw new RoundFailure("failed", context.mask(next.error));
    if (next.done) {
      result.stopReason = next.reason;
      return;
    }
    if (kept.length > room || result.rows >= limits.maxRows) {
      result.stopReason = "row_limit";
      return;
    }
    if (page >= limits.maxPages) {
      result.stopReason = "page_limit";
      return;
    }
    ({ state, patch } = next);
  }
}

/** The start of incremental reading goes with every request but those to a next URL, which already carries it. */
function withStart(pull: Pull, patch: PagePatch): PagePatch {
  const param = pull.context.operation.incremental?.start_param;
  return param === undefined || pull.start === null || patch.url !== null ? patch : { ...patch, query: [...patch.query, [param, pull.start]] };
}

type Asked = { kind: "answer" | "ignored" | "empty_answer"; json: Json; number: number; response: SendResponse; summary: Page["request"]; plainUrl: URL };

/** Sends one page's request until there is an answer to go on with; throws RoundFailure when there is none. */
async function ask(pull: Pull, scope: Scope, patch: PagePatch): Promise<Asked> {
  const { input, context, limits, result } = pull;
  const { operation } = context;
  let { built, used } = await buildSigned(pull, scope, patch, null);
  let renewed = false;
  const rules = { actions: operation.responseActions, maxAttempts: operation.maxAttempts, waitHeader: operation.waitHeader };
  for (let number = 1; ; number++) {
    const { response, sent } = await sendPaced(pull, built, number);
    const attempt = { number, random: input.random(), now: input.now(), maxWait: limits.maxWait };
    const body = response.ok ? readBody(response.body, { ...operation, ...(response.status >= 300 ? { responseFormat: "json" as const } : {}) }, headerOf(response.headers, "content-type")) : null;
    const json = body?.kind === "value" ? body.json : undefined;
    const verdict = response.ok
      ? judgeAnswer({ status: response.status, headers: response.headers, json, text: beginning(response.body) }, rules, attempt)
      : judgeFailure(response, rules, attempt);
    if (verdict.kind === "fail" && response.ok && response.status === 401 && used !== null && built.signed && !renewed) {
      renewed = true;
      ({ built, used } = await buildSigned(pull, scope, patch, used));
      continue;
    }
    if (verdict.kind === "fail") {
      const message = renewed && response.ok && response.status === 401 ? `${verdict.message.replace(/\.$/, "")} (after a fresh sign-in).` : verdict.message;
      throw new RoundFailure(!response.ok && response.reason === "consent_changed" ? "consent_changed" : "failed", context.mask(message));
    }
    if (verdict.kind === "retry") {
      if (verdict.note !== null && !result.warnings.includes(verdict.note)) result.warnings.push(verdict.note);
      input.observe?.({ kind: "wait", operation: operation.id, number: sent, ms: verdict.wait, cause: verdict.asked ? "asked" : "retry", why: context.mask(verdict.reason) });
      await input.sleep(verdict.wait);
      continue;
    }
    if (!response.ok || body === null) throw new RoundFailure("failed", "The API gave no answer.");
    const rest = { number: sent, response, summary: built.summary, plainUrl: built.plainUrl };
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
  const about = { operation: context.operation.id, number: result.requests + 1 };
  const wait = pull.lastSent + context.operation.requestSpacing - input.now();
  if (wait > 0) {
    input.observe?.({ kind: "wait", ...about, ms: wait, cause: "rate_limit", why: null });
    await input.sleep(wait);
  }
  const at = input.now();
  pull.lastSent = at;
  result.requests += 1;
  input.observe?.({ kind: "request", ...about, attempt, request: summary });
  const response = await input.send(request);
  const ms = input.now() - at;
  input.observe?.(response.ok ? { kind: "answer", ...about, status: response.status, bytes: response.body.length, ms } : { kind: "failure", ...about, message: context.mask(response.message), ms });
  return { response, sent: about.number };
}

function beginning(body: Uint8Array): string {
  return new TextDecoder().decode(body.subarray(0, 20_000));
}

function rowOf(context: PullContext, scope: Scope, record: JsonObject): Row {
  const { operation, values } = context;
  const made = operation.columns === null ? flattenRecord(record, operation.nullValues) : projectRecord(record, operation.columns, new Map([...values, ...scope.values]), operation.nullValues);
  if (!made.ok) throw new RoundFailure("failed", context.mask(made.message));
  for (const [label, value] of scope.columns) if (!made.row.has(label)) made.row.set(label, cellOf(value));
  return made.row;
}
