import type { Fault } from "../definition/describe-fault.ts";
import { parseDefinition } from "./parse-definition.ts";

export type UnsafeFault = Fault & Required<Pick<Fault, "ofSecrets">>;

/** The faults of a published definition for which it must not run any more: a secret is where it must not be. */
export function unsafeFaults(written: unknown): UnsafeFault[] {
  const parsed = parseDefinition(written);
  return parsed.ok ? [] : parsed.faults.filter((fault): fault is UnsafeFault => fault.ofSecrets !== undefined);
}
