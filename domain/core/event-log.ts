import type { AppendResult, CommandContext, ExpectedRevision, RecordedEvent } from "./event-store.ts";
import type { Snapshots } from "./snapshots.ts";

export type DomainEvent = { readonly type: string; readonly data: object };

/** An event as the domain sees it: newest version, personal fields readable (or `[erased]`). */
export type LoggedEvent<E extends DomainEvent = DomainEvent> = E &
  Omit<RecordedEvent, "type" | "data" | "schemaVersion">;

/** The event alone, without what the log knows about it. */
export function withoutEnvelope<E extends DomainEvent>({ type, data }: LoggedEvent<E>): E {
  return { type, data } as E;
}

/**
 * The log with its events in the domain's own shape: validated, sealed and upcast on the way (infra/event-store/event-log.ts).
 * `Known`: the events of its catalog, the only ones that it takes; without it the log is for reading.
 */
export interface EventLog<Known extends DomainEvent = never> {
  /** Events of a stream in order: from a revision on (0 unless told), at most `maxCount`. */
  read(
    stream: string,
    options?: { readonly fromRevision?: number; readonly maxCount?: number },
  ): Promise<LoggedEvent[]>;
  /** What a command has written to a stream, in order; empty when it has written nothing there. */
  readCommand(stream: string, commandId: string): Promise<LoggedEvent[]>;
  readonly append: (
    stream: string,
    events: readonly Known[],
    options: { expectedRevision: ExpectedRevision; context: CommandContext },
  ) => Promise<AppendResult>;
  /** Does work on a stream when this process has nothing else to do there; throws `StreamBusyError` when that takes too long. Absent: at once. */
  inTurn?<T>(stream: string, work: () => Promise<T>): Promise<T>;
  /** Absent: every stream is folded whole. */
  readonly snapshots?: Snapshots;
}
