import { consentOf, type Reach } from "#domain/connector-language/consent/consent.ts";
import type { Auth, Definition, Operation } from "#domain/connector-language/definition/definition.ts";
import { type FormField, settingsForm } from "#domain/connector-language/settings/form-fields.ts";
import { settingsToAsk } from "#domain/connector-language/settings/settings.ts";
import type { JsonObject } from "#domain/core/values/json.ts";
import { possibleReach } from "#domain/use-cases/api-access/agreed-consent.ts";
import { joinUrl } from "#domain/connector-language/json/url-template.ts";
import { describeConsentPlace } from "./describe-consent-place.ts";

/** The fields that must be filled in before these settings can be used; a group as a whole. */
export function fieldsToAsk(definition: Definition, settings: JsonObject): FormField[] {
  const asked = settingsToAsk(definition, settings);
  return settingsForm(definition).filter((field) => [field, ...field.fields].some(({ key }) => asked.has(key)));
}

/** The whole URL template of an operation. */
export function urlOf(operation: Operation): string {
  const { url, baseUrl } = operation;
  return baseUrl === undefined || /^https?:\/\//i.test(url) ? url : joinUrl(baseUrl, url);
}

/** The same with its query, as far as one URL can show it. */
export function fullUrlOf(operation: Operation, auth: Auth): string {
  const query = [
    ...operation.query,
    ...(auth.in === "query" && auth.type !== "none" ? [[auth.name, auth.format] as const] : []),
  ];
  const written = query.map(([name, value]) => `${encodeURIComponent(name)}=${value}`);
  const url = urlOf(operation);
  return written.length === 0 ? url : `${url}${url.includes("?") ? "&" : "?"}${written.join("&")}`;
}

/** The default body of an operation, as text. */
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

/** The label of an auth: its author's, else by its kind. */
export function authName(auth: Auth): string {
  return auth.label ?? AUTH_NAMES[auth.type];
}

/** A consent in words: which hosts are called and in which parts of a call secrets are sent there. */
export function consentWords(consent: Reach): { hosts: string[]; secretPlaces: string[] } {
  return {
    hosts: consent.hosts.map((host) => host.replace(/^https:\/\//, "")),
    secretPlaces: [...new Set(consent.places.map(({ where }) => `the ${describeConsentPlace(where)}`))],
  };
}

/** The same for a definition without a consent yet: every host that it may call; `settings` fill in hosts. */
export function consentAsked(definition: Definition, choice = 0, settings: JsonObject | null = null) {
  return consentWords(
    settings === null
      ? consentOf(definition, choice)
      : possibleReach(definition, { authChoice: choice, settings, auth: {} }),
  );
}
