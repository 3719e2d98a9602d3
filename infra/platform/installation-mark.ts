import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import type { Config } from "../config/config.ts";
import type { Migration } from "../postgres/migrations.ts";
import { StartRefused } from "./start-refused.ts";

/** File in the data folder that names its installation. */
const MARK = "installation-id";

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
 * Refuses a data folder that does not belong to this database: a process with another folder would not find uploads,
 * and its mails would be written to a folder that no one reads. The first start marks both; after the row is deleted
 * the next start accepts its folder instead. Runs under the start lock.
 */
export async function checkDataFolder(
  client: pg.ClientBase,
  { dataDir, filesUrl, smtpUrl }: Pick<Config, "dataDir" | "filesUrl" | "smtpUrl">,
): Promise<void> {
  // Then nothing in the folder is read by another process.
  if (filesUrl && smtpUrl) return;
  const { rows } = await client.query<{ id: string }>("SELECT id FROM installation.data_folder");
  const expected = rows[0]?.id;
  const found = await readMark(dataDir);
  if (expected !== undefined && found === expected) return;
  if (expected !== undefined) {
    const fault = found === null ? `has no file ${MARK}` : "belongs to another installation";
    const why = filesUrl ? " as long as SMTP_URL is not set, because mails are files there" : "";
    throw new StartRefused(
      `DATA_DIR: the folder ${dataDir} ${fault}, so it is not the one that this database was first started with. All processes of an installation share ` +
        `one folder${why}: mount that folder here, or copy its contents. To go on with this folder and without the files of the other, run "delete from installation.data_folder" in the database.`,
    );
  }
  const id = found ?? (await writeMark(dataDir));
  await client.query("INSERT INTO installation.data_folder (id) VALUES ($1)", [id]);
}

async function readMark(dataDir: string): Promise<string | null> {
  try {
    return (await readFile(path.join(dataDir, MARK), "utf8")).trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw unusable(dataDir, error);
  }
}

async function writeMark(dataDir: string): Promise<string> {
  const id = randomUUID();
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
  return id;
}

function unusable(dataDir: string, error: unknown): StartRefused {
  return new StartRefused(
    `DATA_DIR: the folder ${dataDir} cannot be used (${(error as NodeJS.ErrnoException).code ?? "unknown error"}). This account must be able to read and write it.`,
  );
}
