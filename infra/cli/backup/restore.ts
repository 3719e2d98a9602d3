import { existsSync } from "node:fs";
import path from "node:path";
import { hasEntries } from "../../backup/backup-folder.ts";
import { restore, type Target } from "../../backup/restore/restore.ts";
import { type StoragePlaces, storagePlaces } from "../../config/storage-places.ts";
import { lockFolder } from "../../data-folder/folder-lock.ts";
import { startEmbeddedPostgres } from "../../embedded-postgres/embedded-postgres.ts";
import { chooseClusterHome, clusterHome, ROOT_FOLDER } from "../../embedded-postgres/place.ts";
import { findServiceUser } from "../../embedded-postgres/service-user.ts";
import { StartRefused } from "../../platform/start-refused.ts";
import { masterKeys } from "../../vault/master-keys.ts";
import { ALL_MIGRATIONS, openFiles, openPool, runBackupTool } from "./open-places.ts";

/**
 * `npm run restore -- <folder>`: makes an installation of a backup, in DATA_DIR, which must be empty or missing, and in the
 * database of DATABASE_URL, which must be empty, or an embedded one. Both may be of another kind than the original's.
 */
const [folder, ...more] = process.argv.slice(2);

if (folder === undefined || more.length > 0) {
  console.error("Usage: npm run restore -- <folder of a backup>");
  process.exitCode = 2;
} else await runBackupTool(() => run(path.resolve(folder)));

async function run(from: string): Promise<number> {
  const places = storagePlaces();
  const { dataDir, secrets, databaseUrl, eventStoreUrl } = places;
  if (eventStoreUrl)
    throw new StartRefused("EVENTSTORE_URL: the log of a backup is restored into the database. Unset it.");
  const names = secrets && secrets.map((secret) => masterKeys([secret]).current);
  const manifest = await restore({ folder: from, dataDir, secrets: names, known: ALL_MIGRATIONS }, () =>
    openTarget(places),
  );
  console.log(
    `${dataDir} is as it was backed up at ${manifest.at}. It starts without runs, mails and calls to the outside, until it is started once with RUNS=on.`,
  );
  if (!manifest.secret.kept && secrets === null)
    console.log("APP_SECRET is not in the backup: set it to that of the original before you start.");
  if (databaseUrl && secrets === null && manifest.secret.kept)
    console.log(`With DATABASE_URL, APP_SECRET must be set: to what ${path.join(dataDir, "secret")} holds.`);
  return 0;
}

async function openTarget(places: StoragePlaces): Promise<Target> {
  const { dataDir, databaseUrl } = places;
  const postgres = databaseUrl ? await openOwn(dataDir, databaseUrl.reveal()) : await openEmbedded(dataDir);
  const { pool, close } = openPool(postgres.url);
  const files = await openFiles(places);
  return {
    pool,
    files,
    async close() {
      files.close();
      await close();
      await postgres.close();
    },
  };
}

async function openOwn(dataDir: string, url: string) {
  const lock = await lockFolder(dataDir);
  return { url, close: () => lock.release() };
}

async function openEmbedded(dataDir: string) {
  // Where its cluster will be something may be left of a folder that had this name.
  const home = clusterHome(dataDir) ?? (await chooseClusterHome(dataDir, findServiceUser(), ROOT_FOLDER));
  if (existsSync(home) && (await hasEntries(home)))
    throw new StartRefused(`${home} has the database of an earlier ${dataDir}: move it away.`);
  const cluster = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  return { url: cluster.url, close: () => cluster.stop() };
}
