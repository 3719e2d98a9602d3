import type { Migration } from "../../postgres/migrations.ts";

/** Channel that wakes subscriptions; its payload is the new head. */
export const LOG_CHANNEL = "tributary_log";

/** Advisory lock that each append holds until its commit. */
export const APPEND_LOCK = "8242630071";

const DIGEST_OF = (data: string): string => `encode(sha256(convert_to(${data}, 'UTF8')), 'hex')`;

type HashedFields = Record<
  | "id"
  | "stream"
  | "revision"
  | "type"
  | "schemaVersion"
  | "actor"
  | "commandId"
  | "correlationId"
  | "causationId"
  | "previous"
  | "digest",
  string
>;

/**
 * The formula of `log.event_hash` written out for these expressions, at the time `at`: calls of functions in SQL took most
 * of the time of an append.
 */
function hashOf(of: HashedFields): string {
  const field = (value: string): string => `octet_length(${value}) || ':' || ${value} || ','`;
  const sized = (bytes: number, value: string): string => `'${bytes}:' || ${value} || ','`;
  const orNull = (value: string): string => `coalesce(${value}, '~,')`;
  const time = `to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  const fields = [
    sized(36, `${of.id}`),
    field(of.stream),
    field(`(${of.revision})::text`),
    field(of.type),
    field(`(${of.schemaVersion})::text`),
    sized(27, time),
    field(of.actor),
    field(of.commandId),
    field(of.correlationId),
    orNull(field(of.causationId)),
    orNull(sized(64, of.previous)),
    sized(64, of.digest),
  ];
  return DIGEST_OF(fields.join("\n            || "));
}

/** The functions of record 47, which replace those of record 45. `log.append` is of an earlier version. */
export const appendFunctions: Migration = {
  id: "log-004-append-one",
  sql: `
-- One event of one call. Everything that is not an accepted append of a new command is left to log.append_group; an id
-- that is recorded already violates the primary key, and then the caller does that.
CREATE FUNCTION log.append_one(
  p_stream text, p_expected integer, p_actor text, p_command_id text, p_correlation_id text, p_causation_id text,
  p_id uuid, p_type text, p_schema_version integer, p_data text,
  OUT outcome text, OUT revision integer, OUT "position" bigint
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
  digest text := ${DIGEST_OF("p_data")};
  at timestamptz;
  reached integer;
  previous text;
BEGIN
  -- As a condition it is evaluated without a statement of its own.
  IF pg_advisory_xact_lock(${APPEND_LOCK}) IS NULL THEN END IF;
  at := clock_timestamp();

  SELECT e.revision, e.hash, (SELECT h.position FROM log.events h ORDER BY h.position DESC LIMIT 1)
    INTO reached, previous, "position" FROM log.events e WHERE e.stream = p_stream ORDER BY e.revision DESC LIMIT 1;
  IF coalesce(reached, -1) <> p_expected THEN
    SELECT g.outcomes[1], g.revisions[1], g.positions[1] INTO outcome, revision, "position"
      FROM log.append_group(ARRAY[p_stream], ARRAY[p_expected], ARRAY[p_actor], ARRAY[p_command_id], ARRAY[p_correlation_id],
        ARRAY[p_causation_id], ARRAY[1], ARRAY[p_id], ARRAY[p_type], ARRAY[p_schema_version], ARRAY[p_data]) g;
    RETURN;
  END IF;
  IF reached IS NULL THEN
    SELECT h.position INTO "position" FROM log.events h ORDER BY h.position DESC LIMIT 1;
  END IF;
  reached := p_expected + 1;
  "position" := coalesce("position", 0) + 1;
  INSERT INTO log.events (id, position, stream, revision, type, schema_version, recorded_at, actor, command_id,
                          correlation_id, causation_id, prev_hash, hash, data)
  VALUES (p_id, append_one.position, p_stream, reached, p_type, p_schema_version, at, p_actor::json, p_command_id,
          p_correlation_id, p_causation_id, previous,
          ${hashOf({ id: "p_id", stream: "p_stream", revision: "reached", type: "p_type", schemaVersion: "p_schema_version", actor: "p_actor", commandId: "p_command_id", correlationId: "p_correlation_id", causationId: "p_causation_id", previous: "previous", digest: "digest" })},
          p_data::json);
  IF pg_notify('${LOG_CHANNEL}', "position"::text) IS NULL THEN END IF;
  outcome := 'ok';
  revision := reached;
END $$;

REVOKE ALL ON FUNCTION log.append_one FROM PUBLIC;

CREATE OR REPLACE FUNCTION log.append_group(
  p_streams text[], p_expected integer[], p_actors text[], p_command_ids text[], p_correlation_ids text[], p_causation_ids text[],
  p_ends integer[], p_ids uuid[], p_types text[], p_schema_versions integer[], p_data text[],
  OUT outcomes text[], OUT revisions integer[], OUT positions bigint[]
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
  digests text[] := array_fill(NULL::text, ARRAY[cardinality(p_ids)]);
  datum text;
  head bigint;
  at timestamptz;
  call record;
  same record;
  n integer := 0;
  reached integer;
  previous text;
  kept integer[] := '{}';
  kept_calls integer[] := '{}';
  kept_revisions integer[] := '{}';
  kept_previous text[] := '{}';
  kept_hashes text[] := '{}';
BEGIN
  -- Large data is digested before the lock: behind it stands every other writer.
  FOREACH datum IN ARRAY p_data LOOP
    n := n + 1;
    digests[n] := ${DIGEST_OF("datum")};
  END LOOP;
  n := 0;

  IF pg_advisory_xact_lock(${APPEND_LOCK}) IS NULL THEN END IF;
  at := clock_timestamp();

  -- An array whose first element is set at 2 begins at 2.
  outcomes := array_fill(NULL::text, ARRAY[cardinality(p_streams)]);
  revisions := array_fill(NULL::integer, ARRAY[cardinality(p_streams)]);
  positions := array_fill(NULL::bigint, ARRAY[cardinality(p_streams)]);
  SELECT e.position INTO head FROM log.events e ORDER BY e.position DESC LIMIT 1;
  head := coalesce(head, 0);
  FOR call IN
    SELECT c.i, c.stream, c.expected, c.actor, c.command_id, c.correlation_id, c.causation_id, c.ends,
           recorded.stream AS recorded_stream, recorded.revision AS recorded_revision,
           coalesce(last.revision, -1) AS revision, last.hash
    FROM unnest(p_streams, p_expected, p_actors, p_command_ids, p_correlation_ids, p_causation_ids, p_ends)
      WITH ORDINALITY AS c(stream, expected, actor, command_id, correlation_id, causation_id, ends, i)
    LEFT JOIN LATERAL (SELECT e.stream, e.revision FROM log.events e
      WHERE e.id = p_ids[CASE c.i WHEN 1 THEN 1 ELSE p_ends[c.i - 1] + 1 END]) recorded ON true
    LEFT JOIN LATERAL (SELECT e.revision, e.hash FROM log.events e
      WHERE e.stream = c.stream ORDER BY e.revision DESC LIMIT 1) last ON true
    ORDER BY c.i
  LOOP
    reached := call.revision;
    previous := call.hash;
    IF call.recorded_stream IS NOT NULL THEN
      n := call.ends;
      IF call.recorded_stream <> call.stream THEN
        outcomes[call.i] := 'duplicate-command';
        CONTINUE;
      END IF;
      SELECT e.revision, e.position INTO same FROM log.events e
        WHERE e.stream = call.stream AND e.revision >= call.recorded_revision AND e.command_id = call.command_id
        ORDER BY e.revision DESC LIMIT 1;
      outcomes[call.i] := 'ok';
      revisions[call.i] := same.revision;
      positions[call.i] := same.position;
    ELSIF reached <> call.expected THEN
      n := call.ends;
      outcomes[call.i] := 'conflict';
      revisions[call.i] := reached;
    ELSE
      WHILE n < call.ends LOOP
        n := n + 1;
        reached := reached + 1;
        kept := kept || n;
        kept_calls := kept_calls || call.i::integer;
        kept_revisions := kept_revisions || reached;
        kept_previous := kept_previous || previous;
        previous := ${hashOf({ id: "p_ids[n]", stream: "call.stream", revision: "reached", type: "p_types[n]", schemaVersion: "p_schema_versions[n]", actor: "call.actor", commandId: "call.command_id", correlationId: "call.correlation_id", causationId: "call.causation_id", previous: "previous", digest: "digests[n]" })};
        kept_hashes := kept_hashes || previous;
      END LOOP;
      outcomes[call.i] := 'ok';
      revisions[call.i] := reached;
      positions[call.i] := head + cardinality(kept);
    END IF;
  END LOOP;

  IF cardinality(kept) = 0 THEN
    RETURN;
  END IF;
  INSERT INTO log.events (id, position, stream, revision, type, schema_version, recorded_at, actor, command_id,
                          correlation_id, causation_id, prev_hash, hash, data)
  SELECT p_ids[k.n], head + k.i, p_streams[k.call], k.revision, p_types[k.n], p_schema_versions[k.n], at,
         p_actors[k.call]::json, p_command_ids[k.call], p_correlation_ids[k.call], p_causation_ids[k.call],
         k.previous, k.hash, p_data[k.n]::json
  FROM unnest(kept, kept_calls, kept_revisions, kept_previous, kept_hashes) WITH ORDINALITY
    AS k(n, call, revision, previous, hash, i);
  IF pg_notify('${LOG_CHANNEL}', (head + cardinality(kept))::text) IS NULL THEN END IF;
END $$;
`,
};
