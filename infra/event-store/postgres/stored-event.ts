import type { Actor, Position, RecordedEvent } from "#domain/core/event-store.ts";
import type { JsonObject } from "#domain/core/values/json.ts";
import type { HashedFields } from "../event-hash.ts";

/** An event, and the exact texts from which its hash was computed. */
export type StoredEvent = { readonly event: RecordedEvent; readonly hashed: HashedFields };

/** A row of log.events. */
export type EventRow = {
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

export const SELECT_EVENTS = `SELECT id, position, stream, revision, type, schema_version, log.iso_time(recorded_at) AS recorded_at, actor::text AS actor,
  command_id, correlation_id, causation_id, prev_hash, hash, data::text AS data FROM log.events`;

/** The event of a row. */
export function toStored(row: EventRow): StoredEvent {
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

/** A position as text that sorts like its number: bigints have at most 19 digits. */
export function positionText(position: string): Position {
  return position.padStart(19, "0");
}
