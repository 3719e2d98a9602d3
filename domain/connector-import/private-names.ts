import { isSecret } from "../connector-language/settings/looks-secret.ts";

/** Names of which the engine takes many for plain values, such as a country's code, but that may be what signs a person in. */
const OF_A_PERSON =
  /^(code|otp|totp|pin|mfa|passcode|pass_?phrase|(one_time|verification|auth|security|login|access|pin|otp|mfa|2fa)_(code|pin|password))$/i;

/**
 * Whether a value of a document may be a secret, by its name or its form. If in doubt, yes: a private field without a
 * value costs a person one entry, a secret in a draft cannot be taken back.
 */
export function mayBeSecret(name: string, value: string): boolean {
  const plain = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").replace(/[-. ]/g, "_");
  return OF_A_PERSON.test(plain) || isSecret(name, value);
}
