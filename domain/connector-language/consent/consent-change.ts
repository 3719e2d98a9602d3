import type { Consent, ConsentPlace } from "./consent.ts";

/** What another version needs beyond the consent given, and what it no longer needs. */
export interface ConsentChange {
  hosts: Difference<string>;
  places: Difference<ConsentPlace>;
  /** The kind of sign-in before and after, if it changed. */
  authType: { from: string; to: string } | null;
}

export interface Difference<T> {
  added: T[];
  removed: T[];
}

/** The differences between two consents, both ways. */
export function consentChange(from: Consent, to: Consent): ConsentChange {
  return {
    hosts: difference(from.hosts, to.hosts),
    places: difference(from.places, to.places),
    authType: from.authType === to.authType ? null : { from: from.authType, to: to.authType },
  };
}

function difference<T>(from: readonly T[], to: readonly T[]): Difference<T> {
  const text = (value: T) => JSON.stringify(value);
  const before = new Set(from.map(text));
  const after = new Set(to.map(text));
  return {
    added: to.filter((value) => !before.has(text(value))),
    removed: from.filter((value) => !after.has(text(value))),
  };
}
