import type { Pool } from "pg";
import type { Position, RecordedEvent } from "#domain/core/event-store.ts";
import type { FileStore } from "../../files/file-store.ts";
import { ArchiveFault } from "../archive/archive-file.ts";
import { createArchiveIndex } from "../archive/archive-index.ts";
import { createArchiveReader } from "../archive/archive-reader.ts";
import { type ArchivedStreams, createArchivedStreams, mayBeArchived } from "../archive/archived-streams.ts";
import { isWithoutGaps, withArchive } from "../archive/with-archive.ts";
import type { StreamHead } from "../recent-heads.ts";
import { createReadGroups, type StreamRead } from "./read-groups.ts";
import { AS_WRITTEN, EVENT_COLUMNS, type EventRow } from "./stored-event.ts";

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

const READ_BEFORE = `SELECT head.revision, head.hash
  FROM unnest($1::text[], $2::integer[], $3::bigint[]) WITH ORDINALITY AS asked (stream, revision, position, n)
  LEFT JOIN LATERAL (SELECT e.revision, e.hash FROM log.events e
    WHERE e.stream = asked.stream AND e.revision <= asked.revision AND e.position < asked.position
    ORDER BY e.revision DESC LIMIT 1) head ON true
  ORDER BY asked.n`;

/** More events of a stream may leave the database between two reads. A run has a few. */
const LEAVING_TRIES = 3;

/** `holes`: whether an event that is nowhere is a fault, or is left to the reader, who looks for such. */
type Limits = { readonly maxBytes?: number | undefined; readonly holes?: "refuse" | "pass" };

export type RowReads = {
  /** Events of the whole log after a position. */
  after(position: Position | null, maxCount: number, limits?: Limits): Promise<EventRow[]>;
  /** Events of a stream. */
  ofStream(asked: StreamRead): Promise<EventRow[]>;
  /** See `PostgresEventStore.readBefore`. */
  before(events: readonly RecordedEvent[]): Promise<readonly (StreamHead | null)[]>;
  readonly archivedStreams: ArchivedStreams;
};

/** Reads the log as one, from the database and from archive files. */
export function createRowReads(pool: Pool, files: Pick<FileStore, "open"> | undefined): RowReads {
  const index = createArchiveIndex(pool);
  const archive = createArchiveReader(index, files);
  const archivedStreams = createArchivedStreams(index, archive);
  const readKept = createReadGroups(pool);
  return {
    archivedStreams,

    async after(position, maxCount, { maxBytes, holes = "refuse" } = {}) {
      const values = [position ?? "0", maxCount];
      const query = maxBytes === undefined ? { ...READ_ALL, values } : { ...READ_BYTES, values: [...values, maxBytes] };
      const { rows } = await pool.query<EventRow>(query);
      const after = Number(position ?? 0);
      return isWithoutGaps(after, rows) ? rows : withArchive({ after, rows, maxCount, maxBytes, holes }, archive);
    },

    async ofStream(asked) {
      const rows = await readKept(asked);
      const isWhole = rows[0] && "fromRevision" in asked && Number(rows[0].revision) === asked.fromRevision;
      if (isWhole || !mayBeArchived(asked.stream)) return rows;
      for (let tries = 0; tries < LEAVING_TRIES; tries += 1) {
        const found = await archivedStreams.read(asked.stream);
        if (found === null) return rows;
        const kept = await readKept({ stream: asked.stream, fromRevision: found.revision + 1, maxCount: null });
        const all = [...found.rows, ...kept];
        if (all.every(({ revision }, at) => Number(revision) === at)) return partOf(all, asked);
      }
      throw new ArchiveFault(
        `Events of the event stream ${asked.stream} are neither in the database nor in archive files`,
      );
    },

    async before(events) {
      const { rows } = await pool.query<{ revision: number | null; hash: string }>(READ_BEFORE, [
        events.map(({ stream }) => stream),
        events.map(({ revision }) => revision),
        events.map(({ position }) => position),
      ]);
      const heads = rows.map(({ revision, hash }) => (revision === null ? null : { revision, hash }));
      for (const [at, event] of events.entries()) {
        if (event.revision === 0 || heads[at]?.revision === event.revision - 1) continue;
        const before = await archivedBefore(archivedStreams, event);
        if (before && before.revision > (heads[at]?.revision ?? -1)) heads[at] = before;
      }
      return heads;
    },
  };
}

async function archivedBefore(
  archived: ArchivedStreams,
  { stream, revision, position }: RecordedEvent,
): Promise<StreamHead | null> {
  const found = await archived.read(stream);
  const before = found?.rows.findLast(
    (row) => Number(row.revision) <= revision && Number(row.position) < Number(position),
  );
  return before ? { revision: Number(before.revision), hash: before.hash } : null;
}

/** What was asked for, of all events of a stream. */
function partOf(rows: readonly EventRow[], asked: StreamRead): EventRow[] {
  if (asked.commandId !== undefined) return rows.filter((row) => row.command_id === asked.commandId);
  const { fromRevision, maxCount } = asked;
  return rows.filter(({ revision }) => Number(revision) >= fromRevision).slice(0, maxCount ?? undefined);
}
