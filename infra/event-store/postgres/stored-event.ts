import type { CustomTypesConfig } from "pg";
import type { Actor, Position, RecordedEvent } from "#domain/core/event-store.ts";
import type { JsonObject } from "#domain/core/values/json.ts";
import type { HashedFields } from "../event-hash.ts";

/** An event, and the exact texts from which its hash was computed. */
export type StoredEvent = { readonly event: RecordedEvent; readonly hashed: HashedFields };

/** A row of log.events, each column as Postgres writes it. */
export type EventRow = {
  id: string;
  position: string;
  stream: string;
  revision: string;
  type: string;
  schema_version: string;
  recorded_at: string;
  actor: string;
  command_id: string;
  correlation_id: string;
  causation_id: string | null;
  prev_hash: string | null;
  hash: string;
  data: string;
};

/** Postgres writes a time as JSON in half of the time that `to_char` takes, whatever its settings. */
export const EVENT_COLUMNS = `id, position, stream, revision, type, schema_version,
  to_json(recorded_at AT TIME ZONE 'UTC') AS recorded_at, actor, command_id, correlation_id, causation_id, prev_hash, hash, data`;

/** For rows of log.events. JSON stays text, because a hash covers it byte for byte. */
export const AS_WRITTEN: CustomTypesConfig = { getTypeParser: () => (text: string) => text };

/** The event of a row. */
export function toRecorded(row: EventRow): RecordedEvent {
  return {
    id: row.id,
    stream: row.stream,
    revision: Number(row.revision),
    position: positionText(row.position),
    type: row.type,
    schemaVersion: Number(row.schema_version),
    recordedAt: isoTime(row.recorded_at),
    actor: actorOf(row.actor),
    commandId: row.command_id,
    correlationId: row.correlation_id,
    causationId: row.causation_id,
    prevHash: row.prev_hash,
    hash: row.hash,
    data: JSON.parse(row.data) as JsonObject,
  };
}

let lastActor: { readonly text: string; readonly actor: Actor } | undefined;

/** Events next to each other mostly have the same one. */
function actorOf(text: string): Actor {
  if (lastActor?.text !== text) lastActor = { text, actor: JSON.parse(text) as Actor };
  return lastActor.actor;
}

/** The event of a row, and what its hash covers. */
export function toStored(row: EventRow): StoredEvent {
  const event = toRecorded(row);
  return { event, hashed: { ...event, actor: row.actor, data: row.data } };
}

const WHOLE_SECONDS = "2026-11-23T08:00:00".length;

/** A time in ISO 8601 with microseconds, from its JSON, which ends at the last digit that is not zero. */
function isoTime(json: string): string {
  const [seconds, fraction] = [json.slice(1, 1 + WHOLE_SECONDS), json.slice(2 + WHOLE_SECONDS, -1)];
  return `${seconds}.${fraction.padEnd(6, "0")}Z`;
}

/** A position as text that sorts like its number: bigints have at most 19 digits. */
export function positionText(position: string): Position {
  return position.padStart(19, "0");
}
