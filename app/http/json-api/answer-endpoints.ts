import { matchRoutes } from "@remix-run/react";
import type { StoredAnswer } from "#domain/core/ports/ports.ts";
import type { Cause } from "#domain/use-cases/step.ts";
import type { UserRow } from "#projections/users/queries.ts";
import type { AppContext } from "../../platform.ts";
import { refuse, type Refused } from "../call-result.ts";
import { causeOf } from "../cause.ts";
import { judgeCall, type PathParams } from "../gate/judge-call.ts";
import { withoutSecrets } from "../keys/shown-once.ts";
import { pathWithoutSecrets } from "../security/request-log.ts";
import { isApi } from "../security/refuse-request.ts";
import { judgeFault } from "../server/unavailable.ts";
import { type ApiAnswer, answerOfRefusal, answerOfReply, forRequest } from "./api-answer.ts";
import type { ApiRequest } from "./api-request.ts";
import { answerFault } from "./check-answer.ts";
import { withTag } from "./conditional.ts";
import {
  allowedMethods,
  type AnyEndpoint,
  type EndpointFacts,
  type EndpointRequest,
  nameOf,
  takesMethod,
} from "./endpoint.ts";
import { idempotent, REPLAYED } from "./idempotent.ts";
import { readJson } from "./json-body.ts";
import type { AnswerCall } from "./serve-endpoints.ts";

/** This status appears only in the request log; the number is nginx's. */
const CLIENT_CLOSED_REQUEST = 499;

type AnyRequest = EndpointRequest<never, never, never, never>;

/**
 * Finds the endpoint of a request below /api and runs it. Those that transfer bytes are answered before (mountEndpoints);
 * a call of their paths by another method comes here, where all methods of a path are known.
 */
export function answerEndpoints(endpoints: readonly EndpointFacts[]): AnswerCall {
  const find = addressBook(endpoints.filter(({ path }) => isApi(path)));
  return async (request, context) => {
    const url = new URL(request.url);
    try {
      const found = find(url.pathname);
      return found === null
        ? answerOfRefusal(refuse("no-such-address"), context.requestId)
        : await answer(found, { request, url }, context);
    } catch (error) {
      if (context.signal.aborted)
        return answerOfReply({ status: CLIENT_CLOSED_REQUEST, body: null }, context.requestId);
      const notNow = judgeFault(context.platform, error, `${request.method} ${pathWithoutSecrets(url.pathname)}`);
      return answerOfRefusal(notNow ?? refuse("server-fault"), context.requestId);
    }
  };
}

/** Most paths are found by name, the others as Remix finds its routes, which compares all that it is given. */
function addressBook(endpoints: readonly EndpointFacts[]) {
  const byPath = Map.groupBy(endpoints, ({ path }): string => path);
  const routes = [...byPath.keys()].map((path) => ({ id: path, path: path.replace(/\{(\w+)\}/g, ":$1") }));
  const byLength = Map.groupBy(routes, ({ path }) => segmentsOf(path));
  return (pathname: string): Found | null => {
    // A URL has no braces.
    const named = byPath.get(pathname);
    if (named) return { here: named, params: {} };
    const match = matchRoutes(byLength.get(segmentsOf(pathname)) ?? [], pathname)?.[0];
    const here = byPath.get(match?.route.id ?? "");
    return match && here ? { here, params: match.params } : null;
  };
}

function segmentsOf(path: string): number {
  return path.split("/").filter((segment) => segment !== "").length;
}

/** The endpoints of a path. */
type Found = { readonly here: readonly EndpointFacts[]; readonly params: PathParams };
type Asked = { readonly request: ApiRequest; readonly url: URL };

