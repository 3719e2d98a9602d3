import type { Pool } from "pg";
import type { OutboxFigures } from "#domain/core/ports/work-ports.ts";
import { MOST_COUNTED } from "../observability/installation-metrics.ts";

/** The mails that wait and those that were given up, each counted by its index up to `MOST_COUNTED`. */
export async function countMails(pool: Pick<Pool, "query">): Promise<OutboxFigures> {
  const { rows } = await pool.query<OutboxFigures>(COUNT_MAILS);
  return rows[0]!;
}

export const COUNT_MAILS = `
  SELECT waiting.count AS waiting, waiting.oldest, failed.count AS failed FROM
    (SELECT count(*)::int, min(created) AS oldest FROM
      (SELECT created FROM mail.queue WHERE failed IS NULL ORDER BY next_attempt LIMIT ${MOST_COUNTED}) q) waiting,
    (SELECT count(*)::int FROM (SELECT FROM mail.queue WHERE failed IS NOT NULL LIMIT ${MOST_COUNTED}) q) failed`;
