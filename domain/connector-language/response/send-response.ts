import type { Finding } from "../../core/findings/finding.ts";

/** A response from the egress module: decoded bytes, headers as received. */
export interface SendResponse {
  readonly ok: true;
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Empty if `chunks` is set. */
  readonly body: Uint8Array;
  /**
   * The body of a request with `stream`, in pieces, instead of `body`. Read once, to its end or closed with `return()`;
   * throws BrokenAnswer if the connection breaks off.
   */
  readonly chunks?: AsyncIterable<Uint8Array>;
}

/**
 * Why there is no response: a finding without secrets. `retryable` is true if the failure may be temporary.
 */
export interface SendFailure {
  readonly ok: false;
  readonly reason: string;
  readonly finding: Finding;
  readonly retryable: boolean;
}

/** Thrown while reading `chunks` if the call fails midway. */
export class BrokenAnswer extends Error {
  readonly failure: SendFailure;
  constructor(failure: SendFailure) {
    super(failure.finding.code);
    this.failure = failure;
  }
}
