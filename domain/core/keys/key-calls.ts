/** A call of a table with a key or a token, when it is over. */
export type KeyCall = {
  readonly userId: string;
  /** Null: a short-lived token. */
  readonly keyId: string | null;
  /** The program's own name. */
  readonly client: string | null;
  readonly table: string;
  readonly status: number;
  /** Null: none were sent, or their number is not known. */
  readonly rows: number | null;
  readonly ms: number;
};

export type ListedKeyCall = Omit<KeyCall, "userId" | "keyId"> & {
  readonly at: Date;
  /** Beginning and end of the key; null for a token, and for a key that is gone. */
  readonly keyPart: { readonly prefix: string; readonly lastFour: string } | null;
};

/** The last calls of tables by key, for the user whose keys they are. */
export interface KeyCalls {
  /** `continues`: the call goes on with the newest one of the same program for the same table. */
  note(call: KeyCall, how: { readonly continues: boolean }): Promise<void>;
  /** The newest first. */
  lastOf(userId: string, limit: number): Promise<readonly ListedKeyCall[]>;
}
