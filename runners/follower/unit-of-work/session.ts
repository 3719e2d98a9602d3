import { CompiledQuery, type Transaction } from "kysely";
import type pg from "pg";
import { createScript, type Statement } from "./script.ts";

/** An open transaction. */
export type Session = {
  query(text: string, values: readonly unknown[]): Promise<readonly unknown[]>;
  /** Whether statements may have lines for a COPY. */
  readonly copies: boolean;
  run(statements: readonly Statement[]): Promise<void>;
};

/** As long as any statement of the follower, and its answer. */
const SCRIPT_MS = 35_000;

export function sessionIn(trx: Transaction<unknown>): Session {
  return {
    query: async (text, values) => (await trx.executeQuery(CompiledQuery.raw(text, [...values]))).rows,
    copies: false,
    async run(statements) {
      for (const { text } of statements) await trx.executeQuery(CompiledQuery.raw(text));
    },
  };
}

/**
 * Runs the work in one transaction, which begins with `first` and ends with the statements that the work returns, each
 * of the two in one round trip. The commit does not wait for the disk: a crash takes rows and checkpoint back together,
 * and the events after it are applied again.
 */
export async function inTransaction(
  pool: pg.Pool,
  work: (session: Session) => Promise<readonly Statement[]>,
): Promise<void> {
  const client = await pool.connect();
  const session: Session = {
    query: async (text, values) => (await client.query(text, [...values])).rows as unknown[],
    copies: true,
    run: (statements) => runScript(client, statements),
  };
  try {
    await client.query("BEGIN; SET LOCAL synchronous_commit TO off");
    await session.run([...(await work(session)), { text: "COMMIT" }]);
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
