import type { SendFailure, SendResponse } from "../connector-language/engine-ports.ts";
import type { OutgoingRequest } from "../connector-language/request.ts";

/**
 * Opens calls to the outside, within what the user agreed to. `close` lets go of connections that wait for more.
 * `secrets` is read anew for each call, so what is learnt on the way can be added.
 */
export type OpenCalls = (within: {
  readonly allowedOrigins: readonly string[];
  readonly secrets: readonly string[];
  readonly signal: AbortSignal;
  /** False where nobody but the host that was asked may answer. */
  readonly followRedirects?: boolean;
}) => {
  send(request: OutgoingRequest): Promise<SendResponse | SendFailure>;
  close(): void;
};
