import type { Position, RecordedEvent } from "#domain/core/event-store.ts";
import { readHead } from "./eventstoredb-reads.ts";
import { normalised } from "./eventstoredb-record.ts";
import type { LogClient } from "./log-client.ts";
import { connectToLog, type LogConnection } from "./log-connection.ts";

/** A connection that nobody has continued for so long is closed. */
const IDLE_MS = 5_000;
/** As many readers can go through the log side by side. */
const MAX_KEPT = 8;

/** A place in the log, with the connection that goes on from there. */
type Cursor = { readonly connection: LogConnection; at: Position | null; end: Position; idle?: NodeJS.Timeout };

export type LogReader = {
  /** The events of the log after a position, at most so many. */
  readAll(position: Position | null, maxCount: number): Promise<RecordedEvent[]>;
  close(): Promise<void>;
};

/**
 * Reads the log in batches through a filtered subscription, the only read of $all to which the client gives a filter: so
 * neither the server's own events nor old claims cross the network. The subscription stays open for a moment, and the
 * next batch goes on from it.
 */
export function createLogReader(client: LogClient): LogReader {
  const kept = new Set<Cursor>();
  const never = new AbortController().signal;

  const takeKept = (position: Position | null): Cursor | undefined => {
    const cursor = [...kept].find(({ at }) => at === position);
    if (cursor) {
      clearTimeout(cursor.idle);
      kept.delete(cursor);
    }
    return cursor;
  };
  const keep = async (cursor: Cursor): Promise<void> => {
    kept.add(cursor);
    cursor.idle = setTimeout(() => void closeKept(cursor), IDLE_MS).unref();
    if (kept.size > MAX_KEPT) await closeKept(kept.values().next().value!);
  };
  const closeKept = async (cursor: Cursor): Promise<void> => {
    clearTimeout(cursor.idle);
    if (kept.delete(cursor)) await cursor.connection.close();
  };

  return {
    async readAll(position, maxCount) {
      const from = position === null ? null : normalised(position);
      let cursor = takeKept(from);
      if (!cursor || cursor.at === cursor.end) {
        const end = maxCount > 0 ? await readHead(client) : null;
        if (end === null || (from !== null && end <= from)) {
          await cursor?.connection.close();
          return [];
        }
        if (cursor) cursor.end = end;
        else cursor = { connection: connectToLog(client.current(), from, maxCount, never), at: from, end };
      }
      try {
        const going = cursor;
        const events = await client.ask((_, heard) => readOn(going, maxCount, heard));
        if (events.length === maxCount) await keep(cursor);
        else await cursor.connection.close();
        return events;
      } catch (error) {
        await cursor.connection.close();
        throw error;
      }
    },
    async close() {
      for (const cursor of kept) await closeKept(cursor);
    },
  };
}

/** At most so many events from the cursor on, fewer at the end of the log. */
async function readOn(cursor: Cursor, maxCount: number, heard: () => void): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  while (events.length < maxCount && (cursor.at === null || cursor.at < cursor.end)) {
    const batch = await cursor.connection.next(maxCount - events.length, heard);
    if (batch === "stopped") break;
    for (const event of batch) {
      // A node may send the event at the position itself.
      if (cursor.at !== null && event.position <= cursor.at) continue;
      events.push(event);
      cursor.at = event.position;
    }
  }
  return events;
}
