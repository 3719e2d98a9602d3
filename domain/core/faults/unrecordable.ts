import { AppendTooLarge, MAX_APPEND_BYTES } from "./append-too-large.ts";
import { EventUnfit } from "./event-unfit.ts";

/** Why work failed whose end the log did not take. */
export type Unrecordable =
  | { readonly code: "columns-too-long"; readonly facts: { readonly maxBytes: number } }
  | { readonly code: "fault"; readonly facts: Record<never, never> };

/**
 * Returns the failure with which a run or a load ends whose end the log does not take, so that none stays without one; null
 * for an error after which the same end may be recorded later.
 */
export function unrecordable(error: unknown): Unrecordable | null {
  if (error instanceof AppendTooLarge) return { code: "columns-too-long", facts: { maxBytes: MAX_APPEND_BYTES } };
  return error instanceof EventUnfit ? { code: "fault", facts: {} } : null;
}
