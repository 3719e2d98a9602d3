import { FRESH_MINUTES } from "#domain/user/fresh-login.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { refuse, type Refused } from "../http/call-result.ts";
import type { AppContext } from "../platform.ts";
import { ownPasswordFault } from "./profile-calls.ts";

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
  const fault = await ownPasswordFault(context, password, viewer, "confirming-password-wrong");
  if (fault) return fault;
  const { platform, session } = context;
  if (session) await platform.userSessions.confirm(session.sid);
  return null;
}
