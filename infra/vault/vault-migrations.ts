import type { Migration } from "../postgres/migrations.ts";

/**
 * Keys of owners (users and the parts of the system that store secrets), their secrets, and keys of the installation
 * itself. A forgotten owner keeps a row without a key: a late process cannot store anything for it again.
 */
export const vaultMigrations: readonly Migration[] = [
  {
    id: "vault-001-keys-and-secrets",
    sql: `
CREATE SCHEMA vault;

CREATE TABLE vault.owner_keys (
  owner text PRIMARY KEY,
  key_id text NOT NULL UNIQUE,
  wrapped bytea,
  wrapped_by text,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  forgotten_at timestamptz,
  CHECK ((wrapped IS NULL) = (forgotten_at IS NOT NULL) AND (wrapped IS NULL) = (wrapped_by IS NULL))
);

CREATE TABLE vault.secrets (
  owner text NOT NULL REFERENCES vault.owner_keys,
  name text NOT NULL,
  version integer NOT NULL,
  sealed bytea NOT NULL,
  stored_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (owner, name)
);

CREATE TABLE vault.installation_keys (
  name text PRIMARY KEY,
  wrapped bytea NOT NULL,
  wrapped_by text NOT NULL
);
`,
  },
  {
    id: "vault-002-secrets-by-name",
    sql: `CREATE INDEX secrets_by_name ON vault.secrets (name COLLATE "C")`,
  },
];
