import { spawnSync } from "node:child_process";
import { chownSync, readdirSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { clusterHome } from "#infra/embedded-postgres/place.ts";
import { findServiceUser } from "#infra/embedded-postgres/service-user.ts";

const MOST_BYTES = 1_000_000;
const MOST_UNPACKED = 500_000_000;
/** The three databases of a cluster are nearly the same, megabytes apart. */
const WINDOW = 27;

/** Packs a data folder into `file`: returns its size in bytes. */
export async function packFolder(dataDir: string, file: string): Promise<number> {
  const args = [
    "--sort=name",
    "--mtime=@0",
    "--owner=0",
    "--group=0",
    "--numeric-owner",
    "-cf",
    "-",
    "-C",
    dataDir,
    ".",
  ];
  const { status, stdout, stderr } = spawnSync("tar", args, { maxBuffer: MOST_UNPACKED });
  if (status !== 0) throw new Error(`tar failed: ${stderr.toString()}`);
  const packed = zstdCompressSync(stdout, {
    params: {
      [constants.ZSTD_c_compressionLevel]: 22,
      [constants.ZSTD_c_windowLog]: WINDOW,
      [constants.ZSTD_c_enableLongDistanceMatching]: 1,
    },
  });
  if (packed.length > MOST_BYTES) throw new Error(`${dataDir} is ${packed.length} bytes packed`);
  await writeFile(file, packed);
  return packed.length;
}

/** Unpacks it as the new folder `dataDir`, for the account that runs its database. */
export async function unpackFolder(file: string, dataDir: string): Promise<void> {
  const input = zstdDecompressSync(await readFile(file), { params: { [constants.ZSTD_d_windowLogMax]: WINDOW } });
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const { status, stderr } = spawnSync("tar", ["-xpf", "-", "-C", dataDir], { input });
  if (status !== 0) throw new Error(`tar failed: ${stderr.toString()}`);
  const [home, user] = [clusterHome(dataDir), findServiceUser()];
  if (home === undefined) throw new Error(`${file} has no database`);
  if (user === undefined) return;
  for (const each of ["", ...(readdirSync(home, { recursive: true }) as string[])])
    chownSync(path.join(home, each), user.uid, user.gid);
}
