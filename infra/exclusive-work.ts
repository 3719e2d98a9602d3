import pg from "pg";
import type { ExclusiveWork } from "#domain/core/work-ports.ts";

/**
 * Session advisory locks of Postgres, each on a connection of its own: a process that dies lets go at once, and one that
 * lost its connection must find out from the log that its result comes too late.
 */
export function createExclusiveWork(url: string): ExclusiveWork {
  return {
    async run(key, work) {
      const client = new pg.Client({ connectionString: url, application_name: "tributary work", keepAlive: true });
      client.on("error", () => undefined);
      await client.connect();
      try {
        const { rows } = await client.query<{ locked: boolean }>("select pg_try_advisory_lock(hashtextextended($1, 7)) as locked", [key]);
        if (rows[0]?.locked !== true) return "busy";
        await work();
        return "done";
      } finally {
        await client.end();
      }
    },
  };
}
