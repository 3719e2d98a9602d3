import { FRESH_MINUTES } from "#domain/user/fresh-login.ts";
import { isOwnPassword } from "#domain/use-cases/profile/own-password.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { refuse, type Refused } from "../http/call-result.ts";
import type { AppContext } from "../platform.ts";
import { countingWrongPasswords } from "./profile-calls.ts";

const FRESH_MS = FRESH_MINUTES * 60_000;

type Asking = Pick<AppContext, "platform" | "session">;

/** Whether the viewer has logged in within the last 15 minutes, or has confirmed by password since. */
export async function isFreshLogin({ platform, session }: Asking): Promise<boolean> {
  return session !== null && (await platform.userSessions.isFresh(session.sid, FRESH_MS));
}

/**
 * Why a change that outlives the session may not be made: what a session that was left open, or was stolen, must not
 * do. A login of the last 15 minutes is enough, otherwise the password; null: it may be made.
 */
export async function freshLoginNeeded(
  context: AppContext,
  password: string | undefined,
  viewer: UserRow,
): Promise<Refused | null> {
  if (await isFreshLogin(context)) return null;
  if (password === undefined || password === "") return refuse("login-again");
  const { platform, session, clientAddress: client } = context;
  const { over, outcome } = await countingWrongPasswords(context, viewer, {
    check: async () => ({
      ok: true as const,
      is: await isOwnPassword(platform.ports, { userId: viewer.id, password, client }),
    }),
    isWrong: ({ is }) => is === false,
  });
  if (over) return over;
  if (outcome.is === null) return refuse("passwords-busy");
  if (!outcome.is) return refuse("confirming-password-wrong");
  if (session) await platform.userSessions.confirm(session.sid);
  return null;
}
