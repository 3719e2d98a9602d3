import type { Scope } from "../keys/scopes.ts";
import type { JsonObject } from "../values/json.ts";

/**
 * Password hashing, which is expensive on purpose: it has a budget, shared fairly among client addresses, and returns
 * null when that is used up. `verify` against null takes as long as against a hash, so that timing does not reveal
 * unknown users.
 */
export interface Passwords {
  hash(password: string, client: string): Promise<string | null>;
  verify(password: string, hash: string | null, client: string): Promise<boolean | null>;
}

export type TokenKind = "verify-email" | "change-email" | "reset-password" | "api-sign-in";

/**
 * Tokens of mailed links and of redirects through another site: 256 bits, stored as a hash. verify-email and
 * change-email may be redeemed again, the others once.
 */
export interface OneTimeTokens {
  issue(kind: TokenKind, userId: string, data: JsonObject, lifetimeMs: number): Promise<string>;
  redeem(kind: TokenKind, token: string): Promise<{ readonly userId: string; readonly data: JsonObject } | null>;
  /** What `redeem` would return, without using up the token. */
  peek(kind: TokenKind, token: string): Promise<{ readonly userId: string; readonly data: JsonObject } | null>;
  /** Invalidates the user's tokens, of one kind or of all. */
  revokeAll(userId: string, kind?: TokenKind): Promise<void>;
}

/** Browser sessions. */
export interface Sessions {
  endAll(userId: string, exceptSid?: string): Promise<void>;
}

/** A new key in clear, shown only to the user who asked for it, with the parts that lists may show. */
export type NewAccessKey = {
  readonly id: string;
  readonly key: string;
  readonly prefix: string;
  readonly lastFour: string;
};

/** A valid key as lists show it. `lastUsedClient`: the name of the program that used it last. */
export type ListedAccessKey = {
  readonly id: string;
  readonly kind: string;
  readonly created: Date;
  readonly lastUsed: Date | null;
  readonly lastUsedClient: string | null;
};

/** `tables` and `connectors`: the only things that a key opens, null for all that its user may use. */
export type AccessKeyRequest = {
  readonly userId: string;
  readonly kind: "streaming" | "account" | "table";
  /** Absent: read. */
  readonly scopes?: readonly Scope[];
  readonly tables: readonly string[] | null;
  readonly connectors?: readonly string[] | null;
  readonly expires?: Date;
};

/** A key that expires within this many days. */
export type ExpiringKey = {
  readonly id: string;
  readonly userId: string;
  readonly expires: Date;
  readonly days: 1 | 7;
};

/** Keys for programs. Only hashes are stored. */
export interface AccessKeys {
  create(request: AccessKeyRequest): Promise<NewAccessKey>;
  remove(userId: string, id: string): Promise<void>;
  /** Removes every key of the user. */
  removeAll(userId: string): Promise<void>;
  /** A user's valid keys. */
  listOf(userId: string): Promise<readonly ListedAccessKey[]>;
  /**
   * Account keys that expire within seven days, or within one, whose users were not told so yet, the next first. A key
   * that was made for eight days or less is announced on its last day only, and one for two days or less never.
   */
  expiringSoon(limit: number): Promise<readonly ExpiringKey[]>;
  /** Records that the user was told, this many days before. */
  expiryTold(id: string, days: number): Promise<void>;
  /** Removes every other key of this kind, so that of two made at the same time one remains. */
  keepOnly(userId: string, kind: "streaming" | "table", id: string): Promise<void>;
}
