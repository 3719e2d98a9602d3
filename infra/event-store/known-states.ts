import type { KnownState, KnownStates } from "#domain/core/snapshots.ts";

const MAX_STATES = 1_000;
/** A state of many events, such as the users of a popular dataset, counts for more. */
const MAX_EVENTS = 200_000;

/** The states that were used last, up to `maxStates` of them and made of up to `maxEvents` events. */
export function createKnownStates({ maxStates = MAX_STATES, maxEvents = MAX_EVENTS } = {}): KnownStates {
  const states = new Map<string, KnownState>();
  let events = 0;
  const eventsOf = ({ revision }: KnownState): number => revision + 1;
  const put = (key: string, known: KnownState): void => {
    remove(key);
    states.set(key, known);
    events += eventsOf(known);
  };
  const remove = (key: string): void => {
    const known = states.get(key);
    if (known && states.delete(key)) events -= eventsOf(known);
  };
  return {
    find(key) {
      const known = states.get(key);
      if (known) put(key, known);
      return known ?? null;
    },
    keep(key, known) {
      // It would take the place of all others.
      if (eventsOf(known) > maxEvents) return remove(key);
      const before = states.get(key);
      put(key, before && before.revision > known.revision ? before : known);
      for (const oldest of states.keys()) {
        if (states.size <= maxStates && events <= maxEvents) break;
        remove(oldest);
      }
    },
  };
}
