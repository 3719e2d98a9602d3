/** The kinds of images that are taken, by the ending of their file. */
export type ImageKind = "png" | "jpg" | "webp";

/** What an image says about itself in its first bytes. */
export type ImageHead = { readonly kind: ImageKind; readonly width: number; readonly height: number };

/** Kind and size of an image by its bytes, whatever its name says; null: it is none of these kinds. */
export function readImageHead(bytes: Uint8Array): ImageHead | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return pngHead(view) ?? webpHead(view) ?? jpegHead(view);
  } catch (error) {
    // The file ends within its head.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function pngHead(view: DataView): ImageHead | null {
  const isPng = view.getUint32(0) === 0x89504e47 && view.getUint32(4) === 0x0d0a1a0a && text(view, 12) === "IHDR";
  return isPng ? sized("png", view.getUint32(16), view.getUint32(20)) : null;
}

function webpHead(view: DataView): ImageHead | null {
  if (text(view, 0) !== "RIFF" || text(view, 8) !== "WEBP") return null;
  switch (text(view, 12)) {
    case "VP8 ":
      return sized("webp", view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
    case "VP8L": {
      const bits = view.getUint32(21, true);
      return sized("webp", (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case "VP8X":
      return sized("webp", (view.getUint32(24, true) & 0xffffff) + 1, (view.getUint32(26, true) >>> 8) + 1);
    default:
      return null;
  }
}

/** A JPEG is a row of segments; its size is in the first one of a frame. */
function jpegHead(view: DataView): ImageHead | null {
  if (view.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; view.getUint8(at) === 0xff;) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return sized("jpg", view.getUint16(at + 7), view.getUint16(at + 5));
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

function sized(kind: ImageKind, width: number, height: number): ImageHead | null {
  return width > 0 && height > 0 ? { kind, width, height } : null;
}

function text(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));
}
