import { createHash } from "node:crypto";
import type { EventStore, Position, RecordedEvent } from "#domain/core/event-store.ts";
import { type ClockJump, jumpKey } from "#domain/clock-jump/decider.ts";
import { watchDates } from "./event-dates.ts";
import { actorText, eventHash } from "./event-hash.ts";
import { recentHeads, type StreamHead } from "./recent-heads.ts";
import type { PostgresEventStore } from "./postgres/postgres-event-store.ts";
import type { StoredEvent } from "./postgres/stored-event.ts";

export type LogFault = {
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
  readonly fault: string;
};

export type Verification = {
  readonly events: number;
  /** Streams that begin there. */
  readonly streams: number;
  /**
   * SHA-256 over the hashes of all events in order, hex. If it was noted before, it also reveals events cut off at the
   * end.
   */
  readonly digest: string;
  /** The first thousand. */
  readonly faults: readonly LogFault[];
  readonly faultCount: number;
  /** Where the clock that dates events was ahead and came back. */
  readonly jumps: readonly (ClockJump & { readonly acknowledged: boolean })[];
};

/** Where the events come from. */
export type LogSource = {
  readStored(position: Position | null, maxCount: number): Promise<StoredEvent[]>;
  /**
   * For each of these events the newest one of its stream that is before it in the log and not of a later revision; null:
   * there is none.
   */
  before(events: readonly RecordedEvent[]): Promise<readonly (StreamHead | null)[]>;
  /** Whether the store numbers positions without gaps. */
  readonly contiguous: boolean;
};

const BATCH_EVENTS = 500;
const MOST_HEADS = 10_000;
/** A log that was replaced by another one has as many faults as events. */
const MOST_FAULTS = 1_000;

/**
 * Reads the log, from the event after `from` on or the whole, and recomputes every hash: finds an event whose own bytes changed, one that does not chain to the
 * one before it in its stream, missing revisions, one that is dated back, and missing positions if the store assigns them
 * without gaps (`contiguous`); and where the clock has jumped, which an operator may have acknowledged in the log. Its
 * memory grows neither with the events nor with the streams: the event before one is known if its stream was written
 * lately, and otherwise asked for. `each` gets every event in order.
 */
export async function verifyLog(
  source: LogSource,
  each: (stored: StoredEvent) => Promise<void> = async () => undefined,
  from: Position | null = null,
): Promise<Verification> {
  const heads = recentHeads(MOST_HEADS);
  const digest = createHash("sha256");
  const faults: LogFault[] = [];
  let [events, streams, faultCount] = [0, 0, 0];
  let at = from;
  const jumps: ClockJump[] = [];
  const acknowledged = new Set<string>();
  const add = ({ stream, revision, position }: Omit<LogFault, "fault">, fault: string): void => {
    faultCount += 1;
    if (faults.length < MOST_FAULTS) faults.push({ stream, revision, position, fault });
  };
  const watch = watchDates({
    jump: (jump) => void jumps.push(jump),
    datedBack: (event, latest) => add(event, `it is dated back: an event before it is of ${latest}`),
  });
  for (;;) {
    const batch: StoredEvent[] = await source.readStored(at, BATCH_EVENTS);
    if (batch.length === 0) {
      const found = jumps.map((jump) => ({ ...jump, acknowledged: acknowledged.has(jumpKey(jump)) }));
      return { events, streams, digest: digest.digest("hex"), faults, faultCount, jumps: found };
    }
    const asked = await headsBefore(source, batch, heads.get);
    for (const stored of batch) {
      const { event, hashed } = stored;
      const { stream, revision, position } = event;
      const before = asked.get(position) ?? heads.get(stream) ?? null;
      if (eventHash(hashed) !== event.hash) add(event, "its content does not match its hash");
      if (revision !== (before?.revision ?? -1) + 1) add(event, `it follows revision ${before?.revision ?? "none"}`);
      else if (event.prevHash !== (before?.hash ?? null)) add(event, "it does not chain to the event before it");
      if (source.contiguous && BigInt(position) !== BigInt(at ?? 0) + 1n)
        add(event, `the log jumps to it from position ${at ?? "0"}`);
      watch(event);
      if (event.type === "ClockJumpAcknowledged") acknowledged.add(jumpKey(event.data as ClockJump));
      await each(stored);
      heads.set(stream, { revision, hash: event.hash });
      digest.update(event.hash);
      events += 1;
      if (revision === 0) streams += 1;
      at = position;
    }
    heads.trim();
  }
}

/** What is before the first event of each stream in a batch, by its position, for streams that are not known. */
async function headsBefore(
  source: Pick<LogSource, "before">,
  batch: readonly StoredEvent[],
  known: (stream: string) => StreamHead | undefined,
): Promise<ReadonlyMap<Position, StreamHead>> {
  const first = new Map<string, RecordedEvent>();
  for (const { event } of batch) if (!first.has(event.stream)) first.set(event.stream, event);
  const unknown = [...first.values()].filter(({ stream }) => known(stream) === undefined);
  const found = unknown.length === 0 ? [] : await source.before(unknown);
  return new Map(unknown.flatMap(({ position }, at) => (found[at] ? [[position, found[at]] as const] : [])));
}

/** The log in Postgres, with the exact texts of its rows. */
export function storedIn({ readStored, readBefore }: PostgresEventStore): LogSource {
  return { readStored, before: readBefore, contiguous: true };
}

/** How many streams are asked about at a time. */
const READS_AT_ONCE = 20;

/**
 * For stores that keep events as JSON of their own: what was read is serialised again. Such a store numbers the events of
 * a stream itself, so the one before is that of the number before.
 */
export function storedFrom(store: Pick<EventStore, "readAll" | "readStream">): LogSource {
  const headBefore = async ({ stream, revision }: RecordedEvent): Promise<StreamHead | null> => {
    if (revision === 0) return null;
    const [before] = await store.readStream(stream, { fromRevision: revision - 1, maxCount: 1 });
    return before && before.revision < revision ? { revision: before.revision, hash: before.hash } : null;
  };
  return {
    contiguous: false,
    async readStored(position, maxCount) {
      return (await store.readAll(position, maxCount)).map((event) => ({
        event,
        hashed: { ...event, actor: actorText(event.actor), data: JSON.stringify(event.data) },
      }));
    },
    async before(events) {
      const heads: (StreamHead | null)[] = [];
      for (let from = 0; from < events.length; from += READS_AT_ONCE)
        heads.push(...(await Promise.all(events.slice(from, from + READS_AT_ONCE).map(headBefore))));
      return heads;
    },
  };
}
