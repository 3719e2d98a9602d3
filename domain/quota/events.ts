import { z } from "zod";
import { event, type EventOf } from "../core/event-catalog.ts";
import { idSchema } from "../core/values/schemas.ts";

const kind = z.enum(["connector", "dataset"]);

/**
 * What a plan limits, decided in the log so that limits hold under concurrent requests. Streams `quota-<userId>` hold
 * the plan slots of active instances and granted datasets; `runs-<userId>-<ISO week>` the runs of one week.
 */
export const quotaEvents = {
  PlaceTaken: event({ version: 1, schema: z.strictObject({ userId: idSchema, kind, itemId: idSchema }) }),
  PlaceReleased: event({ version: 1, schema: z.strictObject({ userId: idSchema, kind, itemId: idSchema }) }),
  RunCounted: event({
    version: 1,
    schema: z.strictObject({ userId: idSchema, week: idSchema, runId: idSchema, scheduled: z.boolean() }),
  }),
};
export type QuotaEvent = EventOf<typeof quotaEvents>;
export type PlanSlotKind = z.infer<typeof kind>;
