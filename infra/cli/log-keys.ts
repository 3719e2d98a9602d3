import { rename } from "node:fs/promises";
import path from "node:path";
import { createLogKeys } from "../transparency/log-keys.ts";
import { createVault } from "../vault/vault.ts";
import { type Installation, runTool } from "./open-installation.ts";

/**
 * `npm run log-keys -- rotate|retire|begin-anew`: changes the keys that sign the log. `rotate` adds one that signs beside
 * the present one; `retire` ends the older of the two, when everybody knows the new one; `begin-anew` ends a fork: the log
 * goes on as another one, with a new key and a new name. The server uses them after its next start.
 */
const USAGE = "Usage: npm run log-keys -- rotate|retire|begin-anew";
const [command] = process.argv.slice(2);

if (command !== "rotate" && command !== "retire" && command !== "begin-anew") {
  console.error(USAGE);
  process.exitCode = 2;
} else await runTool((installation) => changeKeys(installation, command));

async function changeKeys({ pool, config }: Installation, change: "rotate" | "retire" | "begin-anew"): Promise<number> {
  const vault = createVault({ pool, masterSecrets: config.appSecrets });
  const keys = createLogKeys({ vault, pool, appUrl: config.appUrl });
  if (change === "begin-anew") {
    await keys.beginAnew();
    // What was signed stays as evidence, beside the log that begins.
    const kept = path.join(config.dataDir, "log", "checkpoint");
    await rename(kept, `${kept}-${new Date().toISOString().replaceAll(":", "")}`).catch(() => undefined);
    await pool.query("DELETE FROM transparency.checkpoint; UPDATE transparency.tree SET fork = NULL");
  } else if (!(await keys[change]())) {
    console.error(change === "rotate" ? "Two keys sign already: retire the older one first." : "Only one key signs.");
    return 1;
  }
  console.log("Done. Start the server again, and tell those who check the log: /log/keys shows its keys.");
  return 0;
}
