import { z } from "zod";
import { event, type EventOf } from "../core/event-catalog.ts";
import { idSchema, lineSchema, timeSchema } from "../core/values/schemas.ts";
import { DISABLED_REASONS, MAX_WEBHOOK_URL, WEBHOOK_KINDS } from "../core/webhooks/webhooks.ts";

const ref = { userId: idSchema, webhookId: idSchema };
const settings = {
  url: lineSchema.max(MAX_WEBHOOK_URL),
  kinds: z.array(z.enum(WEBHOOK_KINDS)).min(1),
  /** The only dataset or connection that it tells of; null: all of them. */
  itemId: idSchema.nullable(),
};
const personal = { subject: "userId", fields: ["url"] } as const;

/** Streams `webhooks-<user id>`. Secrets are in the vault, under the ids that these events name. */
export const webhookEvents = {
  WebhookCreated: event({
    version: 1,
    schema: z.strictObject({ ...ref, ...settings, secretId: idSchema }),
    personal,
  }),
  WebhookChanged: event({ version: 1, schema: z.strictObject({ ...ref, ...settings }), personal }),
  /** The secret before signs too, until `previousUntil`. */
  WebhookSecretRotated: event({
    version: 1,
    schema: z.strictObject({ ...ref, secretId: idSchema, previousUntil: timeSchema }),
  }),
  /**
   * `owner`: switched off by its user; `gone`: its address answered 410; `failing`: nothing was accepted for days;
   * `password`: with another password of its user.
   */
  WebhookDisabled: event({
    version: 2,
    schema: z.strictObject({ ...ref, reason: z.enum(DISABLED_REASONS) }),
    upcasts: { 1: (data) => data },
  }),
  WebhookEnabled: event({ version: 1, schema: z.strictObject(ref) }),
  WebhookDeleted: event({ version: 1, schema: z.strictObject(ref) }),
};
export type WebhookEvent = EventOf<typeof webhookEvents>;
