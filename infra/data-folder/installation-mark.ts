import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, open, readdir, readFile, rename } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import type { Config } from "../config/config.ts";
import { clusterHome } from "../embedded-postgres/place.ts";
import { FILE_AREAS } from "../files/open-file-stores.ts";
import { StartRefused } from "../platform/start-refused.ts";
import type { Migration } from "../postgres/migrations.ts";

/** File in the data folder that names its installation. */
const MARK = "installation-id";
/** File in a data folder that a restore is filling. */
export const RESTORE_UNFINISHED_FILE = "restore-unfinished";

type FolderConfig = Pick<Config, "dataDir" | "databaseUrl" | "filesUrl" | "smtpUrl">;

/** The installation of this database: one row, made by the first start. */
export const installationMigrations: readonly Migration[] = [
  {
    id: "installation-001-data-folder",
    sql: `
CREATE SCHEMA installation;

CREATE TABLE installation.data_folder (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
`,
  },
  {
    id: "installation-002-file-store",
    sql: `
CREATE TABLE installation.file_store (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
`,
  },
];

/**
 * Refuses a data folder whose database is another one than the settings name, before anything is opened: the product
 * would start empty, and take the files of the folder for its own.
 */
export async function refuseOtherDatabase({ dataDir, databaseUrl }: FolderConfig): Promise<void> {
  if (existsSync(path.join(dataDir, RESTORE_UNFINISHED_FILE)))
    throw new StartRefused(
      `DATA_DIR: the folder ${dataDir} is not whole: a restore into it was ended in the middle. Run it again, which begins anew.`,
    );
  const hasCluster = clusterHome(dataDir) !== undefined;
  if (databaseUrl && hasCluster)
    throw new StartRefused(
      `DATABASE_URL: the data in ${dataDir} belongs to its embedded database, which DATABASE_URL would replace by another one. To go on with it, unset DATABASE_URL. To move it to one of your own, unset it too and run npm run move -- <address of an empty database>. To start anew, choose another DATA_DIR.`,
    );
  if (databaseUrl || hasCluster) return;
  if ((await readMark(dataDir)) !== null)
    throw new StartRefused(
      `DATABASE_URL is missing: the data in ${dataDir} belongs to a database elsewhere. Set DATABASE_URL (is there a .env file that was not read?). To start anew, choose another DATA_DIR.`,
    );
  for (const area of FILE_AREAS)
    if ((await readdir(path.join(dataDir, area)).catch(() => [])).length > 0)
      throw new StartRefused(
        `DATA_DIR: the folder ${dataDir} has files of an installation (${area}), but no database. Set DATABASE_URL if it has a database elsewhere, or choose another DATA_DIR.`,
      );
}

/** Refuses an empty database for a folder that has an installation already. Nothing has been made in it yet. */
export async function refuseEmptyDatabase(db: pg.Pool, { dataDir }: FolderConfig): Promise<void> {
  if ((await readMark(dataDir)) === null) return;
  const { rows } = await db.query<{ made: boolean }>("SELECT to_regclass('public.migrations') IS NOT NULL AS made");
  if (rows[0]?.made === true) return;
  throw new StartRefused(
    `The database is empty, but ${dataDir} belongs to an installation. Set DATABASE_URL to the database of that installation, or restore a backup of it. To start anew, choose another DATA_DIR.`,
  );
}

/**
 * Refuses a data folder that does not belong to this database: a process with another folder would not find uploads,
 * and its mails would be written to a folder that no one reads. The first start marks both; after the row is deleted
 * the next start accepts its folder instead. Runs under the start lock.
 */
export async function checkDataFolder(client: pg.ClientBase, config: FolderConfig): Promise<void> {
  const { dataDir, filesUrl, smtpUrl } = config;
  const { rows } = await client.query<{ id: string }>("SELECT id FROM installation.data_folder");
  const expected = rows[0]?.id;
  const found = await readMark(dataDir);
  if (expected !== undefined && found === expected) return;
  // Then nothing in the folder is read by another process: each has one of its own.
  const isShared = !(filesUrl && smtpUrl);
  if (expected !== undefined && found === null && !isShared) return writeMark(dataDir, expected);
  if (expected !== undefined) {
    const fault = found === null ? `has no file ${MARK}` : "belongs to another installation";
    const why = filesUrl ? " as long as SMTP_URL is not set, because mails are files there" : "";
    const share = isShared
      ? `All processes of an installation share one folder${why}: mount that folder here, or copy its contents.`
      : "Use the folder of this installation, or an empty one.";
    throw new StartRefused(
      `DATA_DIR: the folder ${dataDir} ${fault}, so it is not the one that this database was first started with. ${share} ` +
        `To go on with this folder and without the files of the other, run "delete from installation.data_folder" in the database.`,
    );
  }
  const id = found ?? randomUUID();
  if (found === null) await writeMark(dataDir, id);
  await client.query("INSERT INTO installation.data_folder (id) VALUES ($1)", [id]);
}

/** The installation that a data folder belongs to; null: none yet. */
export async function readMark(dataDir: string): Promise<string | null> {
  try {
    return (await readFile(path.join(dataDir, MARK), "utf8")).trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw unusable(dataDir, error);
  }
}

/** Makes a data folder that of an installation. */
export async function writeMark(dataDir: string, id: string): Promise<void> {
  const file = path.join(dataDir, MARK);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o711 });
    const written = await open(`${file}.unfinished`, "w", 0o644);
    try {
      await written.writeFile(`${id}\n`);
      await written.sync();
    } finally {
      await written.close();
    }
    await rename(`${file}.unfinished`, file);
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

function unusable(dataDir: string, error: unknown): StartRefused {
  return new StartRefused(
    `DATA_DIR: the folder ${dataDir} cannot be used (${(error as NodeJS.ErrnoException).code ?? "unknown error"}). This account must be able to read and write it.`,
  );
}
