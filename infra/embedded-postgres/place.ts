import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, realpath, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { clusterDataDir } from "./cluster.ts";
import { canEnter, type ServiceUser } from "./service-user.ts";

/** File in the data folder that names the cluster's folder, once that is settled. */
const POINTER = "postgres-location";

/**
 * Folder of the cluster that belongs to `dataDir`: beside the rest when the service user can get there, otherwise
 * (root's own folders are closed to everybody else) below `outside`. The first start decides and leaves a pointer.
 */
export async function settleClusterHome(dataDir: string, user: ServiceUser | undefined, outside: string): Promise<string> {
  const settled = clusterHome(dataDir);
  if (settled !== undefined) return settled;
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const real = await realpath(dataDir);
  const home = canEnter(user, real) ? path.join(real, "postgres") : path.join(outside, createHash("sha256").update(real).digest("hex").slice(0, 16));
  await mkdir(path.dirname(home), { recursive: true, mode: 0o755 });
  const pointer = path.join(dataDir, POINTER);
  await writeFile(`${pointer}.unfinished`, `${home}\n`);
  await rename(`${pointer}.unfinished`, pointer);
  return home;
}

/** The settled folder of the cluster of `dataDir`; undefined before the first start. */
export function clusterHome(dataDir: string): string | undefined {
  const pointer = path.join(dataDir, POINTER);
  return existsSync(pointer) ? readFileSync(pointer, "utf8").trim() : undefined;
}

/** Whether an earlier start has left tables for `dataDir`. */
export function holdsEmbeddedPostgres(dataDir: string): boolean {
  const home = clusterHome(dataDir);
  return home !== undefined && existsSync(clusterDataDir(home));
}

/** Root goes on as the account that owns the cluster; anybody else must be that account. */
export async function ownerOf(home: string, user: ServiceUser | undefined): Promise<ServiceUser | undefined> {
  const found = await stat(home).catch(() => undefined);
  if (found === undefined || found.uid === (user?.uid ?? process.getuid?.())) return user;
  if (user === undefined) throw new Error(`${home} belongs to another account (user id ${found.uid}). Start as that account, or choose another DATA_DIR.`);
  return found.uid === 0 ? user : { uid: found.uid, gid: found.gid };
}
