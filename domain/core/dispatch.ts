import type { Decider } from "./decider.ts";
import type { DomainEvent, EventLog } from "./event-log.ts";
import { type CommandContext, NO_STREAM, type Position } from "./event-store.ts";
import { loadNewer, loadState } from "./load-state.ts";
import { StreamBusyError } from "./stream-busy.ts";

/** What a command led to. `position` is null when nothing had to be written. */
export type Dispatched<E, R> =
  | { readonly ok: true; readonly events: readonly E[]; readonly position: Position | null }
  | { readonly ok: false; readonly refusal: R };

const MAX_ATTEMPTS = 50;

type Request<C> = { readonly stream: string; readonly command: C; readonly context: CommandContext };

/**
 * Loads a stream, decides, and appends at the revision that was read. After a conflict only what is new is read; a command id
 * that the stream already holds gives its first answer instead of a second effect. Commands of one process at one stream take
 * turns; throws `StreamBusyError` after 50 conflicts in a row with other processes.
 */
export function dispatch<S, E extends DomainEvent, C, R>(
  log: EventLog,
  decider: Decider<S, E, C, R>,
  request: Request<C>,
): Promise<Dispatched<E, R>> {
  const work = () => decideAndAppend(log, decider, request);
  return log.inTurn ? log.inTurn(request.stream, work) : work();
}

async function decideAndAppend<S, E extends DomainEvent, C, R>(
  log: EventLog,
  decider: Decider<S, E, C, R>,
  request: Request<C>,
): Promise<Dispatched<E, R>> {
  const { stream, command, context } = request;
  let loaded = await loadState<S, E>(log, decider, stream, context.commandId);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const last = loaded.ofCommand.at(-1);
    if (last) {
      const events: readonly DomainEvent[] = loaded.ofCommand.map(({ type, data }) => ({ type, data }));
      return { ok: true, events: events as readonly E[], position: last.position };
    }
    const { state, revision } = loaded;
    const decision = decider.decide(state, command);
    if (!decision.accepted) return { ok: false, refusal: decision.refusal };
    if (decision.events.length === 0) return { ok: true, events: [], position: null };
    const expectedRevision = revision < 0 ? NO_STREAM : revision;
    const appended = await log.append(stream, decision.events, { expectedRevision, context });
    if (appended.ok) {
      if (appended.revision === revision + decision.events.length)
        return { ok: true, events: decision.events, position: appended.position };
      // The same command, sent twice, got in first and from a newer state: its events are the answer, so read them.
    } else if (appended.reason === "duplicate-command") {
      throw new Error(`Command ${context.commandId} was already used for another stream than ${stream}`);
    }
    loaded = await loadNewer<S, E>(log, decider, stream, loaded, context.commandId);
  }
  throw new StreamBusyError(stream);
}
