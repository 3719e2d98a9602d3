import type { JsonObject } from "../values/json.ts";

/**
 * Password hashing, which is expensive on purpose: it has a budget, shared fairly among client addresses, and answers null at
 * once when that is used up. `verify` against null costs the same as against a hash, so that unknown users cannot be told by time.
 */
export interface Passwords {
  hash(password: string, client: string): Promise<string | null>;
  verify(password: string, hash: string | null, client: string): Promise<boolean | null>;
}

export type TokenKind = "verify-email" | "reset-password" | "api-sign-in";

/**
 * Tokens of mailed links and of ways through another site: 256 bits, only their hash is kept. verify-email may be redeemed again,
 * the others once.
 */
export interface OneTimeTokens {
  issue(kind: TokenKind, userId: string, data: JsonObject, lifetimeMs: number): Promise<string>;
  redeem(kind: TokenKind, token: string): Promise<{ readonly userId: string; readonly data: JsonObject } | null>;
  /** What `redeem` would answer, without using the token up. */
  peek(kind: TokenKind, token: string): Promise<{ readonly userId: string; readonly data: JsonObject } | null>;
  /** Makes every unredeemed token of the user worthless. */
  revokeAll(userId: string): Promise<void>;
}

/** Sessions of the browser. */
export interface Sessions {
  endAll(userId: string, exceptSid?: string): Promise<void>;
}

/** A fresh key in clear, seen only by who asked for it, with the parts that lists may show. */
export type NewAccessKey = {
  readonly id: string;
  readonly key: string;
  readonly prefix: string;
  readonly lastFour: string;
};

/** Keys that open the stream endpoints. Only hashes are kept here. */
export interface AccessKeys {
  /** Makes and stores a key. `tables`: table names it is limited to, null for all that the user may read. */
  create(request: {
    readonly userId: string;
    readonly kind: "streaming" | "table";
    readonly tables: readonly string[] | null;
  }): Promise<NewAccessKey>;
  remove(userId: string, id: string): Promise<void>;
  /** A user's keys that still work. */
  listOf(userId: string): Promise<readonly { readonly id: string; readonly kind: string; readonly created: Date }[]>;
  /** Removes every other key of this kind, so that of two made at the same time one stays. */
  keepOnly(userId: string, kind: "streaming" | "table", id: string): Promise<void>;
}
