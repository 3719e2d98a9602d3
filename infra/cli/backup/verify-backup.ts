import path from "node:path";
import { verifyBackup } from "../../backup/verify/verify-backup.ts";
import { runBackupTool } from "./open-places.ts";

/**
 * `npm run verify-backup -- <folder>`: reads a whole backup, every byte and every event of its log. Exit status 1 with a
 * line for each fault.
 */
const [folder, ...more] = process.argv.slice(2);

if (folder === undefined || more.length > 0) {
  console.error("Usage: npm run verify-backup -- <folder of a backup>");
  process.exitCode = 2;
} else await runBackupTool(() => run(path.resolve(folder)));

async function run(place: string): Promise<number> {
  const { manifest, faults } = await verifyBackup(place, { readLog: true });
  for (const fault of faults) console.error(fault);
  if (manifest === null) return 1;
  const { counts, log, at, version } = manifest;
  console.log(
    `${log.events} events, ${counts.datasets} datasets, ${counts.tables} tables, ${counts.files} files, ${counts.bytes} bytes, as of ${at}, made by version ${version}: ${faults.length} faults`,
  );
  return faults.length === 0 ? 0 : 1;
}
