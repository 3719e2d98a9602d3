import { type Finding, finding } from "../../core/findings/finding.ts";
import type { Auth } from "../definition/definition.ts";
import { basicKeys } from "../secrets/credential-names.ts";
import { isUnset, placeholderNames, renderText, textOf } from "../json/placeholders.ts";
import type { Values } from "../json/placeholders.ts";
import { setHeader, setInBody } from "../request/request.ts";
import type { RequestDraft } from "../request/request.ts";

export type AuthResult = { ok: true } | { ok: false; error: "auth_missing" | "auth_invalid"; finding: Finding };

/** Adds the credentials to a request. `values` holds the auth fields and tokens among the declared names. */
export function applyAuth(auth: Auth, values: Values, draft: RequestDraft): AuthResult {
  switch (auth.type) {
    case "none":
      return { ok: true };
    case "basic":
      return applyBasic(auth, values, draft);
    case "bearer":
    case "apikey":
    case "oauth2":
    case "session":
      return applyToken(auth, values, draft);
  }
}

function applyToken(auth: Auth, values: Values, draft: RequestDraft): AuthResult {
  const unset = placeholderNames(auth.format).find((name) => isUnset(values.get(name)));
  if (unset !== undefined) return missing(unset);
  const text = renderText(auth.format, values);
  if (!text.ok) return invalid(text.finding);
  if (auth.in === "query") {
    addQuery(draft.url, auth.name, text.value);
    return { ok: true };
  }
  const set =
    auth.in === "header" ? setHeader(draft.headers, auth.name, text.value) : setInBody(draft, auth.name, text.value);
  return set.ok ? { ok: true } : invalid(set.finding);
}

/** Appends to the query as text, because URLSearchParams would rewrite a next URL of an API. */
function addQuery(url: URL, name: string, value: string): void {
  if (url.searchParams.has(name)) return;
  url.search += `${url.search === "" ? "?" : "&"}${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
}

function applyBasic(auth: Auth, values: Values, draft: RequestDraft): AuthResult {
  const pair = basicPair(auth, values);
  if (!pair.ok) return pair;
  const set = setHeader(draft.headers, auth.name, `Basic ${base64(`${pair.user}:${pair.password}`)}`);
  return set.ok ? { ok: true } : invalid(set.finding);
}

type Pair = { ok: true; user: string; password: string } | Exclude<AuthResult, { ok: true }>;

/** User name and password; the password may be empty (RFC 7617). */
function basicPair(auth: Auth, values: Values): Pair {
  const { user: userKey, password: passwordKey } = basicKeys(auth);
  if (isUnset(values.get(userKey))) return missing(userKey);
  const user = textOf(userKey, values);
  const password = passwordKey === null ? { ok: true as const, value: "" } : textOf(passwordKey, values);
  if (!user.ok) return invalid(user.finding);
  if (!password.ok) return invalid(password.finding);
  if (user.value.includes(":")) return invalid(finding("user-name-with-colon", {}));
  return { ok: true, user: user.value, password: password.value };
}

/** Base64 of the UTF-8 bytes of a text. */
export function base64(text: string): string {
  let bytes = "";
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes);
}

/** Texts other than the secrets themselves that must be masked in a request: the encoded pair of basic. */
export function derivedSecrets(auth: Auth, values: Values): string[] {
  const pair = auth.type === "basic" ? basicPair(auth, values) : null;
  return pair !== null && pair.ok ? [base64(`${pair.user}:${pair.password}`)] : [];
}

function missing(name: string): { ok: false; error: "auth_missing"; finding: Finding } {
  return { ok: false, error: "auth_missing", finding: finding("credential-missing", { name }) };
}

function invalid(found: Finding): { ok: false; error: "auth_invalid"; finding: Finding } {
  return { ok: false, error: "auth_invalid", finding: found };
}
