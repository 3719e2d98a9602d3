import { createReadStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Pool } from "pg";
import { rememberBackup } from "../data-folder/last-backup.ts";
import type { FileStores } from "../files/open-file-stores.ts";
import { openBackupFolder, syncFolder, hasEntries } from "./backup-folder.ts";
import { copyDataTables, copyKeptTables } from "./copy-tables.ts";
import { archivedEvents, refuseWithoutArchive } from "./indexed-archive.ts";
import { copyFiles, copyMails } from "./copy-files.ts";
import { goodBackup, keepNewest, removeUnfinished, UNFINISHED } from "./keep-backups.ts";
import { FORMAT, type Manifest } from "./manifest.ts";
import { inSnapshot, type Snapshot } from "./snapshot.ts";

/** A refusal is a sentence for the operator. */
export type Refused = { readonly ok: false; readonly reason: string };
export type BackedUp =
  | {
      readonly ok: true;
      readonly manifest: Manifest;
      /** The backup before; null: none was given, or it is no good one. */
      readonly before: Manifest | null;
      readonly removed: readonly string[];
    }
  | Refused;

export type Source = {
  readonly pool: Pool;
  readonly dataDir: string;
  readonly version: string;
  /** Null: the files stay where they are, and only the database is copied. */
  readonly files: FileStores | null;
  /** `file`: of the secret, if it is not set in the environment. */
  readonly secret: { readonly name: string; readonly file: string | null };
};

export type BackupAsked = { readonly previous: string | null; readonly keep: number | null };

/**
 * Copies an installation, which goes on meanwhile, into a new folder: its database as it is at one moment, and then the
 * files that it names. The folder has its name only when everything was written, synced and read back.
 */
export async function backUp(source: Source, folder: string, { previous, keep }: BackupAsked): Promise<BackedUp> {
  if (source.files && isInside(folder, source.dataDir))
    return refused(`${folder} is in the data folder: choose a folder outside of it.`);
  if (await hasEntries(folder)) return refused(`${folder} is not empty: choose a new folder.`);
  await mkdir(path.dirname(folder), { recursive: true });
  const done = await inSnapshot(source.pool, async (snapshot): Promise<BackedUp> => {
    const installation = await installationOf(snapshot);
    await removeUnfinished(path.dirname(folder), installation);
    if (await hasEntries(`${folder}${UNFINISHED}`))
      return refused(`${folder}${UNFINISHED} is not of this installation: move it away, or choose another folder.`);
    const before = previous === null ? null : await goodBackup(previous, installation);
    const manifest = await copyAll(source, snapshot, { folder, installation, previous: before?.folder ?? null });
    const removed = keep === null ? [] : await keepNewest(folder, installation, keep);
    if (source.files) await rememberBackup(source.dataDir, manifest.at);
    return { ok: true, manifest, before: before?.manifest ?? null, removed };
  });
  return done === "busy" ? refused("Another backup of this installation is being made.") : done;
}

type Place = { readonly folder: string; readonly installation: string; readonly previous: string | null };

/** Leaves nothing behind if it fails. */
async function copyAll(
  source: Source,
  snapshot: Snapshot,
  { folder, installation, previous }: Place,
): Promise<Manifest> {
  const unfinished = `${folder}${UNFINISHED}`;
  try {
    const to = await openBackupFolder(unfinished, installation, previous);
    await copyKeptTables(snapshot, to);
    const tables = await copyDataTables(snapshot, to);
    if (source.files) {
      await copyFiles(source.files, to);
      await refuseWithoutArchive(snapshot.client, unfinished);
      await copyMails(source.dataDir, to);
    }
    const { name, file } = source.secret;
    if (file !== null) await to.write("folder/secret", createReadStream(file), () => ({}));
    const said = await describe(snapshot);
    const manifest = await to.finish({
      ...{ format: FORMAT, installation, version: source.version, at: snapshot.at, migrations: said.migrations },
      ...{ secret: { name, kept: file !== null }, log: said.log, counts: { datasets: said.datasets, tables } },
    });
    await snapshot.check();
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder);
    await syncFolder(path.dirname(folder));
    return manifest;
  } catch (error) {
    // What is left is removed by the next backup.
    await rm(unfinished, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
}

async function installationOf({ client }: Snapshot): Promise<string> {
  const { rows } = await client.query<{ id: string }>("SELECT id FROM installation.data_folder");
  if (!rows[0]) throw new Error("This installation is empty: start the server once, which makes its tables.");
  return rows[0].id;
}

type Described = Pick<Manifest, "migrations" | "log"> & { readonly datasets: number };

async function describe({ client }: Snapshot): Promise<Described> {
  const { rows: migrations } = await client.query<{ id: string; checksum: string }>(
    "SELECT id, checksum FROM public.migrations ORDER BY id",
  );
  const { rows } = await client.query<{
    events: number;
    position: string | null;
    datasets: number;
    signed: number | null;
  }>(
    `SELECT count(*)::float8 AS events, max(position)::text AS position,
       (SELECT count(*)::float8 FROM log.events WHERE revision = 0 AND stream LIKE 'dataset-%') AS datasets,
       (SELECT size::float8 FROM transparency.checkpoint) AS signed FROM log.events`,
  );
  const { datasets, events, ...log } = rows[0]!;
  return { migrations, log: { ...log, events: events + (await archivedEvents(client)) }, datasets };
}

export function isInside(folder: string, parent: string): boolean {
  const way = path.relative(path.resolve(parent), path.resolve(folder));
  return way === "" || (!way.startsWith("..") && !path.isAbsolute(way));
}

function refused(reason: string): Refused {
  return { ok: false, reason };
}
