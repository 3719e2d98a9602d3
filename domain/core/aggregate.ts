import type { Decider } from "./decider.ts";
import { type CatalogOf, isEventOf } from "./event-catalog.ts";
import { type DomainEvent, type EventLog, type LoggedEvent, withoutEnvelope } from "./event-log.ts";
import { type CommandAttempt, NO_STREAM } from "./event-store.ts";
import { accept, type Result } from "./result.ts";
import type { KnownState, SnapshotRules } from "./snapshots.ts";
import { StreamBusyError } from "./faults/stream-busy.ts";

/** A state folded from one stream: the stream's name, its events and the fold. */
export type StreamView<Id, S, E extends DomainEvent> = {
  stream(id: Id): string;
  readonly events: CatalogOf<E>;
  readonly initialState: S;
  evolve(state: S, event: LoggedEvent<E>): S;
  readonly snapshots?: SnapshotRules<S>;
};

/** The definition of one kind of aggregate: its streams, events and rules. */
export type Aggregate<Id, S, E extends DomainEvent, C, R> = Decider<S, E, C, R> &
  Pick<StreamView<Id, S, E>, "stream" | "events">;

/** A state and the revision at which it was read; -1 if the stream does not exist. */
export type Loaded<S> = { readonly state: S; readonly revision: number };

type LoadedFor<S, E extends DomainEvent> = Loaded<S> & {
  /** Events that the current command has already written to the stream. */
  readonly ofCommand: readonly LoggedEvent<E>[];
};

/** Events per read, so that the memory of a request stays small for any stream. */
const EVENTS_PER_READ = 200;
const MAX_ATTEMPTS = 50;

/** Reads the streams of one kind. The log must know their events: an aggregate missing in all-events is a type error here. */
export function view<Known extends DomainEvent, Id, S, E extends Known>(
  log: EventLog<Known>,
  of: StreamView<Id, S, E>,
) {
  return {
    /** The current state: its snapshot, if any, and the events since. */
    load: async (id: Id): Promise<S> => (await loadFor(log, of, of.stream(id), null)).state,
    /** The state with its revision, for a later `handle`. */
    read: (id: Id): Promise<Loaded<S>> => loadFor(log, of, of.stream(id), null),
    /** The state, and the events that a command has already written; empty if the stream does not exist. */
    loadFor: (id: Id, commandId: string): Promise<LoadedFor<S, E>> => loadFor(log, of, of.stream(id), commandId),
    /** The events of one stream in order, from a revision on. Only for short streams or few events. */
    history: (id: Id, range?: { readonly fromRevision?: number; readonly maxCount?: number }) =>
      readEvents(of, of.stream(id), (stream) => log.read(stream, range)),
    /** The events that a command has written to one stream, in order. */
    historyOfCommand: (id: Id, commandId: string) =>
      readEvents(of, of.stream(id), (stream) => log.readCommand(stream, commandId)),
  };
}

/** Reads the aggregates of one kind and handles their commands. */
export function aggregate<Known extends DomainEvent, Id, S, E extends Known, C, R>(
  log: EventLog<Known>,
  of: Aggregate<Id, S, E, C, R>,
) {
  return {
    ...view<Known, Id, S, E>(log, of),
    /**
     * Loads the stream, decides, and appends at the revision that was read. After a conflict only new events are read;
     * a command id that the stream already holds returns its first result without a second effect. Commands of one
     * process on one stream run in turn; throws `StreamBusyError` after 50 conflicts in a row with other processes, with pauses in between.
     * `loaded`: a state that the caller has read, used for the first decision; absent: if the command is fresh, the one
     * that this process knows.
     */
    handle(id: Id, command: C, context: CommandAttempt, loaded?: Loaded<S>): Promise<Result<readonly E[], R>> {
      const stream = of.stream(id);
      const work = () => decideAndAppend(log, of, { stream, command, context, loaded });
      return log.inTurn ? log.inTurn(stream, work) : work();
    },
  };
}

type Request<S, C> = {
  readonly stream: string;
  readonly command: C;
  readonly context: CommandAttempt;
  readonly loaded: Loaded<S> | undefined;
};

async function decideAndAppend<Known extends DomainEvent, Id, S, E extends Known, C, R>(
  log: EventLog<Known>,
  of: Aggregate<Id, S, E, C, R>,
  request: Request<S, C>,
): Promise<Result<readonly E[], R>> {
  const { stream, context } = request;
  const known = request.loaded ?? (context.fresh ? knownState(log, of, stream) : undefined);
  if (known) {
    const quick = await attempt(log, of, request, known);
    // This state may be out of date, or contain the command's own events: only a successful append confirms it.
    if (quick !== "outrun" && quick.ok && quick.value.length > 0) return quick;
  }
  let loaded = await loadFor(log, of, stream, context.commandId);
  for (let count = 0; count < MAX_ATTEMPTS; count += 1) {
    const last = loaded.ofCommand.at(-1);
    if (last) return accept(loaded.ofCommand.map(withoutEnvelope<E>), last.position);
    const result = await attempt(log, of, request, loaded);
    if (result !== "outrun") return result;
    await log.pause?.(count + 1);
    loaded = await loadNewer(log, of, stream, loaded, context.commandId);
  }
  throw new StreamBusyError(stream);
}

