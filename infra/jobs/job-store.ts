import type { JobName, JobsAdmin, Swept } from "#domain/core/ports/work-ports.ts";

/** A process that has not renewed the lock of a job for so long counts as dead, and another does the job. */
export const LOCK_LIFETIME_MS = 45_000;
/** Longer than a job is ever put off; one that lies further ahead was stored while the clock was ahead. */
export const LONGEST_PUT_OFF_MS = 120_000;
/** How long a failed job is kept. */
export const FAILED_KEPT_MS = 7 * 86_400_000;

/** `requestId` and `traceParent`: what queued it, for the lines of the log and for traces. */
export type JobData = { id?: string; requestId?: string; traceParent?: string };

/** Reads and changes the jobs of Agenda where Agenda itself would read all of them. */
export interface JobStore extends JobsAdmin {
  /** Adds a job that is due now, unless there is one of the same name and id. One that failed and was kept is due again. */
  add(name: JobName, data: JobData & { readonly id: string }): Promise<void>;
  /** Makes the locked jobs of this name due again, whatever process has locked them. Recurring ones stay as they are. */
  releaseLocked(name: JobName): Promise<void>;
  /** When a recurring job ended last; null: never, or it failed then. */
  lastRound(name: JobName): Promise<Date | null>;
  /**
   * Brings jobs nearer that lie further ahead than they can, and locks that are of the future: the clock was ahead when
   * they were stored. `everySeconds` names recurring jobs. Returns how many there were.
   */
  bringNearer(everySeconds: Readonly<Partial<Record<JobName, number>>>): Promise<number>;
  /** Removes ended jobs, except those that failed less than a week ago. */
  sweep(until: AbortSignal): Promise<Swept>;
  close(): Promise<void>;
}
