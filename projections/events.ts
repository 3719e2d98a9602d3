import type { ConnectorEvent } from "#domain/connector/events.ts";
import type { LoggedEvent } from "#domain/core/event-log.ts";
import type { DatasetEvent } from "#domain/dataset/events.ts";
import type { DraftEvent } from "#domain/draft/events.ts";
import type { InstanceEvent } from "#domain/instance/events.ts";
import type { QuotaEvent } from "#domain/quota/events.ts";
import type { RunEvent } from "#domain/run/events.ts";
import type { UserEvent } from "#domain/user/events.ts";

/** Every event that a read model can handle. */
type Event = ConnectorEvent | DatasetEvent | DraftEvent | InstanceEvent | QuotaEvent | RunEvent | UserEvent;
export type EventType = Event["type"];
/** The logged events of some types. */
export type Logged<T extends EventType> = LoggedEvent<Extract<Event, { readonly type: T }>>;
