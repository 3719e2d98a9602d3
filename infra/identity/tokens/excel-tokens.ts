import { randomBytes } from "node:crypto";
import type { Pool } from "pg";
import type { Secret } from "#domain/core/text/secret.ts";
import { signedTokens } from "./signed-token.ts";

const LIFETIME_MS = 15 * 60_000;

export interface ExcelTokens {
  /** Issues a token that opens the user's tables at `/api/stream/data/excel` for 15 minutes. */
  issue(userId: string): Promise<{ readonly token: string; readonly expiresAt: Date }>;
  /** The user and id of a token; null if it is forged, expired, revoked or of another kind. */
  check(token: string): Promise<{ readonly userId: string; readonly jti: string } | null>;
  /** Ends the user's tokens. Logout, ended sessions and a replaced streaming key do so by themselves. */
  revokeAll(userId: string): Promise<void>;
}

/**
 * Short-lived tokens for spreadsheets, with an audience and keys of their own, so that they are not accepted as
 * sessions, nor sessions as them.
 */
export function excelTokens(options: {
  readonly pool: Pick<Pool, "query">;
  readonly secrets: readonly [Secret, ...Secret[]];
  readonly issuer: string;
  readonly lifetimeMs?: number;
}): ExcelTokens {
  const { pool, secrets, issuer, lifetimeMs = LIFETIME_MS } = options;
  const tokens = signedTokens({ secrets, issuer, audience: "stream", idClaim: "jti" });
  return {
    async issue(userId) {
      const jti = randomBytes(16).toString("base64url");
      const { rows } = await pool.query<{ issued: Date; expires: Date }>(
        `insert into identity.excel_tokens (jti, user_id, expires) values ($1, $2, now() + $3 * interval '1 millisecond') returning now() as issued, expires`,
        [jti, userId, lifetimeMs],
      );
      const row = rows[0];
      if (!row) throw new Error("A token was not stored");
      return { token: tokens.sign({ subject: userId, id: jti }, row.issued, row.expires), expiresAt: row.expires };
    },
    async check(token) {
      const claims = tokens.verify(token);
      if (!claims) return null;
      const { rowCount } = await pool.query(
        `select 1 from identity.excel_tokens where jti = $1 and user_id = $2 and expires > now()`,
        [claims.id, claims.subject],
      );
      return rowCount ? { userId: claims.subject, jti: claims.id } : null;
    },
    async revokeAll(userId) {
      await pool.query(`delete from identity.excel_tokens where user_id = $1`, [userId]);
    },
  };
}
