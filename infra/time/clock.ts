import type { Pool } from "pg";
import type { Clock } from "#domain/core/ports/ports.ts";

/** The clock of the database, which all processes of an installation share. */
export function createDatabaseClock(pool: Pool): Clock {
  return {
    async now() {
      const { rows } = await pool.query<{ ms: number }>(
        "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms",
      );
      return new Date(rows[0]!.ms);
    },
  };
}
