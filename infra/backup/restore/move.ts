import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Pool } from "pg";
import { POINTER } from "../../embedded-postgres/place.ts";
import { StartRefused } from "../../platform/start-refused.ts";
import { readMark } from "../../data-folder/installation-mark.ts";
import { type Migration, RESTORE_UNFINISHED } from "../../postgres/migrations.ts";
import { backUp, type Source } from "../back-up.ts";
import { syncFolder } from "../backup-folder.ts";
import type { Manifest } from "../manifest.ts";
import { refuseFullDatabase, restoreDatabase } from "./restore-database.ts";

/** The folder of a data folder in which a move keeps the copy on its way. */
const MOVING = "moving";

/**
 * Copies the database of a stopped installation into an empty one, by the same copy as a backup. Files stay where they
 * are. If it fails the new database is empty again, and the old one is as it was. `leave`: the data folder leaves the old
 * one; no version of Tributary starts on the new one before that.
 */
export async function moveDatabase(
  source: Omit<Source, "files">,
  to: Pool,
  known: readonly Migration[],
  leave: () => Promise<void> = () => Promise.resolve(),
): Promise<Manifest> {
  const moving = path.join(source.dataDir, MOVING);
  await refuseConnected(source.pool);
  await refuseFullDatabase(to);
  try {
    await rm(moving, { recursive: true, force: true });
    await mkdir(moving, { mode: 0o700 });
    const folder = path.join(moving, "copy");
    const done = await backUp({ ...source, files: null }, folder, { previous: null, keep: null });
    if (!done.ok) throw new StartRefused(done.reason);
    await restoreDatabase(to, { folder, manifest: done.manifest, known }, leave);
    return done.manifest;
  } finally {
    await rm(moving, { recursive: true, force: true });
  }
}

/** Processes of the installation on other machines, which share no folder, would go on writing to the old database. */
async function refuseConnected(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT application_name AS name FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'tributary%' AND application_name <> 'tributary command line' LIMIT 1`,
  );
  if (rows[0])
    throw new StartRefused(`A process still uses the database (${rows[0].name}). Stop all of them, and move again.`);
}

/** The name of the pointer to the embedded database after a move away from it: its cluster stays where it is. */
export const MOVED = `${POINTER}.moved`;

/** From now on the data folder belongs to a database elsewhere. If it fails it does not. */
export async function leaveCluster(dataDir: string): Promise<void> {
  const [pointer, moved] = [path.join(dataDir, POINTER), path.join(dataDir, MOVED)];
  await rename(pointer, moved);
  try {
    await syncFolder(dataDir);
  } catch (error) {
    await rename(moved, pointer);
    throw error;
  }
}

/**
 * Ends a move that was ended after the data folder had left its cluster, which it does when the new database has
 * everything. False: this database does not wait for that.
 */
export async function finishMove(dataDir: string, to: Pool): Promise<boolean> {
  const { rows } = await to.query<{ made: boolean }>(
    "SELECT to_regclass('public.migrations') IS NOT NULL AND to_regclass('installation.data_folder') IS NOT NULL AS made",
  );
  if (rows[0]?.made !== true) return false;
  const { rowCount } = await to.query(
    "DELETE FROM public.migrations WHERE id = $1 AND EXISTS (SELECT FROM installation.data_folder WHERE id = $2)",
    [RESTORE_UNFINISHED.id, await readMark(dataDir)],
  );
  return rowCount === 1;
}

/** Whether a cluster is left of a move away from it. */
export function hasLeftCluster(dataDir: string): boolean {
  return existsSync(path.join(dataDir, MOVED));
}
