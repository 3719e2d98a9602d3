import type { Auth, Definition, Operation } from "../definition/definition.ts";
import { placeholderNames } from "../json/placeholders.ts";
import type { Values } from "../json/placeholders.ts";
import { parseUrlTemplate, renderOrigin } from "../json/url-template.ts";
import type { UrlSource } from "../json/url-template.ts";
import { optionsHome, optionUrls } from "../settings/options.ts";
import { aliasesOf, namesBehind } from "../secrets/rendered-texts.ts";
import type { Alias } from "../secrets/rendered-texts.ts";

/**
 * The origin of each URL of a definition with these values, one entry per URL in a fixed order. If two sets of values
 * give equal lists, every request and every secret in it goes to the same origin with both. A URL whose origin is not
 * known before its request is made (a list of hosts) stands with the values that decide it.
 */
export function originsOf(definition: Definition, auth: Auth, values: Values): string[] {
  const home = optionsHome(definition);
  const { token_url, authorization_url, login } = auth.written;
  const others = [token_url, authorization_url, login?.url, home, ...optionUrls(definition, auth)];
  return [
    ...definition.operations.flatMap((operation) =>
      urlsOf(operation).map((url) => originOf(url, values, aliasesOf(operation))),
    ),
    ...others.map((url) => (url === undefined ? "" : originOf({ url }, values, []))),
  ];
}

/** The URL of an operation, and the base URL that its credentials belong to. */
function urlsOf({ url, baseUrl }: Operation): UrlSource[] {
  return [{ url, baseUrl }, ...(baseUrl === undefined ? [] : [{ url: "", baseUrl }])];
}

function originOf({ url, baseUrl }: UrlSource, values: Values, aliases: readonly Alias[]): string {
  const parsed = parseUrlTemplate(url, baseUrl);
  if (!parsed.ok) return url;
  const { origin, baseField } = parsed.template;
  const names = baseField === null ? placeholderNames(origin ?? "") : [baseField];
  const decides = names.flatMap((name) => [...namesBehind(`{${name}}`, aliases)]);
  const isCarried = names.some((name) => aliases.some((alias) => alias.name === name));
  const rendered = isCarried ? null : renderOrigin(parsed.template, values);
  return rendered?.ok
    ? rendered.value
    : JSON.stringify([origin ?? baseField, decides.map((name) => values.get(name) ?? null)]);
}
