import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";

/** A rendered page without its nonce, which each answer gets anew. */
export type KeptPage = {
  /** Bytes that it takes in memory. */
  readonly bytes: number;
  /** The page with this nonce. */
  plain(nonce: string): Buffer;
  /** The same, compressed by gzip. */
  gzip(nonce: string): Buffer;
};

/** Stands for the nonce where earlier text serves as a dictionary. No page contains it, so that no match includes it. */
const NO_TEXT = "\0";

const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** An empty block that ends the stream. */
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff]);

/**
 * Takes a page that was rendered with `nonce`. The text between the nonces is compressed once; a nonce goes between these
 * parts uncompressed, as a block of its own. Null: the page cannot be kept.
 */
export async function keepPage(html: string, nonce: string): Promise<KeptPage | null> {
  if (html.includes(NO_TEXT)) return null;
  const texts = html.split(nonce);
  const parts = texts.map((text) => Buffer.from(text));
  const packed = await Promise.all(
    texts.map((text, at) => compressed(text, texts.slice(0, at).join(NO_TEXT.repeat(nonce.length)), nonce.length)),
  );
  const sizeOf = (buffers: readonly Buffer[]) => buffers.reduce((sum, { length }) => sum + length, 0);
  return {
    bytes: sizeOf(parts) + sizeOf(packed),
    plain: (other) => Buffer.concat(between(parts, Buffer.from(other))),
    gzip(other) {
      const text = between(parts, Buffer.from(other));
      const checksum = text.reduce((sum, part) => crc32(part, sum), 0);
      const foot = Buffer.alloc(8);
      foot.writeUInt32LE(checksum, 0);
      foot.writeUInt32LE(sizeOf(text), 4);
      return Buffer.concat([GZIP_HEAD, ...between(packed, storedBlock(other)), LAST_BLOCK, foot]);
    },
  };
}

/** A part of a page as blocks of a stream that goes on; `before` is the text in front of it. */
function compressed(text: string, before: string, nonceLength: number): Promise<Buffer> {
  const dictionary = before === "" ? {} : { dictionary: Buffer.from(before + NO_TEXT.repeat(nonceLength)) };
  return promisify(deflateRaw)(text, { finishFlush: constants.Z_SYNC_FLUSH, ...dictionary });
}

/** A block of a few bytes as they are. */
function storedBlock(text: string): Buffer {
  const content = Buffer.from(text);
  const head = Buffer.alloc(5);
  head.writeUInt16LE(content.length, 1);
  head.writeUInt16LE(0xffff - content.length, 3);
  return Buffer.concat([head, content]);
}

function between(parts: readonly Buffer[], nonce: Buffer): Buffer[] {
  return parts.flatMap((part, at) => (at === 0 ? [part] : [nonce, part]));
}
