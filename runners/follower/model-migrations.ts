/** The checkpoint of each read model. Positions compare as plain text, so their collation is the byte order. */
export const modelMigrations: readonly { readonly id: string; readonly sql: string }[] = [
  {
    id: "models-001-checkpoints",
    sql: `
CREATE SCHEMA models;

CREATE TABLE models.checkpoints (
  model text PRIMARY KEY,
  version integer NOT NULL,
  position text COLLATE "C",
  state text NOT NULL DEFAULT 'following' CHECK (state IN ('following', 'rebuilding', 'halted')),
  halted_at text COLLATE "C",
  error text,
  CHECK ((state = 'halted') = (halted_at IS NOT NULL))
);
`,
  },
  {
    id: "models-002-halted-since",
    sql: "ALTER TABLE models.checkpoints ADD COLUMN halted_since timestamptz",
  },
  {
    // The event that a rebuild could not apply, and the last one that it applied. The live tables may follow the log
    // meanwhile.
    id: "models-003-rebuild-halted",
    sql: `
ALTER TABLE models.checkpoints
  ADD COLUMN rebuild_halted_at text COLLATE "C",
  ADD COLUMN rebuild_position text COLLATE "C",
  ADD COLUMN rebuild_halted_since timestamptz,
  ADD COLUMN rebuild_error text
`,
  },
  {
    // The shape of the tables (shapeHashOf in model.ts). Older tables have none and are rebuilt.
    id: "models-004-shape-hash",
    sql: "ALTER TABLE models.checkpoints ADD COLUMN shape_hash text",
  },
  {
    // Searches find misspelt words by it.
    id: "models-005-trigrams",
    sql: "CREATE EXTENSION IF NOT EXISTS pg_trgm",
  },
  {
    // Raised when other tables take the place of a model's: rows that a follower knows of the tables before are void.
    id: "models-006-generation",
    // The function lets a transaction that moves checkpoints in one round trip end if another process moved them first.
    sql: `
ALTER TABLE models.checkpoints ADD COLUMN generation integer NOT NULL DEFAULT 0;

CREATE FUNCTION models.require_moved(moved bigint, expected integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF moved <> expected THEN
    RAISE EXCEPTION 'Another process has moved a checkpoint' USING ERRCODE = 'TM001';
  END IF;
END $$;
`,
  },
  {
    // Types of events that a follower did not know and that halted no model (unknown-events/), for admins.
    id: "models-007-unknown-types",
    sql: `
CREATE TABLE models.unknown_types (
  type text PRIMARY KEY,
  stream text NOT NULL,
  position text COLLATE "C" NOT NULL,
  since timestamptz NOT NULL DEFAULT now()
)
`,
  },
  {
    // What a rebuild is making beside the live tables, and how far it has come: one that was cut goes on there.
    id: "models-008-next-tables",
    sql: `
ALTER TABLE models.checkpoints
  ADD COLUMN next_made_as text,
  ADD COLUMN next_position text COLLATE "C"
`,
  },
  {
    // Whether a model has ever shown the whole log: until then pages that read it would be empty. Models of before have.
    id: "models-009-caught-up",
    sql: `
ALTER TABLE models.checkpoints ADD COLUMN caught_up boolean NOT NULL DEFAULT true;
ALTER TABLE models.checkpoints ALTER COLUMN caught_up SET DEFAULT false;
`,
  },
];
