import type { Pool } from "pg";
import type { EventStore, Position, RecordedEvent } from "#domain/core/event-store.ts";
import type { FileStore } from "../../files/file-store.ts";
import type { Log } from "../../observability/logger.ts";
import { createAppendGroups } from "./append-groups.ts";
import { LOG_CHANNEL } from "./append-functions.ts";
import { pollAll } from "./poll-all.ts";
import { createRowReads } from "./row-reads.ts";
import { type EventRow, positionText, type StoredEvent, toRecorded, toStored } from "./stored-event.ts";
import { listenTo, type WakeUp } from "../wake-up.ts";

export type PostgresEventStore = EventStore & {
  /** As `readAll`, with the exact texts of the rows, for verifying hashes. */
  readStored(position: Position | null, maxCount: number): Promise<StoredEvent[]>;
  /** For each of these events the newest one of its stream that is before it in the log and not of a later revision. */
  readBefore(events: readonly RecordedEvent[]): Promise<readonly ({ revision: number; hash: string } | null)[]>;
  /** Closes the connection that listens for new events. The owners stop their subscriptions first. */
  close(): Promise<void>;
};

export type PostgresEventStoreOptions = {
  readonly pool: Pool;
  readonly log: Pick<Log, "warn">;
  /** Where archive files are. Without it a read that needs one fails. */
  readonly archive?: Pick<FileStore, "open"> | undefined;
};

/** Whether the events may be fewer because of their bytes: a character has at most 4. */
function mayBeCut(rows: readonly EventRow[], maxBytes = Number.POSITIVE_INFINITY): boolean {
  return 4 * rows.reduce((sum, { data }) => sum + data.length, 0) >= maxBytes;
}

/**
 * The log in one Postgres table (log-migrations.ts), and in archive files once runs were archived: readers see one log.
 * Appends that wait at the same time go in groups (append-groups.ts), and so do reads of streams (read-groups.ts);
 * followers poll every second and are woken early by NOTIFY. `pool` should use the role from `logRoles` if there is one.
 */
export function createPostgresEventStore({ pool, log, archive }: PostgresEventStoreOptions): PostgresEventStore {
  let listener: WakeUp | undefined;
  const read = createRowReads(pool, archive);

  return {
    appendToStream: createAppendGroups(pool, read.archivedStreams),

    readStream: async (stream, { fromRevision = 0, maxCount = null } = {}) =>
      (await read.ofStream({ stream, fromRevision, maxCount })).map(toRecorded),
    readCommand: async (stream, commandId) => (await read.ofStream({ stream, commandId })).map(toRecorded),
    readAll: async (position, maxCount, maxBytes) =>
      (await read.after(position, maxCount, { maxBytes })).map(toRecorded),
    readStored: async (position, maxCount) => (await read.after(position, maxCount, { holes: "pass" })).map(toStored),
    readBefore: read.before,

    async head() {
      const { rows } = await pool.query<{ position: string }>(
        "SELECT position FROM log.events ORDER BY position DESC LIMIT 1",
      );
      return rows[0] ? positionText(rows[0].position) : null;
    },

    subscribeToAll({ from, batchSize, batchBytes, handle }) {
      listener ??= listenTo(pool, LOG_CHANNEL, log);
      const readBatch = async (position: Position | null) => {
        const rows = await read.after(position, batchSize, { maxBytes: batchBytes });
        return { events: rows.map(toRecorded), isEnd: rows.length < batchSize && !mayBeCut(rows, batchBytes) };
      };
      return pollAll({ from, handle, readBatch, wakeUp: listener, log });
    },

    async close() {
      await listener?.stop();
    },
  };
}
