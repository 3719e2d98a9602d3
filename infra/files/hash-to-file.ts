import { createHash } from "node:crypto";
import { once } from "node:events";
import { type FileHandle, open } from "node:fs/promises";
import { finished } from "node:stream/promises";

/** Bytes that arrived but are not written yet; what has gathered during one write is written by the next. */
const WAITING_BYTES = 1_000_000;
/** After so many bytes the disk is asked to store what it has: at the end, all of it would take a while. */
const SYNC_BYTES = 16_000_000;

/**
 * Writes what a source gives to a new file while more arrives, and syncs it. Throws what the source throws; the file is
 * the caller's.
 */
export async function hashToFile(
  source: AsyncIterable<Uint8Array>,
  file: string,
): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const handle = await open(file, "w", 0o600);
  try {
    const hash = createHash("sha256");
    let bytes = 0;
    await writeAndSync(handle, source, (chunk) => {
      hash.update(chunk);
      bytes += chunk.length;
    });
    return { sha256: hash.digest("hex"), bytes };
  } finally {
    await handle.close();
  }
}

async function writeAndSync(
  handle: FileHandle,
  source: AsyncIterable<Uint8Array>,
  see: (chunk: Uint8Array) => void,
): Promise<void> {
  const stream = handle.createWriteStream({ autoClose: false, highWaterMark: WAITING_BYTES });
  const written = finished(stream);
  written.catch(() => undefined);
  const syncs = backgroundSyncs(handle);
  try {
    for await (const chunk of source) {
      see(chunk);
      if (!stream.write(chunk)) await Promise.race([once(stream, "drain"), written]);
      syncs.after(chunk.length);
    }
    stream.end();
    await written;
    await syncs.end();
    await handle.sync();
  } finally {
    stream.destroy();
    await syncs.end().catch(() => undefined);
  }
}

/** Syncs a file after every SYNC_BYTES, one at a time. `end` waits for the last and throws if one has failed. */
function backgroundSyncs(handle: FileHandle) {
  let unsynced = 0;
  let running: Promise<void> | null = null;
  let failure: Error | null = null;
  const sync = async (): Promise<void> => {
    unsynced = 0;
    await handle.datasync().catch((error: Error) => {
      // The system tells only the first sync that bytes were lost.
      failure ??= error;
    });
    running = null;
  };
  return {
    after(bytes: number): void {
      unsynced += bytes;
      if (unsynced >= SYNC_BYTES) running ??= sync();
    },
    async end(): Promise<void> {
      await running;
      if (failure) throw failure;
    },
  };
}
