import type { PullResult } from "./engine-ports.ts";

/** A failure that ends one round; its sentence contains no secret. */
export class RoundFailure extends Error {
  readonly code: NonNullable<PullResult["errorCode"]>;
  constructor(code: NonNullable<PullResult["errorCode"]>, message: string) {
    super(message);
    this.code = code;
  }
}