/** One decision and its append; "outrun" if something else was written first, including the same command sent twice. */
async function attempt<Known extends DomainEvent, Id, S, E extends Known, C, R>(
  log: EventLog<Known>,
  of: Aggregate<Id, S, E, C, R>,
  { stream, command, context }: Request<S, C>,
  { state, revision }: Loaded<S>,
): Promise<Result<readonly E[], R> | "outrun"> {
  const decision = of.decide(state, command);
  if (!decision.ok || decision.value.length === 0) return decision;
  const expectedRevision = revision < 0 ? NO_STREAM : revision;
  const appended = await log.append(stream, decision.value, { expectedRevision, context });
  if (!appended.ok && appended.reason === "duplicate-command")
    throw new Error(`Command ${context.commandId} was already used for another stream than ${stream}`);
  if (!appended.ok || appended.revision !== revision + decision.value.length) return "outrun";
  // Of another command the log may have the events of a twin, which may differ.
  if (context.fresh) {
    const { snapshotAt = -1 } = knownState(log, of, stream) ?? {};
    const next = { state: decision.value.reduce(of.evolve, state), revision: appended.revision, snapshotAt };
    keepKnown(log, of, stream, next);
  }
  return accept(decision.value, appended.position);
}

type StateOf<Id, S, E extends DomainEvent> = Pick<StreamView<Id, S, E>, "snapshots">;

/** The key of a stream's state among snapshots and known states. */
function keyOf(stream: string, { beside }: Pick<SnapshotRules<never>, "beside">): string {
  return beside === undefined ? stream : `${stream}#${beside}`;
}

/** The state that this process knows, which may be old. */
function knownState<S>(
  { knownStates }: Pick<EventLog, "knownStates">,
  { snapshots }: StateOf<never, S, never>,
  stream: string,
): Start<S> | undefined {
  if (!knownStates || !snapshots?.inMemory) return undefined;
  return (knownStates.find(keyOf(stream, snapshots)) as Start<S> | null) ?? undefined;
}

function keepKnown<S>(
  { knownStates }: Pick<EventLog, "knownStates">,
  { snapshots }: StateOf<never, S, never>,
  stream: string,
  known: Start<S>,
): void {
  if (knownStates && snapshots?.inMemory && known.revision >= 0) knownStates.keep(keyOf(stream, snapshots), known);
}

/** A state from which to read on, and the revision of the snapshot; -1 without one. */
type Start<S> = Loaded<S> & Pick<KnownState, "snapshotAt">;

async function startOf<S, E extends DomainEvent>(
  log: Pick<EventLog, "snapshots" | "knownStates">,
  of: StreamView<never, S, E>,
  stream: string,
): Promise<Start<S>> {
  const known = knownState(log, of, stream);
  if (known) return known;
  const { snapshots } = of;
  const found =
    snapshots && log.snapshots ? await log.snapshots.find(keyOf(stream, snapshots), snapshots.version) : null;
  return found && snapshots
    ? { state: snapshots.revive(found.state), revision: found.revision, snapshotAt: found.revision }
    : { state: of.initialState, revision: -1, snapshotAt: -1 };
}

async function loadFor<S, E extends DomainEvent>(
  log: Pick<EventLog, "read" | "readCommand" | "snapshots" | "knownStates">,
  of: StreamView<never, S, E>,
  stream: string,
  commandId: string | null,
): Promise<LoadedFor<S, E>> {
  const start = await startOf(log, of, stream);
  const [earlier, { state, revision, ofCommand }] = await Promise.all([
    start.revision >= 0 && commandId !== null ? readEvents(of, stream, () => log.readCommand(stream, commandId)) : [],
    loadNewer(log, of, stream, { ...start, ofCommand: [] }, commandId),
  ]);
  let { snapshotAt } = start;
  const { snapshots } = of;
  if (snapshots && log.snapshots && revision - snapshotAt >= snapshots.every) {
    await log.snapshots.keep(keyOf(stream, snapshots), snapshots.version, { revision, state });
    snapshotAt = revision;
  }
  keepKnown(log, of, stream, { state, revision, snapshotAt });
  return { state, revision, ofCommand: earlier.length > 0 ? earlier : ofCommand };
}

/** The same state plus the events written since. */
async function loadNewer<S, E extends DomainEvent>(
  log: Pick<EventLog, "read">,
  of: StreamView<never, S, E>,
  stream: string,
  from: LoadedFor<S, E>,
  commandId: string | null,
): Promise<LoadedFor<S, E>> {
  let { state, revision } = from;
  const ofCommand = [...from.ofCommand];
  for (;;) {
    const fromRevision = revision + 1;
    const page = await readEvents(of, stream, () => log.read(stream, { fromRevision, maxCount: EVENTS_PER_READ }));
    for (const event of page) {
      state = of.evolve(state, event);
      revision = event.revision;
      if (event.commandId === commandId) ofCommand.push(event);
    }
    if (page.length < EVENTS_PER_READ) return { state, revision, ofCommand };
  }
}

async function readEvents<E extends DomainEvent>(
  { events }: { readonly events: CatalogOf<E> },
  stream: string,
  read: (stream: string) => Promise<readonly LoggedEvent[]>,
): Promise<LoggedEvent<E>[]> {
  return (await read(stream)).map((event) => {
    if (!isEventOf(events, event)) throw new Error(`The stream ${stream} holds ${event.type}, which is not its event`);
    return event;
  });
}
