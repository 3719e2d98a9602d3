import type { AppendResult, CommandContext, ExpectedRevision, RecordedEvent } from "./event-store.ts";
import type { KnownStates, Snapshots } from "./snapshots.ts";

export type DomainEvent = { readonly type: string; readonly data: object };

/** An event as the domain reads it: newest version, personal fields readable (or `[erased]`). */
export type LoggedEvent<E extends DomainEvent = DomainEvent> = E &
  Omit<RecordedEvent, "type" | "data" | "schemaVersion">;

/** The event without the log's envelope. */
export function withoutEnvelope<E extends DomainEvent>({ type, data }: LoggedEvent<E>): E {
  return { type, data } as E;
}

/**
 * The log with events in the domain's form: validated, encrypted and upcast (infra/event-store/event-log.ts). `Known`:
 * the events of its catalog, the only ones that can be appended; without it the log is read-only.
 */
export interface EventLog<Known extends DomainEvent = never> {
  /** Events of a stream in order: from a revision on (default 0), at most `maxCount`. */
  read(
    stream: string,
    options?: { readonly fromRevision?: number; readonly maxCount?: number },
  ): Promise<LoggedEvent[]>;
  /** The events that a command has written to a stream, in order; empty if there are none. */
  readCommand(stream: string, commandId: string): Promise<LoggedEvent[]>;
  readonly append: (
    stream: string,
    events: readonly Known[],
    options: { expectedRevision: ExpectedRevision; context: CommandContext },
  ) => Promise<AppendResult>;
  /**
   * Runs work on a stream after this process's other work on it; throws `StreamBusyError` if that takes too long.
   * Absent: runs immediately.
   */
  inTurn?<T>(stream: string, work: () => Promise<T>): Promise<T>;
  /** A pause before a command is decided once more, after so many conflicts in a row. Absent: none. */
  pause?(conflicts: number): Promise<void>;
  /** Absent: every stream is folded from its first event. */
  readonly snapshots?: Snapshots;
  /** Absent: no state is kept in memory. */
  readonly knownStates?: KnownStates;
}
