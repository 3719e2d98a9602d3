import type { LoggedEvent } from "#domain/core/event-log.ts";
import type { KnownEvent } from "#domain/use-cases/all-events.ts";

/** Every type of event that a read model can handle. */
export type EventType = KnownEvent["type"];
/** The logged events of some types. */
export type Logged<T extends EventType> = LoggedEvent<Extract<KnownEvent, { readonly type: T }>>;
