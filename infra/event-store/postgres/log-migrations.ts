import type { Migration } from "../../postgres/migrations.ts";

/** Channel that wakes subscriptions; its payload is the new head. */
export const LOG_CHANNEL = "tributary_log";

/** Advisory lock that each append holds until its commit. */
const APPEND_LOCK = "8242630071";

/**
 * One table and one append function. Appends hold one advisory lock until their commit, so the order of positions is
 * the order in which events become visible and a reader of `position > checkpoint` can miss none. Positions have no
 * gaps: a removed row is detectable, and an append that bypassed the lock would violate the unique position instead of
 * being skipped. `log.append` runs as its owner, so that a writer only needs the right to read the table.
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
];
