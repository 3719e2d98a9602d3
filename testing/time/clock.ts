import pg from "pg";

/** The clock of a test's database, which the test may move. */
export type MovableClock = {
  now(): Promise<Date>;
  /** Moves it forward, or back. */
  move(milliseconds: number): Promise<void>;
  /** Lets the log, once it exists, stamp its events with this clock. */
  stampEvents(): Promise<void>;
};

/**
 * Replaces Postgres' `clock_timestamp()` with a function of ours, for every connection opened from now on. The product
 * is unchanged: limits, weeks, deadlines and schedules ask the database as always.
 */
export async function movableClock(url: string): Promise<MovableClock> {
  const database = new URL(url).pathname.slice(1);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    CREATE SCHEMA moved;
    CREATE TABLE moved.clock (ahead interval NOT NULL);
    INSERT INTO moved.clock VALUES ('0');
    CREATE FUNCTION moved.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT pg_catalog.clock_timestamp() + ahead FROM moved.clock';
    GRANT USAGE ON SCHEMA moved TO PUBLIC;
    GRANT SELECT ON moved.clock TO PUBLIC;
    ALTER DATABASE ${pg.escapeIdentifier(database)} SET search_path = public, moved, pg_catalog;
  `);
  await client.end();
  // Connections find the clock if they are opened after this.
  const pool = new pg.Pool({ connectionString: url, max: 1, allowExitOnIdle: true });
  pool.on("error", () => undefined);
  return {
    now: async () => (await pool.query<{ now: Date }>("SELECT clock_timestamp() AS now")).rows[0]!.now,
    move: async (milliseconds) =>
      void (await pool.query("UPDATE moved.clock SET ahead = ahead + $1 * interval '1 millisecond'", [milliseconds])),
    async stampEvents() {
      for (const append of ["append_one", "append_group"])
        await pool.query(`ALTER FUNCTION log.${append} SET search_path = moved, pg_catalog, pg_temp`);
    },
  };
}
