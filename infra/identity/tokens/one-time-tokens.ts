import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import type { Pool } from "pg";
import type { OneTimeTokens } from "#domain/core/ports/identity-ports.ts";
import type { JsonObject } from "#domain/core/values/json.ts";

const HOUR_MS = 3_600_000;

/**
 * How long a link of each kind works, and whether opening it twice succeeds twice (mail scanners fetch links first).
 */
const ONE_TIME_TOKENS = {
  "verify-email": { ttlMs: 24 * HOUR_MS, repeatable: true },
  "change-email": { ttlMs: 24 * HOUR_MS, repeatable: true },
  "reset-password": { ttlMs: HOUR_MS / 2, repeatable: false },
  "set-password": { ttlMs: 24 * HOUR_MS, repeatable: false },
  "api-sign-in": { ttlMs: HOUR_MS / 6, repeatable: false },
} as const;
export type OneTimeTokenKind = keyof typeof ONE_TIME_TOKENS;

export interface OneTimePayload {
  readonly userId: string;
  readonly data: JsonObject;
}

export interface MailTokens extends OneTimeTokens {
  /** A token for a mail, 43 characters, safe in a URL. `ttlMs` replaces the kind's default. */
  issue(kind: OneTimeTokenKind, userId: string, data?: JsonObject, ttlMs?: number): Promise<string>;
  /** Uses up the token and returns its payload; null if it is unknown, used, expired or of another kind. */
  redeem(kind: OneTimeTokenKind, token: string): Promise<OneTimePayload | null>;
  /** What `redeem` would return, without using up the token. */
  peek(kind: OneTimeTokenKind, token: string): Promise<OneTimePayload | null>;
  /** Invalidates the user's open tokens, of one kind or of all. */
  revokeAll(userId: string, kind?: OneTimeTokenKind): Promise<void>;
}

/**
 * Tokens of mails: 256 random bits. Only their SHA-256 is stored. The data of a token (a new e-mail address) is
 * encrypted with a key from the token itself, so that the table alone reveals nothing. One statement redeems, so that
 * of several concurrent calls one wins.
 */
export function oneTimeTokens(pool: Pick<Pool, "query">): MailTokens {
  const read = async (sql: string, kind: OneTimeTokenKind, token: string): Promise<OneTimePayload | null> => {
    if (!/^[\w-]{43}$/.test(token)) return null;
    const { rows } = await pool.query<{ user_id: string; data: Buffer }>(sql, [hash(token), kind]);
    const row = rows[0];
    return row ? { userId: row.user_id, data: open(token, row.data) } : null;
  };
  const usable = (kind: OneTimeTokenKind) =>
    `hash = $1 and kind = $2 and expires > now()${ONE_TIME_TOKENS[kind].repeatable ? "" : " and redeemed is null"}`;
  return {
    async issue(kind, userId, data = {}, ttlMs = ONE_TIME_TOKENS[kind].ttlMs) {
      const token = randomBytes(32).toString("base64url");
      await pool.query(
        `insert into identity.one_time_tokens (hash, kind, user_id, data, expires) values ($1, $2, $3, $4, now() + $5 * interval '1 millisecond')`,
        [hash(token), kind, userId, seal(token, data), ttlMs],
      );
      return token;
    },
    redeem: (kind, token) =>
      read(
        `update identity.one_time_tokens set redeemed = coalesce(redeemed, now()) where ${usable(kind)} returning user_id, data`,
        kind,
        token,
      ),
    peek: (kind, token) =>
      read(`select user_id, data from identity.one_time_tokens where ${usable(kind)}`, kind, token),
    async revokeAll(userId, kind) {
      await pool.query(`delete from identity.one_time_tokens where user_id = $1 and kind = coalesce($2, kind)`, [
        userId,
        kind ?? null,
      ]);
    },
  };
}

function hash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

function dataKey(token: string): Buffer {
  return Buffer.from(hkdfSync("sha256", token, "", "tributary/one-time-token-data", 32));
}

/** AES-256-GCM. Each token has a key of its own that encrypts once, so the nonce may be constant. */
const NONCE = Buffer.alloc(12);

function seal(token: string, data: JsonObject): Buffer {
  const cipher = createCipheriv("aes-256-gcm", dataKey(token), NONCE);
  return Buffer.concat([cipher.update(JSON.stringify(data), "utf8"), cipher.final(), cipher.getAuthTag()]);
}

function open(token: string, sealed: Buffer): JsonObject {
  const decipher = createDecipheriv("aes-256-gcm", dataKey(token), NONCE, { authTagLength: 16 });
  decipher.setAuthTag(sealed.subarray(-16));
  return JSON.parse(
    Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString("utf8"),
  ) as JsonObject;
}
