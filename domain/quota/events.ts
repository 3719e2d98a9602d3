import { z } from "zod";
import { event, type EventOf } from "../core/event-catalog.ts";
import { idSchema } from "../core/values/schemas.ts";

const kind = z.enum(["connector", "dataset"]);

/**
 * What a plan limits, decided in the log so that limits hold under concurrent requests. Streams `quota-<userId>` hold
 * the plan slots of active instances and granted datasets. Runs are counted beside the log, with their claims; versions
 * before that counted those of a week in a stream `runs-<userId>-<ISO week>`.
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
