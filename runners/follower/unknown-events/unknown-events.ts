import { type Kysely, sql } from "kysely";
import type { LoggedEvent } from "#domain/core/event-log.ts";
import type { Position, RecordedEvent } from "#domain/core/event-store.ts";
import { allEvents, isKnown, typesInStream } from "#domain/use-cases/all-events.ts";
import type { AnyProjection } from "./model.ts";
import type { Decode } from "./rebuild/replay.ts";

/**
 * An event that a newer version of the product has written. `relatives` are the types that this version knows of its
 * stream, or the type itself in an older version: models that handle one of them cannot go on without it.
 */
type UnknownEvent = LoggedEvent & { readonly schemaVersion: number; readonly relatives: readonly string[] };

/** Decodes the events that this version knows; the others pass as they are stored, for the models to judge. */
export function decodeKnown(decode: Decode): Decode {
  return async (events) => {
    const known = events.filter(isKnown);
    const decoded = (await decode(known)).values();
    return known.length === events.length
      ? [...decoded]
      : events.map((event) => (isKnown(event) ? decoded.next().value! : unknown(event)));
  };
}

function unknown(event: RecordedEvent): UnknownEvent {
  const isType = Object.hasOwn(allEvents, event.type);
  return { ...event, relatives: isType ? [event.type] : typesInStream(event.stream) };
}

function isUnknown(event: LoggedEvent): event is UnknownEvent {
  return "relatives" in event;
}

/** Throws if the event is unknown and about what the handlers show. */
export function requireKnown(event: LoggedEvent, handlers: { has(type: string): boolean }): void {
  if (!isUnknown(event) || !event.relatives.some((type) => handlers.has(type))) return;
  throw new Error(
    `This version of Tributary does not know events of the type ${event.type} in version ${event.schemaVersion}: a newer one wrote it. Upgrade this server, and the model goes on by itself.`,
  );
}

/** A type of events that this version does not know, and the first such event that halted no model. */
export type UnknownType = {
  readonly type: string;
  readonly stream: string;
  readonly position: Position;
  readonly since: Date;
};

/** Notes, for admins, the types of unknown events that halt none of the models. */
export async function noteUnknown(
  db: Kysely<unknown>,
  events: readonly LoggedEvent[],
  projections: readonly AnyProjection[],
): Promise<void> {
  const halting = (type: string) => projections.some(({ on }) => Object.hasOwn(on, type));
  for (const event of events)
    if (isUnknown(event) && !event.relatives.some(halting))
      await sql`
        INSERT INTO models.unknown_types (type, stream, position) VALUES (${event.type}, ${event.stream}, ${event.position})
        ON CONFLICT DO NOTHING`.execute(db);
}

/** Those that this version, which may be newer than the one that noted them, does not know either. */
export async function unknownTypes(db: Kysely<unknown>): Promise<UnknownType[]> {
  const { rows } = await sql<UnknownType>`
    SELECT type, stream, position, since FROM models.unknown_types WHERE type <> ALL (${Object.keys(allEvents)}) ORDER BY position LIMIT 100`.execute(
    db,
  );
  return rows;
}
