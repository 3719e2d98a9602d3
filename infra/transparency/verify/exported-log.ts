import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { LeafNow } from "./compare-leaves.ts";
import { HASH_BYTES } from "#domain/transparency/bytes.ts";
import { leafHash } from "#domain/transparency/tree/merkle.ts";
import { tilePath } from "#domain/transparency/tree/tile-path.ts";
import type { ReadTiles } from "#domain/transparency/tree/read-tree.ts";
import { TILE_WIDTH, tileWidth } from "#domain/transparency/tree/tiles.ts";
import type { TransparencyLog } from "#domain/transparency/ports.ts";
import { logCrypto } from "../log-crypto.ts";

type Exported = Pick<TransparencyLog, "head" | "tile" | "entries" | "keys">;

/**
 * Writes the signed log into a folder, with the addresses that it has on the server as files: `checkpoint`, `keys`,
 * `tile/…` and `tile/entries/…`. Returns how many events it has. What is there already and never changes stays.
 */
export async function exportLog(log: Exported, folder: string): Promise<number> {
  const { checkpoint } = await log.head();
  if (!checkpoint) throw new Error("No log checkpoint was signed yet: start the server, and try again.");
  const { size, note } = checkpoint;
  for (let level = 0; tileWidth({ level, n: 0 }, size) > 0; level += 1)
    for (let n = 0; ; n += 1) {
      const width = tileWidth({ level, n }, size);
      if (width === 0) break;
      const address = { n, width };
      const file = path.join(folder, "tile", String(level), tilePath(address));
      await writeNew(file, () => log.tile(level, address));
      if (level === 0)
        await writeNew(path.join(folder, "tile", "entries", tilePath(address)), () => log.entries(address));
    }
  const keys = (await log.keys()).map(({ vkey, kind }) => `${kind} ${vkey}\n`).join("");
  await writeFile(path.join(folder, "keys"), keys);
  await writeFile(path.join(folder, "checkpoint"), note);
  return size;
}

async function writeNew(file: string, read: () => Promise<Uint8Array | null>): Promise<void> {
  const bytes = await read();
  if (bytes === null) throw new Error(`${file} cannot be written: the log lacks it.`);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, bytes);
}

/** The tiles of an exported log of this size. A file that is missing is an empty tile. */
export function exportedTiles(folder: string, size: number): ReadTiles {
  return (ids) =>
    Promise.all(
      ids.map(async ({ level, n }) => {
        const width = tileWidth({ level, n }, size);
        const hashes = await fileOf(path.join(folder, "tile", String(level), tilePath({ n, width })));
        return { level, n, hashes: hashes.subarray(0, width * HASH_BYTES) };
      }),
    );
}

/** The events of an exported log, as their entries say who they are. */
export async function* exportedEntries(folder: string, size: number): AsyncGenerator<LeafNow, void> {
  for (let n = 0; n * TILE_WIDTH < size; n += 1) {
    const address = { n, width: tileWidth({ level: 0, n }, size) };
    const bundle = await fileOf(path.join(folder, "tile", "entries", tilePath(address)));
    for (let at = 0; at + 2 <= bundle.length;) {
      const end = at + 2 + bundle.readUInt16BE(at);
      const entry = bundle.subarray(at + 2, end);
      yield { leaf: leafHash(logCrypto.sha256, entry), ...placeOf(entry) };
      at = end;
    }
  }
}

/** An entry that was changed may be no JSON any more. */
function placeOf(entry: Buffer): { stream: string; revision: number } {
  try {
    const { stream, revision } = JSON.parse(entry.toString()) as { stream: unknown; revision: unknown };
    return { stream: String(stream), revision: Number(revision) };
  } catch {
    return { stream: "unknown", revision: -1 };
  }
}

async function fileOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return Buffer.alloc(0);
    throw error;
  }
}
