import type { Actor, CommandContext } from "../core/event-store.ts";

/** What caused a process: its steps derive their command ids from it, so running it twice has one effect. */
export type Cause = { readonly actor: Actor; readonly commandId: string; readonly correlationId: string };

/** The command context of one step of a process. */
export function step(cause: Cause, name: string): CommandContext {
  return {
    actor: cause.actor,
    commandId: `${cause.commandId}/${name}`,
    correlationId: cause.correlationId,
    causationId: cause.commandId,
  };
}

/** The answer of a process: a value, or a named reason why not. `position` is where a read model must be to show it. */
export type Outcome<T, R> =
  | { readonly ok: true; readonly value: T; readonly position: string | null }
  | { readonly ok: false; readonly refusal: R };

export function done<T>(
  value: T,
  position: string | null,
): { readonly ok: true; readonly value: T; readonly position: string | null } {
  return { ok: true, value, position };
}

export function refused<R>(refusal: R): { readonly ok: false; readonly refusal: R } {
  return { ok: false, refusal };
}

/** The later of two positions; they sort as text. */
export function later(a: string | null, b: string | null): string | null {
  return a === null || (b !== null && b > a) ? b : a;
}
