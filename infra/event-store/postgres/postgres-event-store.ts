import type { Pool } from "pg";
import type { EventStore, Position } from "#domain/core/event-store.ts";
import type { Log } from "../../observability/logger.ts";
import { createAppendGroups } from "./append-groups.ts";
import { LOG_CHANNEL } from "./append-functions.ts";
import { pollAll } from "./poll-all.ts";
import { createReadGroups } from "./read-groups.ts";
import {
  AS_WRITTEN,
  EVENT_COLUMNS,
  type EventRow,
  positionText,
  type StoredEvent,
  toRecorded,
  toStored,
} from "./stored-event.ts";
import { listenTo, type WakeUp } from "../wake-up.ts";

export type PostgresEventStore = EventStore & {
  /** As `readAll`, with the exact texts of the rows, for verifying hashes. */
  readStored(position: Position | null, maxCount: number): Promise<StoredEvent[]>;
  /** Closes the connection that listens for new events. The owners stop their subscriptions first. */
  close(): Promise<void>;
};

const READ_ALL = {
  name: "log-read-all",
  text: `SELECT ${EVENT_COLUMNS} FROM log.events WHERE position > $1 ORDER BY log.events.position LIMIT $2`,
  types: AS_WRITTEN,
};

/**
 * The events up to the one with which their data has $3 bytes. Only large data is counted as text, because that takes
 * unpacking it.
 */
const READ_BYTES = {
  name: "log-read-bytes",
  text: `SELECT ${EVENT_COLUMNS} FROM log.events WHERE position > $1 AND position <= (
    SELECT max(position) FROM (
      SELECT position, sum(bytes) OVER (ORDER BY position ROWS UNBOUNDED PRECEDING) - bytes AS bytes_before FROM (
        SELECT position, CASE WHEN pg_column_size(data) < 1500 THEN pg_column_size(data) ELSE octet_length(data::text) END AS bytes
        FROM log.events WHERE position > $1 ORDER BY position LIMIT $2) counted) summed
    WHERE bytes_before < $3)
  ORDER BY log.events.position LIMIT $2`,
  types: AS_WRITTEN,
};

/** Whether the events may be fewer because of their bytes: a character has at most 4. */
function mayBeCut(rows: readonly EventRow[], maxBytes = Number.POSITIVE_INFINITY): boolean {
  return 4 * rows.reduce((sum, { data }) => sum + data.length, 0) >= maxBytes;
}

/**
 * The log in one Postgres table (log-migrations.ts). Appends that wait at the same time go in groups (append-groups.ts),
 * and so do reads of streams (read-groups.ts); followers poll every second and are woken early by NOTIFY. `pool` should
 * use the role from `logRoles` if there is one.
 */
export function createPostgresEventStore({ pool, log }: { pool: Pool; log: Pick<Log, "warn"> }): PostgresEventStore {
  let listener: WakeUp | undefined;

  const read = createReadGroups(pool);
  const rowsAfter = async (position: Position | null, maxCount: number, maxBytes?: number): Promise<EventRow[]> => {
    const values = [position ?? "0", maxCount];
    const query = maxBytes === undefined ? { ...READ_ALL, values } : { ...READ_BYTES, values: [...values, maxBytes] };
    return (await pool.query<EventRow>(query)).rows;
  };

  return {
    appendToStream: createAppendGroups(pool),

    readStream: async (stream, { fromRevision = 0, maxCount = null } = {}) =>
      (await read({ stream, fromRevision, maxCount })).map(toRecorded),
    readCommand: async (stream, commandId) => (await read({ stream, commandId })).map(toRecorded),
    readAll: async (position, maxCount, maxBytes) => (await rowsAfter(position, maxCount, maxBytes)).map(toRecorded),
    readStored: async (position, maxCount) => (await rowsAfter(position, maxCount)).map(toStored),

    async head() {
      const { rows } = await pool.query<{ position: string }>(
        "SELECT position FROM log.events ORDER BY position DESC LIMIT 1",
      );
      return rows[0] ? positionText(rows[0].position) : null;
    },

    subscribeToAll({ from, batchSize, batchBytes, handle }) {
      listener ??= listenTo(pool, LOG_CHANNEL, log);
      const readBatch = async (position: Position | null) => {
        const rows = await rowsAfter(position, batchSize, batchBytes);
        return { events: rows.map(toRecorded), isEnd: rows.length < batchSize && !mayBeCut(rows, batchBytes) };
      };
      return pollAll({ from, handle, readBatch, wakeUp: listener, log });
    },

    async close() {
      await listener?.stop();
    },
  };
}
