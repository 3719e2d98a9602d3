import type { SendFailure, SendResponse } from "#domain/connector-language/engine-ports.ts";
import type { OutgoingRequest } from "#domain/connector-language/request.ts";
import type { OutboundRequest, OutboundSessions } from "./outbound-port.ts";

/** The calls of one run: what the engine renders, sent within what the user agreed to. Close them when the run has ended. */
export type RunCalls = {
  send(request: OutgoingRequest): Promise<SendResponse | SendFailure>;
  close(): void;
};

export function runCalls(outbound: OutboundSessions, within: Pick<OutboundRequest, "allowedOrigins" | "secrets" | "signal">): RunCalls {
  const session = outbound.session();
  return {
    send: ({ url, method, headers, secretHeaders, body }) =>
      session.send({ ...within, url: url.href, method, headers, secretHeaders, ...(body === null ? {} : { body }) }),
    close: () => session.close(),
  };
}
