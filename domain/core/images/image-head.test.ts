import { expect, test } from "vitest";
import { readImageHead } from "./image-head.ts";

const bytes = (base64: string) => Uint8Array.from(Buffer.from(base64, "base64"));
/** Real files of three by two pixels, and the WebP of one pixel in each of its three forms. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==";
const JPEG =
  "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/wAALCAACAAMBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==";
const LOSSY = "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA";
const LOSSLESS = "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==";
const EXTENDED = "UklGRh4AAABXRUJQVlA4WAoAAAAQAAAAAgAAAQAAQUxQSAAAAAA=";

test.each([
  [PNG, { kind: "png", width: 3, height: 2 }],
  [JPEG, { kind: "jpg", width: 3, height: 2 }],
  [LOSSY, { kind: "webp", width: 1, height: 1 }],
  [LOSSLESS, { kind: "webp", width: 1, height: 1 }],
  [EXTENDED, { kind: "webp", width: 3, height: 2 }],
])("kind and size are read from the bytes %#", (file, head) => {
  expect(readImageHead(bytes(file))).toEqual(head);
});

test.each([PNG, JPEG, LOSSY, LOSSLESS, EXTENDED])("a file that ends within its head is none %#", (file) => {
  expect(readImageHead(bytes(file).subarray(0, 15))).toBeNull();
});

test.each([
  ["nothing", new Uint8Array()],
  ["text", new TextEncoder().encode("a,b\n1,2\n".repeat(10))],
  ["a page", new TextEncoder().encode("<!DOCTYPE html><script>alert(1)</script>")],
  ["an SVG", new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>")],
  ["a GIF", new TextEncoder().encode("GIF89a" + "0".repeat(40))],
  ["a PNG of no pixels", bytes(PNG).fill(0, 16, 24)],
])("%s is none", (_, file) => {
  expect(readImageHead(file)).toBeNull();
});
