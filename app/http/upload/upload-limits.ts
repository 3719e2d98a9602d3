import { type Budgets, type ConcurrencyLimit, createConcurrencyLimit } from "#domain/core/budget.ts";
import { createSlowTransfers, enterOrReplace, type SlowTransfers } from "../server/slow-transfers.ts";
import type { UploadPace } from "./upload-port.ts";

/** Uploads that are received, or whose sender waits for the rows, in this process. */
const UPLOADS = 50;
const UPLOADS_PER_USER = 8;
const UPLOADS_PER_ADDRESS = 30;

export const UPLOAD_PACE: UploadPace = {
  windowMs: 60_000,
  windowBytes: 60_000,
  totalMs: 6 * 3_600_000,
  graceMs: 8_000,
};

/** Which uploads may be under way at a time. */
export type UploadSlots = {
  /** Takes a slot; answers what gives it back, or who has all of theirs. */
  enter(
    userId: string,
    address: string,
  ): (() => void) | { readonly full: "user" | "address" | "all"; readonly limit: number };
  /** Of the uploads under way, those that lose their slots when others find none. */
  readonly slow: SlowTransfers;
};

export function uploadSlots(budgets: Budgets): UploadSlots {
  const all: ConcurrencyLimit = budgets.add(
    createConcurrencyLimit({ name: "uploads", limit: UPLOADS, perOwner: UPLOADS_PER_USER }),
  );
  const byAddress = budgets.add(
    createConcurrencyLimit({ name: "uploads by address", limit: UPLOADS, perOwner: UPLOADS_PER_ADDRESS }),
  );
  const slow = createSlowTransfers({ bytes: 3_000_000, withinMs: UPLOAD_PACE.windowMs });
  return {
    slow,
    enter(userId, address) {
      const leave = enterOrReplace(all, slow, userId);
      if (!leave)
        return all.use().used >= UPLOADS ? { full: "all", limit: UPLOADS } : { full: "user", limit: UPLOADS_PER_USER };
      const leaveAddress = byAddress.tryEnter(address);
      if (leaveAddress) {
        return () => {
          leave();
          leaveAddress();
        };
      }
      leave();
      return { full: "address", limit: UPLOADS_PER_ADDRESS };
    },
  };
}
