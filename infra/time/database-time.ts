import type { Pool } from "pg";

/** How often the clock of the database is looked at. */
const LOOK_EVERY_MS = 15_000;

/** The clock of the database, without asking it each time: what it said last, and the monotonic time since. */
export type DatabaseTime = {
  /** Milliseconds since 1970. */
  now(): number;
  /** How far the clock of this process is ahead of it, in milliseconds; negative if it is behind. */
  offset(): number;
  stop(): void;
};

/** Looks at the clock of the database now and then. While the database is away, the last look counts. */
export async function openDatabaseTime(pool: Pick<Pool, "query">): Promise<DatabaseTime> {
  let [said, at] = [0, 0];
  const look = async (): Promise<void> => {
    const asked = performance.now();
    const { rows } = await pool.query<{ ms: number }>("SELECT (extract(epoch FROM now()) * 1000)::float8 AS ms");
    [said, at] = [rows[0]!.ms, (asked + performance.now()) / 2];
  };
  await look();
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS).unref();
  const now = () => Math.round(said + performance.now() - at);
  return { now, offset: () => new Date().getTime() - now(), stop: () => clearInterval(timer) };
}
