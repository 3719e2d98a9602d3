import type { Pool } from "pg";

/** The columns of a table that are not left to their defaults, as SQL of `n` from 1 to the number of rows. */
export type Filling = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Fills tables with rows, three at a time, and takes their statistics. */
export async function fillTables(pool: Pool, filling: Filling, rows: number): Promise<void> {
  const waiting = Object.entries(filling);
  const fillNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [table, columns] = next;
      await pool.query(
        `insert into ${table} (${Object.keys(columns).join(", ")}) select ${Object.values(columns).join(", ")} from generate_series(1, ${rows}) n`,
      );
      await pool.query(`analyze ${table}`);
    }
  };
  await Promise.all([fillNext(), fillNext(), fillNext()]);
}
