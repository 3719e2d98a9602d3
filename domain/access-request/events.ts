import { z } from "zod";
import { event, type EventOf } from "../core/event-catalog.ts";
import { idSchema, proseSchema, timeSchema } from "../core/values/schemas.ts";

const one = { datasetId: idSchema, userId: idSchema };

/** Streams `access-request-<dataset>-<user>`: what one user asked of the owner of one dataset, and the answers. */
export const accessRequestEvents = {
  AccessRequested: event({
    version: 1,
    schema: z.strictObject({ ...one, ownerId: idSchema, reason: proseSchema }),
    personal: { subject: "userId", fields: ["reason"] },
  }),
  /** `until`: when the access ends; null: it does not. The access itself is an event of the dataset. */
  AccessRequestApproved: event({
    version: 1,
    schema: z.strictObject({ ...one, by: idSchema, until: timeSchema.nullable() }),
  }),
  AccessRequestRefused: event({
    version: 1,
    schema: z.strictObject({ ...one, by: idSchema, note: proseSchema.nullable() }),
    personal: { subject: "by", fields: ["note"] },
  }),
  AccessRequestWithdrawn: event({ version: 1, schema: z.strictObject(one) }),
};
export type AccessRequestEvent = EventOf<typeof accessRequestEvents>;
