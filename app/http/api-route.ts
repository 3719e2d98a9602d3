import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import type { Cause } from "#domain/processes/step.ts";
import type { UserRow } from "#projections/users/queries.ts";
import type { AppContext } from "../platform.ts";
import { type CallResult, NOT_FOUND } from "./call-result.ts";
import { causeOf } from "./cause.ts";
import { pathWithoutSecrets } from "./security/request-log.ts";
import { idempotent } from "./idempotent.ts";
import { readJsonBody } from "./json-body.ts";
import { judgeFault } from "./unavailable.ts";

export type ApiRequest<B, V> = {
  readonly context: AppContext;
  readonly request: Request;
  readonly url: URL;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly body: B;
  readonly viewer: V;
  readonly cause: Cause;
};

type Call<B, V> = {
  readonly who: V extends UserRow ? "user" : "anyone";
  /** Absent: the call takes no fields. */
  readonly body?: z.ZodType<B>;
  /** Of the body, where 1 MB is too little. */
  readonly maxBytes?: number;
  /** True where nothing is changed and the answer is for one reader only: no answer is kept under an Idempotency-Key. */
  readonly unkept?: boolean;
  /** True for a GET that changes something: a HEAD, which must not, is refused. */
  readonly changes?: boolean;
  readonly run: (request: ApiRequest<B, V>) => Promise<Response>;
};

/** One method of an API route. `user` calls answer 401 without a session, before the body is read. */
export type ApiCall = { readonly who: "user" | "anyone"; readonly body: z.ZodType | null; readonly maxBytes?: number | undefined; readonly unkept: boolean; readonly changes: boolean; readonly run: (request: ApiRequest<never, never>) => Promise<Response> };

export function call<B>(definition: Call<B, UserRow>): ApiCall;
export function call<B>(definition: Call<B, UserRow | null>): ApiCall;
export function call<B>(definition: Call<B, UserRow> | Call<B, UserRow | null>): ApiCall {
  return { who: definition.who, body: definition.body ?? null, maxBytes: definition.maxBytes, unkept: definition.unkept === true, changes: definition.changes === true, run: definition.run };
}

/** A JSON answer. */
export function json(value: unknown, status = 200, headers: HeadersInit = {}): Response {
  const all = new Headers(headers);
  all.set("Content-Type", "application/json; charset=utf-8");
  return new Response(JSON.stringify(value), { status, headers: all });
}

/** The one error shape of the API. */
export function failure(error: string, status: number, headers: HeadersInit = {}): Response {
  return json({ error }, status, headers);
}

/** The answer about what is missing or somebody else's. */
export function notFound(): Response {
  return failure(NOT_FOUND.error, NOT_FOUND.status);
}

/** A call's result as JSON: what `shape` makes of its value, or the error. */
export function answered<T>(result: CallResult<T>, shape: (value: T) => unknown, status = 200): Response {
  if (result.ok) return json(shape(result.value), status);
  const faults = result.definitionFaults === undefined ? {} : { faults: result.definitionFaults };
  return json({ error: result.error, ...faults }, result.status, result.retryAfterSeconds === undefined ? {} : { "Retry-After": String(result.retryAfterSeconds) });
}

/** Nobody reads this status but the request log; the number is nginx's. */
const CLIENT_LEFT = 499;

type Methods = Partial<Record<"GET" | "POST" | "PATCH" | "DELETE", ApiCall>>;

/** Loader and action of one API route in one function; methods that it does not have answer 405. */
export function apiRoute(methods: Methods) {
  return async ({ request, context, params }: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> => {
    try {
      return await answer(methods, request, context, params);
    } catch (error) {
      const { platform } = context;
      if (context.signal.aborted) return failure("The client has left.", CLIENT_LEFT);
      const found = judgeFault(platform, error, `${request.method} ${pathWithoutSecrets(new URL(request.url).pathname)}`);
      if (found !== null) return failure(found.sentence, found.status, { "Retry-After": String(found.retryAfterSeconds) });
      return failure("Something went wrong on our side. It has been recorded.", 500);
    }
  };
}

async function answer(methods: Methods, request: Request, context: AppContext, params: ApiRequest<never, never>["params"]): Promise<Response> {
  const method = request.method === "HEAD" ? "GET" : request.method;
  const found = methods[method as keyof Methods];
  if (!found || (context.method === "HEAD" && found.changes)) return failure(`${context.method} is not possible here.`, 405, { Allow: allowed(methods) });
  if (found.who === "user" && !context.viewer) {
    const cookie = await context.platform.sessionDoor.close(null);
    return failure("Please log in to access this page.", 401, { "Set-Cookie": cookie });
  }
  let body: unknown = {};
  if (found.body) {
    const read = await readJsonBody(request, found.body, found.maxBytes);
    if (!read.ok) return failure(read.error, read.status);
    body = read.value;
  }
  const run = (cause: Cause) =>
    found.run({ context, request, url: new URL(request.url), params, body: body as never, viewer: context.viewer as never, cause });
  const key = method === "GET" || found.unkept ? null : request.headers.get("Idempotency-Key");
  const { viewer } = context;
  return key === null || !viewer ? run(causeOf(context)) : once({ ...context, viewer }, request, key, body, run);
}

function allowed(methods: Methods): string {
  return Object.entries(methods).flatMap(([method, { changes }]) => (method === "GET" && !changes ? ["GET", "HEAD"] : [method])).join(", ");
}

async function once(context: AppContext & { viewer: UserRow }, request: Request, key: string, body: unknown, run: (cause: Cause) => Promise<Response>): Promise<Response> {
  const fingerprint = `${request.method} ${new URL(request.url).pathname}\n${JSON.stringify(body)}`;
  const keyed = await idempotent(context.platform, { userId: context.viewer.id, key, fingerprint }, async (commandId) => {
    const response = await run(causeOf(context, commandId));
    const headers = [...response.headers].filter(([name]) => name !== "set-cookie");
    return { status: response.status, body: await response.text(), headers };
  });
  if (!keyed.ok) return failure(keyed.error, keyed.status);
  const { answer } = keyed;
  return new Response(answer.body, { status: answer.status, headers: answer.headers.map(([name, value]): [string, string] => [name, value]) });
}
