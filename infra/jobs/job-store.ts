import type { JobsAdmin } from "#domain/core/ports/work-ports.ts";

/** A process that has not renewed the lock of a job for so long counts as dead, and another does the job. */
export const LOCK_LIFETIME_MS = 45_000;
/** How long a failed job is kept. */
export const FAILED_KEPT_MS = 7 * 86_400_000;

/** Reads and changes the jobs of Agenda where Agenda itself would read all of them. */
export interface JobStore extends JobsAdmin {
  /** Makes a job due that has ended and was kept because it failed. False: this job is waiting or running. */
  revive(id: string): Promise<boolean>;
  /** Removes ended jobs, except those that failed less than a week ago. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}
