import type { Migration } from "../postgres/migrations.ts";

export const transparencyMigrations: readonly Migration[] = [
  {
    id: "transparency-001",
    sql: `
CREATE SCHEMA transparency;

-- The tiles of the tree over the log; the last of a level grows. after_position: of leaves, the position of the event before.
CREATE TABLE transparency.tiles (
  level smallint NOT NULL,
  n bigint NOT NULL,
  hashes bytea NOT NULL,
  after_position text COLLATE "C",
  PRIMARY KEY (level, n)
);
-- Hashes cannot be compressed.
ALTER TABLE transparency.tiles ALTER COLUMN hashes SET STORAGE EXTERNAL;
CREATE INDEX tiles_by_position ON transparency.tiles (after_position, n) WHERE level = 0;

CREATE TABLE transparency.tree (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  size bigint NOT NULL DEFAULT 0,
  position text COLLATE "C",
  fork json,
  -- The log checkpoint of so many events was mailed to admins last.
  mailed_on date NOT NULL DEFAULT current_date,
  mailed_size bigint NOT NULL DEFAULT 0
);
INSERT INTO transparency.tree DEFAULT VALUES;

-- The log checkpoint that was signed last.
CREATE TABLE transparency.checkpoint (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  origin text NOT NULL,
  size bigint NOT NULL,
  root bytea NOT NULL,
  note text NOT NULL,
  cosignatures text NOT NULL DEFAULT '',
  signed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Public keys of this server, also those that sign no more.
CREATE TABLE transparency.keys (
  vkey text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('log', 'witness')),
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  retired_at timestamptz
);

-- The log checkpoints of other servers that this one cosigned last.
CREATE TABLE transparency.witnessed (
  origin text PRIMARY KEY,
  origin_hash text NOT NULL UNIQUE,
  size bigint NOT NULL DEFAULT 0,
  root bytea,
  note text,
  cosigned_at timestamptz
);`,
  },
];
