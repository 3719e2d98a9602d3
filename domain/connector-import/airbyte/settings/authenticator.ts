import { type Finding, finding } from "../../../core/findings/finding.ts";
import { onlyPlaceholder, placeholderNames } from "../../../connector-language/json/placeholders.ts";
import { labelOf } from "../../field-keys.ts";
import type { LooseObject } from "../../imported.ts";
import { storedWord } from "../../stored-texts.ts";
import { pathOf } from "../expression/condition.ts";
import { render, type Rendered } from "../expression/template.ts";
import type { Component, Placed } from "../manifest.ts";
import type { Settings } from "./spec-settings.ts";

/** Ways to sign in, with the keys of the fields that each needs, or why there are none. */
export type SignIn =
  { ok: true; auths: { auth: LooseObject; keys: string[] }[] } | { ok: false; place: string; finding: Finding };

type Made = { ok: true; auth: LooseObject; keys: string[] } | { ok: false; place: string; finding: Finding };

const MOST_WAYS = 10;
const NO_SLICE: ReadonlyMap<string, string> = new Map();

/** The auth of the language for an authenticator; null is none. */
export function signInOf(authenticator: Component | null, settings: Settings): SignIn {
  if (authenticator === null || authenticator.type() === "NoAuth") return { ok: true, auths: [] };
  if (authenticator.type() !== "SelectiveAuthenticator") {
    const made = authOf(authenticator, settings);
    return made.ok ? { ok: true, auths: [made] } : made;
  }
  const ways = authenticator.component("authenticators");
  const auths: { auth: LooseObject; keys: string[] }[] = [];
  let refused: Exclude<Made, { ok: true }> | null = null;
  for (const [name, at] of ways?.entries().slice(0, MOST_WAYS) ?? []) {
    const way = ways?.open(at) ?? null;
    const made = way === null ? null : authOf(way, settings);
    if (made?.ok === true) auths.push({ ...made, auth: { ...made.auth, label: labelOf(name) } });
    else refused ??= made;
  }
  if (auths.length > 0) return { ok: true, auths };
  return refused ?? { ok: false, place: authenticator.place, finding: finding("part-missing", { part: "sign-in" }) };
}

/** Renders members of an authenticator; throws NotPortable for one that has no form. */
class Reader {
  readonly component: Component;
  readonly #settings: Settings;
  /** The fields that were named, in order. */
  readonly keys = new Set<string>();

  constructor(component: Component, settings: Settings) {
    this.component = component;
    this.#settings = settings;
  }

  text(key: string): string {
    const at = this.component.at(key);
    return at === null ? "" : this.placed(at);
  }

