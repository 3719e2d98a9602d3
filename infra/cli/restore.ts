import path from "node:path";
import { backedUpAt, restore } from "../backup/back-up.ts";
import { storagePlaces } from "../config/config.ts";
import { ROOT_FOLDER } from "../embedded-postgres/place.ts";

/** `npm run restore -- <folder>`: makes DATA_DIR, which must be empty or missing, of a backup. */
const [folder, ...more] = process.argv.slice(2);

if (folder === undefined || more.length > 0) {
  console.error("Usage: npm run restore -- <folder of a backup>");
  process.exitCode = 2;
} else {
  const from = path.resolve(folder);
  const { dataDir } = storagePlaces();
  const result = await restore(from, dataDir, ROOT_FOLDER);
  if (result.ok)
    console.log(
      `${dataDir} is as it was backed up at ${await backedUpAt(from)}. It starts without runs, mails and calls to the outside, until it is started once with RUNS=on.`,
    );
  else {
    console.error(result.reason);
    process.exitCode = 1;
  }
}
