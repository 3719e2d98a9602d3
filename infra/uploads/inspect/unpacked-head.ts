import { constants, createGunzip } from "node:zlib";
import { finished } from "node:stream/promises";
import { INSPECTED_BYTES } from "#domain/dataset/inspection.ts";

const CHUNK = 65_536;

/** The beginning of a file, unpacked; `whole`: the bytes that were given unpack to no more. */
type UnpackedHead = { readonly bytes: Buffer; readonly gzip: boolean; readonly whole: boolean };

/**
 * The first bytes of a file, which may be packed and cut off. Unpacking stops as soon as there are enough: half a megabyte
 * may unpack to half a gigabyte.
 */
export async function unpackedHead(head: Buffer): Promise<UnpackedHead | "bad-gzip"> {
  if (head[0] !== 0x1f || head[1] !== 0x8b)
    return { bytes: head.subarray(0, INSPECTED_BYTES), gzip: false, whole: head.length <= INSPECTED_BYTES };
  const parts: Buffer[] = [];
  let bytes = 0;
  // What is cut off ends where its bytes do.
  const gunzip = createGunzip({ chunkSize: CHUNK, finishFlush: constants.Z_SYNC_FLUSH });
  gunzip.end(head);
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      parts.push(chunk);
      bytes += chunk.length;
      if (bytes > INSPECTED_BYTES) break;
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error && /^Z_/.test(String(error.code)))) throw error;
    if (bytes === 0) return "bad-gzip";
  } finally {
    gunzip.destroy();
    await finished(gunzip).catch(() => undefined);
  }
  return {
    bytes: Buffer.concat(parts).subarray(0, INSPECTED_BYTES),
    gzip: true,
    whole: bytes <= INSPECTED_BYTES,
  };
}
