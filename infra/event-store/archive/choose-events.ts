import type { ClientBase } from "pg";
import { AS_WRITTEN, EVENT_COLUMNS, type EventRow } from "../postgres/stored-event.ts";

/** What ends a run, and what is recorded after its end. Another event may follow any other. */
export const ENDS_OF_RUNS: readonly string[] = [
  ...["RunSucceeded", "RunPartlySucceeded", "RunFailed", "RunCancelled", "RunAbandoned"],
  "RunFailuresReported",
];

export type ChosenMonth = { readonly month: string; readonly streams: number; readonly events: number };

/**
 * The newest run of each connection stays: the next one begins with what it says. A month is the one in which the last
 * event was recorded, so the events before it are of the same month or an earlier one.
 */
const CHOOSE = `CREATE TEMPORARY TABLE chosen ON COMMIT PRESERVE ROWS AS
  SELECT e.position, ended.month, e.stream FROM (
    SELECT last.stream, to_char(last.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month
    FROM log.events last
    CROSS JOIN LATERAL (SELECT regexp_replace(last.stream, '[0-9]+$', '') || (substring(last.stream FROM '[0-9]+$')::numeric + 1) AS stream) next
    WHERE last.stream LIKE 'run-%' AND last.stream ~ '-[0-9]+$' AND last.type = ANY ($1)
      AND last.recorded_at < ($2 || '-01')::timestamp AT TIME ZONE 'UTC' AND last.position <= $3
      AND NOT EXISTS (SELECT FROM log.events later WHERE later.stream = last.stream AND later.revision > last.revision)
      AND (EXISTS (SELECT FROM log.events e WHERE e.stream = next.stream)
        OR EXISTS (SELECT FROM log.archived_streams a WHERE a.stream = next.stream))
  ) ended JOIN log.events e USING (stream)`;

/**
 * Chooses the events of all runs that ended before a month (`YYYY-MM`), among the first `size` of the log, and returns
 * the months, the oldest first. The choice is a temporary table of this connection.
 */
export async function chooseEvents(
  client: ClientBase,
  { before, size }: { readonly before: string; readonly size: number },
): Promise<readonly ChosenMonth[]> {
  await client.query("DROP TABLE IF EXISTS chosen");
  await client.query({ text: CHOOSE, values: [ENDS_OF_RUNS, before, size] });
  await client.query("CREATE UNIQUE INDEX ON chosen (month, position); ANALYZE chosen");
  const { rows } = await client.query<ChosenMonth>(
    "SELECT month, count(DISTINCT stream)::float8 AS streams, count(*)::float8 AS events FROM chosen GROUP BY month ORDER BY month",
  );
  return rows;
}

/** Rows read at a time: an event may have a megabyte. */
const ROWS_AT_ONCE = 50;

/** The chosen events of a month, in the order of their positions. */
export async function* chosenRows(client: ClientBase, month: string): AsyncGenerator<EventRow, void> {
  for (let after = "0"; ;) {
    const { rows } = await client.query<EventRow>({
      text: `SELECT ${EVENT_COLUMNS} FROM log.events WHERE position IN
          (SELECT position FROM chosen WHERE month = $1 AND position > $2 ORDER BY position LIMIT ${ROWS_AT_ONCE})
        ORDER BY log.events.position`,
      values: [month, after],
      types: AS_WRITTEN,
    });
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.position;
  }
}
