import type { UserRow } from "#projections/users/queries.ts";
import { refuse } from "../http/call-result.ts";
import { viewerOf } from "../http/forms/page.ts";
import type { AppContext } from "../platform.ts";
import { isEditor } from "./post-calls.ts";

/** The editor who asks for a page; visitors go to the login page, and other users are told that it is not for them. */
export async function editorOf(context: AppContext, request: Request): Promise<UserRow> {
  const viewer = await viewerOf(context, request);
  const { status, error } = refuse("not-an-editor");
  if (!isEditor(viewer)) throw new Response(error, { status });
  return viewer;
}
