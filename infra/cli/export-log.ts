import { exportLog } from "../transparency/verify/exported-log.ts";
import { openTransparency } from "../transparency/open-transparency.ts";
import { createDatabaseClock } from "../time/clock.ts";
import { createVault } from "../vault/vault.ts";
import { runTool } from "./open-installation.ts";

/**
 * `npm run export-log -- <folder>`: writes the signed log into a folder: its checkpoint, tiles and entries. It holds what
 * auditors may read; personal fields are encrypted in it.
 */
const [folder, ...more] = process.argv.slice(2);
if (folder === undefined || more.length > 0) {
  console.error("Usage: npm run export-log -- <folder>");
  process.exitCode = 2;
} else
  await runTool(async ({ pool, store, config }) => {
    const vault = createVault({ pool, masterSecrets: config.appSecrets });
    const clock = createDatabaseClock(pool);
    const { publicLog } = openTransparency({ pool, store: store.store, vault, clock, config });
    console.log(`${await exportLog(publicLog, folder)} events exported to ${folder}`);
    return 0;
  });
