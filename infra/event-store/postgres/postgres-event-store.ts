import type { Pool } from "pg";
import {
  type Actor,
  type AppendResult,
  type EventStore,
  NO_STREAM,
  type Position,
  type RecordedEvent,
} from "#domain/core/event-store.ts";
import type { JsonObject } from "#domain/core/values/json.ts";
import type { Log } from "../../observability/logger.ts";
import { actorText, type HashedFields } from "../event-hash.ts";
import { eventId } from "../event-id.ts";
import { LOG_CHANNEL } from "./log-migrations.ts";
import { pollAll } from "./poll-all.ts";
import { listenTo, type WakeUp } from "../wake-up.ts";

/** Text as stored beside the event it makes: what hashes are computed over. */
export type StoredEvent = { readonly event: RecordedEvent; readonly hashed: HashedFields };

export type PostgresEventStore = EventStore & {
  /** As `readAll`, with the exact texts of the rows, for verifying hashes. */
  readStored(position: Position | null, maxCount: number): Promise<StoredEvent[]>;
  /** Closes the connection that listens for new events. Subscriptions are stopped by their owners before. */
  close(): Promise<void>;
};

/**
 * The log in one Postgres table (log-migrations.ts). Appends go one at a time through `log.append`; followers poll each
 * second and are woken early by NOTIFY. `pool` should come with the role from `logRoles` where there is one.
 */
export function createPostgresEventStore({ pool, log }: { pool: Pool; log: Pick<Log, "warn"> }): PostgresEventStore {
  let listener: WakeUp | undefined;

  const readStored = async (position: Position | null, maxCount: number): Promise<StoredEvent[]> => {
    const { rows } = await pool.query<Row>(`${SELECT} WHERE position > $1 ORDER BY position LIMIT $2`, [
      position ?? "0",
      maxCount,
    ]);
    return rows.map(stored);
  };
  const readAll = async (position: Position | null, maxCount: number): Promise<RecordedEvent[]> =>
    (await readStored(position, maxCount)).map(({ event }) => event);

  return {
    async appendToStream(stream, events, { expectedRevision, context }): Promise<AppendResult> {
      const expected = expectedRevision === NO_STREAM ? -1 : expectedRevision;
      if (events.length === 0) return { ok: true, revision: expected, position: positionText("0") };
      const { rows } = await pool.query<{ outcome: string; revision: number; position: string | null }>(
        "SELECT outcome, revision, position FROM log.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        [
          stream,
          expected,
          actorText(context.actor),
          context.commandId,
          context.correlationId,
          context.causationId,
          events.map((_, index) => eventId(context.commandId, index)),
          events.map((event) => event.type),
          events.map((event) => event.schemaVersion),
          events.map((event) => JSON.stringify(event.data)),
        ],
      );
      const { outcome, revision, position } = rows[0]!;
      if (outcome === "conflict")
        return { ok: false, reason: "conflict", actual: revision === -1 ? NO_STREAM : revision };
      if (outcome === "duplicate-command") return { ok: false, reason: "duplicate-command" };
      return { ok: true, revision, position: positionText(position!) };
    },

    async readStream(stream, { fromRevision = 0, maxCount } = {}) {
      const { rows } = await pool.query<Row>(
        `${SELECT} WHERE stream = $1 AND revision >= $2 ORDER BY revision LIMIT $3`,
        [stream, fromRevision, maxCount ?? null],
      );
      return rows.map((row) => stored(row).event);
    },

    async readCommand(stream, commandId) {
      // The id of its first event leads to the place; the events of one append stand side by side.
      const { rows } = await pool.query<Row>(
        `${SELECT} WHERE stream = $1 AND command_id = $2 AND revision >= (SELECT first.revision FROM log.events first WHERE first.id = $3 AND first.stream = $1)
           AND revision < (SELECT first.revision FROM log.events first WHERE first.id = $3 AND first.stream = $1) + ${MOST_EVENTS_OF_A_COMMAND}
         ORDER BY revision`,
        [stream, commandId, eventId(commandId, 0)],
      );
      return rows.map((row) => stored(row).event);
    },

    readAll,
    readStored,

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

/** Far more than any command writes. */
const MOST_EVENTS_OF_A_COMMAND = 100;

type Row = {
  id: string;
  position: string;
  stream: string;
  revision: number;
  type: string;
  schema_version: number;
  recorded_at: string;
  actor: string;
  command_id: string;
  correlation_id: string;
  causation_id: string | null;
  prev_hash: string | null;
  hash: string;
  data: string;
};

const SELECT = `SELECT id, position, stream, revision, type, schema_version, log.iso_time(recorded_at) AS recorded_at, actor::text AS actor,
  command_id, correlation_id, causation_id, prev_hash, hash, data::text AS data FROM log.events`;

function stored(row: Row): StoredEvent {
  const common = {
    id: row.id,
    stream: row.stream,
    revision: row.revision,
    type: row.type,
    schemaVersion: row.schema_version,
    recordedAt: row.recorded_at,
    commandId: row.command_id,
    correlationId: row.correlation_id,
    causationId: row.causation_id,
    prevHash: row.prev_hash,
  };
  return {
    event: {
      ...common,
      position: positionText(row.position),
      hash: row.hash,
      actor: JSON.parse(row.actor) as Actor,
      data: JSON.parse(row.data) as JsonObject,
    },
    hashed: { ...common, actor: row.actor, data: row.data },
  };
}

/** Bigints have 19 digits at most. */
function positionText(position: string): Position {
  return position.padStart(19, "0");
}
