import type { PullResult } from "./engine-ports.ts";

/** A failure that ends one round; its sentence contains no secret. */
export class RoundFailure extends Error {
  readonly code: NonNullable<PullResult["errorCode"]>;
  /** The status with which the API refused the request; null for every other failure. */
  readonly status: number | null;
  constructor(code: NonNullable<PullResult["errorCode"]>, message: string, status: number | null = null) {
    super(message);
    this.code = code;
    this.status = status;
  }
}
