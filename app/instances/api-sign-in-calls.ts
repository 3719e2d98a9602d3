import { cutText } from "#domain/core/text/text.ts";
import type { Cause } from "#domain/use-cases/step.ts";
import { type CallResult, toCallResult } from "../http/call-result.ts";
import type { Platform } from "../platform.ts";
import type { ApiSignInRefusal, AtBrowser } from "#domain/use-cases/api-access/sign-in-target.ts";
import { apiSignInUrl } from "#domain/use-cases/api-access/api-sign-in-url.ts";
import { beginApiSignIn } from "#domain/use-cases/api-access/begin-api-sign-in.ts";
import { finishApiSignIn } from "#domain/use-cases/api-access/finish-api-sign-in.ts";
import { signInState } from "#domain/use-cases/api-access/sign-in-state.ts";
import { signOutOfApi } from "#domain/use-cases/api-access/sign-out-of-api.ts";
import type { Result } from "#domain/core/result.ts";

/** Where APIs redirect people back to: the URL that an app is registered with. */
export function redirectUriOf(platform: Platform): string {
  return `${platform.site.appUrl}/oauth/callback`;
}

/** The state of an instance's sign-in to its API; null if it has none, or is not the viewer's. */
export async function signInOf(platform: Platform, instanceId: string, viewerId: string) {
  return signInState(platform.ports, { instanceId, by: viewerId });
}
/** An instance's sign-in as pages show it. */
export type SignInShown = NonNullable<Awaited<ReturnType<typeof signInOf>>>;

/** Begins a sign-in and returns the page of ours that redirects to the API's. */
export async function beginSignIn(
  platform: Platform,
  instanceId: string,
  at: AtBrowser,
): Promise<CallResult<{ goOn: string }>> {
  const begun = await toCallResult(platform, await beginApiSignIn(platform.ports, { instanceId, ...at }));
  return begun.ok ? { ok: true, value: { goOn: `/oauth/sign-in/${instanceId}?state=${begun.value.state}` } } : begun;
}

/** The API's own page for a sign-in that was begun. */
export async function signInPageOf(
  platform: Platform,
  instanceId: string,
  state: string,
  at: AtBrowser,
): Promise<CallResult<string>> {
  const url = await toCallResult(
    platform,
    await apiSignInUrl(platform.ports, { instanceId, state, redirectUri: redirectUriOf(platform), ...at }),
  );
  return url.ok ? { ok: true, value: url.value.href } : url;
}

/** `page`: the next page, with the sentence; null if the instance is unknown. */
export type Finished = { readonly ok: boolean; readonly sentence: string; readonly page: string | null };

/** Ends a sign-in with the query that the API's page sent back. */
export async function finishSignIn(
  platform: Platform,
  query: URLSearchParams,
  at: AtBrowser,
  cause: Cause,
): Promise<Finished> {
  const one = (name: string) => (query.getAll(name).length === 1 ? query.get(name) : null);
  const answer = {
    state: one("state") ?? "",
    code: one("code"),
    error: query.get("error"),
    issuer: query.get("iss"),
    redirectUri: redirectUriOf(platform),
  };
  const outcome: Result<{ connectorId: string; host: string }, ApiSignInRefusal> = await finishApiSignIn(
    platform.ports,
    { ...answer, ...at },
    cause,
  );
  const finished = await toCallResult(platform, outcome);
  if (finished.ok)
    return {
      ok: true,
      sentence: `Signed in to ${finished.value.host}.`,
      page: setupPageOf(finished.value.connectorId),
    };
  const shown =
    !outcome.ok && outcome.refusal.code === "sign-in-failed"
      ? await signInOf(platform, outcome.refusal.instanceId, at.by)
      : null;
  return {
    ok: false,
    sentence: cutText(finished.error, MAX_SENTENCE_CHARS),
    page: shown && setupPageOf(shown.connectorId),
  };
}

/** Longest sentence in a cookie, in any script. */
const MAX_SENTENCE_CHARS = 300;

/** The page that shows an instance's sign-in. */
export function setupPageOf(connectorId: string): string {
  return `/connector_profile/${connectorId}?tab=setup`;
}

/** Removes the tokens of an instance's sign-in. */
export async function signOut(
  platform: Platform,
  instanceId: string,
  viewerId: string,
  cause: Cause,
): Promise<CallResult<unknown>> {
  return toCallResult(platform, await signOutOfApi(platform.ports, { instanceId, by: viewerId }, cause));
}
