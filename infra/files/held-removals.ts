import type { Pool, PoolClient } from "pg";

/** Removals share this lock of the database; a backup has it alone. */
const LOCK = "hashtextextended('tributary.removals', 0)";

/**
 * Waits until no removal is going on, and lets none begin until the transaction ends: what the log of a snapshot names
 * is there until it has been copied. To be run in a transaction that has no snapshot yet or needs none.
 */
export const HOLD_REMOVALS_SQL = `SELECT pg_advisory_xact_lock(${LOCK})`;

/**
 * Removes something unless a backup is being made. Returns false if one is, with nothing done. `work` may use the
 * connection, whose transaction is committed afterwards.
 */
export async function unlessHeld(pool: Pool, work: (client: PoolClient) => Promise<void>): Promise<boolean> {
  const client = await pool.connect();
  let usable = false;
  try {
    // A file store may take a while to remove a folder.
    await client.query("BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0");
    const { rows } = await client.query<{ free: boolean }>(`SELECT pg_try_advisory_xact_lock_shared(${LOCK}) AS free`);
    const isFree = rows[0]?.free === true;
    if (isFree) await work(client);
    await client.query("COMMIT");
    usable = true;
    return isFree;
  } finally {
    // A connection in an unknown state is closed: the server rolls back its transaction.
    client.release(!usable);
  }
}
