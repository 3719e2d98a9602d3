import { describe, expect, test } from "vitest";
import { readImageHead } from "./image-head.ts";
import { stripMetadata } from "./strip-metadata.ts";

const SECRET = "48.2082 N, 16.3738 E, camera of a person";
const bytes = (...parts: (string | readonly number[] | Uint8Array)[]) =>
  new Uint8Array(
    Buffer.concat(parts.map((each) => (typeof each === "string" ? Buffer.from(each, "latin1") : Buffer.from(each)))),
  );
const tells = (image: Uint8Array | null) =>
  Buffer.from(image ?? [])
    .toString("latin1")
    .includes("48.2082");

const chunk = (type: string, data: string | Uint8Array) => {
  const body = bytes(data);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return bytes(length, type, body, [1, 2, 3, 4]);
};
const PNG_HEAD = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const IHDR = chunk("IHDR", bytes([0, 0, 0, 3, 0, 0, 0, 2, 8, 2, 0, 0, 0]));

const segment = (marker: number, data: string | Uint8Array) => {
  const body = bytes(data);
  return bytes([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff], body);
};
const SOF = segment(0xc0, bytes([8, 0, 2, 0, 3, 1, 1, 0x11, 0]));
const JFIF = segment(0xe0, bytes("JFIF\0", [1, 1, 0, 0, 1, 0, 1, 0, 0]));
const scan = bytes(segment(0xda, bytes([1, 1, 0, 0, 63, 0])), [1, 2, 0xff, 0, 3, 0xff, 0xd0, 4]);
const EOI = [0xff, 0xd9];
/** Exif data with an entry of its own, and one that says which way up the image is. */
const exif = (way: number, little: boolean) => {
  const number = (value: number, size: 2 | 4) => {
    const digits = Array.from({ length: size }, (_, at) => (value >> (8 * (size - 1 - at))) & 0xff);
    return little ? digits.reverse() : digits;
  };
  const entry = (tag: number, value: readonly number[]) => [
    ...number(tag, 2),
    ...number(3, 2),
    ...number(1, 4),
    ...value,
  ];
  const directory = [...number(2, 2), ...entry(0x010f, number(1, 4)), ...entry(0x0112, [...number(way, 2), 0, 0])];
  return bytes("Exif\0\0", little ? "II" : "MM", number(42, 2), number(8, 4), directory, number(0, 4), SECRET);
};

const riff = (...chunks: Uint8Array[]) => {
  const body = bytes(...chunks);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length + 4);
  return bytes("RIFF", length, "WEBP", body);
};
const webpChunk = (type: string, data: string | Uint8Array) => {
  const body = bytes(data);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length);
  return bytes(type, length, body, body.length % 2 === 1 ? [0] : []);
};

describe("a PNG", () => {
  test("keeps what is needed to show it, and nothing else", () => {
    const shown = [IHDR, chunk("gAMA", "1234"), chunk("PLTE", "abc"), chunk("IDAT", "rows"), chunk("IEND", "")];
    const [head, gamma, colours, rows, end] = shown;
    const image = bytes(
      PNG_HEAD,
      head!,
      ...[chunk("eXIf", SECRET), chunk("tEXt", SECRET), gamma!, chunk("iTXt", SECRET), chunk("tIME", "1234567")],
      ...[colours!, chunk("zTXt", SECRET), rows!, chunk("prVt", SECRET), end!],
      SECRET,
    );
    expect(stripMetadata("png", image)).toEqual(bytes(PNG_HEAD, ...shown));
  });

  test.each(["ABCD", "JDAT", "\u0001abc", "FooB", "1234"])(
    "with a chunk %j that every reader would have to know is refused",
    (type) => {
      const image = bytes(PNG_HEAD, IHDR, chunk(type, SECRET), chunk("IDAT", "rows"), chunk("IEND", ""));
      expect(stripMetadata("png", image)).toBeNull();
    },
  );
});

