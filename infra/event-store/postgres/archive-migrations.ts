import type { Migration } from "../../postgres/migrations.ts";

/** What an append to an archived stream fails with; see `log-007-archived`. */
export const STREAM_ARCHIVED = "TA001";

/** The index of archive files (docs/decisions/173). The log stays as it is until the first archive. */
const archiveTables: Migration = {
  id: "log-006-archive",
  sql: `
-- A row is made in the transaction in which the events of the file leave log.events. archive: the SHA-256 of the list that
-- LogArchived names.
CREATE TABLE log.archive_files (
  name text PRIMARY KEY,
  archive text NOT NULL,
  month text NOT NULL,
  first_position bigint NOT NULL,
  last_position bigint NOT NULL,
  events integer NOT NULL,
  bytes integer NOT NULL,
  raw_bytes integer NOT NULL,
  sha256 text NOT NULL,
  archived_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX archive_files_by_end ON log.archive_files (last_position);
CREATE INDEX archive_files_by_range ON log.archive_files USING gist (int8range(first_position, last_position, '[]'));

-- The streams whose events are in archive files, so that none can begin anew. revision: of its last event there.
CREATE TABLE log.archived_streams (
  stream text COLLATE "C" PRIMARY KEY,
  revision integer NOT NULL,
  first_position bigint NOT NULL,
  last_position bigint NOT NULL
);

CREATE FUNCTION log.refuse_archive_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'What was archived is never changed: % on log.%', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER archive_files_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON log.archive_files
  FOR EACH STATEMENT EXECUTE FUNCTION log.refuse_archive_change();
ALTER TABLE log.archive_files ENABLE ALWAYS TRIGGER archive_files_are_final;
-- A stream may be in two files, which leave one after the other.
CREATE TRIGGER archived_streams_stay BEFORE DELETE OR TRUNCATE ON log.archived_streams
  FOR EACH STATEMENT EXECUTE FUNCTION log.refuse_archive_change();
ALTER TABLE log.archived_streams ENABLE ALWAYS TRIGGER archived_streams_stay;

CREATE FUNCTION log.refuse_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM gone g WHERE NOT EXISTS (SELECT FROM log.archived_streams s
      WHERE s.stream = g.stream AND g.revision <= s.revision AND g.position BETWEEN s.first_position AND s.last_position)) THEN
    RAISE EXCEPTION 'Events are never changed: DELETE on log.events' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION log.refuse_archived_stream() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM log.archived_streams a WHERE a.stream = NEW.stream) THEN
    RAISE EXCEPTION 'The event stream % is archived', NEW.stream USING ERRCODE = '${STREAM_ARCHIVED}';
  END IF;
  RETURN NEW;
END $$;

-- Whoever may use the schema of the log may read it.
GRANT SELECT ON log.archive_files, log.archived_streams TO PUBLIC;
`,
};

/**
 * Made by the first archive, and not by an upgrade: programs that do not know archive files would take the events in
 * them for events that never were.
 */
export const archiveBegun = {
  id: "log-007-archived",
  contract: { since: archiveTables.id },
  byCommand: true,
  sql: `
-- Only events whose stream is archived may go. Only the owner of the table may remove any.
DROP TRIGGER events_are_final ON log.events;
CREATE TRIGGER events_are_final BEFORE UPDATE OR TRUNCATE ON log.events
  FOR EACH STATEMENT EXECUTE FUNCTION log.refuse_change();
CREATE TRIGGER only_archived_events_go AFTER DELETE ON log.events REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION log.refuse_removal();
CREATE TRIGGER archived_streams_stay_closed BEFORE INSERT ON log.events
  FOR EACH ROW WHEN (NEW.revision = 0) EXECUTE FUNCTION log.refuse_archived_stream();
ALTER TABLE log.events ENABLE ALWAYS TRIGGER events_are_final;
ALTER TABLE log.events ENABLE ALWAYS TRIGGER only_archived_events_go;
ALTER TABLE log.events ENABLE ALWAYS TRIGGER archived_streams_stay_closed;
`,
} as const satisfies Migration;

export const archiveMigrations: readonly Migration[] = [archiveTables, archiveBegun];
