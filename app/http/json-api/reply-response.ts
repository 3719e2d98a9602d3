import { errorBody, refusalHeaders, type Sendable } from "../error-body.ts";
import type { Refused } from "../call-result.ts";
import type { EventStream, JsonText } from "./endpoint.ts";

type AnyReply =
  | { readonly status: number; readonly body: unknown; readonly headers?: HeadersInit }
  | JsonText
  | EventStream
  | Refused;

/** The HTTP response for what an endpoint returned. */
export function replyResponse(reply: AnyReply, requestId: string): Response {
  if ("ok" in reply) return errorResponse(reply, requestId);
  if ("stream" in reply) return new Response(reply.stream, { status: reply.status, headers: reply.headers });
  if (reply.status === 204) return new Response(null, { status: 204 });
  return jsonResponse("text" in reply ? reply.text : JSON.stringify(reply.body), reply.status, reply.headers);
}

/** A refusal as a response. */
export function errorResponse(
  refused: Sendable,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return jsonResponse(JSON.stringify(errorBody(refused, requestId)), refused.status, {
    ...headers,
    ...refusalHeaders(refused),
  });
}

/** A stored answer for another request. */
export function forRequest(text: string, status: number, requestId: string): string {
  if (status < 400) return text;
  return JSON.stringify({ ...(JSON.parse(text) as object), request_id: requestId });
}

function jsonResponse(text: string, status: number, headers: HeadersInit = {}): Response {
  const all = new Headers(headers);
  all.set("Content-Type", "application/json; charset=utf-8");
  return new Response(text, { status, headers: all });
}
