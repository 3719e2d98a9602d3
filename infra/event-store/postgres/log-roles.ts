import pg from "pg";
import { cutText } from "#domain/core/text/text.ts";
import { retryRoleChange } from "../../postgres/role-change.ts";

/** Roles for connections of the log: one that may only read, one that may also append. Neither owns anything. */
export type LogRoles =
  | { readonly ok: true; readonly reader: string; readonly writer: string }
  | { readonly ok: false; readonly warning: string };

/**
 * Makes the roles of this database if the server allows it; otherwise only the trigger protects the log, and `warning`
 * says so at start. `pg.Pool` sets a role with `options: "-c role=<name>"`. Run after the migrations, at each start.
 */
export async function logRoles(pool: pg.Pool): Promise<LogRoles> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ database: string }>("SELECT current_database() AS database");
    // Roles belong to the whole server, so their names include the database's; Postgres names have at most 63 bytes.
    const prefix = cutText(rows[0]!.database, 40);
    const [reader, writer] = [`${prefix}_log_reader`, `${prefix}_log_writer`];
    if (await isGranted(client, reader, writer)) return { ok: true, reader, writer };
    for (const role of [reader, writer]) await retryRoleChange(() => makeRole(client, role));
    const [readerId, writerId] = [pg.escapeIdentifier(reader), pg.escapeIdentifier(writer)];
    const grants = `
      GRANT USAGE ON SCHEMA log TO ${readerId}, ${writerId};
      GRANT SELECT ON log.events TO ${readerId}, ${writerId};
      GRANT EXECUTE ON FUNCTION log.append, log.append_one, log.append_group TO ${writerId};
      GRANT ${readerId}, ${writerId} TO CURRENT_USER;`;
    await retryRoleChange(() => client.query(grants));
    return { ok: true, reader, writer };
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    return {
      ok: false,
      warning: `The database does not let its user make roles (${error.message}): the log is protected by its trigger alone. Grant CREATEROLE for separate reader and writer roles.`,
    };
  } finally {
    client.release();
  }
}

/**
 * Whether an operator has made the roles (deploy/roles.sql): then we own no log and may grant nothing, which is better than what
 * we could do ourselves.
 */
async function isGranted(client: pg.PoolClient, reader: string, writer: string): Promise<boolean> {
  const { rows } = await client.query<{ granted: boolean }>(
    `SELECT coalesce(bool_and(pg_has_role(oid, 'MEMBER') AND has_table_privilege(oid, 'log.events', 'SELECT')
       AND (rolname = $1 OR has_function_privilege(oid, (SELECT oid FROM pg_proc WHERE pronamespace = 'log'::regnamespace AND proname = 'append_group'), 'EXECUTE')))
       AND count(*) = 2, false) AS granted FROM pg_roles WHERE rolname IN ($1, $2)`,
    [reader, writer],
  );
  return rows[0]?.granted ?? false;
}

async function makeRole(client: pg.PoolClient, role: string): Promise<void> {
  const { rowCount } = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [role]);
  if (rowCount) return;
  try {
    await client.query(`CREATE ROLE ${pg.escapeIdentifier(role)} NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE`);
  } catch (error) {
    // Another process that starts at the same time was faster.
    if (!(error instanceof pg.DatabaseError && (error.code === "42710" || error.code === "23505"))) throw error;
  }
}
