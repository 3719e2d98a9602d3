import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import type { Cause } from "#domain/use-cases/step.ts";
import type { UserRow } from "#projections/users/queries.ts";
import type { AppContext } from "../../platform.ts";
import { type CallResult, NOT_FOUND } from "../call-result.ts";
import { causeOf } from "../cause.ts";
import { pathWithoutSecrets } from "../security/request-log.ts";
import { idempotent, REPLAYED } from "./idempotent.ts";
import { readJsonBody } from "./json-body.ts";
import { type QuerySchema, readQuery } from "./query.ts";
import { judgeFault } from "../server/unavailable.ts";

export type ApiRequest<B, V, Q = unknown> = {
  readonly context: AppContext;
  readonly request: Request;
  readonly url: URL;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: Q;
  readonly body: B;
  readonly viewer: V;
  readonly cause: Cause;
};

type Call<B, V, S extends QuerySchema> = {
  readonly who: V extends UserRow ? "user" : "anyone";
  /** Parameters of the address. Absent: the call has none. */
  readonly query?: S;
  /** Absent: the call takes no fields. */
  readonly body?: z.ZodType<B>;
  /** Of the body, where 1 MB is too little. */
  readonly maxBytes?: number;
  /** Of a call that answers 202: what has become of it, for those who send it again with its Idempotency-Key. `accepted` is the body of the 202. */
  readonly later?: (request: ApiRequest<B, V, z.output<S>>, accepted: unknown) => Promise<Response>;
  /** True where nothing is changed and the answer is for one reader only: no answer is kept under an Idempotency-Key. */
  readonly unkept?: boolean;
  /** True for a GET that changes something: a HEAD, which must not, is refused. */
  readonly changes?: boolean;
  readonly run: (request: ApiRequest<B, V, z.output<S>>) => Promise<Response>;
};

/** One method of an API route. `user` calls answer 401 without a session, before the address and the body are read. */
export type ApiCall = Omit<Call<never, never, QuerySchema>, "who" | "query" | "body" | "run" | "later"> & {
  readonly who: "user" | "anyone";
  readonly query: QuerySchema;
  readonly body: z.ZodType | null;
  readonly run: (request: ApiRequest<never, never, never>) => Promise<Response>;
  readonly later?: (request: ApiRequest<never, never, never>, accepted: unknown) => Promise<Response>;
};

const NO_PARAMETERS = z.strictObject({});

export function call<B, S extends QuerySchema = typeof NO_PARAMETERS>(definition: Call<B, UserRow, S>): ApiCall;
export function call<B, S extends QuerySchema = typeof NO_PARAMETERS>(definition: Call<B, UserRow | null, S>): ApiCall;
export function call<B, S extends QuerySchema>(definition: Call<B, UserRow, S> | Call<B, UserRow | null, S>): ApiCall {
  return { ...definition, query: definition.query ?? NO_PARAMETERS, body: definition.body ?? null };
}

/** A JSON answer. */
export function json(value: unknown, status = 200, headers: HeadersInit = {}): Response {
  return jsonText(JSON.stringify(value), status, headers);
}

/** The same of a text that is JSON already. */
export function jsonText(text: string, status = 200, headers: HeadersInit = {}): Response {
  const all = new Headers(headers);
  all.set("Content-Type", "application/json; charset=utf-8");
  return new Response(text, { status, headers: all });
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
  return json(
    { error: result.error, ...faults },
    result.status,
    result.retryAfterSeconds === undefined ? {} : { "Retry-After": String(result.retryAfterSeconds) },
  );
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
      const found = judgeFault(
        platform,
        error,
        `${request.method} ${pathWithoutSecrets(new URL(request.url).pathname)}`,
      );
      if (found !== null)
        return failure(found.sentence, found.status, { "Retry-After": String(found.retryAfterSeconds) });
      return failure("Something went wrong on our side. It has been recorded.", 500);
    }
  };
}

async function answer(
  methods: Methods,
  request: Request,
  context: AppContext,
  params: ApiRequest<never, never>["params"],
): Promise<Response> {
  const method = request.method === "HEAD" ? "GET" : request.method;
  const found = methods[method as keyof Methods];
  if (!found || (context.method === "HEAD" && found.changes))
    return failure(`${context.method} is not possible here.`, 405, { Allow: allowed(methods) });
  if (found.who === "user" && !context.viewer) return failure("Please log in to access this page.", 401);
  const url = new URL(request.url);
  const query = readQuery(url.searchParams, found.query);
  if (!query.ok) return failure(query.error, query.status);
  const body = found.body ? await readJsonBody(request, found.body, found.maxBytes) : { ok: true as const, value: {} };
  if (!body.ok) return failure(body.error, body.status);
  const asked = (cause: Cause) => ({
    context,
    request,
    url,
    params,
    query: query.value as never,
    body: body.value as never,
    viewer: context.viewer as never,
    cause,
  });
  const key = method === "GET" || found.unkept ? null : request.headers.get("Idempotency-Key");
  const { viewer } = context;
  if (key === null || !viewer) return found.run(asked(causeOf(context)));
  const fingerprint = `${request.method} ${url.pathname}\n${JSON.stringify(body.value)}`;
  return once(found, { ...context, viewer }, { key, fingerprint }, asked);
}

function allowed(methods: Methods): string {
  return Object.entries(methods)
    .flatMap(([method, { changes }]) => (method === "GET" && !changes ? ["GET", "HEAD"] : [method]))
    .join(", ");
}

type Keyed = { readonly key: string; readonly fingerprint: string };

async function once(
  { run, later }: ApiCall,
  context: AppContext & { viewer: UserRow },
  keyed: Keyed,
  asked: (cause: Cause) => ApiRequest<never, never, never>,
): Promise<Response> {
  const found = await idempotent(context.platform, { userId: context.viewer.id, ...keyed }, async (commandId) => {
    const response = await run(asked(causeOf(context, commandId)));
    const headers = [...response.headers].filter(([name]) => name !== "set-cookie");
    return { status: response.status, body: await response.text(), headers };
  });
  if (!found.ok) return failure(found.error, found.status);
  const { answer, replayed } = found;
  const again =
    replayed && answer.status === 202 && later ? await later(asked(causeOf(context)), JSON.parse(answer.body)) : null;
  const response =
    again ??
    new Response(answer.body, {
      status: answer.status,
      headers: answer.headers.map(([name, value]): [string, string] => [name, value]),
    });
  if (replayed) response.headers.set(...REPLAYED);
  return response;
}
