import { randomBytes } from "node:crypto";
import type { Pool } from "pg";
import { cutText } from "#domain/core/text/text.ts";
import type { Sessions } from "#domain/core/ports/identity-ports.ts";
import type { ListPage, ListRange } from "#domain/core/lists/list-page.ts";
import type { Secret } from "#domain/core/text/secret.ts";
import { type ListedSession, sessionsOf } from "./session-list.ts";
import { signedTokens } from "./tokens/signed-token.ts";

export interface OpenSession {
  /** The value of the cookie `token`. */
  readonly token: string;
  readonly sid: string;
  readonly expires: Date;
}

/** The session of a token, with its user if there is one. */
export type FoundSession<User> = {
  readonly userId: string;
  readonly sid: string;
  readonly user: User | null;
  /** Notices that the user has not read; 0 if they were not asked for. */
  readonly unread: number;
};

export interface BrowserSessions<User = unknown> extends Sessions {
  /** A new session for a user who has just been authenticated. `device`: what lists call its browser. */
  open(userId: string, device?: string): Promise<OpenSession>;
  /**
   * The session of a token; null if it is forged, expired or ended. "replaced": its browser has logged in
   * again. Called on every request, so session and user are read by one statement. `forPage`: with the count of unread
   * notices, which pages show.
   */
  check(token: string, forPage?: boolean): Promise<FoundSession<User> | "replaced" | null>;
  /** Ends a session whose browser logs in again; the reason is remembered for an hour. */
  replace(sid: string): Promise<void>;
  /** Ends a session and its user's spreadsheet tokens. */
  end(sid: string): Promise<void>;
  /** A page of a user's open sessions, the one seen last first. */
  listOf(userId: string, range: ListRange): Promise<ListPage<ListedSession>>;
  /** Ends one session of this user, as `end`; false if the user has none with this id. */
  endOf(userId: string, sid: string): Promise<boolean>;
  /** Whether its user has logged in, or confirmed by password, within this time of the database's clock. */
  isFresh(sid: string, withinMs: number): Promise<boolean>;
  /** Its user has confirmed by password. */
  confirm(sid: string): Promise<void>;
  /** Ends every session of a user except the one named, and the user's spreadsheet tokens. */
  endAll(userId: string, exceptSid?: string): Promise<void>;
  /** When each of these users logged in last. Absent: never. */
  lastLogins(userIds: readonly string[]): Promise<ReadonlyMap<string, Date>>;
}

const DAY_MS = 86_400_000;
/** How exactly it is stored when a session was last seen: most requests write nothing. */
const SEEN_EVERY_MINUTES = 5;
const STALE = `last_seen is null or last_seen < now() - interval '${SEEN_EVERY_MINUTES} minutes'`;
/** Longest name of a device. */
const DEVICE_CHARACTERS = 80;

const OPEN = `with login as (
    insert into identity.last_logins (user_id, at) values ($2, now()) on conflict (user_id) do update set at = excluded.at
  )
  insert into identity.sessions (sid, user_id, expires, device, last_seen)
    values ($1, $2, now() + $3 * interval '1 millisecond', $4, now()) returning created, expires`;

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
  /** SQL of the number of unread notices of a user, from SQL of the user's id. */
  readonly unreadNotices?: (id: string) => string;
}): BrowserSessions<User> {
  const { pool, secrets, issuer, userRow = () => "NULL", unreadNotices = () => "0" } = options;
  const lifetimeMs = (options.days ?? 30) * DAY_MS;
  const tokens = signedTokens({ secrets, issuer, audience: "session", idClaim: "sid" });
  return {
    async open(userId, device) {
      const sid = randomBytes(24).toString("base64url");
      const { rows } = await pool.query<{ created: Date; expires: Date }>(OPEN, [
        ...[sid, userId, lifetimeMs],
        device === undefined ? null : cutText(device, DEVICE_CHARACTERS),
      ]);
      const row = rows[0];
      if (!row) throw new Error("A session was not stored");
      return { token: tokens.sign({ subject: userId, id: sid }, row.created, row.expires), sid, expires: row.expires };
    },
    async check(token, forPage = false) {
      const claims = tokens.verify(token);
      if (!claims) return null;
      const { rows } = await pool.query<{ replaced: boolean; stale: boolean; user: User | null; unread: number }>({
        name: forPage ? "session-for-page" : "session",
        text: `select replaced, ${STALE} as stale, ${userRow("user_id")} as user, ${forPage ? unreadNotices("sessions.user_id") : "0"} as unread from identity.sessions where sid = $1 and user_id = $2 and expires > now()`,
        values: [claims.id, claims.subject],
      });
      const found = rows[0];
      if (!found) return null;
      if (found.stale) await pool.query(`update identity.sessions set last_seen = now() where sid = $1`, [claims.id]);
      return found.replaced
        ? "replaced"
        : { userId: claims.subject, sid: claims.id, user: found.user, unread: found.unread };
    },
    async replace(sid) {
      await pool.query(
        `with replaced as (update identity.sessions set replaced = true, expires = least(expires, now() + interval '1 hour') where sid = $1 returning user_id)
         delete from identity.excel_tokens where user_id in (select user_id from replaced)`,
        [sid],
      );
    },
    async end(sid) {
      await endSession(pool, sid, null);
    },
    listOf: (userId, range) => sessionsOf(pool, userId, range),
    endOf: (userId, sid) => endSession(pool, sid, userId),
    ...freshLoginsIn(pool),
    async endAll(userId, exceptSid) {
      await pool.query(`delete from identity.sessions where user_id = $1 and sid is distinct from $2`, [
        userId,
        exceptSid ?? null,
      ]);
      await pool.query(`delete from identity.excel_tokens where user_id = $1`, [userId]);
    },
    lastLogins: lastLoginsIn(pool),
  };
}

function freshLoginsIn(pool: Pick<Pool, "query">): Pick<BrowserSessions, "isFresh" | "confirm"> {
  return {
    async isFresh(sid, withinMs) {
      const { rowCount } = await pool.query(
        `select from identity.sessions where sid = $1 and expires > now() and coalesce(confirmed, created) > now() - $2 * interval '1 millisecond'`,
        [sid, withinMs],
      );
      return rowCount === 1;
    },
    async confirm(sid) {
      await pool.query("update identity.sessions set confirmed = now() where sid = $1", [sid]);
    },
  };
}

function lastLoginsIn(pool: Pick<Pool, "query">): BrowserSessions["lastLogins"] {
  return async (userIds) => {
    const { rows } = await pool.query<{ user_id: string; at: Date }>(
      "select user_id, at from identity.last_logins where user_id = any($1)",
      [userIds],
    );
    return new Map(rows.map(({ user_id, at }) => [user_id, at]));
  };
}

/** Ends a session and its user's spreadsheet tokens; false if there is none, or not of `userId`. */
async function endSession(pool: Pick<Pool, "query">, sid: string, userId: string | null): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with ended as (delete from identity.sessions where sid = $1 and ($2::text is null or user_id = $2) returning user_id),
       tokens as (delete from identity.excel_tokens where user_id in (select user_id from ended))
     select from ended`,
    [sid, userId],
  );
  return rowCount === 1;
}
