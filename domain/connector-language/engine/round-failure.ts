import { type Finding, mapTexts } from "../../core/findings/finding.ts";
import type { PullResult } from "./engine-ports.ts";

/** A failure that ends one round; its finding contains no secret. */
export class RoundFailure extends Error {
  readonly code: NonNullable<PullResult["errorCode"]>;
  readonly finding: Finding;
  /** The status with which the API refused the request; null for every other failure. */
  readonly status: number | null;
  constructor(code: NonNullable<PullResult["errorCode"]>, found: Finding, status: number | null = null) {
    super(found.code);
    this.code = code;
    this.finding = found;
    this.status = status;
  }
}

/** Makes the failure of a round for something that was found, without secrets. */
export function roundFailure(found: Finding, { mask }: { readonly mask: (text: string) => string }): RoundFailure {
  return new RoundFailure("failed", mapTexts(found, mask));
}
