import type { Pool, PoolClient, QueryResult } from "pg";
import { readAsReaderSql } from "../reader-role.ts";
import { findTableSql, type RegisteredTable, registeredTable, storageLock, type TableRow } from "../registry.ts";

export type ReadLimits = {
  /** Longest time of one statement, in milliseconds. */
  readonly statementMs: number;
  /** Aborts the wait for a connection, and the running statement. */
  readonly signal?: AbortSignal | undefined;
  /** Keeps the table from being dropped until the end, also between transactions. */
  readonly keepsTable?: boolean;
};

/** A transaction that only reads data tables. It holds one connection of its pool until one of the two is called. */
export type Reading = {
  readonly table: RegisteredTable;
  readonly client: PoolClient;
  commit(): Promise<void>;
  /** Ends the transaction and begins another one. */
  renew(): Promise<void>;
  /** Cancels the server's work for this transaction and closes the connection. Does nothing after `commit`. */
  cancel(): Promise<void>;
};

/**
 * Begins to read a table with the reader's role, with times in UTC, in one snapshot: an append that is committed
 * meanwhile is not seen. Null if the table was removed or is unfinished.
 * Throws the signal's reason if it aborts first.
 */
export async function openReading(
  pool: Pool,
  physical: string,
  { statementMs, signal, keepsTable = false }: ReadLimits,
): Promise<Reading | null> {
  const asReader = await readAsReaderSql(pool);
  const begin = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${Math.ceil(statementMs)}; SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO';
    SET LOCAL extra_float_digits = 1; SET LOCAL client_connection_check_interval = '5s'`;
  // The connection holds no other lock of its session.
  const unlock = keepsTable ? "; SELECT pg_advisory_unlock_all()" : "";
  const client = await connection(pool, signal);
  // If a connection breaks between two statements, the next statement fails.
  const onLost = () => undefined;
  client.on("error", onLost);
  const pid = (client as PoolClient & { readonly processID: number | null }).processID;
  let open = true;
  const ends: Pick<Reading, "commit" | "renew" | "cancel"> = {
    async renew() {
      await client.query(`COMMIT; ${begin}; ${asReader}`);
    },
    async commit() {
      await client.query(`COMMIT${unlock}`);
      if (!open) return;
      open = false;
      client.off("error", onLost);
      client.release();
    },
    async cancel() {
      if (!open) return;
      open = false;
      client.off("error", onLost);
      client.release(true);
      // The server notices a closed connection only when it writes to it or after client_connection_check_interval.
      await pool.query("SELECT pg_cancel_backend($1)", [pid]).catch(() => undefined);
    },
  };
  try {
    signal?.throwIfAborted();
    // Its own transaction: the snapshot must be taken after the lock. The lock belongs to the session.
    const lock = keepsTable ? `BEGIN; SELECT pg_advisory_lock_shared(${storageLock(physical)}); COMMIT; ` : "";
    // One query for all of it: each round trip delays the first byte.
    const statements = `${lock}${begin}; ${findTableSql(physical)}; ${asReader}`;
    const results = (await client.query(statements)) as unknown as readonly QueryResult<TableRow>[];
    const found = results.findLast(({ command }) => command === "SELECT");
    const table = registeredTable(physical, found?.rows[0]);
    if (!table) {
      await ends.commit();
      return null;
    }
    return { table, client, ...ends };
  } catch (error) {
    await ends.cancel();
    throw error;
  }
}

/**
 * Runs `read` in such a transaction. "too-slow": a statement reached its time limit. Throws the signal's reason when it
 * aborts; the server's work ends then too.
 */
export async function reading<T>(
  pool: Pool,
  physical: string,
  limits: ReadLimits,
  read: (client: PoolClient, table: RegisteredTable) => Promise<T>,
): Promise<T | "too-slow" | null> {
  const { signal } = limits;
  const open = await openReading(pool, physical, limits);
  if (!open) return null;
  const leave = () => void open.cancel();
  signal?.addEventListener("abort", leave, { once: true });
  try {
    const found = await read(open.client, open.table);
    await open.commit();
    return found;
  } catch (error) {
    await open.cancel();
    signal?.throwIfAborted();
    if (isTimeout(error)) return "too-slow";
    throw error;
  } finally {
    signal?.removeEventListener("abort", leave);
  }
}

/** Whether Postgres ended the statement at its time limit. */
export function isTimeout(error: unknown): boolean {
  return (error as { code?: string }).code === "57014";
}

/** Whether a statement exceeded its session's limit of temporary files. */
export function isOutOfTempRoom(error: unknown): boolean {
  return (error as { code?: string }).code === "53400";
}

/** Why Postgres refuses to finish what a query asks for: "out-of-range" is a number that its type cannot hold. */
export type ReadRefusal = "too-slow" | "too-large-to-sort" | "out-of-range";

/** Tells from an error of Postgres which refusal it is; null: it is another error. */
export function readRefusal(error: unknown): ReadRefusal | null {
  if (isTimeout(error)) return "too-slow";
  if (isOutOfTempRoom(error)) return "too-large-to-sort";
  return (error as { code?: string }).code === "22003" ? "out-of-range" : null;
}

/** A connection of the pool. If the reader has left meanwhile, it is returned immediately. */
function connection(pool: Pool, signal: AbortSignal | undefined): Promise<PoolClient> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const leave = () => reject(signal?.reason as Error);
    signal?.addEventListener("abort", leave, { once: true });
    pool.connect().then(
      (client) => {
        signal?.removeEventListener("abort", leave);
        if (signal?.aborted) client.release();
        else resolve(client);
      },
      (error: Error) => {
        signal?.removeEventListener("abort", leave);
        reject(error);
      },
    );
  });
}
