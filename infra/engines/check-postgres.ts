import pg from "pg";
import { StartRefused } from "../platform/start-refused.ts";
import { NEEDS_SESSIONS } from "./describe-fault.ts";

const MIN_MAJOR_VERSION = 15;
const SESSION_CHECK_ROUNDS = 3;
const ANSWER_WITHIN_MS = 10_000;

/**
 * Refuses a Postgres that answers but is unsuitable: too old, read-only, or behind a pooler that does not keep
 * sessions.
 */
export async function checkPostgres(url: string): Promise<void> {
  const clients = [0, 1].map(
    () =>
      new pg.Client({
        connectionString: url,
        application_name: "tributary start",
        connectionTimeoutMillis: ANSWER_WITHIN_MS,
        query_timeout: ANSWER_WITHIN_MS,
      }),
  );
  for (const client of clients) client.on("error", () => undefined);
  try {
    for (const client of clients) await client.connect();
    await refuseUnfit(clients[0]!);
    if (!(await keepsSessions(clients))) throw new StartRefused(`DATABASE_URL: ${NEEDS_SESSIONS}.`);
  } finally {
    for (const client of clients) await client.end();
  }
}

async function refuseUnfit(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; replica: boolean; readonly: boolean }>(
    "select current_setting('server_version_num')::int as version, pg_is_in_recovery() as replica, current_setting('transaction_read_only') = 'on' as readonly",
  );
  const { version, replica, readonly } = rows[0]!;
  if (version < MIN_MAJOR_VERSION * 10_000)
    throw new StartRefused(
      `DATABASE_URL: this is Postgres ${Math.floor(version / 10_000)}. Tributary needs ${MIN_MAJOR_VERSION} or newer.`,
    );
  if (replica)
    throw new StartRefused("DATABASE_URL: this Postgres is a replica, which only reads. Tributary needs the primary.");
  if (readonly) throw new StartRefused("DATABASE_URL: this database is read-only (default_transaction_read_only).");
}

/**
 * Two connections open at the same time have two backends, and keep them: a pooler in transaction mode uses whichever
 * is free.
 */
async function keepsSessions([one, other]: readonly pg.Client[]): Promise<boolean> {
  const backend = async (client: pg.Client) =>
    (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]!.pid;
  const [mine, theirs] = [await backend(one!), await backend(other!)];
  for (let round = 1; round < SESSION_CHECK_ROUNDS; round += 1) {
    if ((await backend(one!)) !== mine || (await backend(other!)) !== theirs) return false;
  }
  return mine !== theirs;
}
