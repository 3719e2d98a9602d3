import { view, type StreamView } from "../../core/aggregate.ts";
import type { DomainEvent, LoggedEvent } from "../../core/event-log.ts";
import type { KnownEvent } from "../all-events.ts";
import type { Ports } from "../ports.ts";

const EVENTS_PER_READ = 500;

/**
 * The state of one stream at a time (null: now), folded from its events by the rules of its aggregate. `onEvent` is
 * given each event with the state before it.
 */
export async function foldUntil<Id, S, E extends DomainEvent & KnownEvent>(
  { log }: Pick<Ports, "log">,
  of: StreamView<Id, S, E>,
  { id, asOf }: { readonly id: Id; readonly asOf: string | null },
  onEvent: (event: LoggedEvent<E>, before: S) => void = () => undefined,
): Promise<S> {
  const end = asOf === null ? Number.POSITIVE_INFINITY : Date.parse(asOf);
  let state = of.initialState;
  for (let fromRevision = 0; ; fromRevision += EVENTS_PER_READ) {
    const events = await view<KnownEvent, Id, S, E>(log, of).history(id, { fromRevision, maxCount: EVENTS_PER_READ });
    for (const event of events) {
      if (Date.parse(event.recordedAt) > end) return state;
      onEvent(event, state);
      state = of.evolve(state, event);
    }
    if (events.length < EVENTS_PER_READ) return state;
  }
}
