import { randomBytes } from "node:crypto";
import type { Pool } from "pg";
import type { Sessions } from "#domain/core/ports/identity-ports.ts";
import type { Secret } from "#domain/core/text/secret.ts";
import { signedTokens } from "./tokens/signed-token.ts";

export interface OpenSession {
  /** The value of the cookie `token`. */
  readonly token: string;
  readonly sid: string;
  readonly expires: Date;
}

/** The session of a token, with its user if there is one. */
export type FoundSession<User> = { readonly userId: string; readonly sid: string; readonly user: User | null };

export interface BrowserSessions<User = unknown> extends Sessions {
  /** A new session for a user who has just been authenticated. */
  open(userId: string): Promise<OpenSession>;
  /**
   * The session of a token; null if it is forged, expired or ended. "replaced": its browser has logged in
   * again. Called on every request, so session and user are read by one statement.
   */
  check(token: string): Promise<FoundSession<User> | "replaced" | null>;
  /** Ends a session whose browser logs in again; the reason is remembered for an hour. */
  replace(sid: string): Promise<void>;
  /** Ends a session and its user's spreadsheet tokens. */
  end(sid: string): Promise<void>;
  /** Ends every session of a user except the one named, and the user's spreadsheet tokens. */
  endAll(userId: string, exceptSid?: string): Promise<void>;
}

const DAY_MS = 86_400_000;

/**
 * Sessions: a signed token in the browser and a row in Postgres. Without its row a token is invalid, so logout, a
 * changed password and a reset take effect with the next request. A session ends `days` after the login in any case.
 */
export function sessions<User = unknown>(options: {
  readonly pool: Pick<Pool, "query">;
  readonly secrets: readonly [Secret, ...Secret[]];
  readonly issuer: string;
  readonly days?: number;
  /** SQL of a user as JSON, from SQL of the user's id; absent: sessions are found without their users. */
  readonly userRow?: (id: string) => string;
}): BrowserSessions<User> {
  const { pool, secrets, issuer, userRow = () => "NULL" } = options;
  const lifetimeMs = (options.days ?? 30) * DAY_MS;
  const tokens = signedTokens({ secrets, issuer, audience: "session", idClaim: "sid" });
  return {
    async open(userId) {
      const sid = randomBytes(24).toString("base64url");
      const { rows } = await pool.query<{ created: Date; expires: Date }>(
        `insert into identity.sessions (sid, user_id, expires) values ($1, $2, now() + $3 * interval '1 millisecond') returning created, expires`,
        [sid, userId, lifetimeMs],
      );
      const row = rows[0];
      if (!row) throw new Error("A session was not stored");
      return { token: tokens.sign({ subject: userId, id: sid }, row.created, row.expires), sid, expires: row.expires };
    },
    async check(token) {
      const claims = tokens.verify(token);
      if (!claims) return null;
      const { rows } = await pool.query<{ replaced: boolean; user: User | null }>({
        name: "session",
        text: `select replaced, ${userRow("user_id")} as user from identity.sessions where sid = $1 and user_id = $2 and expires > now()`,
        values: [claims.id, claims.subject],
      });
      const found = rows[0];
      if (!found) return null;
      return found.replaced ? "replaced" : { userId: claims.subject, sid: claims.id, user: found.user };
    },
    async replace(sid) {
      await pool.query(
        `with replaced as (update identity.sessions set replaced = true, expires = least(expires, now() + interval '1 hour') where sid = $1 returning user_id)
         delete from identity.excel_tokens where user_id in (select user_id from replaced)`,
        [sid],
      );
    },
    async end(sid) {
      await pool.query(
        `with ended as (delete from identity.sessions where sid = $1 returning user_id)
         delete from identity.excel_tokens where user_id in (select user_id from ended)`,
        [sid],
      );
    },
    async endAll(userId, exceptSid) {
      await pool.query(`delete from identity.sessions where user_id = $1 and sid is distinct from $2`, [
        userId,
        exceptSid ?? null,
      ]);
      await pool.query(`delete from identity.excel_tokens where user_id = $1`, [userId]);
    },
  };
}
