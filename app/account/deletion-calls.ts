import { deleteAccount } from "#domain/use-cases/leaving/delete-account.ts";
import type { Cause } from "#domain/use-cases/step.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, refuse, toCallResult } from "../http/call-result.ts";
import type { AppContext } from "../platform.ts";
import { ownPasswordFault } from "./profile-calls.ts";

const DELETED = "Your account was deleted.";

/** Deletes the viewer's account. The password is asked for again: a session may have been left open. */
export async function deleteOwnAccount(
  context: AppContext,
  password: string,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<string>> {
  const { platform } = context;
  if (password === "") return refuse("deletion-password-needed");
  const fault = await ownPasswordFault(context, password, viewer, "deletion-password-wrong");
  if (fault) return fault;
  const adminIds = async () => (await platform.queries.users.withRole("admin")).map(({ id }) => id);
  const deleted = await toCallResult(platform, await deleteAccount({ ...platform.ports, adminIds }, viewer.id, cause));
  return deleted.ok ? { ok: true, value: DELETED } : deleted;
}
