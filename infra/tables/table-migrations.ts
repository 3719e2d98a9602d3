import type { Migration } from "../postgres/migrations.ts";

/**
 * Where rows are stored: each version of a data table is a physical table in schema `data`, listed in
 * `registry.tables`. Schema `staging` holds rows of running pulls.
 */
export const tableMigrations: readonly Migration[] = [
  {
    id: "tables-001-registry",
    sql: `
CREATE SCHEMA registry;
CREATE SCHEMA data;
CREATE SCHEMA staging;

CREATE TABLE registry.tables (
  physical text PRIMARY KEY CHECK (physical ~ '^t_[0-9a-f]{32}$'),
  kind text NOT NULL CHECK (kind IN ('dataset', 'pull')),
  layout text NOT NULL CHECK (layout IN ('columns', 'array')),
  columns jsonb NOT NULL,
  row_count bigint NOT NULL,
  bytes bigint NOT NULL,
  content_hash text NOT NULL,
  statistics jsonb,
  state text NOT NULL CHECK (state IN ('staging', 'ready')),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ready_at timestamptz,
  CHECK ((state = 'ready') = (ready_at IS NOT NULL))
);
CREATE INDEX tables_staging ON registry.tables (created_at) WHERE state = 'staging';
`,
  },
  {
    id: "tables-002-run",
    sql: `
ALTER TABLE registry.tables ADD COLUMN run_id text;
COMMENT ON COLUMN registry.tables.run_id IS 'The run that fills it or has filled it';
CREATE INDEX tables_run ON registry.tables (run_id) WHERE run_id IS NOT NULL;
`,
  },
  {
    id: "tables-003-orphans",
    sql: `
CREATE TABLE registry.orphans (
  kind text NOT NULL,
  name text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (kind, name)
);
COMMENT ON TABLE registry.orphans IS 'Tables and files that nothing refers to, with the time when that was first seen';
`,
  },
  {
    // Samples took every nth row, which is wrong for periodic data: statistics from samples are deleted, those from all
    // rows stay.
    id: "tables-004-random-samples",
    sql: `
UPDATE registry.tables SET statistics = jsonb_set(statistics, '{sampledRows}', 'null') || jsonb_build_object('columns',
  (SELECT coalesce(jsonb_agg(one || '{"distinct": null, "top": [], "histogram": null}' ORDER BY place), '[]') FROM jsonb_array_elements(statistics->'columns') WITH ORDINALITY AS columns (one, place)))
WHERE statistics->>'sampledRows' IS NOT NULL;
`,
  },
  {
    id: "tables-005-orphans-by-time",
    sql: "CREATE INDEX orphans_seen_at ON registry.orphans (seen_at)",
  },
  {
    // Pulls in the making are registered without it.
    id: "tables-006-stored-in",
    sql: `
ALTER TABLE registry.tables ADD COLUMN stored_in text;
ALTER TABLE registry.tables ADD COLUMN last_row bigint;
UPDATE registry.tables SET stored_in = physical;
COMMENT ON COLUMN registry.tables.stored_in IS 'The table of schema data with its rows. A version that was appended to another one continues in its table';
COMMENT ON COLUMN registry.tables.last_row IS 'The greatest row id of the version; null: the table has no rows of later versions';
CREATE INDEX tables_stored_in ON registry.tables (stored_in);
`,
  },
  {
    id: "tables-007-parquet-files",
    sql: `
CREATE TABLE registry.parquet_files (
  physical text NOT NULL,
  up_to_row bigint,
  sha256 text NOT NULL,
  bytes bigint NOT NULL,
  row_count bigint NOT NULL,
  row_groups integer NOT NULL,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE NULLS NOT DISTINCT (physical, up_to_row)
);
CREATE INDEX parquet_files_sha256 ON registry.parquet_files (sha256);
COMMENT ON COLUMN registry.parquet_files.up_to_row IS 'The last row of the table that the file has; null: all rows';
`,
  },
  {
    id: "tables-008-load-reports",
    sql: `
ALTER TABLE registry.tables ADD COLUMN report jsonb;
COMMENT ON COLUMN registry.tables.report IS 'What the load of its file decided and changed, with texts of the file: it is deleted with the table';
`,
  },
];
