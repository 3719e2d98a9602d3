import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip, createZstdDecompress } from "node:zlib";
import iconv from "iconv-lite";
import { byteOrderMark } from "./encoding/unicode-encoding.ts";
import { FileMarks } from "./file-marks.ts";
import { lineRewriter, type Rewrite } from "./rewrite/rewrite-lines.ts";

/** How the bytes of a file are packed, if they are read as they are unpacked. */
export type Packing = "gzip" | "zstd";

/** How the bytes of a file become UTF-8. `repair`: replaces broken bytes with U+FFFD. */
export type ByteSource = {
  readonly path: string;
  readonly packing: Packing | null;
  readonly encoding: string;
  readonly repair: boolean;
  /** Most bytes after unpacking. */
  readonly maxBytes: number;
  /** Its lines are written anew before they are read. */
  readonly rewrite?: Rewrite;
};

/**
 * How reading ended. `stopped`: the caller needs no more. `not-utf8`: the file was read as UTF-8 and is not.
 * `bad-packing`: the packed file is truncated or damaged. `too-tight`: it grows too far.
 */
export type ReadEnd = "end" | "stopped" | "not-utf8" | "too-large" | PackingFault;
export type PackingFault = "bad-packing" | "too-tight";

const CHUNK = 262_144;

/**
 * Passes a file's text as UTF-8 without its byte order mark to `take`, chunk by chunk, waiting each time (false stops).
 * `marks` counts further marks that are left out. `position` counts the bytes read from the file itself, `unpacked` those after decompression. The last call has `last`
 * and no bytes.
 */
export async function readUtf8(
  source: ByteSource,
  take: (bytes: Uint8Array, last: boolean, position: number, unpacked: number) => boolean | Promise<boolean>,
  marks = new FileMarks(),
): Promise<ReadEnd> {
  const decode = source.rewrite ? rewriting(decoder(source), source.rewrite) : decoder(source);
  let position = 0;
  let unpacked = 0;
  for await (const read of rawChunks(source)) {
    if (typeof read === "string") return read;
    const { chunk } = read;
    position = read.position;
    unpacked += chunk.length;
    if (unpacked > source.maxBytes) return "too-large";
    const decoded = decode(chunk, false);
    if (decoded === null) return "not-utf8";
    const text = marks.strip(decoded, false);
    if (text.length > 0 && !(await take(text, false, position, unpacked))) return "stopped";
  }
  const rest = decode(Buffer.alloc(0), true);
  if (rest === null) return "not-utf8";
  const end = marks.strip(rest, true);
  if (end.length > 0 && !(await take(end, false, position, unpacked))) return "stopped";
  return (await take(Buffer.alloc(0), true, position, unpacked)) ? "end" : "stopped";
}

/** Reads the beginning of a file's text, at least `bytes` of it if there are so many. */
export async function utf8Head(source: ByteSource, bytes: number): Promise<{ end: ReadEnd; text: Buffer }> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const end = await readUtf8(source, (chunk) => {
    parts.push(Buffer.from(chunk));
    length += chunk.length;
    return length < bytes;
  });
  return { end, text: Buffer.concat(parts) };
}

/** The packing that the first bytes of a file show. */
export function packingOf(head: Uint8Array): Packing | null {
  if (head[0] === 0x1f && head[1] === 0x8b) return "gzip";
  const isFrame = head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd;
  // A frame that is to be skipped may precede the others.
  const isSkipped = ((head[0] ?? 0) & 0xf0) === 0x50 && head[1] === 0x2a && head[2] === 0x4d && head[3] === 0x18;
  return isFrame || isSkipped ? "zstd" : null;
}

/** The first bytes of a file, at most `most`, as they are. */
export async function firstBytes(path: string, most: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Some bytes of a file, and how many of the file itself were read for all so far. */
export type RawChunk = { readonly chunk: Buffer; readonly position: number };

/** The decompressed bytes of the file, with the position in the file itself. A chunk is valid until the next one is asked for. */
export async function* rawChunks(
  source: Pick<ByteSource, "path" | "packing">,
): AsyncGenerator<RawChunk | PackingFault> {
  if (source.packing) {
    yield* unpackedChunks(source.path, source.packing);
    return;
  }
  const file = await open(source.path);
  try {
    // One buffer for all: memory of buffers that nobody needs is freed late.
    const buffer = Buffer.allocUnsafeSlow(CHUNK);
    for (let position = 0; ;) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK, position);
      if (bytesRead === 0) return;
      position += bytesRead;
      yield { chunk: buffer.subarray(0, bytesRead), position };
    }
  } finally {
    await file.close();
  }
}

