import { copyFile, stat, truncate } from "node:fs/promises";
import path from "node:path";

/**
 * Truncates the log of the running Postgres of `home` if it is larger than `mostBytes`; its content is kept as
 * `postgres.log.previous`. Postgres appends, so it continues at the new end. Lines written meanwhile may be lost.
 */
export async function boundPostgresLog(home: string, mostBytes: number): Promise<void> {
  const file = path.join(home, "postgres.log");
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size <= mostBytes) return;
  await copyFile(file, `${file}.previous`);
  await truncate(file);
}
