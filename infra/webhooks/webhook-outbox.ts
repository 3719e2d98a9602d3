import type { PoolClient } from "pg";
import type { Swept } from "#domain/core/ports/work-ports.ts";
import { webhooksTable, hearersSql } from "#projections/all.ts";
import { deleteRows } from "../clean-up/delete-rows.ts";
import { createDeliveryRows, type DeliveryRowsOptions, inTransaction, lockEndpoint } from "./delivery-rows.ts";

/** Longer than a call may take. */
const LEASE = "60 seconds";
const KEPT = "30 days";

/** A delivery that this process sends now. `url` is null if nothing may be sent, and `fault` says why. */
export type ClaimedDelivery = {
  readonly id: string;
  readonly webhookId: string;
  readonly userId: string;
  readonly messageId: string;
  readonly body: string;
  readonly attempts: number;
  readonly url: string | null;
  readonly fault: string | null;
  readonly secretIds: readonly string[];
};

/** How an attempt ended. `retryInMs`: null for no more attempts. */
export type Attempt = {
  readonly status: "waiting" | "delivered" | "failed" | "dropped";
  readonly answerStatus: number | null;
  readonly answer: string | null;
  readonly fault: string | null;
  readonly ms: number | null;
  readonly retryInMs: number | null;
};

const LEASED = `
  UPDATE webhooks.endpoints SET leased_until = now() + interval '${LEASE}' WHERE webhook_id = (
    SELECT webhook_id FROM webhooks.endpoints
    WHERE due <= now() AND (leased_until IS NULL OR leased_until < now()) AND user_id <> ALL ($1)
    ORDER BY due LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING webhook_id`;

const NEXT = `
  SELECT d.id, d.webhook_id AS "webhookId", d.user_id AS "userId", d.message_id AS "messageId", d.body, d.attempts,
    CASE WHEN w.enabled AND may.hear THEN w.url END AS url,
    CASE WHEN w.id IS NULL OR NOT w.enabled THEN 'The webhook is switched off.'
      WHEN NOT may.hear THEN 'You may no longer see what this is about.' END AS fault,
    array_remove(ARRAY[w.secret_id, CASE WHEN w.previous_until > now() THEN w.previous_secret_id END], NULL) AS "secretIds"
  FROM webhooks.deliveries d LEFT JOIN ${webhooksTable} w ON w.id = d.webhook_id AND w.user_id = d.user_id
  CROSS JOIN LATERAL (SELECT d.kind = 'test' OR ${hearersSql.mayHear("d.about_id", "d.user_id")} AS hear) may
  WHERE d.webhook_id = $1 AND d.next_attempt <= now() ORDER BY d.next_attempt, d.created LIMIT 1`;

const RECORD = `
  UPDATE webhooks.deliveries SET status = $2, answer_status = $3, answer = $4, fault = $5, ms = $6,
    attempts = attempts + $7, next_attempt = now() + $8 * interval '1 millisecond' WHERE id = $1`;

const RELEASE = `
  UPDATE webhooks.endpoints SET leased_until = NULL,
    due = (SELECT min(next_attempt) FROM webhooks.deliveries WHERE webhook_id = $1),
    failing_since = CASE $2 WHEN 'delivered' THEN NULL WHEN 'dropped' THEN failing_since ELSE coalesce(failing_since, now()) END
  WHERE webhook_id = $1 RETURNING failing_since < now() - interval '3 days' AS "failingForDays"`;

/** Rows of deliveries, for those who send them and for their users' page. */
export function createWebhookOutbox(options: DeliveryRowsOptions) {
  const { pool } = options;
  return {
    deliveries: createDeliveryRows(options),
    /** The next due delivery of a webhook that nobody sends to now, of users other than these. */
    async claim(usersLeftOut: readonly string[]): Promise<ClaimedDelivery | "again" | null> {
      const leased = await pool.query<{ webhook_id: string }>(LEASED, [usersLeftOut]);
      const webhookId = leased.rows[0]?.webhook_id;
      if (webhookId === undefined) return null;
      const { rows } = await pool.query<ClaimedDelivery>(NEXT, [webhookId]);
      if (rows[0]) return rows[0];
      await inTransaction(pool, (client) => release(client, webhookId, "dropped"));
      return "again";
    },
    /** Stores how an attempt ended. True: the webhook has failed for days. */
    async record({ id, webhookId }: ClaimedDelivery, attempt: Attempt): Promise<boolean> {
      const { status, answerStatus, answer, fault, ms, retryInMs } = attempt;
      return inTransaction(pool, async (client) => {
        await lockEndpoint(client, webhookId);
        const counted = status === "dropped" ? 0 : 1;
        await client.query(RECORD, [id, status, answerStatus, answer, fault, ms, counted, retryInMs]);
        return release(client, webhookId, status);
      });
    },
    /** Removes deliveries older than 30 days. */
    sweep: (until: AbortSignal): Promise<Swept> =>
      deleteRows(pool, { table: "webhooks.deliveries", where: `created < now() - interval '${KEPT}'` }, until),
  };
}
export type WebhookOutbox = ReturnType<typeof createWebhookOutbox>;

async function release(client: PoolClient, webhookId: string, status: Attempt["status"]): Promise<boolean> {
  await lockEndpoint(client, webhookId);
  const { rows } = await client.query<{ failingForDays: boolean | null }>(RELEASE, [webhookId, status]);
  return rows[0]?.failingForDays ?? false;
}
