import type { Pool } from "pg";
import type { Log } from "../observability/logger.ts";

type Times = Readonly<Record<"table" | "column" | "most" | "set", string>> & { readonly where?: string };

/** `most`: later than anything there is ever put off. */
const TIMES = [
  { table: "mail.queue", column: "next_attempt", most: "2 hours", set: "now()" },
  // A delivery is tried at once and then less and less often, at most a day later and a tenth more.
  { table: "webhooks.deliveries", column: "next_attempt", most: "1 minute", set: "now()", where: "attempts = 0" },
  { table: "webhooks.deliveries", column: "next_attempt", most: "1 hour", set: "now()", where: "attempts < 4" },
  { table: "webhooks.deliveries", column: "next_attempt", most: "36 hours", set: "now()" },
  { table: "webhooks.endpoints", column: "leased_until", most: "2 minutes", set: "NULL" },
  { table: "requests.answers", column: "claimed_at", most: "1 minute", set: "now()" },
  { table: "uploads.received", column: "received_at", most: "1 minute", set: "now()" },
  { table: "uploads.folders", column: "kept_at", most: "1 minute", set: "now()" },
] as const satisfies readonly Times[];

/** After the deliveries: when the next one of a webhook is due. */
const DUE = `
  UPDATE webhooks.endpoints e SET due = next FROM (
    SELECT webhook_id, min(next_attempt) AS next FROM webhooks.deliveries WHERE next_attempt IS NOT NULL GROUP BY webhook_id) d
  WHERE d.webhook_id = e.webhook_id AND e.due > d.next`;

/**
 * Brings nearer what lies further ahead than it can: retries, leases and claims that were stored while the clock of the
 * database was ahead. Without it they would stand until real time has caught up.
 */
export async function bringNearer(pool: Pick<Pool, "query">, log: Pick<Log, "warn">): Promise<void> {
  for (const { table, column, most, set, where = "true" } of TIMES as readonly Times[]) {
    const { rowCount } = await pool.query(
      `UPDATE ${table} SET ${column} = ${set} WHERE ${where} AND ${column} > now() + interval '${most}'`,
    );
    if (rowCount)
      log.warn({ name: table, count: rowCount }, "Times of the future were brought nearer: the clock was ahead");
  }
  await pool.query(DUE);
}
