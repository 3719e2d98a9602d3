import type { Pool } from "pg";
import type { OutboxFigures } from "#domain/core/ports/work-ports.ts";
import { MOST_COUNTED } from "../observability/installation-metrics.ts";

/** The deliveries that wait and those that failed for good, each counted by its index up to `MOST_COUNTED`. */
export async function countDeliveries(pool: Pick<Pool, "query">): Promise<OutboxFigures> {
  const { rows } = await pool.query<OutboxFigures>(COUNT_DELIVERIES);
  return rows[0]!;
}

const OF = (status: string) =>
  `SELECT created FROM webhooks.deliveries WHERE status = '${status}' ORDER BY created LIMIT ${MOST_COUNTED}`;

export const COUNT_DELIVERIES = `
  SELECT waiting.count AS waiting, waiting.oldest, failed.count AS failed FROM
    (SELECT count(*)::int, min(created) AS oldest FROM (${OF("waiting")}) q) waiting,
    (SELECT count(*)::int FROM (${OF("failed")}) q) failed`;
