import {
  type Consent,
  consentOf,
  coveredByEarlier,
  isWithin,
  type Reach,
  sameConsent,
  withOwnRows,
} from "../../connector-language/consent/consent.ts";
import { originsOf } from "../../connector-language/consent/origins.ts";
import { chosenAuth, type Definition, flatFields } from "../../connector-language/definition/definition.ts";
import { declaredValues } from "../../connector-language/engine/pull-context.ts";
import { type Json, jsonEquals, scalarText } from "../../connector-language/json/json.ts";
import { isUnset, placeholderNames } from "../../connector-language/json/placeholders.ts";
import { refuse, type Refused } from "../../core/result.ts";
import type { JsonObject } from "../../core/values/json.ts";
import type { InstanceConfig } from "./instance-config.ts";

/** The error instead of a call that the user of an instance did not agree to. */
export const CONSENT_CHANGED =
  "The connector calls other hosts or sends secrets to other places than you agreed to. Connect again to agree.";

/**
 * What the user of an instance agreed to, as the log stores it: the consent by its templates and, since version 2, the
 * origins and places that the settings of that moment made of them. Credentials are sent to these only.
 */
export type AgreedConsent = Consent & { readonly version?: 2; readonly resolved?: Reach };

/** What the user of an instance agreed to; the log stores it as plain JSON. */
export function agreedConsent({ consent }: { readonly consent: JsonObject }): AgreedConsent {
  return consent as AgreedConsent;
}

/** A call's own values would lead to other origins than the stored ones: a credential might go there. */
export type HostDecidedRefusal = { readonly code: "setting-decides-host" };

/** The values that may be part of a host. */
type HostValues = Pick<InstanceConfig, "authChoice" | "settings" | "auth">;

/** The consent to store when a user agrees to a definition with these values. */
export function consentToStore(
  definition: Definition,
  config: HostValues,
): AgreedConsent & { readonly version: 2; readonly resolved: Reach } {
  return { ...consentOf(definition, config.authChoice), version: 2, resolved: reachOf(definition, config) };
}

/** The origins that a definition calls with these values, and where its secrets go there. */
export function reachOf(definition: Definition, config: HostValues): Reach {
  return reachWith(definition, config.authChoice, hostValuesOf(definition, config));
}

/** The values as they may be part of a host: texts, and lists that a derived value joins. */
export function hostValuesOf(definition: Definition, config: HostValues): Map<string, Json> {
  const texts = [...valuesOf(definition, config)].map(
    ([name, value]) => [name, Array.isArray(value) ? value : scalarText(value)] as const,
  );
  return new Map(texts);
}

function reachWith(definition: Definition, authChoice: number, values: ReadonlyMap<string, Json>): Reach {
  const { hosts, places } = consentOf(definition, authChoice, Object.fromEntries(values));
  return { hosts, places };
}

/** More combinations of settings than these are not shown before they are chosen: the chosen one is then asked for. */
const MAX_SHOWN_COMBINATIONS = 200;

/**
 * Everything that a definition may reach while some settings are open: a host that is derived from one of these is each
 * that its map and its default make.
 */
export function possibleReach(definition: Definition, config: HostValues): Reach {
  const values = hostValuesOf(definition, config);
  let combinations = [values];
  for (const [name, choices] of openChoices(definition, config.authChoice, values)) {
    if (combinations.length * choices.length > MAX_SHOWN_COMBINATIONS) break;
    combinations = combinations.flatMap((each) => choices.map((choice) => new Map([...each, [name, choice]])));
  }
  const reaches = combinations.map((each) => reachWith(definition, config.authChoice, each));
  const places = reaches.flatMap((reach) => reach.places).map((place) => [JSON.stringify(place), place] as const);
  return {
    hosts: [...new Set(reaches.flatMap(({ hosts }) => hosts))].sort(),
    places: [...new Map(places).values()],
  };
}

/** The fields that hosts are derived from and that may still be entered, each with the values that a map knows and none. */
function openChoices(definition: Definition, authChoice: number, values: ReadonlyMap<string, Json>) {
  const inHosts = new Set(consentOf(definition, authChoice).hosts.flatMap(placeholderNames));
  const ofSignIn = new Set(flatFields(chosenAuth(definition, authChoice).fields).map(({ key }) => key));
  const choices = new Map<string, (string | null)[]>();
  for (const [name, { from, map = {} }] of definition.derived) {
    if (!inHosts.has(name) || !(isUnset(values.get(from)) || ofSignIn.has(from))) continue;
    choices.set(from, [...new Set([...(choices.get(from) ?? [null]), ...Object.keys(map)])]);
  }
  return choices;
}

/** The same with the places of the user's own header rows and body, which may hold secrets too. */
export function reachWithOwnRows(
  definition: Definition,
  config: InstanceConfig,
  reach = reachOf(definition, config),
): Reach {
  const rows = { headerNames: Object.keys(config.headers), hasBody: config.bodyTemplate !== null };
  return withOwnRows(reach, definition, rows, valuesOf(definition, config));
}

/** Whether every request of a definition goes to the same origin with both sets of values. */
export function sameOrigins(definition: Definition, a: HostValues, b: HostValues): boolean {
  const origins = (config: HostValues) =>
    originsOf(definition, chosenAuth(definition, config.authChoice), valuesOf(definition, config));
  return jsonEquals(origins(a), origins(b));
}

/** Refuses the values of a call that would lead to other origins than the stored ones. */
export function refuseOtherOrigins(
  definition: Definition,
  stored: HostValues,
  called: HostValues,
): Refused<HostDecidedRefusal> | null {
  return sameOrigins(definition, stored, called) ? null : refuse({ code: "setting-decides-host" });
}

/** The values as a request is made with them: with defaults, and without fields that other values hide. */
function valuesOf(definition: Definition, { authChoice, settings, auth }: HostValues): Map<string, Json> {
  const secrets = Object.fromEntries(Object.entries(auth).map(([key, value]) => [key, String(value)]));
  return declaredValues(definition, chosenAuth(definition, authChoice), {
    settings: settings as Readonly<Record<string, Json>>,
    secrets,
  });
}

/**
 * What an instance may reach, or null if its definition now needs something else than was agreed to. `stored`: its
 * values as stored, never those of a single call. Consents of before version 2 resolve with them.
 */
export function agreedReach(agreed: AgreedConsent, definition: Definition, stored: InstanceConfig): Reach | null {
  if (!isAgreed(agreed, definition, stored.authChoice)) return null;
  const now = reachOf(definition, stored);
  return isWithin(now, agreed.resolved ?? now) ? (agreed.resolved ?? now) : null;
}

/** Whether a definition still needs exactly what was agreed to. */
export function isAgreed(agreed: AgreedConsent, definition: Definition, authChoice: number): boolean {
  return agreed.version === 2
    ? sameConsent(agreed, consentOf(definition, authChoice))
    : coveredByEarlier(agreed, definition, authChoice);
}
