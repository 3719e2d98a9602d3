import type { SendFailure, SendResponse } from "../../connector-language/response/send-response.ts";
import type { OutgoingRequest } from "../../connector-language/request/request.ts";

/** Outbound calls. `close` closes idle connections. */
export type Calls = {
  send(request: OutgoingRequest): Promise<SendResponse | SendFailure>;
  close(): void;
};

/** Opens outbound calls within what the user agreed to. `secrets` is read for each call, so new ones can be added. */
export type OpenCalls = (within: {
  readonly allowedOrigins: readonly string[];
  readonly secrets: readonly string[];
  readonly signal: AbortSignal;
  /** False if only the requested host may answer. */
  readonly followRedirects?: boolean;
}) => Calls;
