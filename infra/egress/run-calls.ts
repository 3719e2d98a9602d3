import { BrokenAnswer, type SendFailure, type SendResponse } from "#domain/connector-language/engine-ports.ts";
import type { OutgoingRequest } from "#domain/connector-language/request.ts";
import { OutboundStreamError, type OutboundRequest, type OutboundSessions } from "./outbound-port.ts";
import { watchedBody } from "./watched-body.ts";

/** The calls of one run: what the engine renders, sent within what the user agreed to. Close them when the run has ended. */
export type RunCalls = {
  send(request: OutgoingRequest): Promise<SendResponse | SendFailure>;
  close(): void;
};

export function runCalls(outbound: OutboundSessions, within: Pick<OutboundRequest, "allowedOrigins" | "secrets" | "signal" | "followRedirects">): RunCalls {
  const session = outbound.session();
  const closed = new AbortController();
  const signal = within.signal ? AbortSignal.any([within.signal, closed.signal]) : closed.signal;
  return {
    async send({ url, method, headers, secretHeaders, body, stream }) {
      const request: OutboundRequest = { ...within, signal, url: url.href, method, headers, secretHeaders, ...(body === null ? {} : { body }) };
      if (stream !== true) return session.send(request);
      const answer = await session.stream(request);
      if (!answer.ok) return answer;
      const chunks = watchedBody(answer.body, { onEnd: () => undefined, onError: brokenAnswer });
      return { ok: true, status: answer.status, headers: answer.headers, body: new Uint8Array(), chunks };
    },
    close() {
      // An answer that nobody reads to its end must not hold its connection.
      closed.abort();
      session.close();
    },
  };
}

function brokenAnswer(error: unknown): unknown {
  return error instanceof OutboundStreamError ? new BrokenAnswer(error.failure) : error;
}
