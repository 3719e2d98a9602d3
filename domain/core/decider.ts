import type { SnapshotRules } from "./snapshots.ts";

/** A decision is a value: events that follow from the command, or the name of the reason why not. */
export type Decision<E, R> =
  { readonly accepted: true; readonly events: readonly E[] } | { readonly accepted: false; readonly refusal: R };

/**
 * The rules of one aggregate. Pure: time, ids and everything looked up come in with the command.
 * Chassaing's decider pattern: https://thinkbeforecoding.com/post/2021/12/17/functional-event-sourcing-decider
 */
export type Decider<S, E, C, R> = {
  readonly initialState: S;
  evolve(state: S, event: E): S;
  decide(state: S, command: C): Decision<E, R>;
  /** For aggregates whose streams may grow long; the others are folded whole. */
  readonly snapshots?: SnapshotRules<S>;
};

export function accept<E>(...events: readonly E[]): Decision<E, never> {
  return { accepted: true, events };
}

export function refuse<const R>(refusal: R): Decision<never, R> {
  return { accepted: false, refusal };
}

/** The state after all events. */
export function fold<S, E>(
  decider: Pick<Decider<S, E, never, never>, "initialState" | "evolve">,
  events: readonly E[],
): S {
  return events.reduce((state, event) => decider.evolve(state, event), decider.initialState);
}
