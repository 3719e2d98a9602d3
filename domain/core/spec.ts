import { type Decider, type Decision, fold } from "./decider.ts";

/**
 * Given events, when a command is handled, what is decided: `given(decider, …events).when(command)`. For unit tests of
 * rules.
 */
export function given<S, E, C, R>(
  decider: Decider<S, E, C, R>,
  ...events: readonly E[]
): { when(command: C): Decision<E, R>; state: S } {
  const state = fold<S, E>(decider, events);
  return { state, when: (command) => decider.decide(state, command) };
}
