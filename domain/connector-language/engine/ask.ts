import { type Finding, finding, mapTexts } from "../../core/findings/finding.ts";
import type { Operation } from "../definition/definition.ts";
import type { Page, SignedIn } from "./engine-ports.ts";
import type { SendResponse } from "../response/send-response.ts";
import { buildRequest, type BuiltRequest, takeSignIn } from "./pull-context.ts";
import { attemptOf, openValues, type Pull, retryRules, warnOnce } from "./pull.ts";
import { type ReadAnswer, readAnswer } from "../response/read-answer.ts";
import { expiryRule } from "../sign-in/expiry-rule.ts";
import type { OutgoingRequest, PagePatch } from "../request/request.ts";
import { judgeAnswer, judgeFailure, type Verdict } from "../response/response-actions.ts";
import type { ReadRows } from "./read-records.ts";
import { RoundFailure, roundFailure } from "./round-failure.ts";
import type { Values } from "../json/placeholders.ts";
import type { Round } from "../rounds/rounds.ts";

/** A successful response; `more` is the rest of a streamed one, `values` is what rows and rules may take. */
export type PageAnswer = ReadRows & {
  number: number;
  response: SendResponse;
  summary: Page["request"];
  plainUrl: URL;
  values: Values;
};

/** Sends the request for one page until it succeeds; throws RoundFailure if it does not. */
export async function requestPage(pull: Pull, round: Round, patch: PagePatch): Promise<PageAnswer> {
  const { input, context } = pull;
  const { operation, known } = context;
  const signIn: SignInState = { ...(await signedRequest(pull, round, patch)), isFresh: false, refusal: null };
  const values = openValues(context, round);
  const rules = retryRules(operation, values);
  for (let number = 1; ; number++) {
    const { built } = signIn;
    const { response, sent } = await sendPaced(pull, built, number);
    const attempt = attemptOf(pull, number);
    const answer = response.ok
      ? await readAnswer(
          await pull.ahead.held(response),
          { ...operation, known },
          { pause: () => input.sleep(0), encodingOf: input.encodingOf },
        )
      : response;
    const verdict = answer.ok
      ? judgeAnswer({ ...answer, json: answer.body.kind === "value" ? answer.body.json : undefined }, rules, attempt)
      : judgeFailure(answer, rules, attempt);
    if (answer.ok && verdict.kind !== "rows") await answer.more?.return();
    if (
      answer.ok &&
      (verdict.kind === "fail" || verdict.kind === "rows") &&
      (await refreshed(pull, round, patch, signIn, answer))
    ) {
      await answer.more?.return();
      continue;
    }
    if (verdict.kind === "fail") {
      const code =
        !answer.ok && answer.reason === "consent_changed" ? "consent_changed" : (signIn.refusal?.code ?? "failed");
      const found = mapTexts(withSignIn(verdict.finding, signIn), context.mask);
      throw new RoundFailure(code, found, answer.ok ? answer.status : null);
    }
    if (verdict.kind === "retry") {
      await waitToRetry(pull, verdict, sent, built.request.url.origin);
      continue;
    }
    if (!response.ok || !answer.ok) throw new RoundFailure("failed", finding("no-answer", {}));
    const { body, more } = answer;
    const rest = { number: sent, more, response, values, summary: built.summary, plainUrl: built.plainUrl };
    if (verdict.kind === "ignore") {
      input.observe?.({ kind: "ignored", operation: operation.id, number: sent });
      return { kind: "ignored", json: null, ...rest };
    }
    if (body.kind === "unreadable") throw roundFailure(body.finding, context);
    if (body.kind === "value") return { kind: "answer", json: body.json, ...rest };
    if (!mayBeEmpty(response.status, operation.responseFormat))
      throw roundFailure(finding("answer-without-body", { status: response.status }), context);
    return { kind: "empty_answer", json: null, ...rest };
  }
}

/** Whether an answer without a body is an empty list: by its status, or since lines without a line are one. */
function mayBeEmpty(status: number, format: Operation["responseFormat"]): boolean {
  return status === 204 || status === 205 || format === "ndjson";
}

