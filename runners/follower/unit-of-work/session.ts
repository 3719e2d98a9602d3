import { CompiledQuery, type Transaction } from "kysely";
import type pg from "pg";
import { createScript, type Statement } from "./script.ts";

/** Where a unit of work reads. */
export type Session = {
  query(text: string): Promise<readonly unknown[]>;
  /** Whether statements may have lines for a COPY. */
  readonly copies: boolean;
};

/** A server that does not answer for so long is gone: TCP would report it only after some 15 minutes. */
const SCRIPT_MS = 2 * 60_000;

/**
 * Reads without a transaction: nobody else writes the rows of a model, and what is made of them is written only if its
 * checkpoint has not moved.
 */
export function sessionOf(pool: pg.Pool): Session {
  return { query: async (text) => (await pool.query<object>(text)).rows, copies: true };
}

/** The same, while an earlier batch is being written: reads when it is. */
export function sessionAfter(pool: pg.Pool, written: () => Promise<void>): Session {
  const { query, copies } = sessionOf(pool);
  return { query: (text) => written().then(() => query(text)), copies };
}

export function sessionIn(
  trx: Transaction<unknown>,
): Session & { run(statements: readonly Statement[]): Promise<void> } {
  const query = async (text: string) => (await trx.executeQuery(CompiledQuery.raw(text))).rows;
  return {
    ...{ query, copies: false },
    async run(statements) {
      for (const { text } of statements) await query(text);
    },
  };
}

/**
 * Runs the statements in a transaction of their own, in one round trip. Its commit does not wait for the disk: a crash
 * takes rows and checkpoint back together, and the events after it are applied again.
 */
export async function inTransaction(pool: pg.Pool, statements: readonly Statement[]): Promise<void> {
  const client = await pool.connect();
  try {
    const begin = { text: "BEGIN; SET LOCAL synchronous_commit TO off" };
    await runScript(client, [begin, ...statements, { text: "COMMIT" }]);
    client.release();
  } catch (error) {
    // A connection that cannot roll back is closed.
    await client.query("ROLLBACK").then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    );
    throw error;
  }
}

async function runScript(client: pg.PoolClient, statements: readonly Statement[]): Promise<void> {
  const script = createScript(statements);
  const late = setTimeout(() => {
    script.fail(new Error(`The database did not answer within ${SCRIPT_MS / 1_000} s.`));
    // Ends the connection.
    void (client as unknown as pg.Client).end();
  }, SCRIPT_MS);
  client.query(script);
  await script.finished.finally(() => clearTimeout(late));
}
