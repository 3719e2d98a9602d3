import {
  chosenAuth,
  type Definition,
  flatFields,
  privateKeys,
} from "../../connector-language/definition/definition.ts";
import type { InstanceConfig } from "../api-access/instance-config.ts";

/**
 * Whether the owner entered another credential than the one stored before. Each field counts by itself: who rotates a
 * password keeps the user name.
 */
export function credentialsReplaced(definition: Definition, before: InstanceConfig, now: InstanceConfig): boolean {
  const old = new Set([...secretsOf(before.auth), ...secretsOf(before.settings)]);
  const keys = privateKeys(definition, now.authChoice);
  const mine = ({ auth, settings }: InstanceConfig) =>
    [...Object.entries(auth), ...Object.entries(settings)].filter(([key]) => keys.has(key));
  return mine(now).some(([, value]) => typeof value === "string" && value !== "" && !old.has(value));
}

/** Whether nothing that is typed is a credential, so that a new sign-in replaces all there is. */
export function hasNoTypedCredentials(definition: Definition, { authChoice, auth }: InstanceConfig): boolean {
  const keys = privateKeys(definition, authChoice);
  return flatFields(chosenAuth(definition, authChoice).fields).every(({ key }) => !keys.has(key) || !auth[key]);
}

function secretsOf(values: InstanceConfig["auth"]): string[] {
  return Object.values(values).flatMap((value) => (typeof value === "string" ? [value] : []));
}