async function waitToRetry(
  pull: Pull,
  verdict: Extract<Verdict, { kind: "retry" }>,
  number: number,
  origin: string,
): Promise<void> {
  const { input, context, pace } = pull;
  const { operation } = context;
  if (verdict.note !== null) warnOnce(pull, verdict.note);
  input.observe?.({
    kind: "wait",
    operation: operation.id,
    number,
    ms: verdict.wait,
    cause: verdict.asked ? "asked" : "retry",
    why: mapTexts(verdict.reason, context.mask),
  });
  // Other rounds in progress would get the same answer.
  if (verdict.asked && operation.concurrency > 1) pace.hold(origin, input.now() + verdict.wait);
  await input.sleep(verdict.wait);
}

type Signed = { readonly built: Extract<BuiltRequest, { ok: true }>; readonly used: Tokens | null };
type Tokens = Readonly<Record<string, string>>;

/** The sign-in of one request. `refusal`: why it could not be renewed. */
type SignInState = {
  built: Signed["built"];
  used: Tokens | null;
  isFresh: boolean;
  refusal: Extract<SignedIn, { ok: false }> | null;
};

/** Builds the request for a page with the sign-in's tokens. */
async function signedRequest(pull: Pull, round: Round, patch: PagePatch): Promise<Signed> {
  const signedIn = await pull.input.credentials?.current();
  if (signedIn?.ok === false) throw new RoundFailure(signedIn.code, mapTexts(signedIn.finding, pull.context.mask));
  return builtWith(pull, round, patch, signedIn?.values ?? null);
}

function builtWith(pull: Pull, round: Round, patch: PagePatch, used: Tokens | null): Signed {
  const { input, context } = pull;
  if (used !== null) takeSignIn(context, used);
  const built = buildRequest(context, round.values, patch, input);
  if (!built.ok) throw new RoundFailure(built.code, built.finding);
  return { built, used };
}

/**
 * Renews the sign-in once if this answer says that its token has expired; returns whether to ask again. A status that a
 * fresh token has got too means something else, for the rest of the pull.
 */
async function refreshed(
  pull: Pull,
  round: Round,
  patch: PagePatch,
  signIn: SignInState,
  answer: ReadAnswer,
): Promise<boolean> {
  const { input, context } = pull;
  const { built, used } = signIn;
  if (input.credentials === undefined || used === null || !built.signed) return false;
  const rule = expiryRule(context.auth.refreshOn, answer);
  if (rule === null || context.lasting.has(rule)) return false;
  if (signIn.isFresh) {
    if (answer.status !== 401) context.lasting.add(rule);
    return false;
  }
  signIn.isFresh = true;
  const renewed = await input.credentials.renew(used);
  if (renewed.ok) {
    Object.assign(signIn, builtWith(pull, round, patch, renewed.values));
    return true;
  }
  if (answer.status === 401) throw new RoundFailure(renewed.code, mapTexts(renewed.finding, context.mask));
  // That 403 may mean so is our guess: the API's sentence is the better one.
  if (context.auth.written.refresh_on !== undefined) signIn.refusal = renewed;
  context.lasting.add(rule);
  return false;
}

/** The API's own words, with what the sign-in adds to them. */
function withSignIn(found: Finding, { isFresh, refusal }: SignInState): Finding {
  if (refusal !== null) return finding("sign-in-not-renewed", { finding: found, why: refusal.finding });
  return isFresh ? finding("after-fresh-sign-in", { finding: found }) : found;
}

/** Sends a request when `rate_limit` allows it; `sent` is its number in the operation. */
async function sendPaced(
  pull: Pull,
  { request, summary }: { request: OutgoingRequest; summary: Page["request"] },
  attempt: number,
) {
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
  input.observe?.(
    response.ok
      ? {
          kind: "answer",
          ...about,
          status: response.status,
          bytes: response.chunks === undefined ? response.body.length : null,
          ms,
        }
      : { kind: "failure", ...about, finding: mapTexts(response.finding, context.mask), ms },
  );
  return { response, sent: about.number };
}
