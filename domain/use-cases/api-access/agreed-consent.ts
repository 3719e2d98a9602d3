import {
  type Consent,
  consentOf,
  coveredByEarlier,
  isWithin,
  type Reach,
  sameConsent,
} from "../../connector-language/consent/consent.ts";
import type { Definition } from "../../connector-language/definition/definition.ts";
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

/** The consent to store when a user agrees to a definition with these values. */
export function consentToStore(
  definition: Definition,
  config: Pick<InstanceConfig, "authChoice" | "settings">,
): AgreedConsent & { readonly version: 2; readonly resolved: Reach } {
  return { ...consentOf(definition, config.authChoice), version: 2, resolved: reachOf(definition, config) };
}

/** The origins that a definition calls with these values, and where its secrets go there. */
export function reachOf(
  definition: Definition,
  { authChoice, settings }: Pick<InstanceConfig, "authChoice" | "settings">,
): Reach {
  const { hosts, places } = consentOf(definition, authChoice, settings);
  return { hosts, places };
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
