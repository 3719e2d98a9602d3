import { descending } from "../lists/list-order.ts";
import type { CursorPage, ListRange } from "../lists/list-page.ts";

/** The table of a call, when it was found. */
export type TableRead = {
  readonly table: string;
  /** The id of the dataset, or of the instance whose output it is. */
  readonly itemId: string;
  /** Null: no version was found. */
  readonly version: number | null;
  /** Whether the user may not read it. */
  readonly refused: boolean;
};

/** A call of a table with a key or a token, when it is over. */
export type KeyCall = TableRead & {
  readonly userId: string;
  /** Null: a short-lived token. */
  readonly keyId: string | null;
  /** The program's own name. */
  readonly client: string | null;
  readonly status: number;
  /** Null: none were sent, or their number is not known. */
  readonly rows: number | null;
  /** Bytes of the answer as they were sent, with its headers. */
  readonly bytes: number;
  readonly ms: number;
};

/** Calls from before items were noted have neither an item nor bytes. */
export type ListedKeyCall = Omit<KeyCall, "keyId" | "itemId" | "bytes" | "refused"> & {
  readonly itemId: string | null;
  readonly bytes: number | null;
  readonly at: Date;
  /** Beginning and end of the key; null for a token, and for a key that is gone. */
  readonly keyPart: { readonly prefix: string; readonly lastFour: string } | null;
};

/** Calls of an item, of a user, or of both. At least one is given. */
export type KeyCallFilter =
  | { readonly itemId: string; readonly userId: string | null }
  | { readonly itemId: string | null; readonly userId: string };

/** Refused calls: all, or only those that were told that there is something (403). */
export type RefusedCalls = "all" | "told";

/** The latest call first. */
export const LATEST_KEY_CALLS = descending({ id: "number" });

/** The last calls of tables by key, for those whose keys or tables they are. */
export interface KeyCalls {
  /**
   * `continues`: the call goes on with the newest one of the same program for the same table. Refused ones always do, so
   * that who asks again and again leaves one row in ten minutes.
   */
  note(call: KeyCall, how: { readonly continues: boolean }): Promise<void>;
  /** The newest first, without those that were refused. */
  lastOf(userId: string, limit: number): Promise<readonly ListedKeyCall[]>;
  /**
   * A page of the calls of an item or a user, either those that were served or those that were `refused`; `isCounted`
   * false: without their number. Rights are the caller's to check.
   */
  page(
    filter: KeyCallFilter & { readonly refused?: RefusedCalls },
    range: ListRange,
    how?: { readonly isCounted: boolean },
  ): Promise<CursorPage<ListedKeyCall>>;
}
