import { createReadStream, existsSync } from "node:fs";
import { chmod, copyFile, mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Pool } from "pg";
import { isLocked } from "../../data-folder/folder-lock.ts";
import { RESTORE_UNFINISHED_FILE, writeMark } from "../../data-folder/installation-mark.ts";
import { markRestored } from "../../data-folder/restored-copy.ts";
import { clusterHome } from "../../embedded-postgres/place.ts";
import { FILE_AREAS, type FileStores } from "../../files/open-file-stores.ts";
import { StartRefused } from "../../platform/start-refused.ts";
import type { Migration } from "../../postgres/migrations.ts";
import { keptCheckpoint } from "../../transparency/signed-checkpoints.ts";
import { syncFolder, syncFolders, writeSynced } from "../backup-folder.ts";
import { listedFiles, type Manifest } from "../manifest.ts";
import { verifyBackup } from "../verify/verify-backup.ts";
import { storedFile } from "./load-tables.ts";
import { refuseFullDatabase, restoreDatabase, versionFault } from "./restore-database.ts";

export type RestoreAsked = {
  /** Of the backup. */
  readonly folder: string;
  readonly dataDir: string;
  /** Names of the secrets in APP_SECRET; null: it is not set. */
  readonly secrets: readonly string[] | null;
  readonly known: readonly Migration[];
};

/** The database and the files that are filled. */
export type Target = { readonly pool: Pool; readonly files: FileStores; close(): Promise<void> };

const MOST_FAULTS = 5;
/** What a disk of its own has before anything is on it. */
const NOT_OURS = new Set(["lost+found"]);

/**
 * Makes an installation of a backup, in an empty data folder and an empty database. Every sum is checked before anything
 * is touched. Throws `StartRefused` with a sentence if it is refused; what it made until then is removed.
 */
export async function restore(asked: RestoreAsked, open: () => Promise<Target>): Promise<Manifest> {
  const { folder, dataDir } = asked;
  const manifest = await checkedManifest(asked);
  await claimFolder(dataDir);
  try {
    const target = await open();
    try {
      await refuseFullDatabase(target.pool);
      await restoreDatabase(target.pool, { folder, manifest, known: asked.known }, async () => {
        await restoreFiles(folder, target);
        await restoreFolder(folder, { dataDir, manifest }, target.pool);
      });
    } finally {
      await target.close();
    }
  } catch (error) {
    await clearFolder(dataDir).catch(() => undefined);
    throw error;
  }
  return manifest;
}

async function checkedManifest({ folder, secrets, known }: RestoreAsked): Promise<Manifest> {
  const { manifest, faults } = await verifyBackup(folder, { readLog: false });
  if (manifest === null) throw new StartRefused(faults[0]);
  if (faults.length > 0) {
    const more = faults.length > MOST_FAULTS ? ` And ${faults.length - MOST_FAULTS} more.` : "";
    throw new StartRefused(`${folder} is damaged. ${faults.slice(0, MOST_FAULTS).join(" ")}${more}`);
  }
  const fault = versionFault(manifest, known);
  if (fault !== null) throw new StartRefused(fault);
  if (secrets !== null && !secrets.includes(manifest.secret.name))
    throw new StartRefused(
      "APP_SECRET is not the secret that the backup was made with: what was encrypted with it could not be read. Set APP_SECRET to that one.",
    );
  return manifest;
}

/** Takes an empty folder, or one that a restore was filling when it ended. */
async function claimFolder(dataDir: string): Promise<void> {
  const mark = path.join(dataDir, RESTORE_UNFINISHED_FILE);
  if (existsSync(mark) && isLocked(dataDir)) throw new StartRefused(`Another restore into ${dataDir} is running.`);
  if (existsSync(mark)) await clearFolder(dataDir);
  else if ((await entriesOf(dataDir)).length > 0)
    throw new StartRefused(`${dataDir} is not empty: move it away, or choose another DATA_DIR.`);
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  await writeSynced(mark, "");
  await syncFolder(dataDir);
}

/** The mark goes last, so that an end in the middle is seen again. */
async function clearFolder(dataDir: string): Promise<void> {
  const home = clusterHome(dataDir);
  if (home !== undefined) await rm(home, { recursive: true, force: true });
  for (const name of await entriesOf(dataDir))
    if (name !== RESTORE_UNFINISHED_FILE) await rm(path.join(dataDir, name), { recursive: true, force: true });
  await rm(path.join(dataDir, RESTORE_UNFINISHED_FILE), { force: true });
}

async function entriesOf(dataDir: string): Promise<readonly string[]> {
  return existsSync(dataDir) ? (await readdir(dataDir)).filter((name) => !NOT_OURS.has(name)) : [];
}

/** Puts the stored files into their folders, or into the bucket of FILES_URL, which then belongs to the restored one. */
async function restoreFiles(folder: string, { pool, files }: Target): Promise<void> {
  const { rows } = await pool.query<{ id: string }>("DELETE FROM installation.file_store RETURNING id");
  if (files.mark !== null) {
    const { rows: own } = await pool.query<{ id: string }>("SELECT id FROM installation.data_folder");
    const [found, id] = [await files.mark.read(), rows[0]?.id ?? own[0]!.id];
    if (found !== null && found !== id)
      throw new StartRefused("FILES_URL: the bucket belongs to another installation. Use another bucket.");
    if (found === null) await files.mark.write(id);
    await pool.query("INSERT INTO installation.file_store (id) VALUES ($1)", [id]);
  }
  for await (const file of listedFiles(folder)) {
    const stored = storedFile(file);
    const area = FILE_AREAS.find((each) => each === stored?.area);
    if (!stored || !area) continue;
    const { sha256 } = await files[area].keep(createReadStream(path.join(folder, file.path)), () => stored.name);
    if (sha256 !== file.sha256) throw new Error(`${file.path} changed while it was restored.`);
    const [within, ...rest] = stored.name.split("/");
    // Of before the snapshot, or of an upload that began after it: a folder of ours all the same.
    if (rest.length > 0 && area !== "archive")
      await pool.query(
        "INSERT INTO uploads.folders (area, folder) VALUES ($1, $2) ON CONFLICT (area, folder) DO UPDATE SET kept_at = now()",
        [area, within],
      );
  }
}

type OfFolder = { readonly dataDir: string; readonly manifest: Manifest };

/** What else is in a data folder. The log checkpoint is that of the restored database, so that both are of one moment. */
async function restoreFolder(folder: string, { dataDir, manifest }: OfFolder, pool: Pool): Promise<void> {
  for await (const { path: name } of listedFiles(folder)) {
    if (!name.startsWith("folder/")) continue;
    const place = path.join(dataDir, name.slice("folder/".length));
    await mkdir(path.dirname(place), { recursive: true, mode: path.dirname(place) === dataDir ? 0o711 : 0o700 });
    await copyFile(path.join(folder, name), place);
    await chmod(place, 0o600);
  }
  const { rows } = await pool.query<{ note: string }>("SELECT note FROM transparency.checkpoint");
  if (rows[0]) await keptCheckpoint(dataDir).write(rows[0].note);
  await writeMark(dataDir, manifest.installation);
  await markRestored(dataDir);
  for (const name of [...FILE_AREAS, "mail", "log"])
    if (existsSync(path.join(dataDir, name))) await syncFolders(path.join(dataDir, name));
  await rm(path.join(dataDir, RESTORE_UNFINISHED_FILE));
  await syncFolder(dataDir);
}