/** A file that grows by more when it is unpacked, and beyond so many bytes, is made to fill a disk. */
export const MAX_TIMES_UNPACKED = 1_000;
const TIMES_COUNT_FROM_BYTES = 64_000_000;

/** Whether so many bytes of a packed file unpack to more than a table would. */
export function isTooTight(packedBytes: number, unpackedBytes: number): boolean {
  return unpackedBytes > TIMES_COUNT_FROM_BYTES && unpackedBytes > packedBytes * MAX_TIMES_UNPACKED;
}

/** An error of zlib: the bytes are not what was packed. */
export function isUnpackingError(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^(?:Z_|ZSTD_)/.test(String(error.code));
}

/** Frames that a zstd file may consist of: each is unpacked by itself. */
const MAX_FRAMES = 100_000;

async function* unpackedChunks(path: string, packing: Packing): AsyncGenerator<RawChunk | PackingFault> {
  const { size } = await stat(path);
  let start = 0;
  let unpacked = 0;
  for (let frames = 0; start < size; frames += 1) {
    const file = createReadStream(path, { start, highWaterMark: CHUNK });
    const unpack = packing === "gzip" ? createGunzip({ chunkSize: CHUNK }) : createZstdDecompress({ chunkSize: CHUNK });
    const stream = pipeline(file, unpack, () => {});
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        unpacked += chunk.length;
        const position = start + file.bytesRead;
        if (isTooTight(position, unpacked)) {
          yield "too-tight";
          return;
        }
        yield { chunk, position };
      }
    } catch (error) {
      if (!isUnpackingError(error)) throw error;
      yield "bad-packing";
      return;
    } finally {
      file.destroy();
    }
    // Node reads all members of a gzip file, and one frame of zstd.
    if (packing === "gzip") return;
    if (unpack.bytesWritten === 0 || frames === MAX_FRAMES) {
      yield "bad-packing";
      return;
    }
    start += unpack.bytesWritten;
  }
}

/** Converts chunks to UTF-8, cut only between characters; null: the bytes do not match the source. */
function decoder({ encoding, repair }: ByteSource): Decode {
  const isUnicode = encoding === "utf-8";
  if (isUnicode && !repair) return strictUtf8();
  const reader = isUnicode ? null : iconv.getDecoder(encoding, { stripBOM: true });
  const repairer = isUnicode ? new TextDecoder("utf-8") : null;
  return (chunk, last) => {
    const text = repairer ? repairer.decode(chunk, { stream: !last }) : last ? reader?.end() : reader?.write(chunk);
    return Buffer.from(text ?? "");
  };
}

function rewriting(decode: Decode, rewrite: Rewrite): Decode {
  const write = lineRewriter(rewrite);
  return (chunk, last) => {
    const text = decode(chunk, last);
    return text === null ? null : write(text, last);
  };
}

type Decode = (chunk: Buffer, last: boolean) => Buffer | null;

function strictUtf8(): Decode {
  let kept = Buffer.alloc(0);
  let first = true;
  return (chunk, last) => {
    let bytes = kept.length > 0 ? Buffer.concat([kept, chunk]) : chunk;
    if (first && bytes.length < 3 && !last) {
      kept = Buffer.from(bytes);
      return Buffer.alloc(0);
    }
    if (first && byteOrderMark(bytes)?.encoding === "utf-8") bytes = bytes.subarray(3);
    first = false;
    const whole = last ? bytes.length : bytes.length - unfinished(bytes);
    kept = Buffer.from(bytes.subarray(whole));
    const text = bytes.subarray(0, whole);
    return isUtf8(text) ? text : null;
  };
}

/** Bytes at the end of an incomplete character: 0 to 3. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}
