import { chosenAuth, flatFields, privateKeys } from "../definition/definition.ts";
import type { Auth, Definition, Operation } from "../definition/definition.ts";
import { PLAIN_HEADERS } from "../definition/header-rules.ts";
import type { Json } from "../json/json.ts";
import { optionsHome, optionUrls } from "../settings/options.ts";
import { placeholderNames } from "../json/placeholders.ts";
import {
  aliasesOf,
  formatTexts,
  loginTexts,
  namesBehind,
  requestTexts,
  signInPageTexts,
  tokenTexts,
} from "../secrets/rendered-texts.ts";
import type { RenderedText } from "../secrets/rendered-texts.ts";
import type { Values } from "../json/placeholders.ts";
import { settingsBehind, withDerived } from "../settings/derived.ts";
import { parseUrlTemplate, renderOrigin } from "../json/url-template.ts";

/** Where a secret is sent: `header Authorization`, `query key`, `path` or `body a.b` of this host. */
export type ConsentPlace = {
  readonly field: string;
  readonly host: string;
  readonly where: string;
};

/**
 * What a user agrees to when connecting: which hosts are called, how they sign in, where each secret is sent. A plain
 * sorted JSON value, so that equal consents are equal texts. A host that depends on a setting is given as its template.
 */
export type Consent = {
  readonly hosts: readonly string[];
  readonly authType: string;
  readonly authFields: readonly string[];
  readonly places: readonly ConsentPlace[];
};

/** Which origins are called, and which secret is sent where. */
export type Reach = Pick<Consent, "hosts" | "places">;

/** The consent that a definition needs with the chosen auth. `settings` fill in hosts that a field gives. */
export function consentOf(
  definition: Definition,
  authChoice = 0,
  settings?: Readonly<Record<string, unknown>>,
): Consent {
  if (settings !== undefined)
    return consentAbout(definition, authChoice, settings, privateKeys(definition, authChoice));
  const byChoice = general.get(definition) ?? new Map<number, Consent>();
  general.set(definition, byChoice);
  const made =
    byChoice.get(authChoice) ?? consentAbout(definition, authChoice, null, privateKeys(definition, authChoice));
  byChoice.set(authChoice, made);
  return made;
}

/** Consents without settings, kept: pages and runs ask for them often, and every URL of the definition is read for one. */
const general = new WeakMap<Definition, Map<number, Consent>>();

/**
 * Whether a consent that was given before version 2 covers what a definition needs. It does not name fields that sign in
 * although the definition calls them public: their users need not be asked if these are sent where a sign-in sends them,
 * and nowhere else.
 */
export function coveredByEarlier(earlier: Consent, definition: Definition, authChoice: number): boolean {
  const { undeclaredSecrets } = definition;
  const named = new Set([...privateKeys(definition, authChoice)].filter((key) => !undeclaredSecrets.includes(key)));
  if (!sameConsent(earlier, consentAbout(definition, authChoice, null, named))) return false;
  const auth = chosenAuth(definition, authChoice);
  const ofSignIn = new Set(
    [...authPlaces(auth), ...signInPlaces(auth).map(([, ...place]) => place)].map(([, where]) => where),
  );
  return consentOf(definition, authChoice).places.every(
    ({ field, where }) => !undeclaredSecrets.includes(field) || (ofSignIn.has(where) && where !== "sign-in page"),
  );
}

/** The consent about these secrets; without settings, hosts that a setting gives stay templates. */
function consentAbout(
  definition: Definition,
  authChoice: number,
  settings: Readonly<Record<string, unknown>> | null,
  secrets: ReadonlySet<string>,
): Consent {
  const auth = chosenAuth(definition, authChoice);
  const given = Object.entries(settings ?? {}).flatMap(([name, value]): [string, Json][] =>
    ["string", "number", "boolean"].includes(typeof value) || Array.isArray(value) ? [[name, value as Json]] : [],
  );
  const values = settings === null ? new Map<string, Json>() : withDerived(definition, new Map(given));
  const hosts = new Set<string>();
  const places = new Map<string, ConsentPlace>();
  const add = (fields: Iterable<string>, host: string, where: string) => {
    hosts.add(host);
    for (const field of fields) {
      if (secrets.has(field)) places.set(JSON.stringify([field, host, where]), { field, host, where });
    }
  };
  for (const operation of definition.operations) {
    const host = hostOf(operation.url, operation.baseUrl, values);
    hosts.add(host);
    for (const [names, where] of requestPlaces(operation)) add(names, host, where);
    const home = operation.baseUrl === undefined ? host : hostOf("", operation.baseUrl, values);
    // Credentials are sent only to the origin of base_url, so an absolute URL elsewhere is not a consent place.
    if (home === host) for (const [names, where] of authPlaces(auth)) add(names, host, where);
  }
  for (const [url, names, where] of signInPlaces(auth)) add(names, hostOf(url, undefined, values), where);
  const home = optionsHome(definition);
  for (const url of optionUrls(definition, auth)) {
    const host = hostOf(url, undefined, values);
    add(placeholderNames(url), host, "options request");
    // Requests for options to the connector's own host carry its credentials.
    if (home !== undefined && hostOf(home, undefined, values) === host)
      for (const [names, where] of authPlaces(auth)) add(names, host, where);
  }
  return {
    hosts: [...hosts].sort(),
    authType: auth.type,
    authFields: flatFields(auth.fields)
      .map((field) => field.key)
      .sort(),
    places: [...places.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, place]) => place),
  };
}

/**
 * A consent with the places of a user's own header rows and body, which may hold credentials that the definition does
 * not declare. Used to find out whether another version sends them elsewhere; stored consents do not include them.
 * `values` fill in hosts that a field gives.
 */
