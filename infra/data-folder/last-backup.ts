import { open, rename } from "node:fs/promises";
import path from "node:path";

/** File in the data folder that says when the last good backup was made, for metrics. */
export const LAST_BACKUP = "last-backup.json";

/** Notes a good backup. `at`: of its snapshot, ISO 8601. */
export async function rememberBackup(dataDir: string, at: string): Promise<void> {
  const file = path.join(dataDir, LAST_BACKUP);
  const handle = await open(`${file}.unfinished`, "w", 0o644);
  try {
    await handle.writeFile(`${JSON.stringify({ at })}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.unfinished`, file);
}
