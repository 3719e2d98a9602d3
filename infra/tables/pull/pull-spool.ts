import { randomUUID } from "node:crypto";
import { mkdir, open, unlink } from "node:fs/promises";
import path from "node:path";

/** Lines on disk that one process writes and reads again; at most a few chunks of them are in memory. */
export type Spool = {
  /** Bytes written so far. */
  size(): number;
  append(bytes: Uint8Array): Promise<void>;
  /** The bytes between two positions, in chunks. */
  read(from: number, to: number): AsyncGenerator<Uint8Array, void, undefined>;
  /** Drops what was written from this position on. */
  truncate(size: number): Promise<void>;
  close(): Promise<void>;
};

const CHUNK_BYTES = 256 * 1024;

/** Opens a spool in this folder. The file is unlinked at once: it disappears with its process, however that ends. */
export async function openSpool(folder: string): Promise<Spool> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, randomUUID());
  const handle = await open(file, "wx+", 0o600);
  await unlink(file);
  let size = 0;
  return {
    size: () => size,
    async append(bytes) {
      for (let from = 0; from < bytes.length;) {
        const { bytesWritten } = await handle.write(bytes, from, bytes.length - from, size + from);
        from += bytesWritten;
      }
      size += bytes.length;
    },
    async *read(from, to) {
      for (let at = from; at < to;) {
        const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, to - at));
        const { bytesRead } = await handle.read(chunk, 0, chunk.length, at);
        if (bytesRead === 0) throw new Error("A spool is shorter than what was written to it");
        yield chunk.subarray(0, bytesRead);
        at += bytesRead;
      }
    },
    async truncate(to) {
      await handle.truncate(to);
      size = to;
    },
    close: () => handle.close(),
  };
}
