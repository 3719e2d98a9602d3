/** An answer as the egress module gives it: decoded bytes, headers as they came. */
export interface SendResponse {
  readonly ok: true;
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Empty when `chunks` is there. */
  readonly body: Uint8Array;
  /**
   * The body of a request with `stream`, piece by piece, instead of `body`. Read once, to its end or left by `return()`;
   * throws BrokenAnswer when the connection breaks midway.
   */
  readonly chunks?: AsyncIterable<Uint8Array>;
}

/** Why there is no answer. `message` is a sentence for the user without secrets; `retryable` says whether it may pass. */
export interface SendFailure {
  readonly ok: false;
  readonly reason: string;
  readonly message: string;
  readonly retryable: boolean;
}

/** What reading `chunks` throws when the call fails midway. */
export class BrokenAnswer extends Error {
  readonly failure: SendFailure;
  constructor(failure: SendFailure) {
    super(failure.message);
    this.failure = failure;
  }
}
