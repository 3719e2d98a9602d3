import { BrokenAnswer } from "#domain/connector-language/response/send-response.ts";
import type { OpenCalls } from "#domain/use-cases/api-access/open-calls.ts";
import { OutboundStreamError, type OutboundRequest, type OutboundSessions } from "./outbound-port.ts";
import { watchedBody } from "./answer/watched-body.ts";

/** The domain's outbound calls: sends what the engine renders, in a session that `close` ends. */
export function openCalls(outbound: OutboundSessions): OpenCalls {
  return (within) => {
    const session = outbound.session();
    const closed = new AbortController();
    const signal = AbortSignal.any([within.signal, closed.signal]);
    return {
      async send({ url, method, headers, secretHeaders, body, stream }) {
        const request: OutboundRequest = {
          ...within,
          signal,
          url: url.href,
          method,
          headers,
          secretHeaders,
          ...(body === null ? {} : { body }),
        };
        if (stream !== true) return session.send(request);
        const answer = await session.stream(request);
        if (!answer.ok) return answer;
        const chunks = watchedBody(answer.body, { onEnd: () => undefined, onError: brokenAnswer });
        return { ok: true, status: answer.status, headers: answer.headers, body: new Uint8Array(), chunks };
      },
      close() {
        // A response that is not read to its end must not keep its connection open.
        closed.abort();
        session.close();
      },
    };
  };
}

function brokenAnswer(error: unknown): unknown {
  return error instanceof OutboundStreamError ? new BrokenAnswer(error.failure) : error;
}