async function answer({ here, params }: Found, asked: Asked, context: AppContext): Promise<ApiAnswer> {
  const { request, url } = asked;
  const refused = (why: Refused, headers = {}) => answerOfRefusal(why, context.requestId, headers);
  const found = here.find((each): each is AnyEndpoint => "run" in each && takesMethod(each, context.method));
  if (!found) {
    // Express compares addresses more strictly: one that it has not taken is none of its endpoints'.
    if (here.some((each) => takesMethod(each, context.method))) return refused(refuse("no-such-address"));
    const headers = { Allow: allowedMethods(here) };
    if (context.method === "OPTIONS") return { status: 204, headers: new Headers(headers), body: null };
    return refused(refuse("method-not-allowed", { method: context.method }), headers);
  }
  const judged = await judgeCall(found, context, {
    params,
    search: url.searchParams,
    readBody: () => readJson(request, found.bodyBytes),
  });
  if (!judged.ok) return refused(judged);
  const { viewer, query, body } = judged.value;
  const requestWith = (cause: Cause) => ({ ...asked, context, params, query, body, viewer, cause }) as AnyRequest;
  const isRead = found.method === "GET";
  const key = isRead || found.skipIdempotency ? null : request.headers.get("Idempotency-Key");
  if (isRead && !found.changes && !found.isSecret)
    return withTag(await run(found, requestWith(causeOf(context))), request);
  if (key === null || !viewer) return run(found, requestWith(causeOf(context)));
  const sentText = JSON.stringify(body);
  const kept = /password/i.test(sentText) ? context.platform.idempotency.hide(sentText) : sentText;
  const fingerprint = `${request.method} ${url.pathname}${url.search}\n${kept}`;
  return once(found, { ...context, viewer }, { key, fingerprint }, requestWith);
}

async function run(found: AnyEndpoint, request: AnyRequest, accepted?: unknown): Promise<ApiAnswer> {
  const reply = await (accepted === undefined
    ? found.run(request as never)
    : found.later?.(request as never, accepted as never));
  if (reply === undefined) throw new Error(`${nameOf(found)} does not say what became of a 202.`);
  const answer = answerOfReply(reply, request.context.requestId);
  const where = "body" in reply ? found.answers[reply.status]?.location : undefined;
  if ("body" in reply && where) {
    const target = where(reply.body as never, request.params, request.body);
    answer.headers.set("Location", new URL(target, request.context.platform.site.appUrl).href);
  }
  if (!request.context.platform.checksAnswers || "stream" in reply) return answer;
  const fault = answerFault(found, answer, typeof answer.body === "string" ? JSON.parse(answer.body) : undefined);
  if (fault !== null) throw new Error(`${nameOf(found)} gave an answer that it does not declare: ${fault}`);
  return answer;
}

type Keyed = { readonly key: string; readonly fingerprint: string };

async function once(
  found: AnyEndpoint,
  context: AppContext & { viewer: UserRow },
  keyed: Keyed,
  requestWith: (cause: Cause) => AnyRequest,
): Promise<ApiAnswer> {
  let first: ApiAnswer | null = null;
  const kept = await idempotent(context.platform, { userId: context.viewer.id, ...keyed }, async (commandId) => {
    first = await run(found, requestWith(causeOf(context, commandId)));
    return toKeep(found, first);
  });
  if (!kept.ok) return answerOfRefusal(kept, context.requestId);
  if (!kept.replayed && first !== null) return first;
  const { answer: stored, replayed } = kept;
  const again =
    replayed && stored.status === 202 && found.later
      ? await run(found, requestWith(causeOf(context)), JSON.parse(stored.body))
      : null;
  const answer = again ?? storedAnswer(stored, context.requestId);
  if (replayed) answer.headers.set(...REPLAYED);
  return answer;
}

/** Without secrets: what is shown once is in the first answer only. */
function toKeep({ answers }: AnyEndpoint, { status, headers: all, body }: ApiAnswer): StoredAnswer {
  const headers = [...all].filter(([name]) => name !== "set-cookie");
  const declared = answers[status];
  if (typeof body !== "string" || body === "" || declared === undefined || !("body" in declared))
    return { status, body: typeof body === "string" ? body : "", headers };
  return { status, body: JSON.stringify(withoutSecrets(declared.body, JSON.parse(body))), headers };
}

function storedAnswer({ status, body, headers }: StoredAnswer, requestId: string): ApiAnswer {
  return {
    status,
    headers: new Headers(headers.map(([name, value]): [string, string] => [name, value])),
    body: body === "" ? null : forRequest(body, status, requestId),
  };
}
