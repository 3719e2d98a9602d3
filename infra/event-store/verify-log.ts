import { createHash } from "node:crypto";
import type { EventStore, Position } from "#domain/core/event-store.ts";
import { actorText, eventHash } from "./event-hash.ts";
import type { StoredEvent } from "./postgres/stored-event.ts";

export type LogFault = {
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
  readonly fault: string;
};

export type Verification = {
  readonly events: number;
  readonly streams: number;
  /**
   * SHA-256 over the hashes of all events in order, hex. If it was noted before, it also reveals events cut off at the
   * end.
   */
  readonly digest: string;
  readonly faults: readonly LogFault[];
};

const BATCH_EVENTS = 500;

/** Clocks are set, and processes append at the same time: an event may be so much older than the one before it. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/**
 * Reads the whole log and recomputes every hash: finds an event whose own bytes changed, one that does not chain to the
 * one before it in its stream, missing revisions, one that is dated back, and missing positions if the store assigns them
 * without gaps (`contiguous`). Needs memory for one hash per stream. `each` gets every event in order.
 */
export async function verifyLog(
  source: {
    readStored(position: Position | null, maxCount: number): Promise<StoredEvent[]>;
    contiguous: boolean;
  },
  each: (stored: StoredEvent) => Promise<void> = async () => undefined,
): Promise<Verification> {
  const heads = new Map<string, { revision: number; hash: string }>();
  const digest = createHash("sha256");
  const faults: LogFault[] = [];
  let events = 0;
  let at: Position | null = null;
  let latest = "";
  for (;;) {
    const batch: StoredEvent[] = await source.readStored(at, BATCH_EVENTS);
    const last = batch.at(-1);
    if (!last) return { events, streams: heads.size, digest: digest.digest("hex"), faults };
    for (const stored of batch) {
      const { event, hashed } = stored;
      const { stream, revision, position } = event;
      const report = (fault: string): void => void faults.push({ stream, revision, position, fault });
      const before = heads.get(stream);
      if (eventHash(hashed) !== event.hash) report("its content does not match its hash");
      if (revision !== (before?.revision ?? -1) + 1) report(`it follows revision ${before?.revision ?? "none"}`);
      else if (event.prevHash !== (before?.hash ?? null)) report("it does not chain to the event before it");
      if (source.contiguous && BigInt(position) !== BigInt(at ?? 0) + 1n)
        report(`the log jumps to it from position ${at ?? "0"}`);
      if (isDatedBack(event.recordedAt, latest)) report(`it is dated back: an event before it is of ${latest}`);
      else if (event.recordedAt > latest) latest = event.recordedAt;
      await each(stored);
      heads.set(stream, { revision, hash: event.hash });
      digest.update(event.hash);
      events += 1;
      at = position;
    }
  }
}

function isDatedBack(recordedAt: string, latest: string): boolean {
  return recordedAt < latest && Date.parse(latest) - Date.parse(recordedAt) > CLOCK_TOLERANCE_MS;
}

/** For stores that keep events as JSON of their own: what was read is serialised again. */
export function storedFrom(
  store: Pick<EventStore, "readAll">,
): (position: Position | null, maxCount: number) => Promise<StoredEvent[]> {
  return async (position, maxCount) =>
    (await store.readAll(position, maxCount)).map((event) => ({
      event,
      hashed: { ...event, actor: actorText(event.actor), data: JSON.stringify(event.data) },
    }));
}
