import { flatFields } from "../definition/definition.ts";
import type { Auth } from "../definition/definition.ts";
import { isUnset } from "../json/placeholders.ts";
import type { Values } from "../json/placeholders.ts";
import type { WrittenAuth } from "../definition/schema.ts";
import { parseUrlTemplate, renderOrigin } from "../json/url-template.ts";

/**
 * The tokens of a sign-in. `renewAt`: when to renew them early, in milliseconds since 1970; null if no expiry is known.
 */
export interface Tokens {
  /** Null if only a refresh token is known yet. */
  access: string | null;
  refresh: string | null;
  renewAt: number | null;
}

export type GrantType = NonNullable<WrittenAuth["grant_type"]>;

const MAX_EARLY_RENEWAL_MS = 60_000;

/** The grant of an oauth2 auth; the authorization code by default. */
export function grantTypeOf(auth: Auth): GrantType {
  return auth.written.grant_type ?? "authorization_code";
}

/** Whether a person signs in with a browser; false if the user entered tokens. */
export function signsInByBrowser(auth: Auth, values: Values): boolean {
  return (
    auth.type === "oauth2" &&
    grantTypeOf(auth) === "authorization_code" &&
    auth.written.authorization_url !== undefined &&
    typedTokens(auth, values) === null
  );
}

/** The tokens that the user entered in fields of the auth, or null if they come from a sign-in. */
export function typedTokens(auth: Auth, values: Values): Tokens | null {
  if (auth.type !== "oauth2") return null;
  const declared = new Set(flatFields(auth.fields).map((field) => field.key));
  const typed = (key: string) => {
    const value = values.get(key);
    return declared.has(key) && typeof value === "string" && !isUnset(value) ? value : null;
  };
  const tokens: Tokens = { access: typed("access_token"), refresh: typed("refresh_token"), renewAt: null };
  return tokens.access === null && tokens.refresh === null ? null : tokens;
}

/** The host at which people sign in, for display; its template while a setting for it is unknown. */
export function signInHost(auth: Auth, values: Values): string {
  const { authorization_url, token_url, login } = auth.written;
  const url =
    (grantTypeOf(auth) === "authorization_code" ? authorization_url : undefined) ?? token_url ?? login?.url ?? "";
  const parsed = parseUrlTemplate(url);
  const origin = parsed.ok ? renderOrigin(parsed.template, values) : parsed;
  return (origin.ok ? origin.value : (/^\w+:\/\/[^/?#]*/.exec(url)?.[0] ?? url)).replace(/^https?:\/\//, "");
}

/**
 * When to renew a token that lives for so many seconds: a minute before its end, or a quarter of a short life before.
 */
export function renewalTime(seconds: number, now: number): number {
  return now + seconds * 1_000 - Math.min(MAX_EARLY_RENEWAL_MS, seconds * 250);
}
