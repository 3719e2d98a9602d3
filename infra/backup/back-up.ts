import { existsSync } from "node:fs";
import { chown, cp, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { FolderInUse, type FolderLock, LOCK, lockFolder } from "../data-folder/folder-lock.ts";
import { OWNER } from "../data-folder/folder-owner.ts";
import { markRestored } from "../data-folder/restored-copy.ts";
import { clusterDataDir } from "../embedded-postgres/cluster.ts";
import { endDeadServers } from "../embedded-postgres/dead-server.ts";
import { chooseClusterHome, clusterHome, POINTER, rememberClusterHome } from "../embedded-postgres/place.ts";
import { findServiceUser, type ServiceUser } from "../embedded-postgres/service-user.ts";

/** A refusal is a sentence for the operator. */
export type BackupResult = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** Parts of a backup: the data folder, the cluster of the embedded Postgres, and a file that is written last. */
const DATA = "data";
const CLUSTER = "postgres";
const COMPLETE = "complete";
/** File in the data folder that says when the last good backup was made, for metrics. */
const LAST = "last-backup.json";
/** What a data folder needs only while a server runs, and what a backup keeps elsewhere. */
const LEFT_OUT = new Set(["run", "scratch", POINTER, CLUSTER, LOCK, `${LOCK}-journal`, OWNER, LAST]);

/**
 * Copies a data folder and the cluster that belongs to it, wherever it is, into a new folder. The server must be
 * stopped, and cannot be started meanwhile: its tables and files would change while they are copied.
 */
export async function backUp(dataDir: string, folder: string): Promise<BackupResult> {
  if (!existsSync(dataDir)) return refuse(`There is no data folder ${dataDir}.`);
  if (isInside(folder, dataDir)) return refuse(`${folder} is in the data folder: choose a folder outside of it.`);
  if (await hasEntries(folder)) return refuse(`${folder} is not empty: choose a new folder.`);
  const lock = await lockFolder(dataDir).catch((error: unknown) => error);
  if (lock instanceof FolderInUse)
    return refuse(`The server of ${dataDir} is running. Stop it, back up, and start it again.`);
  if (lock instanceof Error) throw lock;
  try {
    const done = await copyAll(dataDir, folder);
    if (done.ok) await writeFile(path.join(dataDir, LAST), `${JSON.stringify({ at: new Date().toISOString() })}\n`);
    return done;
  } finally {
    await (lock as FolderLock).release();
  }
}

/** Copies what nobody changes meanwhile. */
async function copyAll(dataDir: string, folder: string): Promise<BackupResult> {
  const home = clusterHome(dataDir);
  if (home !== undefined) await endDeadServers(clusterDataDir(home));
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  await copyData(dataDir, path.join(unfinished, DATA));
  if (home !== undefined) await copyTree(home, path.join(unfinished, CLUSTER), undefined);
  await writeFile(path.join(unfinished, COMPLETE), `${new Date().toISOString()}\n`);
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
  return { ok: true };
}

/**
 * Makes a data folder of a backup, with its cluster where the account that runs Postgres can reach it. `outside`: where
 * that is if the data folder is closed to that account.
 */
export async function restore(folder: string, dataDir: string, outside: string): Promise<BackupResult> {
  if (!existsSync(path.join(folder, COMPLETE))) return refuse(`${folder} is not a complete backup.`);
  if (await hasEntries(dataDir)) return refuse(`${dataDir} is not empty: move it away, or choose another DATA_DIR.`);
  const unfinished = `${dataDir}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await copyData(path.join(folder, DATA), unfinished);
  if (existsSync(path.join(folder, CLUSTER))) {
    const user = findServiceUser();
    const home = await chooseClusterHome(dataDir, user, outside);
    if (await hasEntries(home)) return refuse(`${home} has the database of an earlier ${dataDir}: move it away.`);
    const isWithin = isInside(home, dataDir);
    await copyTree(path.join(folder, CLUSTER), isWithin ? path.join(unfinished, CLUSTER) : home, user);
    await rmdir(dataDir);
    await rename(unfinished, dataDir);
    await rememberClusterHome(dataDir, home);
  } else {
    await rm(dataDir, { recursive: true, force: true });
    await rename(unfinished, dataDir);
  }
  await markRestored(dataDir);
  return { ok: true };
}

/** When a backup was made, as ISO 8601. */
export async function backedUpAt(folder: string): Promise<string> {
  return (await readFile(path.join(folder, COMPLETE), "utf8")).trim();
}

async function copyData(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o711 });
  for (const name of await readdir(from))
    if (!LEFT_OUT.has(name)) await copyTree(path.join(from, name), path.join(to, name), undefined);
}

/** Copies files and folders with their modes, for `owner` if root does it for another account. */
async function copyTree(from: string, to: string, owner: ServiceUser | undefined): Promise<void> {
  await cp(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  if (owner === undefined) return;
  await chown(to, owner.uid, owner.gid);
  for (const entry of await readdir(to, { recursive: true })) await chown(path.join(to, entry), owner.uid, owner.gid);
}

async function hasEntries(folder: string): Promise<boolean> {
  return existsSync(folder) && (await readdir(folder)).length > 0;
}

function isInside(folder: string, parent: string): boolean {
  const way = path.relative(path.resolve(parent), path.resolve(folder));
  return way === "" || (!way.startsWith("..") && !path.isAbsolute(way));
}

function refuse(reason: string): BackupResult {
  return { ok: false, reason };
}
