import type { SendFailure, SendResponse } from "../../connector-language/response/send-response.ts";
import type { OutgoingRequest } from "../../connector-language/request/request.ts";

/** Calls to the outside. `close` lets go of connections that wait for more. */
export type Calls = {
  send(request: OutgoingRequest): Promise<SendResponse | SendFailure>;
  close(): void;
};

/**
 * Opens calls to the outside, within what the user agreed to. `secrets` is read anew for each call, so what is learnt on the
 * way can be added.
 */
export type OpenCalls = (within: {
  readonly allowedOrigins: readonly string[];
  readonly secrets: readonly string[];
  readonly signal: AbortSignal;
  /** False where nobody but the host that was asked may answer. */
  readonly followRedirects?: boolean;
}) => Calls;
