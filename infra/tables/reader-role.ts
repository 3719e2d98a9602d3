import type { Pool, PoolClient } from "pg";
import { retryRoleChange } from "../postgres/role-change.ts";

const ROLE = "tributary_reader";
const known = new WeakMap<Pool, boolean>();

/**
 * Makes the role for reading rows: it may select from schema `data` and sees nothing else. Returns a warning if the
 * server does not let us make roles; reads then run as our own user. Run at start, after the migrations.
 */
export async function prepareReaderRole(pool: Pool): Promise<{ readonly warning: string | null }> {
  const client = await pool.connect();
  try {
    await retryRoleChange(() => makeRole(client));
    known.set(pool, true);
    return { warning: null };
  } catch (error) {
    known.set(pool, false);
    const reason = error instanceof Error ? error.message : String(error);
    return {
      warning: `Data tables are read with all rights of the database user: the role ${ROLE} could not be made (${reason}).`,
    };
  } finally {
    client.release();
  }
}

/**
 * The statement that drops all rights except reading data tables, until the transaction ends; empty if the role could not
 * be made.
 */
export async function readAsReaderSql(pool: Pool): Promise<string> {
  let usable = known.get(pool);
  if (usable === undefined) {
    const { rows } = await pool.query<{ usable: boolean }>(
      `SELECT coalesce(bool_or(pg_has_role(oid, 'MEMBER') AND has_schema_privilege(oid, 'data', 'USAGE')), false) AS usable
       FROM pg_roles WHERE rolname = '${ROLE}'`,
    );
    usable = rows[0]?.usable ?? false;
    known.set(pool, usable);
  }
  return usable ? `SET LOCAL ROLE ${ROLE}` : "";
}

/**
 * Only for tables that came without the default privileges below, as from a restore: granting writes a row of the
 * catalogue for each table, even if nothing changes.
 */
const GRANT_WHERE_MISSING = `DO $$ DECLARE missing text; BEGIN
  SELECT string_agg(oid::regclass::text, ', ') INTO missing FROM pg_class
  WHERE relnamespace = 'data'::regnamespace AND relkind = 'r' AND NOT has_table_privilege('${ROLE}', oid, 'SELECT');
  IF missing IS NOT NULL THEN EXECUTE 'GRANT SELECT ON ' || missing || ' TO ${ROLE}'; END IF; END $$`;

async function makeRole(client: PoolClient): Promise<void> {
  try {
    await client.query("BEGIN");
    // Roles belong to the cluster: another of its databases may make this one at the same time.
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended('tributary.reader-role', 0))");
    await client.query(`DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${ROLE}') THEN CREATE ROLE ${ROLE} NOLOGIN; END IF;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`);
    // Who was given the role may not be allowed to give it.
    await client.query(
      `DO $$ BEGIN IF NOT pg_has_role('${ROLE}', 'MEMBER') THEN GRANT ${ROLE} TO CURRENT_USER; END IF; END $$`,
    );
    await client.query(`GRANT USAGE ON SCHEMA data TO ${ROLE}`);
    await client.query(GRANT_WHERE_MISSING);
    await client.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA data GRANT SELECT ON TABLES TO ${ROLE}`);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}
