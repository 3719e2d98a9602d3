import type { Fault } from "../definition/describe-fault.ts";
import { parseDefinition } from "./parse-definition.ts";

/** The faults of a published definition for which it must not run any more: a secret is where it must not be. */
export function unsafeFaults(written: unknown): Fault[] {
  const parsed = parseDefinition(written);
  return parsed.ok ? [] : parsed.faults.filter(({ ofSecrets }) => ofSecrets === true);
}
