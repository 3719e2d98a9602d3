import { aggregate } from "../../core/aggregate.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import { user, type UserRefusal } from "../../user/decider.ts";
import { type AdminPorts, leaveAdmins } from "../administration/change-roles.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";

type DeletePorts = AdminPorts & Pick<Ports, "sessions" | "tokens" | "accessKeys" | "jobs">;

export type DeleteAccountRefusal = UserRefusal | { readonly code: "last-admin" };

/**
 * Deletes an account: from the event on nobody can log in, and every session, key and mailed link ends. A job erases the
 * rest (`eraseAccount`); the clean-up wakes it again after a crash. The last admin stays.
 */
export async function deleteAccount(
  ports: DeletePorts,
  userId: string,
  cause: Cause,
): Promise<Result<null, DeleteAccountRefusal>> {
  const users = aggregate(ports.log, user);
  const before = await users.load(userId);
  if (before.status === "absent" && !before.deleted) return refuse({ code: "user-unknown" });
  const leaves = await leaveAdmins(ports, userId, cause);
  if (!leaves.ok) return leaves;
  const deleted = await users.handle(userId, { type: "delete-account", userId }, step(cause, "delete-account"));
  if (!deleted.ok) return deleted;
  await endSessionsAndKeys(ports, userId);
  await ports.jobs.wake("erase-account", userId);
  return accept(null, deleted.position);
}

/** Ends all by which a user, or a program of the user's, can come in. */
export async function endSessionsAndKeys(
  { sessions, tokens, accessKeys }: Pick<Ports, "sessions" | "tokens" | "accessKeys">,
  userId: string,
): Promise<void> {
  await sessions.endAll(userId);
  await accessKeys.removeAll(userId);
  await tokens.revokeAll(userId);
}
