import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  END,
  type EventStoreDBClient,
  FORWARDS,
  START,
  StreamNotFoundError,
  type StreamingRead,
} from "@eventstore/db-client";
import type { Position, RecordedEvent } from "#domain/core/event-store.ts";
import type { LogClient } from "./log-client.ts";
import { type LogEvent, parsePosition, positionText, toRecorded } from "./eventstoredb-record.ts";

/** Decisions need the leader's state: another node of a cluster may lag behind. */
export const LEADER = { requiresLeader: true } as const;
const PAGE_EVENTS = 500;

/** The events of a stream in order, or in reverse; none if the stream does not exist. */
export async function readStream(
  client: LogClient,
  stream: string,
  options: { fromRevision?: number; maxCount?: number; backwards?: boolean } = {},
): Promise<RecordedEvent[]> {
  const { fromRevision, maxCount, backwards = false } = options;
  if (maxCount === 0) return [];
  try {
    const events = await readToEnd(client, (asked) =>
      asked.readStream<LogEvent>(stream, {
        ...LEADER,
        direction: backwards ? BACKWARDS : FORWARDS,
        fromRevision: backwards ? END : fromRevision === undefined ? START : BigInt(fromRevision),
        ...(maxCount === undefined ? {} : { maxCount }),
      }),
    );
    return events.flatMap(({ event }) => toRecorded(event) ?? []);
  } catch (error) {
    if (error instanceof StreamNotFoundError) return [];
    throw error;
  }
}

/** The last event of a stream; null if the stream does not exist. */
export async function lastEvent(client: LogClient, stream: string): Promise<RecordedEvent | null> {
  return (await readStream(client, stream, { backwards: true, maxCount: 1 }))[0] ?? null;
}

/** The events of a command in a stream, all of which come after revision `since`. Reads no further than needed. */
export async function readCommand(
  client: LogClient,
  stream: string,
  commandId: string,
  since: number,
): Promise<RecordedEvent[]> {
  const found: RecordedEvent[] = [];
  for (let from = since + 1; ;) {
    const page = await readStream(client, stream, { fromRevision: from, maxCount: PAGE_EVENTS });
    found.push(...page.filter((event) => event.commandId === commandId));
    const last = page.at(-1);
    // The events of a command are next to each other.
    if (!last || page.length < PAGE_EVENTS || (found.length > 0 && last.commandId !== commandId)) return found;
    from = last.revision + 1;
  }
}

/** The position of the last event of the log; null while it is empty. */
export async function readHead(client: LogClient): Promise<Position | null> {
  for await (const page of pagesBackwards(client, { first: 1 })) {
    const last = page.map(({ event }) => toRecorded(event)).find((recorded) => recorded !== null);
    if (last) return last.position;
  }
  return null;
}

/** Everything in the database from its end on, or before a position, in pages of at most 500 events, of which the first may be smaller. */
export async function* pagesBackwards(
  client: LogClient,
  { first = PAGE_EVENTS, before = null }: { first?: number; before?: Position | null } = {},
): AsyncGenerator<readonly AllStreamResolvedEvent[]> {
  let from = before;
  for (let maxCount = first; ; maxCount = Math.min(maxCount * 32, PAGE_EVENTS)) {
    const page = await readToEnd(client, (asked) =>
      asked.readAll({
        ...LEADER,
        direction: BACKWARDS,
        fromPosition: from === null ? END : parsePosition(from),
        maxCount,
      }),
    );
    yield page;
    if (page.length < maxCount) return;
    from = positionText(page.at(-1)!.event?.position);
  }
}

/** Always reads to the end: an aborted read prevents the client from being disposed of. */
export async function readToEnd<E>(
  client: LogClient,
  read: (asked: EventStoreDBClient) => StreamingRead<E>,
): Promise<E[]> {
  return client.ask(async (asked, heard) => {
    const events: E[] = [];
    for await (const event of read(asked)) {
      events.push(event);
      heard();
    }
    return events;
  });
}
