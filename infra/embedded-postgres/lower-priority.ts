import { setPriority } from "node:os";

/** A tenth of the processor time that others get when all want it. Much less would make others wait for its locks. */
export const WORK_NICENESS = 10;

/** Lets the operating system prefer other processes to this one of the embedded Postgres. */
export function lowerPriority(pid: number): void {
  try {
    setPriority(pid, WORK_NICENESS);
  } catch {
    // It has ended, or may not be changed: then it is only as slow as the others.
  }
}
