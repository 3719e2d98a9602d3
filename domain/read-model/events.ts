import { z } from "zod";
import { event, type EventOf } from "../core/event-catalog.ts";
import { countSchema, idSchema, lineSchema } from "../core/values/schemas.ts";

/** Streams `read-model-<name>`: admins' decisions about a read model. */
export const readModelEvents = {
  /**
   * The model skips the event at `revision` of `stream`, which it could not apply, now and in every rebuild. `position`
   * is where that event was in the log then; `by` is a user's id, or null for the command line.
   */
  EventSkipped: event({
    version: 1,
    schema: z.strictObject({
      model: idSchema,
      position: idSchema,
      stream: lineSchema,
      revision: countSchema,
      eventType: idSchema,
      reason: lineSchema.min(1),
      by: idSchema.nullable(),
    }),
  }),
};
export type ReadModelEvent = EventOf<typeof readModelEvents>;
