import { randomUUID } from "node:crypto";
import type { Dirent } from "node:fs";
import { copyFile, link, mkdir, open, opendir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { partsOfName } from "./file-name.ts";
import type { FileStore, ListedFile, StoredFile } from "./file-store.ts";
import { hashToFile } from "./hash-to-file.ts";

/** Names of one portion. */
const NAMES_AT_ONCE = 500;

/** Files in one folder. Those that are being written have a `.part` name, and are listed if a crash left them. */
export function folderStore(folder: string): FileStore {
  const pathOf = (name: string) => path.join(folder, ...partsOfName(name));
  return {
    async keep(source, nameOf) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const part = pathOf(partName());
      try {
        const kept = await hashToFile(source, part);
        await intoFolder(pathOf(await nameOf(kept.sha256)), (place) => rename(part, place));
        return kept;
      } finally {
        await rm(part, { force: true });
      }
    },
    take: (file, name) => intoFolder(pathOf(name), (place) => moveFile(file, place)),
    copy: (from, to) => intoFolder(pathOf(to), (place) => linkFile(pathOf(from), place)),
    open: (name) => openFile(pathOf(name)),
    async onDisk(name) {
      const found = await stat(pathOf(name)).catch(nullIfMissing);
      return found && { path: pathOf(name), release: () => Promise.resolve() };
    },
    now: () => fileSystemTime(folder),
    async settle(name) {
      // The folder's own name may be new too, and so may that of the store.
      for (const place of [pathOf(name), folder, path.dirname(folder)]) await syncFolder(place);
    },
    async remove(names) {
      for (const name of names) await rm(pathOf(name), { force: true });
    },
    removeFolder: (name) => rm(pathOf(name), { recursive: true, force: true }),
    async *folders() {
      for await (const portion of entriesOf(folder, (entry) => entry.isDirectory())) yield portion;
    },
    async *files(within) {
      const place = within === undefined ? folder : pathOf(within);
      for await (const names of entriesOf(place, (entry) => !entry.isDirectory())) {
        const listed: ListedFile[] = [];
        for (const name of names) {
          const found = await stat(path.join(place, name)).catch(nullIfMissing);
          if (found) listed.push({ name: within === undefined ? name : `${within}/${name}`, keptAt: found.mtime });
        }
        yield listed;
      }
    },
  };
}

/** The time by which the file system of a folder dates its files. */
export async function fileSystemTime(folder: string): Promise<Date> {
  await mkdir(path.dirname(folder), { recursive: true, mode: 0o700 });
  const file = path.join(path.dirname(folder), partName());
  const handle = await open(file, "wx", 0o600);
  try {
    return (await handle.stat()).mtime;
  } finally {
    await handle.close();
    await rm(file, { force: true });
  }
}

async function syncFolder(place: string): Promise<void> {
  const handle = await open(place);
  await handle.sync().finally(() => handle.close());
}

/** A sweep may remove an empty folder before its first file is there: then it is made again. */
async function intoFolder(place: string, put: (place: string) => Promise<void>): Promise<void> {
  for (let isLast = false; ; isLast = true) {
    await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
    try {
      return await put(place);
    } catch (error) {
      if (isLast || (error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
}

function partName(): string {
  return `${randomUUID()}.part`;
}

/** Names in a folder, in portions; none if there is no such folder. */
async function* entriesOf(folder: string, isWanted: (entry: Dirent) => boolean): AsyncIterable<string[]> {
  const found = await opendir(folder).catch(nullIfMissing);
  let names: string[] = [];
  for await (const entry of found ?? []) {
    if (isWanted(entry)) names.push(entry.name);
    if (names.length < NAMES_AT_ONCE) continue;
    yield names;
    names = [];
  }
  if (names.length > 0) yield names;
}

async function linkFile(from: string, to: string): Promise<void> {
  const part = `${to}.${partName()}`;
  try {
    await link(from, part);
    await rename(part, to);
  } finally {
    await rm(part, { force: true });
  }
}

/** The folder may be a volume of its own, to which nothing can be renamed from elsewhere. */
async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    const part = `${to}.${partName()}`;
    try {
      await copyFile(from, part);
      const copied = await open(part, "r+");
      await copied.sync().finally(() => copied.close());
      await rename(part, to);
    } finally {
      await rm(part, { force: true });
    }
    await rm(from, { force: true });
  }
}

/** Opens a file on disk; null if there is none. */
async function openFile(file: string): Promise<StoredFile | null> {
  const handle = await open(file).catch(nullIfMissing);
  if (handle === null) return null;
  try {
    const { size: bytes } = await handle.stat();
    return {
      bytes,
      read: (range) => handle.createReadStream({ ...range, autoClose: false }),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
