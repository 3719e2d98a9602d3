import { flatFields } from "../definition/definition.ts";
import type { Auth } from "../definition/definition.ts";
import { isUnset } from "../json/placeholders.ts";
import type { Values } from "../json/placeholders.ts";
import type { WrittenAuth } from "../definition/schema.ts";
import { parseUrlTemplate, renderOrigin } from "../json/url-template.ts";

/** What signing in brought. `renewAt`: when it is to be renewed early, in milliseconds since 1970; null when no expiry was told. */
export interface Tokens {
  /** Null where only a refresh token is known yet. */
  access: string | null;
  refresh: string | null;
  renewAt: number | null;
}

export type GrantType = NonNullable<WrittenAuth["grant_type"]>;

const EARLIEST = 60_000;

/** The grant of an oauth2 auth; the authorization code where the author names none. */
export function grantTypeOf(auth: Auth): GrantType {
  return auth.written.grant_type ?? "authorization_code";
}

/** True when a person signs in with a browser, unless the tokens were typed in. */
export function signsInByBrowser(auth: Auth, values: Values): boolean {
  return (
    auth.type === "oauth2" &&
    grantTypeOf(auth) === "authorization_code" &&
    auth.written.authorization_url !== undefined &&
    typedTokens(auth, values) === null
  );
}

/** The tokens that the user typed into fields of the auth, or null: then signing in brings them. */
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

/** The host that people sign in at, as they read it; its template while a setting for it is not known. */
export function signInHost(auth: Auth, values: Values): string {
  const { authorization_url, token_url, login } = auth.written;
  const url =
    (grantTypeOf(auth) === "authorization_code" ? authorization_url : undefined) ?? token_url ?? login?.url ?? "";
  const parsed = parseUrlTemplate(url);
  const origin = parsed.ok ? renderOrigin(parsed.template, values) : parsed;
  return (origin.ok ? origin.value : (/^\w+:\/\/[^/?#]*/.exec(url)?.[0] ?? url)).replace(/^https?:\/\//, "");
}

/** When a token that lives for so many seconds is renewed: a minute before its end, of a short life a quarter before. */
export function renewalTime(seconds: number, now: number): number {
  return now + seconds * 1_000 - Math.min(EARLIEST, seconds * 250);
}
