import type { Decider } from "./decider.ts";
import type { DomainEvent, EventLog, LoggedEvent } from "./event-log.ts";

/** A state with the revision that it was read at; -1 for a stream that does not exist. */
export type Loaded<S> = {
  readonly state: S;
  readonly revision: number;
  /** What the command that was asked for has written to the stream before; empty without one. */
  readonly ofCommand: readonly LoggedEvent[];
};

/** How a state is read from the events of its stream. */
export type Rules<S, E> = Pick<Decider<S, E, never, never>, "initialState" | "evolve" | "snapshots">;

/** So many events are read at a time: the memory of a request stays small however long the stream is. */
const PAGE = 200;

/** The state of a stream: its snapshot, where there is one, and the events since. A long stream leaves a snapshot for the next time. */
export async function loadState<S, E extends DomainEvent>(
  log: EventLog,
  rules: Rules<S, E>,
  stream: string,
  commandId?: string,
): Promise<Loaded<S>> {
  const { snapshots } = rules;
  const place = snapshots?.beside === undefined ? stream : `${stream}#${snapshots.beside}`;
  const found = snapshots && log.snapshots ? await log.snapshots.find(place, snapshots.version) : null;
  const start =
    found && snapshots
      ? { state: snapshots.revive(found.state), revision: found.revision }
      : { state: rules.initialState, revision: -1 };
  const earlier = found && commandId !== undefined ? await log.readCommand(stream, commandId) : [];
  const { state, revision, ofCommand } = await loadNewer(log, rules, stream, { ...start, ofCommand: [] }, commandId);
  if (snapshots && log.snapshots && revision - start.revision >= snapshots.every)
    await log.snapshots.keep(place, snapshots.version, { revision, state });
  return { state, revision, ofCommand: earlier.length > 0 ? earlier : ofCommand };
}

/** The same state with what has been written to the stream since. */
export async function loadNewer<S, E extends DomainEvent>(
  log: EventLog,
  rules: Rules<S, E>,
  stream: string,
  from: Loaded<S>,
  commandId?: string,
): Promise<Loaded<S>> {
  let { state, revision } = from;
  const ofCommand = [...from.ofCommand];
  for (;;) {
    const page = await log.read(stream, { fromRevision: revision + 1, maxCount: PAGE });
    for (const event of page) {
      state = rules.evolve(state, event as DomainEvent as E);
      revision = event.revision;
      if (event.commandId === commandId) ofCommand.push(event);
    }
    if (page.length < PAGE) return { state, revision, ofCommand };
  }
}
