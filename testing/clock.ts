import pg from "pg";

/** The clock of a test's database, which the test may move. */
export type MovableClock = {
  now(): Promise<Date>;
  /** Sets it forward, or back. */
  move(milliseconds: number): Promise<void>;
  /** Lets the log, once it exists, stamp its events by this clock. */
  stampEvents(): Promise<void>;
};

/**
 * Puts a function of our own in front of Postgres' `clock_timestamp()`, for every connection that is opened from now on. Nothing
 * of the program knows: limits, weeks, deadlines and schedules ask the database as they always do.
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
  // Its connections find the clock, as they are opened after this.
  const pool = new pg.Pool({ connectionString: url, max: 1, allowExitOnIdle: true });
  pool.on("error", () => undefined);
  return {
    now: async () => (await pool.query<{ now: Date }>("SELECT clock_timestamp() AS now")).rows[0]!.now,
    move: async (milliseconds) =>
      void (await pool.query("UPDATE moved.clock SET ahead = ahead + $1 * interval '1 millisecond'", [milliseconds])),
    stampEvents: async () =>
      void (await pool.query("ALTER FUNCTION log.append SET search_path = moved, pg_catalog, pg_temp")),
  };
}
