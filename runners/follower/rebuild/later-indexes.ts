import pg from "pg";
import type { AnyProjection } from "../model.ts";
import { indexesOf, tableDdl, type TableIndex, tableName } from "../unit-of-work/table-sql.ts";

/**
 * The indexes of tables that are being filled. Unique ones are there from the beginning, because they tell which event
 * cannot be applied. An index is much quicker to make of all rows than row by row, so the others come last, unless
 * handlers search by one.
 */
export function laterIndexes(
  pool: pg.Pool,
  { tables }: AnyProjection,
  schema: string,
): {
  /** The statements that make the empty tables. */
  readonly before: readonly string[];
  /** Drops those that a rebuild that was cut had made: they are made anew of all rows. */
  dropMade(): Promise<void>;
  beforeSearch(table: string, columns: readonly string[]): Promise<void>;
  /** Makes what is left, and statistics for the first queries. */
  finish(): Promise<void>;
} {
  const indexes = indexesOf(tables, schema);
  let later = indexes.filter(({ unique }) => !unique);
  const make = async (some: readonly TableIndex[]): Promise<void> => {
    for (const { statement } of some) await runLong(pool, statement);
    later = later.filter((index) => !some.includes(index));
  };
  return {
    before: [
      ...Object.keys(tables).map((name) => tableDdl(tables, schema, name)),
      ...indexes.filter(({ unique }) => unique).map(({ statement }) => statement),
    ],
    async dropMade() {
      const { rows } = await pool.query<{ name: string }>(
        `SELECT relname AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
         WHERE relnamespace = to_regnamespace($1) AND NOT indisunique`,
        [schema],
      );
      for (const { name } of rows) await runLong(pool, `DROP INDEX ${tableName({ schema, name })}`);
    },
    beforeSearch: (table, columns) =>
      make(later.filter((index) => index.table === table && startsWith(index.on, columns))),
    async finish() {
      await make(later);
      for (const name of Object.keys(tables)) await runLong(pool, `ANALYZE ${tableName({ schema, name })}`);
    },
  };
}

const startsWith = (on: readonly string[], columns: readonly string[]): boolean =>
  on.slice(0, columns.length).toSorted().join() === columns.toSorted().join();

/** Runs a statement that may take longer than the pool's limits. */
async function runLong(pool: pg.Pool, statement: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN; SET LOCAL statement_timeout TO 0");
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // A query object has no limit for its answer, unlike a text.
    client.query(new pg.Query(statement, (error?: Error | null) => (error ? reject(error) : resolve())));
    await promise;
    await client.query("COMMIT");
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}