export function withOwnRows<C extends Reach>(
  consent: C,
  definition: Definition | null,
  rows: { readonly headerNames: readonly string[]; readonly hasBody: boolean },
  values: Values = new Map(),
): C {
  const operations = definition?.operations ?? [];
  const hosts = operations.map(({ url, baseUrl }) => ({
    host: hostOf(url, baseUrl, values),
    home: hostOf(baseUrl === undefined ? url : "", baseUrl, values),
  }));
  const homes = new Set(hosts.filter(({ host, home }) => host === home).map(({ host }) => host));
  const names = rows.headerNames.filter((name) => !PLAIN_HEADERS.has(name.toLowerCase()));
  const headers = names.flatMap((name) =>
    [...homes].map((host) => ({ field: "your header row", host, where: `header ${name.toLowerCase()}` })),
  );
  const body = rows.hasBody
    ? hosts.slice(0, 1).map(({ host }) => ({ field: "your own text", host, where: "body" }))
    : [];
  return { ...consent, places: [...consent.places, ...headers, ...body] };
}

/** Renders a host of a consent with values; it stays a template while one of them is unknown. */
export function renderedHost(host: string, values: Values): string {
  return hostOf(host, undefined, values);
}

/** The origin of a template, or the template's own start while a setting for its host is unknown. */
function hostOf(url: string, baseUrl: string | undefined, values: Values): string {
  const parsed = parseUrlTemplate(url, baseUrl);
  if (!parsed.ok) return url;
  const origin = renderOrigin(parsed.template, values);
  return origin.ok ? origin.value : (parsed.template.origin ?? `{${parsed.template.baseField ?? ""}}`);
}

type Place = [names: Iterable<string>, where: string];

/** Where an operation sends the names of its texts, and those that an alias carries. */
function requestPlaces(operation: Operation): Place[] {
  const aliases = aliasesOf(operation);
  const behind = (...texts: string[]) => texts.flatMap((text) => [...namesBehind(text, aliases)]);
  const parsed = parseUrlTemplate(operation.url, operation.baseUrl);
  const { segments, query } = parsed.ok ? parsed.template : { segments: [], query: [] };
  return [
    ...segments.map((segment): Place => [behind(segment), "path"]),
    ...query.map(([name, value]): Place => [behind(name, value), `query ${name}`]),
    ...requestTexts(operation)
      .filter(({ use }) => use !== "address")
      .map((each): Place => [behind(each.text), whereOf(each)]),
    ...aliases
      .filter(({ key }) => key.startsWith("for_each."))
      .map(({ name, sources }): Place => [sources, `each ${name}`]),
  ];
}

/** The place of a text as a consent names it. */
function whereOf({ key, use, slot }: RenderedText): string {
  if (use === "header") return `header ${slot.toLowerCase()}`;
  if (use === "query") return `query ${slot}`;
  const within = key.slice("body_template".length).replace(/^\./, "");
  return within === "" ? "body" : `body ${within}`;
}

/** Where the credentials of a request are sent. */
function authPlaces(auth: Auth): Place[] {
  const where = `${auth.in} ${auth.in === "header" ? auth.name.toLowerCase() : auth.name}`;
  if (auth.type === "basic") return [[flatFields(auth.fields).map((field) => field.key), where]];
  return formatTexts(auth).map(({ text }): Place => [placeholderNames(text), where]);
}

/** The sign-in requests and the fields that each sends. */
function signInPlaces(auth: Auth): [url: string, names: string[], where: string][] {
  const { authorization_url, token_url, login } = auth.written;
  const all = flatFields(auth.fields).map((field) => field.key);
  const named = (texts: readonly RenderedText[]) => texts.flatMap(({ text }) => placeholderNames(text));
  const places: [string, string[], string][] = [];
  if (auth.type === "oauth2" && token_url !== undefined) {
    const sent = all.filter((key) => key !== "access_token");
    places.push([token_url, [...sent, ...named(tokenTexts(auth))], "token request"]);
  }
  // The browser sends the client id there, and no secret except those that the author writes into the address.
  if (auth.type === "oauth2" && authorization_url !== undefined) {
    const sent = all.filter((key) => key === "client_id");
    places.push([authorization_url, [...sent, ...named(signInPageTexts(auth))], "sign-in page"]);
  }
  if (auth.type === "session" && login !== undefined)
    places.push([login.url, [...all, ...named(loginTexts(auth))], "login request"]);
  return places;
}

/** One text for a consent, equal for equal consents; input of a hash. */
export function canonicalConsent(consent: Consent): string {
  const { hosts, authType, authFields, places } = consent;
  return JSON.stringify([1, [...hosts].sort(), authType, [...authFields].sort(), places.map(placeText).sort()]);
}

/** Whether both have the same hosts, auth and consent places. */
export function sameConsent(a: Consent, b: Consent): boolean {
  return canonicalConsent(a) === canonicalConsent(b);
}

/** Whether everything that is asked for was agreed to: no other origin, and no secret at another place. */
export function isWithin(asked: Reach, agreed: Reach): boolean {
  const hosts = new Set(agreed.hosts);
  const places = new Set(agreed.places.map(placeText));
  return asked.hosts.every((host) => hosts.has(host)) && asked.places.every((place) => places.has(placeText(place)));
}

function placeText({ field, host, where }: ConsentPlace): string {
  return [field, host, where].join("\n");
}

/** The settings that are part of a host, or that such a part is derived from. */
export function hostSettings(definition: Definition, authChoice = 0): Set<string> {
  return settingsBehind(definition, consentOf(definition, authChoice).hosts.flatMap(placeholderNames));
}

/** Whether the user agreed to the URL's origin. */
export function originAllowed(consent: Pick<Consent, "hosts">, url: URL): boolean {
  return consent.hosts.includes(url.origin);
}