  placed(at: Placed, component = this.component): string {
    const made: Rendered = render(at, component, { settings: this.#settings, slice: NO_SLICE });
    if (!made.ok) throw new NotPortable(at.place, made.lost);
    for (const name of placeholderNames(made.text)) if (this.#settings.declares(name)) this.keys.add(name);
    return made.text;
  }

  /** Makes sure that a member is one field alone, which gets this name if it is given. */
  field(place: string, text: string, name?: string): void {
    const key = onlyPlaceholder(text);
    if (key === null || (name !== undefined && !this.#settings.rename(key, name)))
      throw new NotPortable(place, finding("setting-not-alone", { name: name ?? null }));
    if (name === undefined || name === key) return;
    this.keys.delete(key);
    this.keys.add(name);
  }
}

class NotPortable extends Error {
  readonly place: string;
  readonly finding: Finding;

  constructor(place: string, found: Finding) {
    super(found.code);
    this.place = place;
    this.finding = found;
  }
}

function authOf(authenticator: Component, settings: Settings): Made {
  try {
    const reader = new Reader(authenticator, settings);
    const auth = written(authenticator, reader);
    return { ok: true, auth, keys: [...reader.keys] };
  } catch (error) {
    if (error instanceof NotPortable) return { ok: false, place: error.place, finding: error.finding };
    throw error;
  }
}

function written(authenticator: Component, reader: Reader): LooseObject {
  switch (authenticator.type()) {
    case "BearerAuthenticator":
      return { type: "bearer", format: `Bearer ${required(reader, "api_token")}` };
    case "ApiKeyAuthenticator":
      return apiKey(authenticator, reader);
    case "BasicHttpAuthenticator":
      return basic(authenticator, reader);
    case "OAuthAuthenticator":
      return oauth2(authenticator, reader);
    case "SessionTokenAuthenticator":
      return session(authenticator, reader);
    case "NoAuth":
      return { type: "none" };
    default:
      throw new NotPortable(
        authenticator.place,
        authenticator.isCustom()
          ? finding("program-code", { part: "authenticator" })
          : finding("type-unsupported", { type: storedWord(authenticator.type()) }),
      );
  }
}

function required(reader: Reader, key: string): string {
  const text = reader.text(key);
  if (placeholderNames(text).length === 0)
    throw new NotPortable(reader.component.placeOf(key), finding("part-missing", { part: "credential" }));
  return text;
}

function apiKey(authenticator: Component, reader: Reader): LooseObject {
  return { type: "apikey", ...carrierOf(authenticator, reader), format: required(reader, "api_token") };
}

/** The header or parameter that takes a credential. */
function carrierOf(authenticator: Component, reader: Reader): { in: string; name: string } {
  const option = authenticator.component("inject_into");
  const header = reader.text("header");
  if (option === null) return { in: "header", name: header === "" ? "Authorization" : header };
  const place = option.text("inject_into");
  const names = [...option.list("field_path"), option.at("field_name") ?? []]
    .flat()
    .map((at) => reader.placed(at, option));
  const name = names.join(".");
  if (name === "") throw new NotPortable(option.place, finding("part-missing", { part: "credential-place" }));
  return { in: place === "header" ? "header" : place === "request_parameter" ? "query" : "body", name };
}

function basic(authenticator: Component, reader: Reader): LooseObject {
  reader.field(authenticator.placeOf("username"), reader.text("username"));
  const password = reader.text("password");
  if (password !== "") reader.field(authenticator.placeOf("password"), password);
  return { type: "basic" };
}

/** The members of OAuth 2 for which the language has fields of the same name. */
const OAUTH_FIELDS = ["client_id", "client_secret", "refresh_token"] as const;

function oauth2(authenticator: Component, reader: Reader): LooseObject {
  const grant = reader.text("grant_type") || "refresh_token";
  if (grant !== "refresh_token" && grant !== "client_credentials" && grant !== "password")
    throw new NotPortable(
      authenticator.placeOf("grant_type"),
      finding("grant-unsupported", { grant: storedWord(grant) }),
    );
  if (authenticator.at("refresh_request_headers") !== null)
    throw new NotPortable(
      authenticator.placeOf("refresh_request_headers"),
      finding("part-unsupported", { part: "token-headers" }),
    );
  const url = reader.text("token_refresh_endpoint");
  if (url === "")
    throw new NotPortable(
      authenticator.placeOf("token_refresh_endpoint"),
      finding("part-missing", { part: "token-address" }),
    );
  const auth: LooseObject = { type: "oauth2", grant_type: grant, token_url: url };
  const scopes = authenticator.list("scopes").map((at) => reader.placed(at));
  if (scopes.length > 0) auth.scopes = scopes;
  for (const key of OAUTH_FIELDS) {
    if ((key === "refresh_token" && grant !== "refresh_token") || authenticator.at(key) === null) continue;
    reader.field(authenticator.placeOf(key), reader.text(key), key);
  }
  const params: LooseObject = {};
  const body = authenticator.component("refresh_request_body");
  for (const [name, at] of body?.entries() ?? []) {
    const value = reader.placed(at, body ?? undefined);
    if (grant === "password" && (name === "username" || name === "password")) reader.field(at.place, value, name);
    else if (value !== "" && name !== "grant_type") params[name] = value;
  }
  if (Object.keys(params).length > 0) auth.token_params = params;
  const token = authenticator.text("access_token_name");
  if (token !== null && token !== "access_token")
    throw new NotPortable(
      authenticator.placeOf("access_token_name"),
      finding("part-unsupported", { part: "token-name" }),
    );
  return auth;
}

function session(authenticator: Component, reader: Reader): LooseObject {
  const login = authenticator.component("login_requester");
  if (login === null) throw new NotPortable(authenticator.place, finding("part-missing", { part: "login" }));
  if (login.component("authenticator") !== null && login.component("authenticator")?.type() !== "NoAuth")
    throw new NotPortable(login.placeOf("authenticator"), finding("part-unsupported", { part: "login-signed-in" }));
  const token = pathOf(authenticator.list("session_token_path").map(({ value }) => String(value)));
  if (token === null || token === "$")
    throw new NotPortable(authenticator.place, finding("part-missing", { part: "token-path" }));
  const part = (key: string): LooseObject => {
    const values = login.component(key);
    return Object.fromEntries(
      (values?.entries() ?? []).map(([name, at]) => [name, reader.placed(at, values ?? undefined)]),
    );
  };
  const url = [login.at("url_base") ?? login.at("url"), login.at("path")]
    .map((at) => (at === null ? "" : reader.placed(at, login)))
    .filter((text) => text !== "")
    .map((text, index) => (index === 0 ? text.replace(/\/{1,5}$/, "") : text.replace(/^\/{1,5}/, "")))
    .join("/");
  const body = part(login.at("request_body_json") === null ? "request_body_data" : "request_body_json");
  const headers = part("request_headers");
  if (login.at("request_body_data") !== null) headers["Content-Type"] = "application/x-www-form-urlencoded";
  return {
    type: "session",
    login: {
      method: login.text("http_method")?.toUpperCase() === "GET" ? "GET" : "POST",
      url,
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
      ...(Object.keys(body).length === 0 ? {} : { body }),
    },
    token_path: token,
    ...sessionCarrier(authenticator.component("request_authentication"), reader),
  };
}

function sessionCarrier(request: Component | null, reader: Reader): LooseObject {
  if (request === null || request.type() === "Bearer" || request.type() === "SessionTokenRequestBearerAuthenticator")
    return {};
  const template = request.text("api_token");
  if (template !== null && !/^\{\{\s*session_token\s*\}\}$/.test(template)) {
    const format = template.replace(/\{\{\s*session_token\s*\}\}/g, "{token}");
    if (/\{\{/.test(format))
      throw new NotPortable(request.placeOf("api_token"), finding("part-unsupported", { part: "token-format" }));
    return { ...carrierOf(request, reader), format };
  }
  return { ...carrierOf(request, reader), format: "{token}" };
}
