import path from "node:path";
import { storagePlaces } from "../config/config.ts";
import { backUp } from "../backup/back-up.ts";

/** `npm run backup -- <folder>`: copies DATA_DIR and the embedded database of a stopped server into a new folder. */
const [folder, ...more] = process.argv.slice(2);
const { dataDir, hasOwnDatabase, hasBucket } = storagePlaces();

if (folder === undefined || more.length > 0) {
  console.error("Usage: npm run backup -- <new folder>");
  process.exitCode = 2;
} else {
  const to = path.resolve(folder);
  const result = await backUp(dataDir, to);
  if (result.ok) {
    console.log(`${dataDir} is backed up in ${to}. It holds the keys of all secrets: keep it as safe as the original.`);
    if (hasOwnDatabase) console.log("The database of DATABASE_URL is not in it: back it up before you start again.");
    if (hasBucket) console.log("The bucket of FILES_URL is not in it: back it up before you start again.");
  } else {
    console.error(result.reason);
    process.exitCode = 1;
  }
}
