import type pg from "pg";

export type ServerCheck =
  { readonly ok: true; readonly warning: string | null } | { readonly ok: false; readonly fault: string };

/**
 * Compares what this process may open (`total`, at least `least`) with what the server has left. Run before other
 * connections are opened.
 */
export async function checkServer(
  pool: pg.Pool,
  { total, least }: { readonly total: number; readonly least: number },
): Promise<ServerCheck> {
  return judge(await capacity(pool), total, least);
}

type Capacity = {
  readonly max: number;
  readonly reserved: number;
  readonly ours: number | null;
  readonly used: number;
};

function judge({ max, reserved, ours, used }: Capacity, total: number, least: number): ServerCheck {
  const limit = Math.min(max - reserved, ours ?? Number.POSITIVE_INFINITY);
  if (limit < least) {
    return {
      ok: false,
      fault: `The database allows ${limit} connections, and this process needs ${least} at least. Raise max_connections of the server, or the limit of its user or database.`,
    };
  }
  if (total <= limit - used) return { ok: true, warning: null };
  return {
    ok: true,
    warning: `This process may open ${total} connections to the database, which allows ${limit}, ${used} of them in use by others. Lower DATABASE_CONNECTIONS, or raise max_connections of the server.`,
  };
}

/** `ours`: the limit of our user or database, if there is one. `used`: by all connections except this check's. */
async function capacity(pool: pg.Pool): Promise<Capacity> {
  const { rows } = await pool.query<Capacity>(`
    SELECT current_setting('max_connections')::int AS max,
      current_setting('superuser_reserved_connections')::int + coalesce(current_setting('reserved_connections', true), '0')::int AS reserved,
      (SELECT min(allowed) FROM (
        SELECT rolconnlimit AS allowed FROM pg_roles WHERE rolname = session_user UNION ALL
        SELECT datconnlimit FROM pg_database WHERE datname = current_database()) AS limits WHERE allowed >= 0) AS ours,
      greatest(0, (SELECT sum(numbackends) FROM pg_stat_database)::int - 1) AS used`);
  return rows[0]!;
}
