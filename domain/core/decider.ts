import { accept, type Accepted, type Result } from "./result.ts";
import type { SnapshotRules } from "./snapshots.ts";

/** The result of a decider: the events that follow from the command, or a refusal. */
export type Decision<E, R> = Result<readonly E[], R>;

/**
 * The rules of one aggregate. Pure: time, ids and everything looked up are part of the command. Chassaing's decider
 * pattern: https://thinkbeforecoding.com/post/2021/12/17/functional-event-sourcing-decider
 */
export type Decider<S, E, C, R> = {
  readonly initialState: S;
  evolve(state: S, event: E): S;
  decide(state: S, command: C): Decision<E, R>;
  /** For aggregates with long streams; the others are folded from their first event. */
  readonly snapshots?: SnapshotRules<S>;
};

/** Accepts a command with its events; no events means no change. */
export function emit<E>(...events: readonly E[]): Accepted<readonly E[]> {
  return accept(events);
}

/** The state after all events. */
export function fold<S, E>(
  decider: Pick<Decider<S, E, never, never>, "initialState" | "evolve">,
  events: readonly E[],
): S {
  return events.reduce((state, event) => decider.evolve(state, event), decider.initialState);
}
