import type { Pool, PoolClient } from "pg";
import type { Delivery, WebhookDeliveries } from "#domain/core/webhooks/deliveries.ts";
import { hearersSql } from "#projections/all.ts";
import { parseDestination } from "../egress/address/destination.ts";
import { cloudEvent, wakeEndpoints } from "./queue-deliveries.ts";
import { freshWebhookSecret } from "./sign-message.ts";

/** Tests of one webhook that may wait at a time. */
const MOST_TESTS = 5;

export type DeliveryRowsOptions = {
  readonly pool: Pool;
  readonly appUrl: string;
  /** The operator's exemptions, as `host:port`: other addresses are public ones with https. */
  readonly allowed: ReadonlySet<string>;
  /** Called when something is due. */
  readonly wake: () => void;
};
type Ref = { readonly userId: string; readonly webhookId: string };
type QueuedRow = { readonly webhook_id: string; readonly user_id: string };

const ENDPOINT = "INSERT INTO webhooks.endpoints (webhook_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING";

const TEST = `
  INSERT INTO webhooks.deliveries (webhook_id, user_id, message_id, kind, about_id, body)
  SELECT $1, $2, $3, 'test', $1, $4 WHERE (SELECT count(*) FROM webhooks.deliveries
    WHERE webhook_id = $1 AND kind = 'test' AND next_attempt IS NOT NULL) < ${MOST_TESTS}
  RETURNING webhook_id, user_id`;

const AGAIN = `
  UPDATE webhooks.deliveries SET status = 'waiting', attempts = 0, next_attempt = now()
  WHERE id::text = $1 AND webhook_id = $2 AND user_id = $3 RETURNING webhook_id, user_id`;

/** The deliveries as their users see them. */
export function createDeliveryRows({ pool, appUrl, allowed, wake }: DeliveryRowsOptions): WebhookDeliveries {
  /** Queues with the row of the webhook locked first, in the same order as those who send. */
  const queue = ({ userId, webhookId }: Ref, sql: string, values: readonly unknown[]): Promise<boolean> =>
    inTransaction(pool, async (client) => {
      await client.query(ENDPOINT, [webhookId, userId]);
      await lockEndpoint(client, webhookId);
      const { rows } = await client.query<QueuedRow>(sql, [...values]);
      await wakeEndpoints(client, rows);
      return rows.length > 0;
    }).then((queued) => {
      if (queued) wake();
      return queued;
    });
  return {
    freshSecret: freshWebhookSecret,
    mayCall(url) {
      const destination = parseDestination(url, allowed);
      return "url" in destination && destination.kind !== "sandbox" && (destination.secure || destination.exempt);
    },
    async mayHear(userId, itemId) {
      const { rows } = await pool.query<{ hear: boolean }>(
        `SELECT ${hearersSql.mayHear("$1::text", "$2::text")} AS hear`,
        [itemId, userId],
      );
      return rows[0]?.hear ?? false;
    },
    async forgetFailures({ userId, webhookId }) {
      await pool.query("UPDATE webhooks.endpoints SET failing_since = NULL WHERE webhook_id = $1 AND user_id = $2", [
        webhookId,
        userId,
      ]);
    },
    page: (of, range) => deliveriesPage(pool, of, range),
    sendTest({ userId, webhookId }) {
      const id = crypto.randomUUID();
      const time = new Date().toISOString();
      const body = cloudEvent(appUrl, { id, kind: "test", aboutId: webhookId, time, data: { webhook_id: webhookId } });
      return queue({ userId, webhookId }, TEST, [webhookId, userId, id, body]);
    },
    sendAgain: ({ userId, webhookId, deliveryId }) =>
      queue({ userId, webhookId }, AGAIN, [deliveryId, webhookId, userId]),
  };
}

/** What is queued at the same time is seen by the statements after this. */
export async function lockEndpoint(client: PoolClient, webhookId: string): Promise<void> {
  await client.query("SELECT FROM webhooks.endpoints WHERE webhook_id = $1 FOR UPDATE", [webhookId]);
}

/** Does work in one transaction. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let usable = false;
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    usable = true;
    return result;
  } finally {
    // A connection in an unknown state is closed: the server rolls back its transaction.
    client.release(!usable);
  }
}

type Found = Omit<Delivery, "createdAt" | "nextAttempt"> & {
  readonly createdAt: Date;
  readonly nextAttempt: Date | null;
  /** The time of its making in microseconds, as cursors have it. */
  readonly place: string;
};

async function deliveriesPage(
  pool: Pick<Pool, "query">,
  { userId, webhookId }: Ref,
  { limit, offset, after = null }: Parameters<WebhookDeliveries["page"]>[1],
): ReturnType<WebhookDeliveries["page"]> {
  const own = "FROM webhooks.deliveries WHERE webhook_id = $1 AND user_id = $2";
  const { rows } = await pool.query<Found>(
    `SELECT id, message_id AS "messageId", kind, status, attempts, created AS "createdAt",
       next_attempt AS "nextAttempt", answer_status AS "answerStatus", answer, fault, ms,
       to_char(created AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS place ${own}
     ${after === null ? "" : "AND created <= $4::timestamptz AND (created, id::text) < ($4::timestamptz, $5::text)"}
     ORDER BY created DESC, id DESC LIMIT $3 ${after === null ? "OFFSET $4" : ""}`,
    [webhookId, userId, limit + 1, ...(after ?? [offset])],
  );
  const total = await pool.query<{ count: number }>(`SELECT count(*)::int AS count ${own}`, [webhookId, userId]);
  const shown = rows.slice(0, limit);
  const items = shown.map(({ createdAt, nextAttempt, place: _, ...row }) => ({
    ...{ ...row, createdAt: createdAt.toISOString(), nextAttempt: nextAttempt?.toISOString() ?? null },
  }));
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { items, total: total.rows[0]?.count ?? 0, next: last ? [last.place, last.id] : null };
}
