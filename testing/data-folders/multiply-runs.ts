import type { Pool } from "pg";

/**
 * Gives a log so many events more: runs of its only connection like its first one, with their own streams, numbers and
 * hashes, 250,000 a statement. As the owner of the database, without any process on it.
 */
export async function multiplyRuns(pool: Pool, events: number): Promise<void> {
  const { rows } = await pool.query<{ stream: string; type: string }>(
    "SELECT stream, type FROM log.events WHERE stream LIKE 'run-%' ORDER BY position",
  );
  const [started, ended] = rows;
  if (rows.length !== 2 || started?.stream !== ended?.stream || started?.type !== "RunStarted")
    throw new Error(`The log has other runs than one of two events: ${JSON.stringify(rows)}`);
  for (let made = 0; made < events; made += EVENTS_AT_ONCE)
    await pool.query(ADD, [Math.floor(Math.min(EVENTS_AT_ONCE, events - made) / 2), started.stream]);
  await pool.query("ANALYZE log.events");
}

const EVENTS_AT_ONCE = 250_000;

const hashed = (prev: string) =>
  `log.event_hash(id, stream, revision, type, schema_version, at, actor, command_id, correlation_id, causation_id, ${prev}, encode(sha256(convert_to(data, 'UTF8')), 'hex'))`;

/** The run of a copy has another number, which is also the end of its id. */
const ADD = `
  WITH last AS (
    SELECT max(position) AS position, max((data->>'number')::int) FILTER (WHERE type = 'RunStarted') AS number FROM log.events),
  model AS MATERIALIZED (
    SELECT e.*, (e.data->>'instanceId') AS instance FROM log.events e WHERE stream = $2),
  copy AS (
    SELECT last.position + 2 * n + m.revision - 1 AS position, m.revision, m.type, m.schema_version, m.recorded_at AS at, m.actor::text AS actor,
      m.causation_id, md5(m.id::text || last.number + n)::uuid AS id, format('run-%s-%s', m.instance, last.number + n) AS stream,
      m.command_id || '/' || last.number + n AS command_id, format('%s-%s', m.instance, last.number + n) AS correlation_id,
      replace(replace(m.data::text, format('"%s-1"', m.instance), format('"%s-%s"', m.instance, last.number + n)),
        '"number":1,', format('"number":%s,', last.number + n)) AS data, last.number + n AS number
    FROM model m CROSS JOIN last CROSS JOIN generate_series(1, $1::int) n),
  first AS (SELECT *, ${hashed("NULL")} AS hash FROM copy WHERE revision = 0),
  second AS (SELECT copy.*, first.hash AS prev_hash FROM copy JOIN first USING (number) WHERE copy.revision = 1)
  INSERT INTO log.events (id, position, stream, revision, type, schema_version, recorded_at, actor, command_id, correlation_id, causation_id, prev_hash, hash, data)
  SELECT id, position, stream, revision, type, schema_version, at, actor::json, command_id, correlation_id, causation_id, NULL, hash, data::json FROM first
  UNION ALL
  SELECT id, position, stream, revision, type, schema_version, at, actor::json, command_id, correlation_id, causation_id, prev_hash, ${hashed("prev_hash")}, data::json FROM second`;
