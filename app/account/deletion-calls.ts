import { deleteAccount } from "#domain/use-cases/leaving/delete-account.ts";
import { isOwnPassword } from "#domain/use-cases/profile/own-password.ts";
import type { Cause } from "#domain/use-cases/step.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, refuse, toCallResult } from "../http/call-result.ts";
import type { AppContext } from "../platform.ts";
import { countingWrongPasswords } from "./profile-calls.ts";

const DELETED = "Your account was deleted.";

/** Deletes the viewer's account. The password is asked for again: a session may have been left open. */
export async function deleteOwnAccount(
  context: AppContext,
  password: string,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<string>> {
  const { platform, clientAddress: client } = context;
  if (password === "") return refuse("deletion-password-needed");
  const { over, outcome } = await countingWrongPasswords(context, viewer, {
    check: async () => ({
      ok: true as const,
      is: await isOwnPassword(platform.ports, { userId: viewer.id, password, client }),
    }),
    isWrong: ({ is }) => is === false,
  });
  if (over) return over;
  if (outcome.is === null) return refuse("passwords-busy");
  if (!outcome.is) return refuse("deletion-password-wrong");
  const adminIds = async () => (await platform.queries.users.withRole("admin")).map(({ id }) => id);
  const deleted = await toCallResult(platform, await deleteAccount({ ...platform.ports, adminIds }, viewer.id, cause));
  return deleted.ok ? { ok: true, value: DELETED } : deleted;
}
