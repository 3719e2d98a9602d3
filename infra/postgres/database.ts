import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Secret } from "#domain/core/text/secret.ts";
import { DatabaseClient } from "./database-client.ts";
import { DatabasePool } from "./database-pool.ts";
import { sessionSql } from "./session-settings.ts";

export interface Database<Tables> {
  readonly pool: DatabasePool;
  /** Typed queries over the same pool. */
  readonly kysely: Kysely<Tables>;
  /** Waits up to 2 s for running queries, then cuts them; closes every connection. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Shown by `pg_stat_activity`, e.g. `tributary web`. */
  readonly applicationName: string;
  /** Most connections at a time; default 10. */
  readonly max?: number;
  /** How values are parsed; default: the driver's own way. */
  readonly types?: pg.CustomTypesConfig;
  /** Longest statement and longest pause in a transaction; default 30 s and 60 s. */
  readonly statementMs?: number;
  readonly idleInTransactionMs?: number;
  /** How long a caller waits for a free connection; default 10 s. */
  readonly waitMs?: number;
  /** After so many uses a connection is replaced; default: only by its age. */
  readonly maxUses?: number;
  /** How long data may stay unread; default 30 s. Longer where rows are passed on to readers who may be slow. */
  readonly unreadMs?: number;
  /** How much sorting may write to the server's disk. */
  readonly tempBytes?: number;
  /** For statements that are prepared once and only look things up: they use indexes at any size of the tables. */
  readonly byIndex?: boolean;
  /** Called for connections that break while idle; the pool replaces them by itself. */
  readonly onIdleError: (error: Error) => void;
}

/** How much later than the server we give up a statement. */
const ANSWER_GRACE_MS = 5_000;
/** Old connections are replaced, because their caches grow with every table that they use. */
const LIFETIME_SECONDS = 30 * 60;

/**
 * A pool on `url` with a limit for everything: connecting, waiting for a connection, locks, statements, pauses in
 * transactions, and a server that stops answering. Connects on first use.
 */
export function createDatabase<Tables>(url: string | Secret, options: DatabaseOptions): Database<Tables> {
  const { statementMs = 30_000, idleInTransactionMs = 60_000, waitMs = 10_000, unreadMs = 30_000 } = options;
  const config = {
    connectionString: typeof url === "string" ? url : url.reveal(),
    Client: DatabaseClient,
    application_name: options.applicationName,
    max: options.max ?? 10,
    // The first request after a pause need not wait for a new connection, which takes longer than most answers.
    min: 1,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    ...(options.maxUses === undefined ? {} : { maxUses: options.maxUses }),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(options.types ? { types: options.types } : {}),
    sessionSql: sessionSql({
      statementMs,
      lockMs: 10_000,
      idleInTransactionMs,
      unreadMs,
      tempBytes: options.tempBytes,
      byIndex: options.byIndex,
    }),
    answerWithinMs: statementMs === 0 ? 0 : statementMs + ANSWER_GRACE_MS,
  };
  const pool = new DatabasePool(config);
  pool.on("error", options.onIdleError);
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { pool, kysely, close: () => pool.close() };
}
