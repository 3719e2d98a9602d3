import { z } from "zod";
import { event, type EventOf } from "../core/event-catalog.ts";
import { countSchema, idSchema, lineSchema, timeSchema } from "../core/values/schemas.ts";

/** The stream `clock-jumps-log`: what operators said about jumps of the clock that stamps events. */
export const clockJumpEvents = {
  /**
   * The clock was ahead and came back: `events` events in a row, up to the one of time `from`, are dated too late. The
   * event after them, of time `to`, is at `revision` of `stream`; `position` is where it was in the log then.
   */
  ClockJumpAcknowledged: event({
    version: 1,
    schema: z.strictObject({
      position: idSchema,
      stream: lineSchema,
      revision: countSchema,
      from: timeSchema,
      to: timeSchema,
      events: countSchema,
      reason: lineSchema.min(1),
    }),
  }),
};
export type ClockJumpEvent = EventOf<typeof clockJumpEvents>;
