import { errorBody, refusalHeaders, type Sendable } from "../error-body.ts";
import type { Refused } from "../call-result.ts";
import type { EventStream, JsonText } from "./endpoint.ts";

/** What is sent for a call of the API: JSON, events, or nothing but the headers. */
export type ApiAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | Pick<EventStream, "stream" | "may"> | null;
};

type AnyReply =
  | { readonly status: number; readonly body: unknown; readonly headers?: HeadersInit }
  | JsonText
  | EventStream
  | Refused;

/** The answer for what an endpoint returned. */
export function answerOfReply(reply: AnyReply, requestId: string): ApiAnswer {
  if ("ok" in reply) return answerOfRefusal(reply, requestId);
  if ("stream" in reply) return { status: reply.status, headers: new Headers(reply.headers), body: reply };
  if (reply.status === 204) return { status: 204, headers: new Headers(), body: null };
  return jsonAnswer("text" in reply ? reply.text : JSON.stringify(reply.body), reply.status, reply.headers);
}

/** The answer for a refusal. */
export function answerOfRefusal(
  refused: Sendable,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): ApiAnswer {
  return jsonAnswer(JSON.stringify(errorBody(refused, requestId)), refused.status, {
    ...headers,
    ...refusalHeaders(refused),
  });
}

/** A stored answer for another request. */
export function forRequest(text: string, status: number, requestId: string): string {
  if (status < 400) return text;
  return JSON.stringify({ ...(JSON.parse(text) as object), request_id: requestId });
}

function jsonAnswer(text: string, status: number, init: HeadersInit = {}): ApiAnswer {
  const headers = new Headers(init);
  headers.set("Content-Type", "application/json; charset=utf-8");
  return { status, headers, body: text };
}
