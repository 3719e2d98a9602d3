import { type ImageHead, type ImageKind, readImageHead } from "./image-head.ts";

/**
 * The image without what it says about its place, camera, author and history: only the parts that are needed to show it
 * stay, byte for byte. Null: its parts cannot be told apart. A JPEG keeps which way up it is.
 */
export function stripMetadata(kind: ImageKind, bytes: Uint8Array): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const stripped = { png: strippedPng, jpg: strippedJpeg, webp: strippedWebp }[kind](view);
    return stripped && isOfSize(stripped, readImageHead(bytes)) ? stripped : null;
  } catch (error) {
    // A part ends after the file.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function isOfSize(stripped: Uint8Array, before: ImageHead | null): boolean {
  const after = readImageHead(stripped);
  return after?.width === before?.width && after?.height === before?.height && after?.kind === before?.kind;
}

const PNG_HEAD = 8;
/** The chunks that every reader must know, and colours, transparency, size of a pixel, frames of an animation. */
const PNG_KEPT = new Set("IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD pHYs acTL fcTL fdAT".split(" "));

function strippedPng(view: DataView): Uint8Array | null {
  const kept = [part(view, 0, PNG_HEAD)];
  for (let at = PNG_HEAD; ;) {
    const [length, type] = [view.getUint32(at), text(view, at + 4)];
    const end = at + 12 + length;
    if (PNG_KEPT.has(type)) kept.push(part(view, at, end));
    // A capital letter at the beginning: a reader that does not know the chunk cannot show the image.
    else if (!/^[a-z]/.test(type)) return null;
    // What follows the end is no part of the image.
    if (type === "IEND") return joined(kept);
    at = end;
  }
}

const EXIF_FLAG = 0x08;
const XMP_FLAG = 0x04;
const WEBP_HEAD = 12;
const WEBP_KEPT = new Set(["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP"]);

function strippedWebp(view: DataView): Uint8Array | null {
  const head = part(view, 0, WEBP_HEAD).slice();
  const kept = [head];
  const end = Math.min(8 + view.getUint32(4, true), view.byteLength);
  for (let at = WEBP_HEAD; at < end;) {
    const type = text(view, at);
    const next = at + 8 + view.getUint32(at + 4, true);
    // Chunks begin at even places; the last one may miss its padding.
    const padded = Math.min(next + (next % 2), Math.max(view.byteLength, next));
    if (WEBP_KEPT.has(type)) {
      const chunk = part(view, at, padded).slice();
      if (type === "VP8X") chunk[8] = (chunk[8] ?? 0) & ~(EXIF_FLAG | XMP_FLAG);
      kept.push(chunk);
    }
    at = padded;
  }
  const whole = joined(kept);
  new DataView(whole.buffer).setUint32(4, whole.length - 8, true);
  return kept.length > 1 ? whole : null;
}

const [SOI, EOI, SOS, APP0, APP1, APP2, APP14, APP15, COMMENT] = [
  0xd8, 0xd9, 0xda, 0xe0, 0xe1, 0xe2, 0xee, 0xef, 0xfe,
] as const;
/** A JFIF header without a small picture in it. */
const JFIF_LENGTH = 16;

/** A JPEG is a row of segments; a scan is followed by its data, up to the next marker. */
function strippedJpeg(view: DataView): Uint8Array | null {
  const kept: Uint8Array[] = [Uint8Array.of(0xff, SOI)];
  let way = 1;
  for (let at = 2; ;) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      // Filling before a marker.
      at += 1;
      continue;
    }
    if (marker === EOI) return joined([...kept, Uint8Array.of(0xff, EOI)]);
    const length = view.getUint16(at + 2);
    if (length < 2) return null;
    const end = marker === SOS ? endOfScan(view, at + 2 + length) : at + 2 + length;
    if (marker === APP1) way = wayUp(view, at + 4, end) ?? way;
    else if (isShown(view, marker, at)) {
      if (marker !== APP0 && way !== 1) {
        kept.push(segmentOfWay(way));
        way = 1;
      }
      kept.push(part(view, at, end));
    }
    at = end;
  }
}

/** Tables, frames and scans, and of the segments of applications those that say how colours are meant. */
function isShown(view: DataView, marker: number, at: number): boolean {
  const length = view.getUint16(at + 2);
  if (marker === APP0) return length === JFIF_LENGTH && text(view, at + 4) === "JFIF";
  if (marker === APP2) return length > 14 && text(view, at + 4) === "ICC_";
  if (marker === APP14) return length >= 14 && text(view, at + 4) === "Adob";
  return !(marker >= APP0 && marker <= APP15) && marker !== COMMENT;
}

/** Where the next marker is; within the data of a scan 0xff is followed by 0 or by a restart. */
function endOfScan(view: DataView, from: number): number {
  const bytes = part(view, 0, view.byteLength);
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = view.getUint8(at + 1);
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw new RangeError("The scan does not end");
}

const ORIENTATION = 0x0112;
const EXIF_HEAD = 6;

/** Which way up the image is, from 1 to 8, by the Exif data in this range; null: they do not say. */
function wayUp(view: DataView, from: number, end: number): number | null {
  if (end - from < EXIF_HEAD + 8 || text(view, from) !== "Exif") return null;
  const tiff = new DataView(view.buffer, view.byteOffset + from + EXIF_HEAD, end - from - EXIF_HEAD);
  const little = tiff.getUint16(0) === 0x4949;
  const directory = tiff.getUint32(4, little);
  if (directory + 2 > tiff.byteLength) return null;
  const entries = tiff.getUint16(directory, little);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = directory + 2 + entry * 12;
    if (at + 12 > tiff.byteLength) return null;
    if (tiff.getUint16(at, little) !== ORIENTATION) continue;
    const way = tiff.getUint16(at + 8, little);
    return way >= 1 && way <= 8 ? way : null;
  }
  return null;
}

/** A segment of Exif data that says this and nothing else. */
function segmentOfWay(way: number): Uint8Array {
  const entry = [ORIENTATION >> 8, ORIENTATION & 0xff, 0, 3, 0, 0, 0, 1, 0, way, 0, 0];
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0];
  const body = [0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff];
  return Uint8Array.of(0xff, APP1, 0, body.length + 2, ...body);
}

/** The bytes in a range; throws a RangeError if the file ends before. */
function part(view: DataView, from: number, to: number): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + from, boundedTo(view, to) - from);
}

function boundedTo(view: DataView, to: number): number {
  if (to > view.byteLength) throw new RangeError("The part ends after the file");
  return to;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const each of parts) {
    whole.set(each, at);
    at += each.length;
  }
  return whole;
}

function text(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));
}
