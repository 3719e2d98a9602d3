import { type Budgets, type ConcurrencyLimit, createConcurrencyLimit } from "#domain/core/budget.ts";
import { createSlowTransfers, enterOrReplace, type SlowTransfers } from "../server/slow-transfers.ts";
import type { UploadPace } from "./upload-port.ts";

/** Most uploads in this process that are received or whose sender waits for the rows. */
const MAX_UPLOADS = 50;
const UPLOADS_PER_USER = 8;
const UPLOADS_PER_ADDRESS = 30;

export const UPLOAD_PACE: UploadPace = {
  windowMs: 60_000,
  windowBytes: 60_000,
  totalMs: 6 * 3_600_000,
  graceMs: 8_000,
};

/** Where a person finds the form of an upload again. */
export const UPLOAD_PAGE = "/upload?tab=dataset";

/** Slots for concurrent uploads. */
export type UploadSlots = {
  /** Takes a slot; returns the function that frees it, or whose limit is used up. */
  enter(
    userId: string,
    address: string,
  ): (() => void) | { readonly full: "user" | "address" | "all"; readonly limit: number };
  /** The uploads in progress; slow ones lose their slots when others need them. */
  readonly slow: SlowTransfers;
};

export function uploadSlots(budgets: Budgets): UploadSlots {
  const all: ConcurrencyLimit = budgets.add(
    createConcurrencyLimit({ name: "uploads", limit: MAX_UPLOADS, perOwner: UPLOADS_PER_USER }),
  );
  const byAddress = budgets.add(
    createConcurrencyLimit({ name: "uploads by address", limit: MAX_UPLOADS, perOwner: UPLOADS_PER_ADDRESS }),
  );
  const slow = createSlowTransfers({ bytes: 3_000_000, withinMs: UPLOAD_PACE.windowMs });
  return {
    slow,
    enter(userId, address) {
      const leave = enterOrReplace(all, slow, userId);
      if (!leave)
        return all.use().used >= MAX_UPLOADS
          ? { full: "all", limit: MAX_UPLOADS }
          : { full: "user", limit: UPLOADS_PER_USER };
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
