import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { mkdir, realpath, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { clusterDataDir } from "./cluster.ts";
import { canEnter, type ServiceUser } from "./service-user.ts";

/** What the service user of a root cannot reach in the data folder or in the install is here. */
export const ROOT_FOLDER = "/var/lib/tributary";

/** File in the data folder that names the cluster's folder; relative inside the data folder, so that it can be moved. */
export const POINTER = "postgres-location";

/**
 * Where a first start makes the cluster of `dataDir`: in it if the service user has access, otherwise (root's own
 * folders are closed to others) below `outside`.
 */
export async function chooseClusterHome(
  dataDir: string,
  user: ServiceUser | undefined,
  outside: string,
): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const real = await realpath(dataDir);
  if (canEnter(user, real)) return path.join(real, "postgres");
  await mkdir(outside, { recursive: true, mode: 0o755 });
  return path.join(outside, createHash("sha256").update(real).digest("hex").slice(0, 16));
}

/** Folder of the cluster that a first start has made for `dataDir`; undefined before. */
export function clusterHome(dataDir: string): string | undefined {
  const pointer = path.join(dataDir, POINTER);
  return existsSync(pointer) ? path.resolve(realpathSync(dataDir), readFileSync(pointer, "utf8").trim()) : undefined;
}

/** Writes the pointer, once the cluster exists. */
export async function rememberClusterHome(dataDir: string, home: string): Promise<void> {
  const real = await realpath(dataDir);
  const inside = path.dirname(home) === real;
  const pointer = path.join(real, POINTER);
  await writeFile(`${pointer}.unfinished`, `${inside ? path.basename(home) : home}\n`);
  await rename(`${pointer}.unfinished`, pointer);
}

/** A pointer to missing tables means a lost disk or half a backup: an empty product in their place would hide it. */
export function refuseLostCluster(dataDir: string, home: string): void {
  if (existsSync(clusterDataDir(home))) return;
  throw new Error(
    `The tables that belong to ${dataDir} should be in ${home}, but are not there. Restore that folder, or choose another DATA_DIR.`,
  );
}

/** Root continues as the account that owns the cluster; any other user must be that account. */
export async function ownerOf(home: string, user: ServiceUser | undefined): Promise<ServiceUser | undefined> {
  const found = await stat(home).catch(() => undefined);
  if (found === undefined || found.uid === (user?.uid ?? process.getuid?.())) return user;
  if (user === undefined)
    throw new Error(
      `${home} belongs to another account (user id ${found.uid}). Start as that account, or choose another DATA_DIR.`,
    );
  return found.uid === 0 ? user : { uid: found.uid, gid: found.gid };
}