describe("a JPEG", () => {
  test("loses Exif, XMP, comments and what follows it, and keeps its colours", () => {
    const icc = segment(0xe2, "ICC_PROFILE\0\u0001\u0001profile");
    const adobe = segment(0xee, "Adobe\0\u0064\0\0\0\0\u0001");
    const kept = [
      JFIF,
      icc,
      adobe,
      segment(0xdb, "tables"),
      SOF,
      segment(0xc4, "codes"),
      scan,
      segment(0xc4, "more"),
      scan,
    ];
    const image = bytes(
      ...[[0xff, 0xd8], JFIF, segment(0xe1, exif(1, true)), segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${SECRET}`)],
      ...[segment(0xed, SECRET), segment(0xfe, SECRET), segment(0xe2, `MPF\0${SECRET}`)],
      ...[segment(0xe0, `JFXX\0${SECRET}`), ...kept.slice(1), EOI, SECRET],
    );
    expect(stripMetadata("jpg", image)).toEqual(bytes([0xff, 0xd8], ...kept, EOI));
  });

  test.each([true, false])("keeps which way up it is (little end first: %s)", (little) => {
    const image = bytes([0xff, 0xd8], segment(0xe1, exif(6, little)), JFIF, SOF, scan, EOI);
    const stripped = stripMetadata("jpg", image)!;
    expect([tells(image), tells(stripped)]).toEqual([true, false]);
    const way = bytes("Exif\0\0MM", [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]);
    expect(stripped).toEqual(bytes([0xff, 0xd8], JFIF, segment(0xe1, way), SOF, scan, EOI));
    // Once more it stays as it is.
    expect(stripMetadata("jpg", stripped)).toEqual(stripped);
  });
});

describe("a WebP", () => {
  test("loses Exif and XMP, and no longer says that it has them", () => {
    const head = (flags: number) => webpChunk("VP8X", bytes([flags, 0, 0, 0, 9, 0, 0, 7, 0, 0]));
    const image = riff(
      head(0x2c),
      webpChunk("ICCP", "abc"),
      webpChunk("VP8L", "picture"),
      webpChunk("EXIF", SECRET),
      webpChunk("XMP ", SECRET),
    );
    expect(stripMetadata("webp", image)).toEqual(
      riff(head(0x20), webpChunk("ICCP", "abc"), webpChunk("VP8L", "picture")),
    );
  });
});

test("a file that ends within a part, or has none, is no image", () => {
  const png = bytes(PNG_HEAD, IHDR, chunk("IDAT", "rows"));
  const jpg = bytes([0xff, 0xd8], JFIF, SOF, scan);
  for (const [kind, image] of [
    ["png", png],
    ["png", bytes(PNG_HEAD, IHDR, [0x7f, 0xff, 0xff, 0xff], "IDAT")],
    ["jpg", jpg],
    ["jpg", bytes([0xff, 0xd8], JFIF, [1, 2, 3])],
    ["jpg", bytes([0xff, 0xd8, 0xff, 0xe1, 0, 0])],
    ["webp", riff(webpChunk("EXIF", SECRET))],
    ["webp", bytes("RIFF", [255, 0, 0, 0], "WEBPVP8 ", [255, 0, 0, 0])],
  ] as const)
    expect([kind, stripMetadata(kind, image)]).toEqual([kind, null]);
});

test("any bytes are stripped or refused, and what is left has the same size as a picture", () => {
  const images = [
    bytes(PNG_HEAD, IHDR, chunk("tEXt", SECRET), chunk("IDAT", "rows"), chunk("IEND", "")),
    bytes([0xff, 0xd8], segment(0xe1, exif(6, true)), JFIF, SOF, scan, EOI),
    riff(
      webpChunk("VP8X", bytes([0x0c, 0, 0, 0, 9, 0, 0, 7, 0, 0])),
      webpChunk("VP8L", "picture"),
      webpChunk("EXIF", "x"),
    ),
  ];
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (const image of images)
    for (let round = 0; round < 2_000; round += 1) {
      const broken = image.slice(0, 1 + random(image.length));
      for (let change = 0; change < 3; change += 1) broken[random(broken.length)] = random(256);
      const head = readImageHead(broken);
      const stripped = head && stripMetadata(head.kind, broken);
      if (stripped) expect(readImageHead(stripped)).toEqual(head);
    }
});
