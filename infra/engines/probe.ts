import type { Fault } from "./describe-fault.ts";

/** Checks whether an engine answers, over a connection of its own. */
export type Probe = {
  /** Rejects if no answer arrives within `ANSWER_WITHIN_MS`. */
  ask(): Promise<void>;
  /** What an error of `ask` means. */
  readonly describe: (error: unknown) => Fault;
  close(): Promise<void>;
  /** How often it asks; default every second. */
  readonly everyMs?: number;
  /**
   * What happens while an engine is away that most of the product works without. Such an engine makes no process
   * unready, and no call is refused before it was tried. Absent: requests that need the engine are refused at once.
   */
  readonly meanwhile?: string;
};

export const ANSWER_WITHIN_MS = 5_000;
