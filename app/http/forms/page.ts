import type { TypedResponse } from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import { type FormState, typedInto } from "../../ui/form/form-state.ts";
import { flashCookie, type FlashMessage } from "../../cookies.server.ts";
import { hrefWithReturn, localPath } from "../../local-path.ts";
import type { AppContext } from "../../platform.ts";
import { textFault } from "#domain/core/text/storable.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { hasTooManyFields } from "../limits/form-budget.ts";
import { NOT_FOUND, refuse, type Refused } from "../call-result.ts";
import { unfitLine } from "#domain/core/text/unfit-text.ts";
import type { LoadSettingName } from "../upload/settings/load-settings-fields.ts";
import { cleanFormText, type FormText, formTextKind } from "./form-texts.ts";

/** The logged-in user of a page, or a redirect to the login page, which leads back. */
export async function viewerOf(context: AppContext, request: Request): Promise<UserRow> {
  if (context.viewer) return context.viewer;
  const { pathname, search } = new URL(request.url);
  throw await redirectTo(
    hrefWithReturn("/login", pathname + search),
    context.sessionEnded
      ? { kind: "error", text: "Session expired. Please log in again.", id: "session-expired" }
      : undefined,
  );
}

/** Ends a page with the 404 for missing and hidden things. */
export function throwNotFound(): never {
  throw new Response(NOT_FOUND.error, { status: NOT_FOUND.status });
}

/** Ends a page with a refusal. */
export function throwRefusal({ status, error, retryAfterSeconds }: Refused): never {
  const headers = new Headers();
  if (retryAfterSeconds !== undefined) headers.set("Retry-After", String(retryAfterSeconds));
  throw new Response(error, { status, headers });
}

/** Post/Redirect/Get: redirects to a page of ours, which shows the message. */
export async function redirectTo(
  to: string,
  message?: FlashMessage,
  cookies: readonly string[] = [],
): Promise<TypedResponse<never>> {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  if (message) headers.append("Set-Cookie", await flashCookie(message));
  return redirect(localPath(to, "/"), { headers });
}

/** Redirects to a page of ours with a success or error message at its top. */
export const redirectWithMessage = {
  success: (to: string, text: string) => redirectTo(to, { kind: "success", text }),
  error: (to: string, text: string) => redirectTo(to, { kind: "error", text }),
};

/**
 * A posted form. What cannot be read, or contains characters that no text may contain, is refused with a 400 and one
 * sentence.
 */
export async function readForm(request: Request): Promise<FormData> {
  let form: FormData;
  try {
    form = await formWithin(request);
  } catch (error) {
    if (error instanceof Response) throw error;
    return refuseForm(refuse("form-unreadable"));
  }
  for (const [name, value] of form) {
    const fault = textFault(name) ?? textFault(typeof value === "string" ? value : value.name);
    if (fault !== null) return refuseForm(refuse(fault === "NUL characters" ? "text-with-nul" : "text-not-unicode"));
    const chosen = formTextKind(name) === "choice" && typeof value === "string" ? unfitLine(value, name) : null;
    if (chosen) return refuseForm(refuse(chosen.code, chosen));
  }
  return form;
}

/** The form of a request; its fields are counted before they are read, since each takes far more than its bytes. */
async function formWithin(request: Request): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  const body = Buffer.from(await request.arrayBuffer());
  if (hasTooManyFields(body, type)) return refuseForm(refuse("form-too-many-parts"));
  return new Response(body, { headers: { "Content-Type": type } }).formData();
}

function refuseForm({ status, error }: Refused): never {
  throw new Response(error, { status });
}

/**
 * A refused form: the same page again, with each sentence at its field and the typed values; `posted` has them entry by
 * entry, for forms with repeated names; `hosts`: those to agree to first.
 */
export function refusedForm(
  result: Refused,
  typed: Record<string, string> | FormData,
  posted?: FormState["posted"],
  hosts?: FormState["hosts"],
) {
  const form: FormState = {
    values: typed instanceof FormData ? typedInto(typed) : typed,
    ...(posted ? { posted } : {}),
    ...(hosts ? { hosts } : {}),
  };
  const faults = Object.entries(result.faults ?? {});
  if (faults.length > 0) form.errors = Object.fromEntries(faults);
  else if (result.field !== null) form.errors = { [result.field]: result.error };
  else form.message = result.error;
  if (result.status === 500) form.fault = true;
  return data(
    { form },
    {
      status: result.status,
      ...(result.retryAfterSeconds === undefined
        ? {}
        : { headers: { "Retry-After": String(result.retryAfterSeconds) } }),
    },
  );
}

/**
 * A refused button: redirects back to the page with the sentence. After a fault of ours the same page has the sentence,
 * and its status.
 */
export async function refusedButton(result: Refused, here: string) {
  if (result.status !== 500) return redirectWithMessage.error(here, result.error);
  const form: FormState = { message: result.error, fault: true };
  return data({ form }, { status: result.status });
}

/** The page number in the URL of a list, from 1. */
export function pageNumber(params: URLSearchParams): number {
  const asked = Number(params.get("page"));
  return Number.isSafeInteger(asked) && asked > 0 ? asked : 1;
}

/** A text field of a form, cleaned as its kind is (form-texts.ts); files and missing fields read as empty. */
export function text(form: FormData, name: FormText | LoadSettingName): string {
  const value = form.get(name);
  return typeof value === "string" ? cleanFormText(name, value) : "";
}
