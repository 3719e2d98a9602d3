import { descending } from "../lists/list-order.ts";
import type { CursorPage, ListRange } from "../lists/list-page.ts";

/** Somebody looked at what another person sees of an item. Ids alone: names are read when they are shown. */
export type AccessLook = {
  readonly viewerId: string;
  readonly personId: string;
  readonly itemId: string;
  /** The time that was asked for; null: now. */
  readonly asOf: string | null;
};
export type ListedLook = AccessLook & { readonly at: string };

/** The latest look first. */
export const LATEST_LOOKS = descending({ id: "number" });

/** Who looked at the access of whom, for that person and for auditors. */
export interface AccessLooks {
  /** The same look within ten minutes is one. */
  note(look: AccessLook): Promise<void>;
  /** A page of those at a person, or at anybody's access to an item. Rights are the caller's to check. */
  page(
    of: { readonly personId: string } | { readonly itemId: string },
    range: ListRange,
  ): Promise<CursorPage<ListedLook>>;
}
