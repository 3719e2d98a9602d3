import type { FileKind } from "#domain/dataset/load-failure.ts";

const SIGNATURES: readonly (readonly [RegExp, FileKind])[] = [
  [/^PK(?:\x03\x04|\x05\x06)/, "zip"],
  [/^\xd0\xcf\x11\xe0/, "old-office"],
  [/^%PDF-/, "pdf"],
  [/^(?:\x89PNG|GIF8|\xff\xd8\xff|RIFF)/, "media"],
  [/^PAR1/, "parquet"],
  [/^SQLite format 3/, "sqlite"],
  [/^(?:BZh|\xfd7zXZ|7z\xbc\xaf|Rar!)/, "packed"],
  [/^\x7fELF|^MZ\x90/, "program"],
  [/^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|\?xml)/i, "markup"],
  [/^(?:\xef\xbb\xbf)?\s*(?:\[\s*){0,4}\{\s*["}]/, "json"],
  [/^(?:\xef\xbb\xbf)?\s*\[\s*(?:\[\s*["\d\]-]|\]\s*$)/, "json"],
];

/** Another kind of file, detected by its first bytes. */
export function otherKindOfFile(head: Uint8Array): FileKind | null {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 512)).toString("latin1");
  return SIGNATURES.find(([signature]) => signature.test(text))?.[1] ?? null;
}

/** Share of control characters above which a file is not text. NUL bytes alone are removed from rows, not refused. */
const MOST_CONTROLS = 0.05;
const MOST_NULS = 0.3;

/** Whether decoded text (UTF-8) has so many controls that it must be binary. */
export function looksBinary(head: Uint8Array): boolean {
  let controls = 0;
  let nuls = 0;
  for (const byte of head) {
    if (byte === 0) nuls += 1;
    else if (byte < 0x20 && (byte < 0x09 || byte > 0x0d) && byte !== 0x1b && byte !== 0x1a) controls += 1;
  }
  return controls > head.length * MOST_CONTROLS || nuls > head.length * MOST_NULS;
}
