import { finding } from "../../core/findings/finding.ts";
import { base64 } from "./auth.ts";
import type { Auth } from "../definition/definition.ts";
import { isUnset, renderText, textOf } from "../json/placeholders.ts";
import type { Rendered, Values } from "../json/placeholders.ts";
import { finishRequest, renderRequest } from "../request/request.ts";
import type { OutgoingRequest } from "../request/request.ts";
import { grantTypeOf } from "./sign-in.ts";
import { parseUrlTemplate, renderUrl } from "../json/url-template.ts";

/** What a token is requested with. `verifier` belongs to PKCE (RFC 7636). */
export type Grant =
  | { type: "authorization_code"; code: string; redirectUri: string; verifier: string | null }
  | { type: "refresh_token"; refreshToken: string }
  | { type: "client_credentials" | "password" };

/** The URL for the browser. `challenge` is the SHA-256 of the verifier, base64url; null without PKCE. */
export function authorizationUrl(
  auth: Auth,
  values: Values,
  ask: { redirectUri: string; state: string; challenge: string | null },
): Rendered<URL> {
  const client = required("client_id", values);
  if (!client.ok) return client;
  const params = renderParams(auth.written.authorization_params, values);
  if (!params.ok) return params;
  const query = new Map<string, string>();
  const scope = scopeOf(auth);
  if (scope !== null) query.set("scope", scope);
  for (const [name, value] of params.value) query.set(name, value);
  // The author cannot override what binds the answer to this sign-in.
  query
    .set("response_type", "code")
    .set("client_id", client.value)
    .set("redirect_uri", ask.redirectUri)
    .set("state", ask.state);
  if (ask.challenge !== null) query.set("code_challenge", ask.challenge).set("code_challenge_method", "S256");
  return renderTarget(auth.written.authorization_url, "authorization_url", values, [...query]);
}

/** The token request (RFC 6749): a form, with the client in the body unless `token_auth` is basic. */
export function tokenRequest(auth: Auth, values: Values, grant: Grant, userAgent: string): Rendered<OutgoingRequest> {
  const url = renderTarget(auth.written.token_url, "token_url", values);
  if (!url.ok) return url;
  const params = renderParams(auth.written.token_params, values);
  if (!params.ok) return params;
  const form = new Map<string, string>([["grant_type", grant.type]]);
  const scope = scopeOf(auth);
  if (scope !== null && (grant.type === "client_credentials" || grant.type === "password")) form.set("scope", scope);
  for (const [name, value] of params.value) form.set(name, value);
  if (grant.type === "refresh_token") form.set("grant_type", grant.type).set("refresh_token", grant.refreshToken);
  if (grant.type === "authorization_code") {
    form.set("code", grant.code).set("redirect_uri", grant.redirectUri);
    if (grant.verifier !== null) form.set("code_verifier", grant.verifier);
  }
  if (grant.type === "password") {
    for (const key of ["username", "password"]) {
      const text = required(key, values);
      if (!text.ok) return text;
      form.set(key, text.value);
    }
  }
  const headers = authenticate(auth, values, form);
  if (!headers.ok) return headers;
  headers.value.push(["Accept", "application/json"], ["Content-Type", "application/x-www-form-urlencoded"]);
  const draft = {
    method: "POST" as const,
    url: url.value,
    headers: headers.value,
    body: new URLSearchParams([...form]).toString(),
  };
  return { ok: true, value: finishRequest(draft, userAgent, ["authorization"]) };
}

/** Adds the client to the form or to a header; a header needs both parts form-encoded first (RFC 6749, 2.3.1). */
function authenticate(auth: Auth, values: Values, form: Map<string, string>): Rendered<[string, string][]> {
  const id = textOf("client_id", values);
  const secret = textOf("client_secret", values);
  if (!id.ok) return id;
  if (!secret.ok) return secret;
  if (auth.written.token_auth === "basic" && secret.value !== "") {
    return { ok: true, value: [["Authorization", `Basic ${basicClient(id.value, secret.value)}`]] };
  }
  if (id.value !== "" && !form.has("client_id")) form.set("client_id", id.value);
  if (secret.value !== "" && !form.has("client_secret")) form.set("client_secret", secret.value);
  return { ok: true, value: [] };
}

function basicClient(id: string, secret: string): string {
  const encoded = [id, secret].map((text) => new URLSearchParams([["", text]]).toString().slice(1));
  return base64(encoded.join(":"));
}

/** Texts other than the secrets themselves that must be masked in a token request. */
export function tokenRequestSecrets(auth: Auth, values: Values): string[] {
  const [id, secret] = [textOf("client_id", values), textOf("client_secret", values)];
  return auth.written.token_auth === "basic" && id.ok && secret.ok && secret.value !== ""
    ? [basicClient(id.value, secret.value)]
    : [];
}

/** The login request of a session auth. */
export function loginRequest(auth: Auth, values: Values, userAgent: string): Rendered<OutgoingRequest> {
  const { login } = auth.written;
  if (login === undefined) return { ok: false, finding: finding("login-unnamed", {}) };
  const headers = Object.entries(login.headers ?? {});
  const draft = renderRequest(
    {
      method: login.method ?? "POST",
      url: login.url,
      baseUrl: undefined,
      headers,
      query: [],
      body: login.body ?? null,
    },
    values,
  );
  if (!draft.ok) return draft;
  return {
    ok: true,
    value: finishRequest(
      draft.value,
      userAgent,
      headers.map(([name]) => name.toLowerCase()),
    ),
  };
}

function renderTarget(
  template: string | undefined,
  key: string,
  values: Values,
  query: readonly (readonly [string, string])[] = [],
): Rendered<URL> {
  if (template === undefined) return { ok: false, finding: finding("sign-in-url-unnamed", { key }) };
  const parsed = parseUrlTemplate(template);
  if (!parsed.ok) return parsed;
  const own = parsed.template.query.filter(([name]) => !query.some(([ours]) => ours === decoded(name)));
  const url = renderUrl({ ...parsed.template, query: own }, values, query);
  const twice = url.ok ? query.find(([name]) => url.value.searchParams.getAll(name).length > 1) : undefined;
  return twice === undefined
    ? url
    : { ok: false, finding: finding("sign-in-parameter-twice", { key, name: twice[0] }) };
}

/** A parameter's name as its receiver decodes it. */
function decoded(name: string): string | undefined {
  return [...new URLSearchParams(name).keys()][0];
}

function renderParams(
  params: Readonly<Record<string, string>> | undefined,
  values: Values,
): Rendered<[string, string][]> {
  const rendered: [string, string][] = [];
  for (const [name, template] of Object.entries(params ?? {})) {
    const text = renderText(template, values);
    if (!text.ok) return text;
    if (text.value !== "") rendered.push([name, text.value]);
  }
  return { ok: true, value: rendered };
}

function required(key: string, values: Values): Rendered<string> {
  return isUnset(values.get(key))
    ? { ok: false, finding: finding("credential-missing", { name: key }) }
    : textOf(key, values);
}

/** The scopes as one text, or null. A text is sent as written. */
function scopeOf(auth: Auth): string | null {
  const { scopes, scope_separator } = auth.written;
  const text = Array.isArray(scopes) ? scopes.join(scope_separator ?? " ") : (scopes ?? "").trim();
  return text === "" ? null : text;
}

/** Whether the sign-in uses PKCE: always, unless the author turned it off. */
export function usesPkce(auth: Auth): boolean {
  return grantTypeOf(auth) === "authorization_code" && auth.written.pkce !== false;
}
