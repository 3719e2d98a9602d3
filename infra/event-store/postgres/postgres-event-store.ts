import type { Pool } from "pg";
import type { EventStore, Position, RecordedEvent } from "#domain/core/event-store.ts";
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
 * The log in one Postgres table (log-migrations.ts). Appends that wait at the same time go in groups (append-groups.ts),
 * and so do reads of streams (read-groups.ts); followers poll every second and are woken early by NOTIFY. `pool` should
 * use the role from `logRoles` if there is one.
 */
export function createPostgresEventStore({ pool, log }: { pool: Pool; log: Pick<Log, "warn"> }): PostgresEventStore {
  let listener: WakeUp | undefined;

  const read = createReadGroups(pool);
  const rowsAfter = async (position: Position | null, maxCount: number): Promise<EventRow[]> =>
    (await pool.query<EventRow>({ ...READ_ALL, values: [position ?? "0", maxCount] })).rows;
  const readAll = async (position: Position | null, maxCount: number): Promise<RecordedEvent[]> =>
    (await rowsAfter(position, maxCount)).map(toRecorded);

  return {
    appendToStream: createAppendGroups(pool),

    readStream: async (stream, { fromRevision = 0, maxCount = null } = {}) =>
      (await read({ stream, fromRevision, maxCount })).map(toRecorded),
    readCommand: async (stream, commandId) => (await read({ stream, commandId })).map(toRecorded),
    readAll,
    readStored: async (position, maxCount) => (await rowsAfter(position, maxCount)).map(toStored),

    async head() {
      const { rows } = await pool.query<{ position: string }>(
        "SELECT position FROM log.events ORDER BY position DESC LIMIT 1",
      );
      return rows[0] ? positionText(rows[0].position) : null;
    },

    subscribeToAll(options) {
      listener ??= listenTo(pool, LOG_CHANNEL, log);
      return pollAll({ ...options, readAll, wakeUp: listener, log });
    },

    async close() {
      await listener?.stop();
    },
  };
}
