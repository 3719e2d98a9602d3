import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Secret } from "#domain/core/secret.ts";

export interface Database<Tables> {
  readonly pool: pg.Pool;
  /** Typed queries over the same pool. */
  readonly kysely: Kysely<Tables>;
  /** Waits for running queries and closes every connection. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Shown by `pg_stat_activity`, e.g. `tributary web`. */
  readonly applicationName: string;
  /** Most connections at a time; 10 unless told. */
  readonly max?: number;
  /** How values are read; the driver's own way unless told. */
  readonly types?: pg.CustomTypesConfig;
  /** Connections that break while nobody uses them; the pool replaces them by itself. */
  readonly onIdleError: (error: Error) => void;
}

/**
 * A pool on `url`. No query may run longer than 30 s, wait longer than 10 s for a lock, or leave a transaction idle for
 * more than 60 s; work that needs longer (COPY of a large table) says `set local statement_timeout` in its transaction.
 * Connects on first use.
 */
export function createDatabase<Tables>(url: string | Secret, options: DatabaseOptions): Database<Tables> {
  const pool = new pg.Pool({
    connectionString: typeof url === "string" ? url : url.reveal(),
    application_name: options.applicationName,
    max: options.max ?? 10,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    ...(options.types ? { types: options.types } : {}),
    statement_timeout: 30_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 60_000,
  });
  pool.on("error", options.onIdleError);
  // A connection that is cut between two statements of a transaction: the next statement fails and says so.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  let closed: Promise<void> | undefined;
  return { pool, kysely, close: () => (closed ??= pool.end()) };
}
