import { z } from "zod";
import { event, type EventOf } from "../core/event-catalog.ts";
import type { JsonObject } from "../core/values/json.ts";
import { idSchema, lineSchema, proseSchema, timeSchema } from "../core/values/schemas.ts";
import { MAX_KEY_THINGS, SCOPES } from "../core/keys/scopes.ts";

const userId = idSchema;
const keyId = idSchema;
const things = z.array(idSchema).max(MAX_KEY_THINGS).nullable();

/** A key of the first version read streams, whatever the table. */
function withScopes({ scope, ...data }: JsonObject): JsonObject {
  return { ...data, scopes: [scope ?? "read"], tables: null, connectors: null };
}

/** Streams `api-keys-<user id>`. The keys themselves are in no event: only their hashes are stored, beside the log. */
export const apiKeyEvents = {
  /** `tables` and `connectors`: the only things that the key opens; both null: all that its user may use. */
  ApiKeyCreated: event({
    version: 2,
    schema: z.strictObject({
      userId,
      keyId,
      name: lineSchema,
      prefix: idSchema,
      lastFour: idSchema,
      scopes: z.array(z.enum(SCOPES)).min(1),
      tables: things,
      connectors: things,
      expiresAt: timeSchema.nullable(),
    }),
    upcasts: { 1: withScopes },
    personal: { subject: "userId", fields: ["name"] },
  }),
  ApiKeyRenamed: event({
    version: 1,
    schema: z.strictObject({ userId, keyId, name: lineSchema }),
    personal: { subject: "userId", fields: ["name"] },
  }),
  /** Its user is told that the key expires soon. */
  ApiKeyExpiryNear: event({
    version: 1,
    schema: z.strictObject({ userId, keyId, name: lineSchema, expiresAt: timeSchema }),
    personal: { subject: "userId", fields: ["name"] },
  }),
  ApiKeyDeleted: event({ version: 1, schema: z.strictObject({ userId, keyId }) }),
  /** All keys ended at once, with another password. `names`: of the keys, for their user, who cannot see them any more. */
  ApiKeysEnded: event({
    version: 1,
    schema: z.strictObject({ userId, keyIds: z.array(keyId).min(1), names: proseSchema }),
    personal: { subject: "userId", fields: ["names"] },
  }),
};
export type ApiKeyEvent = EventOf<typeof apiKeyEvents>;
