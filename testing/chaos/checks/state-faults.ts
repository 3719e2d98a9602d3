import type { Pool } from "pg";

/** Statements that find nothing in a state that is whole. `what` is what is wrong, and with which thing. */
const STATEMENTS: Readonly<Record<string, string>> = {
  "An event stream has a gap":
    "SELECT stream AS what FROM log.events GROUP BY stream HAVING min(revision) <> 0 OR max(revision) <> count(*) - 1",
  "A registered table is not there":
    "SELECT physical AS what FROM registry.tables WHERE state = 'ready' AND to_regclass('data.' || coalesce(stored_in, physical)) IS NULL",
  "A table is not registered": `SELECT tablename AS what FROM pg_tables WHERE schemaname IN ('data', 'staging')
    AND NOT EXISTS (SELECT FROM registry.tables WHERE tablename IN (physical, stored_in))
    AND NOT EXISTS (SELECT FROM registry.orphans WHERE kind = 'dropped' AND name = tablename)`,
  "A version that readers see is not registered": `SELECT item_id AS what FROM model_tables.tables WHERE current IS NOT NULL
    AND NOT EXISTS (SELECT FROM registry.tables WHERE state = 'ready' AND physical = current::jsonb->>'physical')`,
  "A plan slot is taken and not used, or used and not taken": `WITH slots AS (
      SELECT data->>'userId' AS id, data->>'kind' AS kind, data->>'itemId' AS item, sum(CASE type WHEN 'PlaceTaken' THEN 1 ELSE -1 END) AS n
      FROM log.events WHERE type IN ('PlaceTaken', 'PlaceReleased') GROUP BY 1, 2, 3),
    used AS (
      SELECT owner_id AS id, 'connector' AS kind, id AS item, 1 AS n FROM model_instances.instances
      UNION ALL SELECT user_id, 'dataset', item_id, 1 FROM model_tables.readers)
    SELECT concat_ws(' ', id, kind, item) AS what FROM slots FULL JOIN used USING (id, kind, item)
    WHERE coalesce(slots.n, 0) <> coalesce(used.n, 0)`,
  "A connection has not one subscription": `WITH subscribed AS (
      SELECT data->>'instanceId' AS id, sum(CASE type WHEN 'ConnectorSubscribed' THEN 1 ELSE -1 END) AS n
      FROM log.events WHERE type IN ('ConnectorSubscribed', 'ConnectorUnsubscribed') GROUP BY 1)
    SELECT id AS what FROM subscribed FULL JOIN (SELECT id, 1 AS n FROM model_instances.instances) AS used USING (id)
    WHERE coalesce(subscribed.n, 0) <> coalesce(used.n, 0)`,
  "The runs of a week are not those that were counted": `WITH claimed AS (
      SELECT data->>'ownerId' AS user_id, to_char((data->>'at')::timestamptz AT TIME ZONE 'UTC', 'IYYY-"W"IW') AS week, count(*) AS n
      FROM log.events WHERE stream LIKE 'run-%' AND revision = 0 AND type <> 'RunStarted' GROUP BY 1, 2),
    counted_before AS (
      SELECT data->>'userId' AS user_id, data->>'week' AS week, count(*) AS n FROM log.events WHERE type = 'RunCounted' GROUP BY 1, 2)
    SELECT concat_ws(' ', user_id, week) AS what
    FROM claimed FULL JOIN runs.weeks USING (user_id, week) LEFT JOIN counted_before USING (user_id, week)
    WHERE weeks.runs IS DISTINCT FROM coalesce(claimed.n, 0) + coalesce(counted_before.n, 0)`,
  "A slot has run twice": `SELECT concat_ws(' ', data->>'instanceId', data->>'slot') AS what FROM log.events
    WHERE stream LIKE 'run-%' AND data->>'slot' IS NOT NULL GROUP BY 1 HAVING count(*) > 1`,
  "The runs of a connection are not numbered without gaps": `SELECT data->>'instanceId' AS what FROM log.events
    WHERE stream LIKE 'run-%' AND revision = 0 GROUP BY 1 HAVING max((data->>'number')::integer) <> count(*)`,
  "A run was claimed and has not ended": `SELECT concat(instance_id, '-', number) AS what FROM runs.claims
    WHERE NOT EXISTS (SELECT FROM log.events WHERE stream = concat('run-', instance_id, '-', number))`,
  "A connection that is gone has secrets": `SELECT name AS what FROM vault.secrets WHERE name LIKE 'instance/%'
    AND NOT EXISTS (SELECT FROM model_instances.instances WHERE id = split_part(name, '/', 2))`,
};

const LISTED = 10;

/** What is wrong between the log, the models, the tables and the vault. */
export async function stateFaults(pool: Pool): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const [fault, statement] of Object.entries(STATEMENTS)) {
    const { rows } = await pool.query<{ what: string }>(statement);
    faults.push(...rows.slice(0, LISTED).map(({ what }) => `${fault}: ${what}`));
  }
  return faults;
}
