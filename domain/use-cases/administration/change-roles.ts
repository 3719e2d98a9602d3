import { aggregate } from "../../core/aggregate.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import { user, type UserRefusal, type UserState } from "../../user/decider.ts";
import type { Role } from "../../user/events.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";

export type RoleRefusal =
  | UserRefusal
  | { readonly code: "last-admin" }
  /** The address is in ADMIN_EMAILS. */
  | { readonly code: "admin-by-configuration" };

type RoleChange = { readonly userId: string; readonly role: Role };

/** The users who are admins as far as the read model knows; the log decides. */
export type AdminPorts = Pick<Ports, "log" | "adminEmails"> & { readonly adminIds: () => Promise<readonly string[]> };

/** Gives a user a role. Returns the roles that the user has then. */
export async function giveRole(
  ports: Pick<Ports, "log">,
  { userId, role }: RoleChange,
  cause: Cause,
): Promise<Result<readonly Role[], UserRefusal>> {
  const users = aggregate(ports.log, user);
  const given = await users.handle(userId, { type: "grant-role", userId, role }, step(cause, "give-role"));
  return given.ok ? accept(rolesOf(await users.load(userId)), given.position) : given;
}

/** Takes a role away. Admins by ADMIN_EMAILS keep theirs, and so does the last admin. */
export async function removeRole(
  ports: AdminPorts,
  { userId, role }: RoleChange,
  cause: Cause,
): Promise<Result<readonly Role[], RoleRefusal>> {
  const users = aggregate(ports.log, user);
  const before = await users.load(userId);
  if (before.status === "absent") return refuse({ code: "user-unknown" });
  const endsAdmin = role === "admin" && before.roles.includes("admin");
  if (endsAdmin && ports.adminEmails.includes(before.email)) return refuse({ code: "admin-by-configuration" });
  const removed = endsAdmin
    ? await leaveAdmins(ports, userId, cause)
    : await users.handle(userId, { type: "remove-role", userId, role }, step(cause, "remove-role"));
  return removed.ok ? accept(rolesOf(await users.load(userId)), removed.position) : removed;
}

/**
 * Takes the role of admin from a user who may have it, unless nobody else has it. Two admins may remove each other at the
 * same moment: each looks again after its own event is in the log, and gives the role back if no admin is left.
 */
export async function leaveAdmins(
  ports: AdminPorts,
  userId: string,
  cause: Cause,
): Promise<Result<unknown, UserRefusal | { readonly code: "last-admin" }>> {
  const users = aggregate(ports.log, user);
  if (!rolesOf(await users.load(userId)).includes("admin")) return accept(null);
  if (!(await hasAdmin(ports, userId))) return refuse({ code: "last-admin" });
  const change = { userId, role: "admin" } as const;
  const removed = await users.handle(userId, { type: "remove-role", ...change }, step(cause, "remove-role"));
  if (!removed.ok || (await hasAdmin(ports, null))) return removed;
  await users.handle(userId, { type: "grant-role", ...change }, step(cause, "keep-last-admin"));
  return refuse({ code: "last-admin" });
}

/** Whether the log knows an admin who can log in, other than `except`. */
async function hasAdmin(ports: AdminPorts, except: string | null): Promise<boolean> {
  const users = aggregate(ports.log, user);
  for (const id of await ports.adminIds()) {
    const state = id === except ? null : await users.load(id);
    if (state?.status === "verified" && state.roles.includes("admin")) return true;
  }
  return false;
}

function rolesOf(state: UserState): readonly Role[] {
  return state.status === "absent" ? [] : state.roles;
}
