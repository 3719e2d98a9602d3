export type SessionSettings = {
  /** The server ends a statement that runs longer; 0: no limit. */
  readonly statementMs: number;
  /** The server ends a statement that waits longer for a lock. */
  readonly lockMs: number;
  /** The server ends a transaction in which nothing happens for longer. */
  readonly idleInTransactionMs: number;
  /** How long what we were sent may stay unread before the server gives us up. */
  readonly unreadMs: number;
  /** What sorting may write to the server's disk; the server's own limit unless told. */
  readonly tempBytes?: number | undefined;
};

/**
 * What every connection tells the server. A client whose host is gone is noticed after 10 + 3 × 5 s and its locks are free; a
 * query whose client went away ends within 5 s, where the server's platform can tell. Over a Unix socket the first part has
 * no meaning and no effect. The limit of temporary files is the superuser's to set, or that of users who were granted it.
 */
export function sessionSql({ statementMs, lockMs, idleInTransactionMs, unreadMs, tempBytes }: SessionSettings): string {
  return `
    SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3; SET tcp_user_timeout = ${unreadMs};
    SET statement_timeout = ${statementMs}; SET lock_timeout = ${lockMs}; SET idle_in_transaction_session_timeout = ${idleInTransactionMs};
    DO $$ BEGIN SET client_connection_check_interval = 5000; EXCEPTION WHEN OTHERS THEN NULL; END $$;
    ${tempBytes === undefined ? "" : `DO $$ BEGIN SET temp_file_limit = ${Math.ceil(tempBytes / 1_024)}; EXCEPTION WHEN OTHERS THEN NULL; END $$`}`;
}
