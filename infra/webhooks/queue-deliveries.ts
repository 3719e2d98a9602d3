import type { Pool, PoolClient } from "pg";
import type { NoticeFacts } from "#domain/core/notices.ts";
import type { JsonObject } from "#domain/core/values/json.ts";
import type { ShownOutputs, WebhookMessage } from "#domain/use-cases/webhooks/message-of.ts";
import { hearersSql, outputVersionsSql, webhooksTable } from "#projections/all.ts";
import { deriveId } from "../platform/ids.ts";

/** Messages become deliveries for the webhooks that ask for them, and whose users may hear of the item. */
const QUEUE = `
  WITH m AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) AS m (id, kind, about_id, user_id, body)),
  heard AS (
    SELECT m.*, m.user_id AS hearer FROM m WHERE m.user_id IS NOT NULL
    UNION ALL SELECT m.*, h.user_id FROM m CROSS JOIN LATERAL ${hearersSql.ofDataset("m.about_id")} h WHERE m.user_id IS NULL)
  INSERT INTO webhooks.deliveries (webhook_id, user_id, message_id, kind, about_id, body)
  SELECT w.id, w.user_id, h.id, h.kind, h.about_id, h.body FROM heard h JOIN ${webhooksTable} w ON w.user_id = h.hearer
  WHERE w.enabled AND h.kind = ANY (w.kinds) AND (w.item_id IS NULL OR w.item_id = h.about_id)
  ON CONFLICT DO NOTHING RETURNING webhook_id, user_id`;

const WAKE = `
  INSERT INTO webhooks.endpoints (webhook_id, user_id, due)
  SELECT DISTINCT ON (w.id) w.id, w.user_id, now() FROM unnest($1::text[], $2::text[]) AS w (id, user_id) ORDER BY w.id
  ON CONFLICT (webhook_id) DO UPDATE SET due = least(endpoints.due, now())`;

/** Makes the first deliveries of these webhooks due now. */
export async function wakeEndpoints(
  client: Pick<PoolClient, "query">,
  queued: readonly { readonly webhook_id: string; readonly user_id: string }[],
): Promise<void> {
  if (queued.length > 0)
    await client.query(WAKE, [queued.map((row) => row.webhook_id), queued.map((row) => row.user_id)]);
}

/** The body of a delivery: a CloudEvent in structured mode. */
export function cloudEvent(
  appUrl: string,
  { id, kind, aboutId, time, data }: Omit<WebhookMessage, "kind" | "userId"> & { readonly kind: string },
): string {
  return JSON.stringify({
    specversion: "1.0",
    id,
    source: `${appUrl}/`,
    type: `tributary.${kind}`,
    subject: aboutId,
    time,
    datacontenttype: "application/json",
    data,
  });
}

type ChangedColumns = {
  readonly id: string;
  readonly about_id: string;
  readonly user_id: string | null;
  readonly facts: Extract<NoticeFacts, { what: "schema" }>;
  readonly at: Date;
};

type OutputVersion = { readonly id: string; readonly version: number; readonly rows: string; readonly time: string };

/** Where in the log the queue is, and how it goes on: deliveries and position are written in one transaction. */
export function createDeliveryQueue({ pool, appUrl }: { readonly pool: Pool; readonly appUrl: string }) {
  return {
    /** The position up to which deliveries are queued; `start` is stored the first time. */
    async position(start: string): Promise<string> {
      await pool.query("INSERT INTO webhooks.checkpoint (position) VALUES ($1) ON CONFLICT DO NOTHING", [start]);
      const { rows } = await pool.query<{ position: string }>("SELECT position FROM webhooks.checkpoint");
      return rows[0]!.position;
    },
    /** The messages of changed columns that follow from the events at these positions. */
    async changedColumns(positions: readonly string[]): Promise<readonly WebhookMessage[]> {
      if (positions.length === 0) return [];
      const { rows } = await pool.query<ChangedColumns>(hearersSql.changedColumns, [positions]);
      return rows.map(({ id, about_id: aboutId, user_id: userId, facts, at }) => {
        const { title, added, removed, changed } = facts;
        const about: JsonObject = userId === null ? { dataset_id: aboutId } : { instance_id: aboutId };
        return {
          ...{ id: deriveId("webhook", id), kind: "schema.changed", aboutId, userId, time: at.toISOString() },
          data: { ...about, title, added: [...added], removed: [...removed], changed: [...changed] },
        };
      });
    },
    /**
     * The messages of new versions of datasets that show outputs. One whose dataset was made meanwhile may come twice, with
     * the same id.
     */
    async outputVersions({ outputs, datasets }: ShownOutputs): Promise<readonly WebhookMessage[]> {
      if (outputs.length + datasets.length === 0) return [];
      const { rows } = await pool.query<OutputVersion>(outputVersionsSql, [
        ...[outputs.map(({ runId }) => runId), outputs.map(({ physical }) => physical)],
        ...[outputs.map(({ time }) => time), datasets.map(({ datasetId }) => datasetId)],
        datasets.map(({ time }) => time),
      ]);
      return rows.map(({ id: datasetId, version, rows: count, time }) => ({
        ...{ id: deriveId("webhook", "version", datasetId, String(version)), kind: "dataset.version" as const },
        ...{ aboutId: datasetId, userId: null, time },
        data: { dataset_id: datasetId, version, row_count: Number(count), rejected_rows: 0 },
      }));
    },
    /** Queues messages and moves the position. False: another process has moved it, and nothing is written. */
    async advance(messages: readonly WebhookMessage[], from: string, to: string): Promise<"moved" | number> {
      const client = await pool.connect();
      let usable = false;
      try {
        await client.query("BEGIN");
        const moved = await client.query("UPDATE webhooks.checkpoint SET position = $2 WHERE position = $1", [
          from,
          to,
        ]);
        const queued = moved.rowCount === 1 ? await queue(client, appUrl, messages) : "moved";
        await client.query("COMMIT");
        usable = true;
        return queued;
      } finally {
        // A connection in an unknown state is closed: the server rolls back its transaction.
        client.release(!usable);
      }
    },
  };
}
export type DeliveryQueue = ReturnType<typeof createDeliveryQueue>;

async function queue(client: PoolClient, appUrl: string, messages: readonly WebhookMessage[]): Promise<number> {
  if (messages.length === 0) return 0;
  const { rows } = await client.query<{ webhook_id: string; user_id: string }>(QUEUE, [
    messages.map(({ id }) => id),
    messages.map(({ kind }) => kind),
    messages.map(({ aboutId }) => aboutId),
    messages.map(({ userId }) => userId),
    messages.map((message) => cloudEvent(appUrl, message)),
  ]);
  await wakeEndpoints(client, rows);
  return rows.length;
}
