import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import { giveRole, removeRole } from "#domain/use-cases/administration/change-roles.ts";
import type { Cause } from "#domain/use-cases/step.ts";
import { type Role, ROLES } from "#domain/user/events.ts";
import type { ListedUser, UserFilter } from "#projections/users/queries.ts";
import { type CallResult, toCallResult } from "../http/call-result.ts";
import type { Platform } from "../platform.ts";

/** A user in the list of admins. `lastLogin`: null if the user has never logged in. */
export type AdministeredUser = ListedUser & { readonly lastLogin: string | null };

/** A page of the users that match. */
export async function usersPage(
  { queries, lastLogins }: Platform,
  filter: UserFilter,
  range: ListRange,
): Promise<CursorPage<AdministeredUser>> {
  const { items, ...page } = await queries.users.page(filter, range);
  const logins = items.length === 0 ? new Map<string, Date>() : await lastLogins(items.map(({ id }) => id));
  return { ...page, items: items.map((user) => ({ ...user, lastLogin: logins.get(user.id)?.toISOString() ?? null })) };
}

export type RoleChange = { readonly userId: string; readonly role: Role; readonly held: boolean };

/** Gives a user a role, or takes it away. Returns the roles that the user has then. */
export async function changeRole(
  platform: Platform,
  { userId, role, held }: RoleChange,
  cause: Cause,
): Promise<CallResult<readonly Role[]>> {
  const adminIds = async () => (await platform.queries.users.withRole("admin")).map(({ id }) => id);
  return toCallResult(
    platform,
    held
      ? await giveRole(platform.ports, { userId, role }, cause)
      : await removeRole({ ...platform.ports, adminIds }, { userId, role }, cause),
  );
}

/** The role of this name; null if there is none. */
export function roleNamed(name: string): Role | null {
  return ROLES.find((role) => role === name) ?? null;
}
