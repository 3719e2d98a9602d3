import type { AppendResult, CommandContext, ExpectedRevision, RecordedEvent } from "./event-store.ts";

export type DomainEvent = { readonly type: string; readonly data: object };

/** An event as the domain sees it: newest version, personal fields readable (or `[erased]`). */
export type LoggedEvent<E extends DomainEvent = DomainEvent> = E & Omit<RecordedEvent, "type" | "data" | "schemaVersion">;

/** The log with its events in the domain's own shape: validated, sealed and upcast on the way (infra/event-log.ts). */
export interface EventLog {
  read(stream: string): Promise<LoggedEvent[]>;
  append(
    stream: string,
    events: readonly DomainEvent[],
    options: { expectedRevision: ExpectedRevision; context: CommandContext },
  ): Promise<AppendResult>;
}
