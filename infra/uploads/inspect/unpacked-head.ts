import { constants, createGunzip, createZstdDecompress } from "node:zlib";
import { finished } from "node:stream/promises";
import { isUnpackingError, type Packing } from "../../tables/csv/file-bytes.ts";
import { INSPECTED_BYTES } from "#domain/dataset/inspection.ts";

const CHUNK = 65_536;

/** The beginning of a file, unpacked; `whole`: the bytes that were given unpack to no more. */
type UnpackedHead = { readonly bytes: Buffer; readonly whole: boolean };

/**
 * The first bytes of a packed file, which may be cut off. Unpacking stops as soon as there are enough: half a megabyte
 * may unpack to half a gigabyte.
 */
export async function unpackedHead(head: Buffer, packing: Packing): Promise<UnpackedHead | "bad-packing"> {
  const parts: Buffer[] = [];
  let bytes = 0;
  // What is cut off ends where its bytes do.
  const unpack =
    packing === "gzip"
      ? createGunzip({ chunkSize: CHUNK, finishFlush: constants.Z_SYNC_FLUSH })
      : createZstdDecompress({ chunkSize: CHUNK });
  unpack.end(head);
  try {
    for await (const chunk of unpack as AsyncIterable<Buffer>) {
      parts.push(chunk);
      bytes += chunk.length;
      if (bytes > INSPECTED_BYTES) break;
    }
  } catch (error) {
    if (!isUnpackingError(error)) throw error;
    if (bytes === 0) return "bad-packing";
  } finally {
    unpack.destroy();
    await finished(unpack).catch(() => undefined);
  }
  return {
    bytes: Buffer.concat(parts).subarray(0, INSPECTED_BYTES),
    // Of a file with further frames only the first was unpacked.
    whole: bytes <= INSPECTED_BYTES && (packing === "gzip" || unpack.bytesWritten === head.length),
  };
}
