import { type Consent, consentOf } from "#domain/connector-language/consent/consent.ts";
import type { Auth, Definition, Operation } from "#domain/connector-language/definition/definition.ts";
import { type FormField, settingsForm } from "#domain/connector-language/settings/form-fields.ts";
import { settingsToAsk } from "#domain/connector-language/settings/settings.ts";
import type { JsonObject } from "#domain/core/values/json.ts";
import { joinUrl } from "#domain/connector-language/json/url-template.ts";
import { describePlace } from "./describe-place.ts";

/** The fields that have to be filled in before these settings can be used; a group as a whole. */
export function fieldsToAsk(definition: Definition, settings: JsonObject): FormField[] {
  const asked = settingsToAsk(definition, settings);
  return settingsForm(definition).filter((field) => [field, ...field.fields].some(({ key }) => asked.has(key)));
}

/** The address template of an operation, whole. */
export function urlOf(operation: Operation): string {
  const { url, baseUrl } = operation;
  return baseUrl === undefined || /^https?:\/\//i.test(url) ? url : joinUrl(baseUrl, url);
}

/** The same with what is sent in its query, as far as one address can show it. */
export function fullUrlOf(operation: Operation, auth: Auth): string {
  const query = [
    ...operation.query,
    ...(auth.in === "query" && auth.type !== "none" ? [[auth.name, auth.format] as const] : []),
  ];
  const written = query.map(([name, value]) => `${encodeURIComponent(name)}=${value}`);
  const url = urlOf(operation);
  return written.length === 0 ? url : `${url}${url.includes("?") ? "&" : "?"}${written.join("&")}`;
}

/** The body that an operation sends unless a user writes another, as text. */
export function bodyOf(operation: Operation | undefined): string {
  if (!operation || operation.body === null) return "";
  return typeof operation.body === "string" ? operation.body : JSON.stringify(operation.body, null, 2);
}

const AUTH_NAMES: Readonly<Record<Auth["type"], string>> = {
  none: "None",
  bearer: "Bearer token",
  apikey: "API key",
  basic: "User name and password",
  oauth2: "OAuth 2",
  session: "Login",
};

/** What a way to sign in is called: by its author, else by its kind. */
export function authName(auth: Auth): string {
  return auth.label ?? AUTH_NAMES[auth.type];
}

/** What connecting means, in words: which hosts are called and in which parts of a call secrets go there. */
export function consentWords(consent: Pick<Consent, "hosts" | "places">): { hosts: string[]; secretPlaces: string[] } {
  return {
    hosts: consent.hosts.map((host) => host.replace(/^https:\/\//, "")),
    secretPlaces: [...new Set(consent.places.map(({ where }) => `the ${describePlace(where)}`))],
  };
}

/** The same for a definition that nobody has agreed to yet. */
export function consentAsked(definition: Definition, choice = 0) {
  return consentWords(consentOf(definition, choice));
}
