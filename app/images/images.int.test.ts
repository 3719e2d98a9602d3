import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

let db: InstalledDatabase;
let product: Product;
let [owner, stranger]: Person[] = [];

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  [owner, stranger] = await Promise.all(["Owner", "Stranger"].map((name) => product.person(name, 3)));
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==",
  "base64",
);
const WEBP = Buffer.from("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==", "base64");

/** A PNG of this size, by its head. */
function wide(width: number): Buffer {
  const file = Buffer.from(PNG);
  file.writeUInt32BE(width, 16);
  return file;
}

type Kind = "dataset" | "connector";
const pageOf = (kind: Kind, id: string) => `/${kind}_profile/${id}`;

async function made(kind: Kind, isPublic: boolean): Promise<string> {
  if (kind === "dataset") return (await owner!.upload("a\n1\n", { is_public: String(isPublic) })).json.id;
  const dsl = { protocol: "rest", operations: [{ id: "rows", url: "https://api.example.com/rows" }] };
  const { json } = await owner!.post("/api/connectors/upload", { title: "Rows", is_public: isPublic, dsl });
  return json.id;
}

async function post(person: Person, page: string, bytes: Uint8Array<ArrayBuffer> | null, name = "picture.png") {
  const body = new FormData();
  body.append("intent", bytes ? "set-image" : "remove-image");
  if (bytes) body.append("image", new Blob([bytes]), name);
  return person.call("POST", page, { body });
}

const bytesOf = (buffer: Buffer) => Uint8Array.from(buffer);
const imageOf = async (person: Person, kind: Kind, id: string): Promise<string | null> =>
  (await person.get(`/api/${kind === "dataset" ? "assets" : "connectors"}/${id}`)).json.image;

test.each(["dataset", "connector"] as const)("a %s gets an image, another one, and none", async (kind) => {
  const id = await made(kind, true);
  const page = pageOf(kind, id);
  expect((await post(owner!, page, bytesOf(PNG))).status).toBe(302);
  const first = await imageOf(owner!, kind, id);
  expect(first).toMatch(new RegExp(`^/images/${id}/[0-9a-f]{32}\\.png$`));
  // On its page and its card, for everybody.
  for (const shown of [page, "/datastore"]) expect((await product.call("GET", shown)).text).toContain(`src="${first}"`);

  const file = await fetch(product.url + first);
  expect(Buffer.from(await file.arrayBuffer())).toEqual(PNG);
  expect(Object.fromEntries(file.headers)).toMatchObject({
    "content-type": "image/png",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "content-disposition": "inline",
    "cache-control": "private, max-age=31536000, immutable",
  });

  // The kind is that of the bytes, not of the name.
  expect((await post(owner!, page, bytesOf(WEBP), "picture.png")).status).toBe(302);
  const second = await imageOf(owner!, kind, id);
  expect(second).toMatch(/\.webp$/);
  expect([(await product.call("GET", first!)).status, (await product.call("GET", second!)).status]).toEqual([404, 200]);
  expect(await readdir(path.join(product.dataDir, "images", id))).toEqual([path.basename(second!)]);

  expect((await post(owner!, page, null)).status).toBe(302);
  expect([await imageOf(owner!, kind, id), (await product.call("GET", second!)).status]).toEqual([null, 404]);
  await expect(readdir(path.join(product.dataDir, "images", id))).rejects.toThrow("ENOENT");
});

test("of images that are set and removed at the same moment the item shows one that is there, or none", async () => {
  const id = await made("dataset", true);
  const page = pageOf("dataset", id);
  const images = Array.from({ length: 4 }, (_, at) => wide(10 + at));
  for (let round = 0; round < 4; round += 1) {
    await Promise.all([
      ...images.map((image) => post(owner!, page, bytesOf(image))),
      ...(round % 2 === 0 ? [post(owner!, page, null)] : []),
    ]);
    const name = await imageOf(owner!, "dataset", id);
    const folder = path.join(product.dataDir, "images", id);
    const files = await readdir(folder).catch(() => []);
    expect(files).toEqual(name === null ? [] : [path.basename(name)]);
    if (name !== null) expect((await product.call("GET", new URL(name, product.url).pathname)).status).toBe(200);
  }
});

