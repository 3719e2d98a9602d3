import { type Finding, mapTexts } from "../../core/findings/finding.ts";
import type { PullResult } from "./engine-ports.ts";

/** A failure that ends one round; its finding contains no secret. */
export class RoundFailure extends Error {
  readonly code: NonNullable<PullResult["errorCode"]>;
  readonly finding: Finding;
  constructor(code: NonNullable<PullResult["errorCode"]>, found: Finding) {
    super(found.code);
    this.code = code;
    this.finding = found;
  }
}

/** Makes the failure of a round for something that was found, without secrets. */
export function roundFailure(found: Finding, { mask }: { readonly mask: (text: string) => string }): RoundFailure {
  return new RoundFailure("failed", mapTexts(found, mask));
}
