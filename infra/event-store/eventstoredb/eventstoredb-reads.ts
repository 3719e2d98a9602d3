import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  FORWARDS,
  START,
  StreamNotFoundError,
  type StreamingRead,
} from "@eventstore/db-client";
import type { Position, RecordedEvent } from "#domain/core/event-store.ts";
import { type LogEvent, parsePosition, positionText, toRecorded } from "./eventstoredb-record.ts";

/** Decisions need the leader's state: another node of a cluster may lag behind. */
export const LEADER = { requiresLeader: true } as const;
const PAGE_EVENTS = 500;
const HEAD_PAGE_EVENTS = 32;

/** The events of a stream in order, or in reverse; none if the stream does not exist. */
export async function readStream(
  client: EventStoreDBClient,
  stream: string,
  options: { fromRevision?: number; maxCount?: number; backwards?: boolean } = {},
): Promise<RecordedEvent[]> {
  const { fromRevision, maxCount, backwards = false } = options;
  if (maxCount === 0) return [];
  try {
    const read = client.readStream<LogEvent>(stream, {
      ...LEADER,
      direction: backwards ? BACKWARDS : FORWARDS,
      fromRevision: backwards ? END : fromRevision === undefined ? START : BigInt(fromRevision),
      ...(maxCount === undefined ? {} : { maxCount }),
    });
    return (await readToEnd(read)).flatMap(({ event }) => toRecorded(event) ?? []);
  } catch (error) {
    if (error instanceof StreamNotFoundError) return [];
    throw error;
  }
}

/** The events of the log after a position. */
export async function readAll(
  client: EventStoreDBClient,
  position: Position | null,
  maxCount: number,
): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  let at = position;
  while (events.length < maxCount) {
    // The client's read of $all has no filter and includes the event at the position itself.
    const page = await readToEnd(
      client.readAll({ ...LEADER, fromPosition: at === null ? START : parsePosition(at), maxCount: PAGE_EVENTS }),
    );
    for (const { event } of page) {
      const found = positionText(event?.position);
      if (at !== null && found <= at) continue;
      at = found;
      const recorded = toRecorded(event);
      if (recorded) events.push(recorded);
    }
    if (page.length < PAGE_EVENTS) break;
  }
  return events.slice(0, maxCount);
}

/** The position of the last event of the log; null while it is empty. */
export async function readHead(client: EventStoreDBClient): Promise<Position | null> {
  for (let from: Position | null = null; ;) {
    const page = await readToEnd(
      client.readAll({
        ...LEADER,
        direction: BACKWARDS,
        fromPosition: from === null ? END : parsePosition(from),
        maxCount: HEAD_PAGE_EVENTS,
      }),
    );
    const last = page.map(({ event }) => toRecorded(event)).find((recorded) => recorded !== null);
    if (last) return last.position;
    // The next page may begin with the event at `from` again, which does no harm while there are more.
    if (page.length < HEAD_PAGE_EVENTS) return null;
    from = positionText(page.at(-1)!.event?.position);
  }
}

/** Always reads to the end: an aborted read prevents the client from being disposed of. */
export async function readToEnd<E>(read: StreamingRead<E>): Promise<E[]> {
  const events: E[] = [];
  for await (const event of read) events.push(event);
  return events;
}
