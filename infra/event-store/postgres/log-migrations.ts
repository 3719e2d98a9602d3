import type { Migration } from "../../postgres/migrations.ts";
import { archiveMigrations } from "./archive-migrations.ts";
import { APPEND_LOCK, appendFunctions, LOG_CHANNEL } from "./append-functions.ts";

/**
 * One table, and functions that append: `log.append_one` for an event that goes alone, `log.append_group` for groups,
 * `log.append` for processes of an earlier version. Appends hold one advisory lock until their commit, so the order of
 * positions is the order in which events become visible and a reader of `position > checkpoint` can miss none. Positions
 * have no gaps: a removed row is detectable, and an append that bypassed the lock would violate the unique position
 * instead of being skipped. The functions run as their owner, so that a writer only needs the right to read the table.
 */
export const logMigrations: readonly Migration[] = [
  {
    id: "log-001-events",
    sql: `
CREATE SCHEMA log;

CREATE TABLE log.events (
  id uuid PRIMARY KEY,
  position bigint NOT NULL UNIQUE,
  stream text NOT NULL,
  revision integer NOT NULL,
  type text NOT NULL,
  schema_version integer NOT NULL,
  recorded_at timestamptz NOT NULL,
  actor json NOT NULL,
  command_id text NOT NULL,
  correlation_id text NOT NULL,
  causation_id text,
  prev_hash text,
  hash text NOT NULL,
  data json NOT NULL,
  UNIQUE (stream, revision)
);

CREATE FUNCTION log.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Events are never changed: % on log.events', TG_OP USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER events_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON log.events
  FOR EACH STATEMENT EXECUTE FUNCTION log.refuse_change();
ALTER TABLE log.events ENABLE ALWAYS TRIGGER events_are_final;

CREATE FUNCTION log.field(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN value IS NULL THEN '~,' ELSE octet_length(value) || ':' || value || ',' END;

CREATE FUNCTION log.iso_time(at timestamptz) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  RETURN to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');

CREATE FUNCTION log.event_hash(
  id uuid, stream text, revision integer, type text, schema_version integer, recorded_at timestamptz, actor text,
  command_id text, correlation_id text, causation_id text, prev_hash text, data_digest text
) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  RETURN encode(sha256(convert_to(
    log.field(id::text) || log.field(stream) || log.field(revision::text) || log.field(type) || log.field(schema_version::text)
    || log.field(log.iso_time(recorded_at)) || log.field(actor) || log.field(command_id) || log.field(correlation_id)
    || log.field(causation_id) || log.field(prev_hash) || log.field(data_digest), 'UTF8')), 'hex');

CREATE FUNCTION log.append(
  p_stream text, p_expected integer, p_actor text, p_command_id text, p_correlation_id text, p_causation_id text,
  p_ids uuid[], p_types text[], p_schema_versions integer[], p_data text[],
  OUT outcome text, OUT revision integer, OUT "position" bigint
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
  digests text[];
  last record;
  head bigint;
  previous text;
  at timestamptz;
  item record;
BEGIN
  -- Large data is digested before the lock: behind it stands every other writer.
  SELECT array_agg(encode(sha256(convert_to(d.data, 'UTF8')), 'hex') ORDER BY d.n) INTO digests
    FROM unnest(p_data) WITH ORDINALITY AS d(data, n);

  PERFORM pg_advisory_xact_lock(${APPEND_LOCK});

  SELECT e.stream, e.revision INTO last FROM log.events e WHERE e.id = p_ids[1];
  IF FOUND THEN
    IF last.stream <> p_stream THEN
      outcome := 'duplicate-command';
      RETURN;
    END IF;
    SELECT e.revision, e.position INTO revision, "position" FROM log.events e
      WHERE e.stream = p_stream AND e.revision >= last.revision AND e.command_id = p_command_id
      ORDER BY e.revision DESC LIMIT 1;
    outcome := 'ok';
    RETURN;
  END IF;

  SELECT e.revision, e.hash INTO last FROM log.events e WHERE e.stream = p_stream ORDER BY e.revision DESC LIMIT 1;
  revision := coalesce(last.revision, -1);
  IF revision <> p_expected THEN
    outcome := 'conflict';
    RETURN;
  END IF;

  SELECT e.position INTO head FROM log.events e ORDER BY e.position DESC LIMIT 1;
  "position" := coalesce(head, 0);
  previous := last.hash;
  at := clock_timestamp();
  FOR item IN
    SELECT * FROM unnest(p_ids, p_types, p_schema_versions, p_data, digests)
      WITH ORDINALITY AS i(id, type, schema_version, data, digest, n) ORDER BY i.n
  LOOP
    revision := revision + 1;
    "position" := "position" + 1;
    INSERT INTO log.events (id, position, stream, revision, type, schema_version, recorded_at, actor, command_id,
                            correlation_id, causation_id, prev_hash, hash, data)
    VALUES (item.id, "position", p_stream, revision, item.type, item.schema_version, at, p_actor::json, p_command_id,
            p_correlation_id, p_causation_id, previous,
            log.event_hash(item.id, p_stream, revision, item.type, item.schema_version, at, p_actor, p_command_id,
                           p_correlation_id, p_causation_id, previous, item.digest),
            item.data::json)
    RETURNING hash INTO previous;
  END LOOP;
  PERFORM pg_notify('${LOG_CHANNEL}', "position"::text);
  outcome := 'ok';
END $$;

REVOKE ALL ON FUNCTION log.append FROM PUBLIC;
`,
  },
  {
    id: "log-002-append-group",
    sql: `
-- Several appends in one transaction: one lock, one flush, one verdict for each. No two calls of a group may have the same stream
-- or command, so none depends on what another one writes. Event n belongs to the first call whose p_ends is n or more.
CREATE FUNCTION log.append_group(
  p_streams text[], p_expected integer[], p_actors text[], p_command_ids text[], p_correlation_ids text[], p_causation_ids text[],
  p_ends integer[], p_ids uuid[], p_types text[], p_schema_versions integer[], p_data text[],
  OUT outcomes text[], OUT revisions integer[], OUT positions bigint[]
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
  digests text[];
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
  SELECT array_agg(encode(sha256(convert_to(d.data, 'UTF8')), 'hex') ORDER BY d.n) INTO digests
    FROM unnest(p_data) WITH ORDINALITY AS d(data, n);

  PERFORM pg_advisory_xact_lock(${APPEND_LOCK});
  at := clock_timestamp();

  -- Most appends are one event that is accepted: one statement. Anything else is judged below.
  IF cardinality(p_ids) = 1 THEN
    INSERT INTO log.events (id, position, stream, revision, type, schema_version, recorded_at, actor, command_id,
                            correlation_id, causation_id, prev_hash, hash, data)
    SELECT p_ids[1], coalesce((SELECT e.position FROM log.events e ORDER BY e.position DESC LIMIT 1), 0) + 1, p_streams[1],
           p_expected[1] + 1, p_types[1], p_schema_versions[1], at, p_actors[1]::json, p_command_ids[1], p_correlation_ids[1],
           p_causation_ids[1], last.hash,
           log.event_hash(p_ids[1], p_streams[1], p_expected[1] + 1, p_types[1], p_schema_versions[1], at, p_actors[1],
             p_command_ids[1], p_correlation_ids[1], p_causation_ids[1], last.hash, digests[1]),
           p_data[1]::json
    FROM (SELECT) one LEFT JOIN LATERAL (SELECT e.revision, e.hash FROM log.events e
      WHERE e.stream = p_streams[1] ORDER BY e.revision DESC LIMIT 1) last ON true
    WHERE coalesce(last.revision, -1) = p_expected[1] AND NOT EXISTS (SELECT FROM log.events e WHERE e.id = p_ids[1])
    RETURNING log.events.revision, log.events.position INTO same;
    IF FOUND THEN
      outcomes := ARRAY['ok'];
      revisions := ARRAY[same.revision];
      positions := ARRAY[same.position];
      PERFORM pg_notify('${LOG_CHANNEL}', same.position::text);
      RETURN;
    END IF;
  END IF;

  -- An array whose first element is set at 2 begins at 2.
  revisions := array_fill(NULL::integer, ARRAY[cardinality(p_streams)]);
  positions := array_fill(NULL::bigint, ARRAY[cardinality(p_streams)]);
  SELECT e.position INTO head FROM log.events e ORDER BY e.position DESC LIMIT 1;
  head := coalesce(head, 0);
  FOR call IN
    SELECT c.i, c.stream, c.expected, c.ends, recorded.stream AS recorded_stream, recorded.revision AS recorded_revision,
           coalesce(last.revision, -1) AS revision, last.hash
    FROM unnest(p_streams, p_expected, p_ends) WITH ORDINALITY AS c(stream, expected, ends, i)
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
        WHERE e.stream = call.stream AND e.revision >= call.recorded_revision AND e.command_id = p_command_ids[call.i]
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
        previous := log.event_hash(p_ids[n], call.stream, reached, p_types[n], p_schema_versions[n], at, p_actors[call.i],
          p_command_ids[call.i], p_correlation_ids[call.i], p_causation_ids[call.i], previous, digests[n]);
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
  PERFORM pg_notify('${LOG_CHANNEL}', (head + cardinality(kept))::text);
END $$;

REVOKE ALL ON FUNCTION log.append_group FROM PUBLIC;
`,
  },
  {
    id: "log-003-commands",
    sql: `
-- Claims of commands whose events are in EventStoreDB. Events in Postgres carry their command themselves.
CREATE TABLE log.commands (
  id text PRIMARY KEY,
  stream text NOT NULL,
  since integer NOT NULL,
  attempts integer NOT NULL DEFAULT 1
);
`,
  },
  appendFunctions,
  {
    id: "log-005-beside-eventstoredb",
    sql: `
-- How far back the claims of a log in EventStoreDB were completed by a process that ended before it was done.
CREATE TABLE log.claims_completion (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  at text NOT NULL
);

-- The log in EventStoreDB that this database belongs to.
CREATE TABLE log.mark (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
`,
  },
  ...archiveMigrations,
];
