import type { Position } from "./event-store.ts";

/**
 * A successful command or use case. `position` is where a read model must be to show it; null if nothing was written.
 */
export type Accepted<T> = { readonly ok: true; readonly value: T; readonly position: Position | null };

/** A refusal with its code and facts. */
export type Refused<R> = { readonly ok: false; readonly refusal: R };

/** The one form of an expected result, from the decider to the page. Only defects are thrown. */
export type Result<T, R> = Accepted<T> | Refused<R>;

/** Makes an accepted result. */
export function accept<T>(value: T, position: Position | null = null): Accepted<T> {
  return { ok: true, value, position };
}

/** Makes a refused result. */
export function refuse<const R>(refusal: R): Refused<R> {
  return { ok: false, refusal };
}

/** The later of two positions; they sort as text. */
export function later(a: Position | null, b: Position | null): Position | null {
  return a === null || (b !== null && b > a) ? b : a;
}
