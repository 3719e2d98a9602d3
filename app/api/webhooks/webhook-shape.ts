import { z } from "zod";
import { type Delivery, DELIVERY_STATUSES } from "#domain/core/webhooks/deliveries.ts";
import { DISABLED_REASONS, WEBHOOK_KINDS } from "#domain/core/webhooks/webhooks.ts";
import type { WebhookRow } from "#projections/webhooks/queries.ts";
import { pick } from "#domain/core/values/pick.ts";

/** A webhook as its user sees it, without its secret. */
export const webhookBody = z
  .strictObject({
    id: z.string(),
    url: z.string(),
    kinds: z.array(z.enum(WEBHOOK_KINDS)),
    item_id: z.string().nullable().describe("the only dataset or connection that it tells of"),
    enabled: z.boolean(),
    disabled_reason: z
      .enum(DISABLED_REASONS)
      .nullable()
      .describe("gone: its address answered 410; failing: its address failed for three days"),
    previous_secret_until: z.string().nullable().describe("until then the secret before a rotation signs too"),
    created_at: z.string(),
  })
  .meta({ id: "Webhook" });

export const webhookShape = (row: WebhookRow) => ({
  ...pick(row, ["id", "url", "kinds", "enabled"]),
  ...{ item_id: row.itemId, disabled_reason: row.disabledReason },
  ...{ previous_secret_until: row.previousUntil, created_at: row.createdAt },
});

/** A delivery with its last attempt. */
export const deliveryBody = z
  .strictObject({
    id: z.string(),
    message_id: z.string().describe("the header webhook-id"),
    kind: z.enum([...WEBHOOK_KINDS, "test"]),
    status: z
      .enum(DELIVERY_STATUSES)
      .describe("dropped: not sent, because the webhook was off or you may no longer see what it is about"),
    attempts: z.number(),
    created_at: z.string(),
    next_attempt_at: z.string().nullable(),
    answer_status: z.number().nullable(),
    answer: z.string().nullable().describe("the first 1000 bytes of the answer, without secrets"),
    fault: z.string().nullable().describe("why there was no answer, or nothing was sent"),
    ms: z.number().nullable(),
  })
  .meta({ id: "WebhookDelivery" });

export const deliveryShape = (delivery: Delivery) => ({
  ...pick(delivery, ["id", "kind", "status", "attempts", "answer", "fault", "ms"]),
  ...{ message_id: delivery.messageId, created_at: delivery.createdAt },
  ...{ next_attempt_at: delivery.nextAttempt, answer_status: delivery.answerStatus },
});
