import type { Fault } from "./describe-fault.ts";

/** Checks whether an engine answers, over a connection of its own. */
export type Probe = {
  /** Rejects if no answer arrives within `ANSWER_WITHIN_MS`. */
  ask(): Promise<void>;
  /** What an error of `ask` means. */
  readonly describe: (error: unknown) => Fault;
  close(): Promise<void>;
};

export const ANSWER_WITHIN_MS = 5_000;
