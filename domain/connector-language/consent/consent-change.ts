import type { Consent, ConsentPlace } from "./consent.ts";

/** What another version asks for that was not agreed to, and what it no longer asks for. */
export interface ConsentChange {
  hosts: Difference<string>;
  places: Difference<ConsentPlace>;
  /** The kind of sign-in before and after, where it is another one. */
  authType: { from: string; to: string } | null;
}

export interface Difference<T> {
  added: T[];
  removed: T[];
}

/** What one consent has that another has not, both ways. */
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
