import { type Budget, createConcurrencyLimit } from "#domain/core/budget.ts";
import type { JobOutcome } from "#domain/core/ports/work-ports.ts";

/** Slots for concurrent jobs in one process; each owner has a share of them. */
export type OwnerSlots = Budget & {
  /**
   * Does the work if the owner is below the share. Otherwise the job is postponed, so that it takes no slot from others
   * while it waits.
   */
  run(id: string, owner: string, work: () => Promise<JobOutcome>): Promise<JobOutcome>;
};

export type OwnerSlotsOptions = {
  readonly name: string;
  readonly limit: number;
  readonly perOwner: number;
  /** How long the only waiting job of an owner is postponed, in milliseconds. */
  readonly putOffMs: number;
};

/** The more jobs of an owner wait, the longer each is postponed, up to this. */
const MAX_POSTPONE_MS = 60_000;
/** A job that was postponed here and has not returned by then was done by another process. */
const FORGET_AFTER_MS = 3 * MAX_POSTPONE_MS;
/** At most ten waiting jobs of an owner try again each second. */
const POSTPONE_PER_WAITING_MS = 100;

export function createOwnerSlots({ putOffMs, ...options }: OwnerSlotsOptions): OwnerSlots {
  const slots = createConcurrencyLimit(options);
  const waiting = new Map<string, { readonly owner: string; readonly since: number }>();
  const forgetOld = (now: number): void => {
    // The map is ordered by `since`.
    for (const [id, { since }] of waiting) {
      if (now - since < FORGET_AFTER_MS) return;
      waiting.delete(id);
    }
  };
  return {
    // Postponed jobs count as waiting, not as refused.
    use: () => ({ ...slots.use(), waiting: waiting.size, refused: 0 }),
    async run(id, owner, work) {
      const now = performance.now();
      waiting.delete(id);
      forgetOld(now);
      const release = slots.tryEnter(owner);
      if (release === null) {
        waiting.set(id, { owner, since: now });
        const others = [...waiting.values()].filter((each) => each.owner === owner).length - 1;
        return { againInMs: Math.min(MAX_POSTPONE_MS, putOffMs + others * POSTPONE_PER_WAITING_MS) };
      }
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
