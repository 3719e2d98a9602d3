import type { UserRow } from "#projections/users/queries.ts";
import { throwNotFound, viewerOf } from "../../http/forms/page.ts";
import type { AppContext } from "../../platform.ts";

/** The logged-in admin of a page. For anyone else the page does not exist. */
export async function adminOf(context: AppContext, request: Request): Promise<UserRow> {
  const viewer = await viewerOf(context, request);
  return viewer.roles.includes("admin") ? viewer : throwNotFound();
}
