import { z } from "zod";
import { event, type EventOf } from "../core/event-catalog.ts";

/** The stream `log-archives-log`: which events have left the database. */
export const logArchiveEvents = {
  /**
   * So many events of runs that ended in this month (`YYYY-MM`, UTC) are in archive files. `sha256`: of the list of these
   * files, in hex, which has the SHA-256 of each. They leave the database after this event.
   */
  LogArchived: event({
    version: 1,
    schema: z.strictObject({
      month: z.string().regex(/^\d{4}-\d{2}$/),
      events: z.number().int().positive(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  }),
};
export type LogArchiveEvent = EventOf<typeof logArchiveEvents>;
