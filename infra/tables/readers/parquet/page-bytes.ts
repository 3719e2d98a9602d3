import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import type { Compressors } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { damaged, overLimit } from "../file-fault.ts";

/** One page is in memory, packed and unpacked. */
const MAX_PAGE_BYTES = 256_000_000;
/** Bytes for which memory is taken at a time while a page is unpacked. */
const CHUNK_BYTES = 1_000_000;

type Unpack = (page: Uint8Array, bytes: number) => Uint8Array;

/** Limits of Node's decompressors: they stop behind the bytes that a page says to have. */
const upTo = (bytes: number) => ({
  maxOutputLength: Math.max(1, bytes),
  chunkSize: Math.min(bytes + 64, CHUNK_BYTES),
});

/** Decompressors by codec that refuse a page which has more or fewer bytes than it says. */
export const PAGE_DECOMPRESSORS: Compressors = Object.fromEntries(
  Object.entries({
    GZIP: (page, bytes) => gunzipSync(page, upTo(bytes)),
    BROTLI: (page, bytes) => brotliDecompressSync(page, upTo(bytes)),
    ZSTD: (page, bytes) => zstdDecompressSync(page, upTo(bytes)),
    SNAPPY: (page, bytes) => within(page, bytes, snappyBytes(page), "SNAPPY"),
    LZ4: (page, bytes) => within(page, bytes, hadoopBytes(page) ?? lz4Bytes(page), "LZ4"),
    LZ4_RAW: (page, bytes) => within(page, bytes, lz4Bytes(page), "LZ4_RAW"),
  } satisfies Record<string, Unpack>).map(([codec, unpack]) => [codec, checked(unpack)]),
);

function checked(unpack: Unpack): Unpack {
  return (page, bytes) => {
    if (bytes > MAX_PAGE_BYTES) throw overLimit("group-bytes", MAX_PAGE_BYTES);
    const unpacked = unpack(page, bytes);
    if (unpacked.length !== bytes) throw damaged("parquet");
    return unpacked;
  };
}

/** Unpacks a page with a decompressor that writes no more than `bytes`, and would leave the rest as it is. */
function within(page: Uint8Array, bytes: number, unpacked: number, codec: "SNAPPY" | "LZ4" | "LZ4_RAW"): Uint8Array {
  if (unpacked !== bytes) throw damaged("parquet");
  return compressors[codec]?.(page, bytes) ?? page;
}

/** The bytes that a page in Snappy unpacks to, which stand in front of it seven bits at a time. */
function snappyBytes(page: Uint8Array): number {
  let bytes = 0;
  for (let at = 0; at < 5; at += 1) {
    const byte = page[at] ?? 0;
    bytes += (byte & 0x7f) * 2 ** (7 * at);
    if (byte < 0x80) break;
  }
  return bytes;
}

/** The bytes that a page unpacks to in blocks of LZ4, each behind both of its lengths; null: it is not written so. */
function hadoopBytes(page: Uint8Array): number | null {
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  let bytes = 0;
  for (let at = 0; at < page.length;) {
    if (at + 8 > page.length) return null;
    bytes += view.getUint32(at);
    at += 8 + view.getUint32(at + 4);
    if (at > page.length) return null;
  }
  return bytes;
}

/** The bytes that a block of LZ4 unpacks to: literals and copies by turns. */
function lz4Bytes(block: Uint8Array): number {
  let at = 0;
  const length = (short: number) => {
    let all = short;
    for (let byte = short === 15 ? 255 : 0; byte === 255; all += byte) byte = block[at++] ?? 0;
    return all;
  };
  let bytes = 0;
  while (at < block.length) {
    const token = block[at++] as number;
    const literals = length(token >> 4);
    bytes += literals;
    at += literals;
    if (at >= block.length) break;
    at += 2;
    bytes += length(token & 15) + 4;
  }
  return bytes;
}
