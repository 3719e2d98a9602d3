import { type Consent, consentOf, sameConsent } from "../../connector-language/consent/consent.ts";
import type { Definition } from "../../connector-language/definition/definition.ts";
import type { JsonObject } from "../../core/values/json.ts";

/** The error instead of a call that the user of an instance did not agree to. */
export const CONSENT_CHANGED =
  "The connector calls other hosts or sends secrets to other places than you agreed to. Connect again to agree.";

/** What the user of an instance agreed to; the log stores it as plain JSON. */
export function agreedConsent({ consent }: { readonly consent: JsonObject }): Consent {
  return consent as Consent;
}

/** Whether a definition still needs exactly what was agreed to. */
export function isAgreed(agreed: Consent, definition: Definition, authChoice: number): boolean {
  return sameConsent(agreed, consentOf(definition, authChoice));
}