test("what a photo says beside its picture is not stored, and others store nothing at all", async () => {
  const id = await made("dataset", true);
  const place = Buffer.concat([PNG.subarray(0, 33), chunk("tEXt", "GPS\0 48.2, 16.4"), PNG.subarray(33)]);
  expect((await post(owner!, pageOf("dataset", id), bytesOf(place))).status).toBe(302);
  const name = await imageOf(owner!, "dataset", id);
  const folder = path.join(product.dataDir, "images", id);
  expect(await readFile(path.join(folder, path.basename(name!)))).toEqual(PNG);
  // The head of an image, and then nothing that follows from it.
  const torn = await post(owner!, pageOf("dataset", id), bytesOf(PNG.subarray(0, 50)));
  expect([torn.status, torn.text.includes("This file is not a PNG, JPEG or WebP image.")]).toEqual([415, true]);
  const { status } = await stranger!.call("POST", `/api/assets/${id}/image`, {
    body: { image: wide(77).toString("base64") },
  });
  expect([status, await readdir(folder)]).toEqual([403, [path.basename(name!)]]);
});

/** A chunk of a PNG. */
function chunk(type: string, data: string): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length);
  bytes.write(type + data, 4, "latin1");
  return bytes;
}

test("a new version of a connector keeps its image", async () => {
  const id = await made("connector", true);
  await post(owner!, pageOf("connector", id), bytesOf(PNG));
  const image = await imageOf(owner!, "connector", id);
  const dsl = { protocol: "rest", operations: [{ id: "rows", url: "https://api.example.com/v2" }] };
  const draft = await owner!.post("/api/connectors/draft", { parent_id: id, title: "Rows 2", dsl });
  const next = await owner!.post(`/api/connectors/${draft.json.connector.id}/publish`);
  expect([next.status, await imageOf(owner!, "connector", next.json.id)]).toEqual([201, image]);
});

test.each([
  ["text", Buffer.from("a,b\n1,2\n".repeat(20)), 415, "This file is not a PNG, JPEG or WebP image."],
  ["a page", Buffer.from("<!DOCTYPE html><script>1</script>".repeat(3)), 415, "not a PNG"],
  ["nothing", Buffer.alloc(0), 400, "Choose an image."],
  ["2,000,001 bytes", Buffer.concat([PNG, Buffer.alloc(2_000_001 - PNG.length)]), 413, "larger than 2 MB"],
  ["4,097 pixels", wide(4_097), 413, "wider or higher than 4,096 pixels"],
])("an image of %s is refused, at its field", async (_, file, status, says) => {
  const id = await made("dataset", true);
  const answer = await post(owner!, `${pageOf("dataset", id)}?edit=1`, bytesOf(file));
  expect([answer.status, answer.text.replace(/<script[\s\S]*?<\/script>/g, "").includes(says)]).toEqual([status, true]);
  expect(await imageOf(owner!, "dataset", id)).toBeNull();
});

test.each(["dataset", "connector"] as const)("only the owner of a %s changes its image", async (kind) => {
  const id = await made(kind, true);
  const answer = await post(stranger!, pageOf(kind, id), bytesOf(PNG));
  expect(answer.status).toBe(403);
  expect(await imageOf(owner!, kind, id)).toBeNull();
});

test.each(["dataset", "connector"] as const)("the image of a private %s is shown to nobody else", async (kind) => {
  const id = await made(kind, false);
  await post(owner!, pageOf(kind, id), bytesOf(PNG));
  const image = (await imageOf(owner!, kind, id))!;
  const seenBy = await Promise.all([owner!.get(image), stranger!.get(image), product.call("GET", image)]);
  expect(seenBy.map(({ status }) => status)).toEqual([200, 404, 404]);
  expect((await post(stranger!, pageOf(kind, id), bytesOf(PNG))).status).toBe(404);
});

test.each(["dataset", "connector"] as const)("the image goes with its %s", async (kind) => {
  const id = await made(kind, true);
  await post(owner!, pageOf(kind, id), bytesOf(PNG));
  const image = (await imageOf(owner!, kind, id))!;
  const gone = await owner!.call("DELETE", kind === "dataset" ? `/api/assets/${id}/owner` : `/api/connectors/${id}`);
  expect([gone.status, (await owner!.get(image)).status]).toEqual([200, 404]);
  await expect(readdir(path.join(product.dataDir, "images", id))).rejects.toThrow("ENOENT");
});
