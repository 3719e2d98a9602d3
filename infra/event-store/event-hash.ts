import { createHash } from "node:crypto";
import type { Actor, RecordedEvent } from "#domain/core/event-store.ts";

/**
 * The fields covered by an event's hash: everything but its position in the whole log, which the store assigns. `data`
 * and `actor` are exact texts.
 */
export type HashedFields = Pick<
  RecordedEvent,
  | "id"
  | "stream"
  | "revision"
  | "type"
  | "schemaVersion"
  | "recordedAt"
  | "commandId"
  | "correlationId"
  | "causationId"
  | "prevHash"
> & { readonly actor: string; readonly data: string };

/**
 * SHA-256 in hex over the fields in fixed order, each as a netstring (`<bytes>:<text>,`; `~,` for null), so that no two
 * events have the same encoding. Data is included as its own SHA-256, so that the Postgres store can hash large data
 * before it takes the append lock. `log.event_hash` (log-migrations.ts) is the same formula in SQL; a test compares the
 * two.
 */
export function eventHash(event: HashedFields): string {
  const hash = createHash("sha256");
  const fields = [
    event.id,
    event.stream,
    String(event.revision),
    event.type,
    String(event.schemaVersion),
    event.recordedAt,
    event.actor,
    event.commandId,
    event.correlationId,
    event.causationId,
    event.prevHash,
    createHash("sha256").update(event.data).digest("hex"),
  ];
  for (const field of fields) hash.update(field === null ? "~," : `${Buffer.byteLength(field)}:${field},`);
  return hash.digest("hex");
}

/**
 * The actor as the log's text: with a fixed order of keys, so that the hash of what is read equals that of what was
 * written.
 */
export function actorText(actor: Actor): string {
  switch (actor.kind) {
    case "anonymous":
      return JSON.stringify({ kind: actor.kind });
    case "user":
      // A key that is undefined is left out, as in the events from before there were keys.
      return JSON.stringify({ kind: actor.kind, id: actor.id, key: actor.key });
    case "system":
      return JSON.stringify({ kind: actor.kind, name: actor.name });
  }
}
