import type { Refused } from "../call-result.ts";
import { ASKS_FOR_KEY } from "../keys/key-refusals.ts";
import type { JsonText } from "./endpoint.ts";

type AnyReply =
  { readonly status: number; readonly body: unknown; readonly headers?: HeadersInit } | JsonText | Refused;

/** The HTTP response for what an endpoint returned. */
export function replyResponse(reply: AnyReply): Response {
  if ("ok" in reply) return errorResponse(reply);
  return jsonResponse("text" in reply ? reply.text : JSON.stringify(reply.body), reply.status, reply.headers);
}

/** The one error shape of the API. */
export function errorResponse(
  {
    status,
    error,
    definitionFaults,
    consent,
    retryAfterSeconds,
    challenge = status === 401 ? ASKS_FOR_KEY : undefined,
  }: Pick<Refused, "status" | "error" | "definitionFaults" | "consent" | "retryAfterSeconds" | "challenge">,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const faults = definitionFaults === undefined ? {} : { faults: definitionFaults };
  const agreeTo = consent === undefined ? {} : { consent };
  const later: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) };
  const asks: Record<string, string> = challenge === undefined ? {} : { "WWW-Authenticate": challenge };
  return jsonResponse(JSON.stringify({ error, ...faults, ...agreeTo }), status, { ...headers, ...later, ...asks });
}

function jsonResponse(text: string, status: number, headers: HeadersInit = {}): Response {
  const all = new Headers(headers);
  all.set("Content-Type", "application/json; charset=utf-8");
  return new Response(text, { status, headers: all });
}
