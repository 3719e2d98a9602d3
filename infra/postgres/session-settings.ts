export type SessionSettings = {
  /** The server ends a statement that runs longer; 0: no limit. */
  readonly statementMs: number;
  /** The server ends a statement that waits longer for a lock. */
  readonly lockMs: number;
  /** The server ends a transaction that is idle for longer. */
  readonly idleInTransactionMs: number;
  /** How long data sent to us may stay unread before the server drops the connection. */
  readonly unreadMs: number;
  /** How much sorting may write to the server's disk; default: the server's own limit. */
  readonly tempBytes?: number | undefined;
  /** Statements always use indexes, also those that were planned while a table was small. */
  readonly byIndex?: boolean | undefined;
};

/**
 * The settings of every connection. The server notices after 10 + 3 × 5 s that a client's host is gone and frees its
 * locks; a query whose client went away ends within 5 s, if the server's platform can detect it. The keep-alive part
 * has no effect over a Unix socket. Only superusers, or users who were granted it, may set the limit of temporary
 * files.
 */
export function sessionSql(settings: SessionSettings): string {
  const { statementMs, lockMs, idleInTransactionMs, unreadMs, tempBytes, byIndex } = settings;
  return `${byIndex ? "SET enable_seqscan = off;" : ""}
    SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3; SET tcp_user_timeout = ${unreadMs};
    SET statement_timeout = ${statementMs}; SET lock_timeout = ${lockMs}; SET idle_in_transaction_session_timeout = ${idleInTransactionMs};
    DO $$ BEGIN SET client_connection_check_interval = 5000; EXCEPTION WHEN OTHERS THEN NULL; END $$;
    ${tempBytes === undefined ? "" : `DO $$ BEGIN SET temp_file_limit = ${Math.ceil(tempBytes / 1_024)}; EXCEPTION WHEN OTHERS THEN NULL; END $$`}`;
}
