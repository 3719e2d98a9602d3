import type { Pool } from "pg";
import { eventId } from "../event-id.ts";
import { AS_WRITTEN, EVENT_COLUMNS, type EventRow } from "./stored-event.ts";
import { isAboutData } from "./refused-data.ts";

/** Events of a stream from a revision on, or those that one command wrote to it. */
export type StreamRead = { readonly stream: string } & (
  | { readonly fromRevision: number; readonly maxCount: number | null; readonly commandId?: undefined }
  | { readonly commandId: string }
);

type Waiting = { readonly read: StreamRead; readonly answer: PromiseWithResolvers<EventRow[]> };

const MAX_READS = 100;
/** Far more than any command writes. */
const MAX_EVENTS_OF_A_COMMAND = 100;
const MAX_REVISION = 2_147_483_647;

/**
 * Revisions have no gaps, so two of them limit what is read, whatever the plan. The events of one append follow each
 * other, so the id of the first is enough to find them. OFFSET 0 keeps each read a look-up of its own: as a join, a plan
 * made for a short log reads a long one from end to end.
 */
const READ_STREAMS = `SELECT asked.i, e.* FROM unnest($1::text[], $2::integer[], $3::integer[], $4::text[], $5::uuid[])
    WITH ORDINALITY AS asked (stream, since, until, command_id, first_id, i)
  LEFT JOIN LATERAL (SELECT revision FROM log.events WHERE id = asked.first_id AND stream = asked.stream OFFSET 0) first ON true
  CROSS JOIN LATERAL (SELECT ${EVENT_COLUMNS} FROM log.events
    WHERE stream = asked.stream AND revision >= coalesce(asked.since, first.revision)
      AND revision < coalesce(asked.until, first.revision + ${MAX_EVENTS_OF_A_COMMAND})
      AND (asked.command_id IS NULL OR command_id = asked.command_id)
    ORDER BY revision OFFSET 0) e
  ORDER BY asked.i, e.revision`;

/**
 * Reads streams. Reads that begin in the same turn of the event loop, of whichever requests, share one statement: a
 * round trip costs more than the few events that most of them find.
 */
export function createReadGroups(pool: Pool): (read: StreamRead) => Promise<EventRow[]> {
  let waiting: Waiting[] = [];
  const readWaiting = (): void => {
    const all = waiting;
    waiting = [];
    for (let at = 0; at < all.length; at += MAX_READS) void readGroup(pool, all.slice(at, at + MAX_READS));
  };
  return (read) => {
    const answer = Promise.withResolvers<EventRow[]>();
    waiting.push({ read, answer });
    if (waiting.length === 1) setImmediate(readWaiting);
    return answer.promise;
  };
}

/** Answers every read of a group. Never rejects. */
async function readGroup(pool: Pool, group: readonly Waiting[]): Promise<void> {
  try {
    const rows = Map.groupBy(
      await rowsOf(
        pool,
        group.map(({ read }) => read),
      ),
      ({ i }) => i,
    );
    group.forEach(({ answer }, index) => answer.resolve(rows.get(String(index + 1)) ?? []));
  } catch (error) {
    // The name of one stream that Postgres refuses must not fail the other reads.
    if (group.length > 1 && isAboutData(error)) for (const each of group) await readGroup(pool, [each]);
    else for (const { answer } of group) answer.reject(error);
  }
}

async function rowsOf(pool: Pool, reads: readonly StreamRead[]): Promise<(EventRow & { i: string })[]> {
  const query = {
    ...{ name: "log-read-streams", text: READ_STREAMS, types: AS_WRITTEN },
    values: [
      reads.map(({ stream }) => stream),
      reads.map((read) => ("fromRevision" in read ? read.fromRevision : null)),
      reads.map((read) => ("fromRevision" in read ? untilOf(read) : null)),
      reads.map(({ commandId }) => commandId ?? null),
      reads.map(({ commandId }) => (commandId === undefined ? null : eventId(commandId, 0))),
    ],
  };
  return (await pool.query<EventRow & { i: string }>(query)).rows;
}

function untilOf({ fromRevision, maxCount }: Extract<StreamRead, { fromRevision: number }>): number {
  return Math.min(fromRevision + (maxCount ?? MAX_REVISION), MAX_REVISION);
}
