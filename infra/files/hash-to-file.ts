import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Writes what a source gives to a new file and syncs it. Throws what the source throws; the file is the caller's. */
export async function hashToFile(
  source: Readable,
  file: string,
): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const hash = createHash("sha256");
  let bytes = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(source, counter, createWriteStream(file, { mode: 0o600, flush: true }));
  return { sha256: hash.digest("hex"), bytes };
}
