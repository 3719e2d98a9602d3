import { createHash } from "node:crypto";
import { CompiledQuery, type Transaction } from "kysely";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";

/** An open transaction. */
export type Session = {
  query(text: string, values: readonly unknown[]): Promise<readonly unknown[]>;
  /** Lines for a COPY; absent where the driver cannot. */
  copy?(text: string, lines: string): Promise<void>;
};

/** As long as any other statement of the follower, and its answer. */
const COPY_MS = 35_000;

/** Statements are parsed once for each connection. */
export function sessionOn(client: pg.PoolClient): Session {
  return {
    query: async (text, values) => (await client.query({ name: nameOf(text), text, values: [...values] })).rows,
    copy: (text, lines) => copyLines(client, text, lines),
  };
}

export function sessionIn(trx: Transaction<unknown>): Session {
  return { query: async (text, values) => (await trx.executeQuery(CompiledQuery.raw(text, [...values]))).rows };
}

/** The last setting: tables grow while statements stay prepared, and a plan for a small table is slow on a large one. */
const BEGIN = "BEGIN; SET LOCAL synchronous_commit TO off; SET LOCAL plan_cache_mode TO force_custom_plan";

/**
 * Runs the work in one transaction. Its commit does not wait for the disk: a crash takes rows and checkpoint back
 * together, and the events after it are applied again.
 */
export async function inTransaction<T>(pool: pg.Pool, work: (session: Session) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(BEGIN);
    const result = await work(sessionOn(client));
    await client.query("COMMIT");
    client.release();
    return result;
  } catch (error) {
    // A connection that cannot roll back is closed.
    await client.query("ROLLBACK").then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    );
    throw error;
  }
}

async function copyLines(client: pg.PoolClient, text: string, lines: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stream = client.query(copyFrom(text));
  const late = setTimeout(() => {
    reject(new Error(`The database did not answer: it took no rows for ${COPY_MS / 1_000} s.`));
    // Ends the connection, and with it the stream.
    void (client as unknown as pg.Client).end();
  }, COPY_MS);
  stream.on("error", reject).on("finish", resolve).end(lines);
  await promise.finally(() => clearTimeout(late));
}

const names = new Map<string, string>();
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const made = createHash("sha256").update(text).digest("base64url").slice(0, 20);
  names.set(text, made);
  return made;
}
