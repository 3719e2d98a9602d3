import type { LoggedEvent } from "#domain/core/event-log.ts";
import type { RecordedEvent } from "#domain/core/event-store.ts";
import { allEvents, isKnown, typesInStream } from "#domain/use-cases/all-events.ts";

/** Recorded events in the form that models apply, one for each, in the same order. */
export type Decode = (events: readonly RecordedEvent[]) => Promise<LoggedEvent[]>;

/**
 * An event that a newer version of the product has written. `relatives` are the types that this version knows of its
 * stream, or the type itself in an older version: models that handle one of them cannot go on without it.
 */
export type UnknownEvent = LoggedEvent & { readonly schemaVersion: number; readonly relatives: readonly string[] };

/** Decodes the events that this version knows; the others pass as they are stored, for the models to judge. */
export function decodeKnown(decode: Decode): Decode {
  return async (events) => {
    const known = events.filter(isKnown);
    const decoded = (await decode(known)).values();
    return known.length === events.length
      ? [...decoded]
      : events.map((event) => (isKnown(event) ? decoded.next().value! : unknown(event)));
  };
}

function unknown(event: RecordedEvent): UnknownEvent {
  const isType = Object.hasOwn(allEvents, event.type);
  return { ...event, relatives: isType ? [event.type] : typesInStream(event.stream) };
}

export function isUnknown(event: LoggedEvent): event is UnknownEvent {
  return "relatives" in event;
}

/** Throws if the event is unknown and about what the handlers show. */
export function requireKnown(event: LoggedEvent, handlers: { has(type: string): boolean }): void {
  if (!isUnknown(event) || !event.relatives.some((type) => handlers.has(type))) return;
  throw new Error(
    `This version of Tributary does not know events of the type ${event.type} in version ${event.schemaVersion}: a newer one wrote it. Upgrade this server, and the model goes on by itself.`,
  );
}
