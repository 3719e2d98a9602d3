import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { backUp } from "../../backup/back-up.ts";
import type { Manifest } from "../../backup/manifest.ts";
import { type StoragePlaces, storagePlaces } from "../../config/storage-places.ts";
import { VERSION } from "../../config/version.ts";
import { masterKeys } from "../../vault/master-keys.ts";
import { openPostgres } from "../open-installation.ts";
import { openFiles, openPool, runBackupTool, secretsOf } from "./open-places.ts";

/**
 * `npm run backup -- <folder> [--previous <folder>] [--keep 7]`: copies an installation into a new folder, also while its
 * server runs. Files and tables that the backup `previous` has are not stored twice; only the newest `keep` good backups
 * beside the new one stay. Exit status 1 if it failed: then there is no such folder, and every other backup is still
 * there.
 */
const USAGE = "Usage: npm run backup -- <new folder> [--previous <folder>] [--keep <number>]";
const asked = parsed();

if (asked === null) {
  console.error(USAGE);
  process.exitCode = 2;
} else await runBackupTool(() => run(asked));

type Asked = { readonly folder: string; readonly previous: string | null; readonly keep: number | null };

function parsed(): Asked | null {
  try {
    const options = { previous: { type: "string" }, keep: { type: "string" } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [folder, ...more] = positionals;
    const keep = values.keep === undefined ? null : Number(values.keep);
    if (folder === undefined || more.length > 0 || (keep !== null && !(Number.isInteger(keep) && keep >= 1)))
      return null;
    const previous = values.previous === undefined ? null : path.resolve(values.previous);
    return { folder: path.resolve(folder), previous, keep };
  } catch {
    return null;
  }
}

async function run({ folder, previous, keep }: Asked): Promise<number> {
  const places = storagePlaces();
  const { dataDir } = places;
  if (!existsSync(dataDir)) throw new Error(`There is no data folder ${dataDir}.`);
  if (places.eventStoreUrl)
    throw new Error(
      "The log is in EventStoreDB, which this command does not copy, and a database without its log cannot be used. Stop all processes, and copy EventStoreDB, the database and DATA_DIR with their own tools.",
    );
  const secret = secretsOf(places);
  if (secret === null)
    throw new Error(`There is no secret: set APP_SECRET, or put ${path.join(dataDir, "secret")} back.`);
  const postgres = await openPostgres(places);
  const database = openPool(postgres.url);
  const files = await openFiles(places);
  try {
    const { pool } = database;
    const source = {
      pool,
      dataDir,
      files,
      version: VERSION,
      secret: { name: masterKeys(secret.secrets).current, file: secret.file },
    };
    const done = await backUp(source, folder, { previous, keep });
    if (!done.ok) throw new Error(done.reason);
    tell(done, { folder, previous, places });
    return 0;
  } finally {
    files.close();
    await database.close();
    await postgres.close();
  }
}

type Done = { readonly manifest: Manifest; readonly before: Manifest | null; readonly removed: readonly string[] };

function tell(
  { manifest, before, removed }: Done,
  { folder, previous, places }: Pick<Asked, "folder" | "previous"> & { readonly places: StoragePlaces },
): void {
  console.log(`${places.dataDir} is backed up in ${folder}: ${contents(manifest)}.`);
  if (before) console.log(`The one before has ${contents(before)}.`);
  if (previous !== null && !before)
    console.error(`${previous} is no good backup of this installation, so everything was copied.`);
  if (before && before.log.events > manifest.log.events)
    console.error("The log has fewer events than in the backup before: was an older backup restored?");
  console.log(
    manifest.secret.kept
      ? "It holds the keys of all secrets: keep it as safe as the original."
      : "APP_SECRET is not in it: keep it elsewhere, or nothing that is encrypted can be read.",
  );
  for (const each of removed) console.log(`${each} was removed.`);
}

/** What is in a backup, in words. */
function contents({ at, log, counts }: Manifest): string {
  return `${log.events} events, ${counts.datasets} datasets, ${counts.tables} tables, ${counts.files} files, ${counts.bytes} bytes, as of ${at}`;
}
