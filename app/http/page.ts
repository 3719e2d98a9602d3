import { data, redirect } from "@remix-run/node";
import type { Flash } from "../ui/toaster.tsx";
import type { FormState } from "../ui/form-state.ts";
import { flashCookie } from "../cookies.server.ts";
import { localPath } from "../local-path.ts";
import type { AppContext } from "../platform.ts";
import type { UserRow } from "#projections/users/queries.ts";
import type { CallResult } from "./call-result.ts";

/** The signed-in user of a page, or the way to the login page, which knows where to go on to. */
export function viewerOf(context: AppContext, request: Request): UserRow {
  if (context.viewer) return context.viewer;
  const { pathname, search } = new URL(request.url);
  throw redirect(`/login?redirect=${encodeURIComponent(pathname + search)}`);
}

/** Post/Redirect/Get: on to a page of ours, which shows the message. */
export async function goOn(to: string, message?: { kind: Flash["kind"]; text: string }, cookies: readonly string[] = []): Promise<Response> {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  if (message) headers.append("Set-Cookie", await flashCookie(message.kind, message.text));
  return redirect(localPath(to, "/"), { headers });
}

/** A form that was refused: the same page again, with the sentence at its field and what had been typed. */
export function refusedForm(result: Extract<CallResult<unknown>, { ok: false }>, values: Record<string, string>) {
  const form: FormState = { values };
  if (result.field !== null) form.errors = { [result.field]: result.error };
  else form.message = result.error;
  return data({ form }, { status: result.status, ...(result.retryAfterSeconds === undefined ? {} : { headers: { "Retry-After": String(result.retryAfterSeconds) } }) });
}

/** A text field of a form; files and absent fields read as empty. */
export function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
