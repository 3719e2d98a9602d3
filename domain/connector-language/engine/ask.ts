import { finding, mapTexts } from "../../core/findings/finding.ts";
import type { Page } from "./engine-ports.ts";
import type { SendResponse } from "../response/send-response.ts";
import { buildRequest, takeSignIn } from "./pull-context.ts";
import { attemptOf, type Pull, retryRules, warnOnce } from "./pull.ts";
import { readAnswer } from "../response/read-answer.ts";
import type { OutgoingRequest, PagePatch } from "../request/request.ts";
import { judgeAnswer, judgeFailure, type Verdict } from "../response/response-actions.ts";
import type { ReadRows } from "./read-records.ts";
import { RoundFailure, roundFailure } from "./round-failure.ts";
import type { Round } from "../rounds/rounds.ts";

/** A successful response; `more` is the rest of a streamed one. */
export type PageAnswer = ReadRows & { number: number; response: SendResponse; summary: Page["request"]; plainUrl: URL };

/** Sends the request for one page until it succeeds; throws RoundFailure if it does not. */
export async function requestPage(pull: Pull, round: Round, patch: PagePatch): Promise<PageAnswer> {
  const { input, context } = pull;
  const { operation } = context;
  let { built, used } = await buildSigned(pull, round, patch, null);
  let renewed = false;
  const rules = retryRules(operation);
  for (let number = 1; ; number++) {
    const { response, sent } = await sendPaced(pull, built, number);
    const attempt = attemptOf(pull, number);
    const answer = response.ok
      ? await readAnswer(await pull.ahead.held(response), operation, () => input.sleep(0))
      : response;
    const verdict = answer.ok
      ? judgeAnswer({ ...answer, json: answer.body.kind === "value" ? answer.body.json : undefined }, rules, attempt)
      : judgeFailure(answer, rules, attempt);
    if (answer.ok && verdict.kind !== "rows") await answer.more?.return();
    if (
      verdict.kind === "fail" &&
      response.ok &&
      response.status === 401 &&
      used !== null &&
      built.signed &&
      !renewed
    ) {
      renewed = true;
      ({ built, used } = await buildSigned(pull, round, patch, used));
      continue;
    }
    if (verdict.kind === "fail") {
      const unsigned = renewed && response.ok && response.status === 401;
      throw new RoundFailure(
        !answer.ok && answer.reason === "consent_changed" ? "consent_changed" : "failed",
        mapTexts(
          unsigned ? finding("after-fresh-sign-in", { finding: verdict.finding }) : verdict.finding,
          context.mask,
        ),
      );
    }
    if (verdict.kind === "retry") {
      await waitToRetry(pull, verdict, sent, built.request.url.origin);
      continue;
    }
    if (!response.ok || !answer.ok) throw new RoundFailure("failed", finding("no-answer", {}));
    const { body, more } = answer;
    const rest = { number: sent, more, response, summary: built.summary, plainUrl: built.plainUrl };
    if (verdict.kind === "ignore") {
      input.observe?.({ kind: "ignored", operation: operation.id, number: sent });
      return { kind: "ignored", json: null, ...rest };
    }
    if (body.kind === "unreadable") throw roundFailure(body.finding, context);
    return body.kind === "empty"
      ? { kind: "empty_answer", json: null, ...rest }
      : { kind: "answer", json: body.json, ...rest };
  }
}

async function waitToRetry(
  { input, context, result, pace }: Pull,
  verdict: Extract<Verdict, { kind: "retry" }>,
  number: number,
  origin: string,
): Promise<void> {
  const { operation } = context;
  if (verdict.note !== null) warnOnce(result, verdict.note);
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

/** Builds the request for a page with the sign-in's tokens; after a 401 with others than the `rejected` ones. */
async function buildSigned(
  pull: Pull,
  round: Round,
  patch: PagePatch,
  rejected: Readonly<Record<string, string>> | null,
) {
  const { input, context } = pull;
  const signedIn = rejected === null ? await input.credentials?.current() : await input.credentials?.renew(rejected);
  if (signedIn?.ok === false) throw new RoundFailure(signedIn.code, mapTexts(signedIn.finding, context.mask));
  if (signedIn) takeSignIn(context, signedIn.values);
  const built = buildRequest(context, round.values, patch, input);
  if (!built.ok) throw new RoundFailure(built.code, built.finding);
  return { built, used: signedIn?.values ?? null };
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
