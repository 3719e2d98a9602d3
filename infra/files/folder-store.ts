import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, opendir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FileStore, StoredFile } from "./file-store.ts";

/** Names of one portion. */
const NAMES_AT_ONCE = 500;

/** Files in one folder. Those that are being written have a `.part` name, and are listed if a crash left them. */
export function folderStore(folder: string): FileStore {
  const pathOf = (name: string) => path.join(folder, path.basename(name));
  return {
    async keep(source, nameOf) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const part = pathOf(`${randomUUID()}.part`);
      const { counter, result } = hashing();
      try {
        await pipeline(source, counter, createWriteStream(part, { mode: 0o600, flush: true }));
        const kept = result();
        await rename(part, pathOf(nameOf(kept.sha256)));
        return kept;
      } finally {
        await rm(part, { force: true });
      }
    },
    open: (name) => openFile(pathOf(name)),
    remove: (name) => rm(pathOf(name), { force: true }),
    async *keptBefore(time) {
      const found = await opendir(folder).catch(nullIfMissing);
      let names: string[] = [];
      for await (const { name } of found ?? []) {
        const kept = await stat(pathOf(name)).catch(nullIfMissing);
        if (kept !== null && kept.mtime < time) names.push(name);
        if (names.length === NAMES_AT_ONCE) {
          yield names;
          names = [];
        }
      }
      if (names.length > 0) yield names;
    },
  };
}

/** Opens a file on disk; null if there is none. */
export async function openFile(file: string): Promise<StoredFile | null> {
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

/** Passes bytes on and knows their number and hash at the end. */
function hashing() {
  const hash = createHash("sha256");
  let bytes = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { counter, result: () => ({ sha256: hash.digest("hex"), bytes }) };
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
