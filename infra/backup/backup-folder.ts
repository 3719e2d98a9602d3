import { once } from "node:events";
import { createWriteStream, existsSync } from "node:fs";
import { copyFile, link, mkdir, open, opendir, readdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { finished } from "node:stream/promises";
import { hashToFile } from "../files/hash-to-file.ts";
import {
  type BackedUpFile,
  INSTALLATION,
  LIST,
  listedFiles,
  type Manifest,
  MANIFEST,
  MANIFEST_SUM,
  measureFile,
  readManifest,
  sumOf,
} from "./manifest.ts";

/** What a backup says of a file beside its size and sum. */
export type Said = Pick<BackedUpFile, "kept" | "data" | "keptAt">;
type Gathered = Omit<Manifest, "list" | "counts"> & {
  readonly counts: Pick<Manifest["counts"], "datasets" | "tables">;
};

/** A backup in the making. */
export type BackupFolder = {
  /** Writes a new file, synced. `say` is asked when its contents have come. */
  write(name: string, source: AsyncIterable<Uint8Array>, say: () => Said | Promise<Said>): Promise<void>;
  /**
   * Takes a file of the backup before, which is not stored a second time, if that one has it, `isSame` says that it would
   * be the same, and it is still what its sum says. Otherwise false.
   */
  reuse(name: string, isSame: (before: BackedUpFile) => boolean): Promise<boolean>;
  /** Reads back what was written and writes the manifest. Throws a sentence if the folder has not kept everything. */
  finish(gathered: Gathered): Promise<Manifest>;
};

/** Begins a backup in a new folder. `previous`: a good backup of the same installation; null: none. */
export async function openBackupFolder(
  folder: string,
  installation: string,
  previous: string | null,
): Promise<BackupFolder> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeSynced(path.join(folder, INSTALLATION), `${installation}\n`);
  const before = previous === null ? new Map<string, BackedUpFile>() : await filesOf(previous);
  const list = createWriteStream(path.join(folder, LIST), { mode: 0o600, flush: true });
  const listed = finished(list);
  listed.catch(() => undefined);
  const written: { readonly path: string; readonly bytes: number; readonly sha256: string }[] = [];
  let [files, bytes] = [0, 0];

  const add = async (file: BackedUpFile): Promise<void> => {
    files += 1;
    bytes += file.bytes;
    if (!list.write(`${JSON.stringify(file)}\n`)) await Promise.race([once(list, "drain"), listed]);
  };
  return {
    async write(name, source, say) {
      const place = path.join(folder, name);
      await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
      const sum = await hashToFile(source, place);
      written.push({ path: name, bytes: sum.bytes, sha256: sum.sha256 });
      await add({ path: name, bytes: sum.bytes, sha256: sum.sha256, ...(await say()) });
    },
    async reuse(name, isSame) {
      const known = before.get(name);
      if (previous === null || known === undefined || !isSame(known)) return false;
      const place = path.join(folder, name);
      await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
      if (!(await isWhole(path.join(previous, name), known))) return false;
      if ((await linkOrCopy(path.join(previous, name), place)) === "copied") written.push(known);
      await add(known);
      return true;
    },
    async finish({ counts, ...gathered }) {
      list.end();
      await listed;
      await syncFolders(folder);
      for (const file of written)
        if (!(await isWhole(path.join(folder, file.path), file)))
          throw new Error(
            `${path.join(folder, file.path)} is not what was written: the disk of the backup lost a part of it.`,
          );
      const manifest: Manifest = {
        ...gathered,
        counts: { ...counts, files, bytes },
        list: await measureFile(path.join(folder, LIST)),
      };
      await finishList(folder, manifest, files);
      return manifest;
    },
  };
}

async function finishList(folder: string, manifest: Manifest, files: number): Promise<void> {
  let lines = 0;
  for await (const _ of listedFiles(folder)) lines += 1;
  if (lines !== files) throw new Error(`${path.join(folder, LIST)} is not what was written.`);
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeSynced(path.join(folder, MANIFEST), text);
  await writeSynced(path.join(folder, MANIFEST_SUM), `${sumOf(text)}\n`);
  await syncFolder(folder);
  await readManifest(folder);
}

async function filesOf(folder: string): Promise<Map<string, BackedUpFile>> {
  const files = new Map<string, BackedUpFile>();
  for await (const file of listedFiles(folder)) if (!file.kept) files.set(file.path, file);
  return files;
}

/** A file that is gone is not whole. */
export async function isWhole(place: string, wanted: Pick<BackedUpFile, "bytes" | "sha256">): Promise<boolean> {
  const found = await stat(place).catch(nullIfMissing);
  if (found?.size !== wanted.bytes) return false;
  return (await measureFile(place)).sha256 === wanted.sha256;
}

/** On another file system, or one without hard links, it is copied. */
async function linkOrCopy(from: string, to: string): Promise<"linked" | "copied"> {
  try {
    await link(from, to);
    return "linked";
  } catch (error) {
    if (!["EXDEV", "EPERM", "EMLINK", "ENOTSUP", "EOPNOTSUPP"].includes((error as NodeJS.ErrnoException).code ?? ""))
      throw error;
    await copyFile(from, to);
    const copied = await open(to, "r+");
    await copied.sync().finally(() => copied.close());
    return "copied";
  }
}

export async function writeSynced(place: string, text: string, mode = 0o600): Promise<void> {
  await writeFile(place, text, { mode, flush: true });
}

/** Syncs a folder and those in it: without it, a file may be gone after a crash. */
export async function syncFolders(folder: string): Promise<void> {
  for await (const entry of await opendir(folder))
    if (entry.isDirectory()) await syncFolders(path.join(folder, entry.name));
  await syncFolder(folder);
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function hasEntries(folder: string): Promise<boolean> {
  return existsSync(folder) && (await readdir(folder)).length > 0;
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
  throw error;
}
