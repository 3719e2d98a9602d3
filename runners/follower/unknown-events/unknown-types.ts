import { type Kysely, sql } from "kysely";
import type { LoggedEvent } from "#domain/core/event-log.ts";
import type { Position } from "#domain/core/event-store.ts";
import { allEvents } from "#domain/use-cases/all-events.ts";
import type { AnyProjection } from "../model.ts";
import { isUnknown } from "./decode-known.ts";

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
