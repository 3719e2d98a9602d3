import type pg from "pg";

/**
 * How many other processes of Tributary serve this database: those whose sessions are named as `openPools` names them.
 * One that is still in its start, and tools, are not counted.
 */
export async function otherProcesses(client: pg.Pool | pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ others: number }>(`
    SELECT count(DISTINCT split_part(application_name, ' ', 4))::int AS others FROM pg_stat_activity
    WHERE datname = current_database() AND application_name ~ '^tributary [a-z]+ [a-z]+ [0-9a-f]+$'
      AND split_part(application_name, ' ', 3) <> 'schema'
      AND split_part(application_name, ' ', 4) <> split_part(current_setting('application_name'), ' ', 4)`);
  return rows[0]?.others ?? 0;
}
