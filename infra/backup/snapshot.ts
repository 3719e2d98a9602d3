import type { Pool, PoolClient } from "pg";
import { HOLD_REMOVALS_SQL } from "../files/held-removals.ts";

/** One backup of an installation at a time. */
const ONE_AT_A_TIME_SQL = "SELECT pg_try_advisory_xact_lock(hashtextextended('tributary.backup', 0)) AS free";
/** Times, dates and numbers as text that every server reads alike. */
const PLAIN_TEXT =
  "SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'; SET LOCAL IntervalStyle = 'postgres'; SET LOCAL extra_float_digits = 1";
/** A lock is waited for longer than any removal or upgrade takes. */
const LONG_WORK =
  "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = '10min'";

/** The database as it is at one moment. */
export type Snapshot = {
  readonly client: PoolClient;
  /** The moment, ISO 8601, by the database's clock. */
  readonly at: string;
  /** Throws if removals have not been held off the whole time. */
  check(): Promise<void>;
};

/**
 * Calls `work` with the database as it is at one moment, while files and tables that it names are not removed. Returns
 * "busy" if another backup is being made.
 */
export async function inSnapshot<T>(pool: Pool, work: (snapshot: Snapshot) => Promise<T>): Promise<T | "busy"> {
  const guard = await pool.connect();
  try {
    await guard.query(`BEGIN; ${LONG_WORK}`);
    const { rows } = await guard.query<{ free: boolean }>(ONE_AT_A_TIME_SQL);
    if (rows[0]?.free !== true) return "busy";
    await guard.query(HOLD_REMOVALS_SQL);
    const client = await pool.connect();
    try {
      // The snapshot is taken by the first query, after the lock.
      await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${LONG_WORK}; ${PLAIN_TEXT}`);
      const { rows: times } = await client.query<{ at: Date }>("SELECT clock_timestamp() AS at");
      const at = times[0]!.at.toISOString();
      return await work({ client, at, check: async () => void (await guard.query("SELECT 1")) });
    } finally {
      client.release(true);
    }
  } finally {
    // Removals may begin when this resolves, not some moment after.
    await guard.query("ROLLBACK").catch(() => undefined);
    guard.release(true);
  }
}
