import { z } from "zod";
import { event, type EventOf } from "../core/event-catalog.ts";
import { idSchema, lineSchema, timeSchema } from "../core/values/schemas.ts";

const userId = idSchema;
const keyId = idSchema;

/** Streams `api-keys-<user id>`. The keys themselves are in no event: only their hashes are stored, beside the log. */
export const apiKeyEvents = {
  /** `scope`: what the key opens; "read": the streams of every table that the user may read. */
  ApiKeyCreated: event({
    version: 1,
    schema: z.strictObject({
      userId,
      keyId,
      name: lineSchema,
      prefix: idSchema,
      lastFour: idSchema,
      scope: z.enum(["read"]),
      expiresAt: timeSchema.nullable(),
    }),
    personal: { subject: "userId", fields: ["name"] },
  }),
  ApiKeyRenamed: event({
    version: 1,
    schema: z.strictObject({ userId, keyId, name: lineSchema }),
    personal: { subject: "userId", fields: ["name"] },
  }),
  ApiKeyDeleted: event({ version: 1, schema: z.strictObject({ userId, keyId }) }),
};
export type ApiKeyEvent = EventOf<typeof apiKeyEvents>;
