import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "#testing/call.ts";
import { follow, postForm } from "#testing/servers/form-client.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

let db: InstalledDatabase;
let product: Product;
let owner: Person;
let guest: Person;
/** A dataset that the owner gives access to on request. */
let asked: string;
let open: string;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct({ ...db.installation, env: { ADMIN_EMAILS: "owner@example.org" } });
  owner = await product.person("Owner", 3);
  guest = await product.person("Guest", 3);
  open = (await owner.upload("a,b\n1,2\n", { title: "Open" })).json.id;
  asked = (await owner.upload("a,b\n1,2\n", { title: "On request" })).json.id;
  const onRequest = await owner.call("PATCH", `/api/assets/${asked}`, { body: { on_request: true } });
  expect(onRequest.status).toBe(200);
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

type Case = readonly [sentence: string, status: number, ask: () => Promise<Answer>];

const post = (content: object) => owner.post("/api/blog", { title: "A post", slug: "a-post", ...content });
const requests = (id: string) => `/api/assets/${id}/requests`;
const decide = (body: object) => owner.call("PATCH", requests(asked), { body: { email: guest.email, ...body } });
const picture = (bytes: Uint8Array) =>
  owner.post(`/api/assets/${open}/image`, { image: Buffer.from(bytes).toString("base64") });
/** A whole PNG file. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==",
  "base64",
);
/** The head of a PNG file of this size. */
const png = (width: number, height: number): Uint8Array => {
  const head = Buffer.from("89504e470d0a1a0a0000000d494844520000000000000000080600000000000000", "hex");
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
};

const refusals: Record<string, readonly Case[]> = {
  "about posts": [
    ["Only editors can write posts.", 403, () => guest.post("/api/blog", { title: "A post", slug: "a-post" })],
    ["Give the post a title.", 400, () => post({ title: " " })],
    ["The title may have at most 200 characters.", 400, () => post({ title: "x".repeat(201) })],
    ["Give the post a slug.", 400, () => post({ slug: "" })],
    [
      "A slug has at most 100 lowercase letters and digits, with single hyphens between words. It cannot be “new” or “edit”.",
      400,
      () => post({ slug: "Not a slug" }),
    ],
    [
      "The cover image must be an address that begins with https://, without a user name or password.",
      400,
      () => post({ cover_image: "http://example.org/a.png" }),
    ],
    ["The content may have at most 100,000 characters of HTML.", 413, () => post({ content: "x".repeat(100_001) })],
  ],
  "about access on request": [
    ["This dataset needs no request: connect to it.", 409, () => guest.post(requests(open), { reason: "To read it" })],
    ["Say what you need the data for.", 400, () => guest.post(requests(asked), { reason: " " })],
    [
      "The reason must not be longer than 1000 characters.",
      400,
      () => guest.post(requests(asked), { reason: "x".repeat(1_001) }),
    ],
    ["This request is no longer open.", 409, () => guest.call("DELETE", requests(asked))],
    [
      "No request for access came from this address.",
      404,
      () => decide({ answer: "refuse", email: "nobody@example.org" }),
    ],
    [
      "You have already asked for access. The owner has not answered yet.",
      409,
      async () => {
        expect((await guest.post(requests(asked), { reason: "To read it" })).json.message).toBe("Request sent.");
        return guest.post(requests(asked), { reason: "To read it" });
      },
    ],
    [
      "The end of the access must be a day such as 2030-12-31.",
      400,
      () => decide({ answer: "approve", until: "tomorrow" }),
    ],
    [
      "The note must not be longer than 1000 characters.",
      400,
      () => decide({ answer: "refuse", note: "x".repeat(1_001) }),
    ],
    [
      "You already have access to this dataset.",
      409,
      async () => {
        expect((await decide({ answer: "approve" })).status).toBe(200);
        return guest.post(requests(asked), { reason: "To read it" });
      },
    ],
  ],
  "about images": [
    ["This file is not a PNG, JPEG or WebP image.", 415, () => picture(Buffer.from("<svg/>"))],
    ["The image is larger than 2 MB.", 413, () => picture(Buffer.concat([png(1, 1), Buffer.alloc(2_000_000)]))],
    ["The image is wider or higher than 4,096 pixels.", 413, () => picture(png(4_097, 1))],
  ],
};

describe.each(Object.entries(refusals))("refusals %s", (_about, each) => {
  test.each(each)("%s", async (sentence, status, ask) => {
    const answer = await ask();
    expect([answer.status, answer.json?.error ?? answer.text]).toEqual([status, sentence]);
  });
});

test("what has worked is said by calls and by pages", async () => {
  const reader = await product.person("Reader");
  const page = `/dataset_profile/${asked}`;
  expect((await postForm(reader, page, { intent: "ask", reason: "To read it" })).page).toContain("Request sent.");
  expect((await postForm(reader, page, { intent: "withdraw" })).page).toContain("Your request was withdrawn.");
  await reader.post(requests(asked), { reason: "To read it again" });
  expect((await reader.call("DELETE", requests(asked))).json).toEqual({ message: "Your request was withdrawn." });
  expect((await reader.post("/api/users/notices/read", { position: "0" })).json).toEqual({
    message: "Marked as read.",
  });
  expect((await postForm(reader, "/notices", { intent: "read-all", position: "0" })).page).toContain(
    "All notices are marked as read.",
  );
});

test("forms of posts say what they could not read", async () => {
  const form = (fields: Record<string, string>) =>
    postForm(owner, "/blog/new", { title: "By form", slug: "by-form", type: "update", ...fields });
  expect((await form({ intent: "odd" })).page).toContain("This form is not known.");
  expect((await form({ intent: "publish", blocks: "{" })).page).toContain(
    "The content of the editor could not be read.",
  );
});

test("an image is set and removed by a form", async () => {
  const page = `/dataset_profile/${open}`;
  const form = new FormData();
  form.append("intent", "set-image");
  form.append("image", new Blob([PNG], { type: "image/png" }), "towns.png");
  expect((await follow(owner, await owner.call("POST", page, { body: form }))).page).toContain("Image saved.");
  expect((await postForm(owner, page, { intent: "remove-image" })).page).toContain("The image was removed.");
});

test("admins are told what they have done", async () => {
  const role = { user_id: guest.id, name: "Guest", role: "editor" };
  expect((await postForm(owner, "/admin", { ...role, intent: "give-role" })).page).toContain("Guest is now editor.");
  expect((await postForm(owner, "/admin", { ...role, intent: "remove-role" })).page).toContain(
    "Guest is no longer editor.",
  );
  expect((await postForm(owner, "/admin", { ...role, intent: "give-role", role: "king" })).page).toContain(
    "The roles are admin, auditor and editor.",
  );
  const taken = { intent: "take-down", item: open, reason: "It is not theirs to share." };
  expect((await postForm(owner, "/admin/takedowns", taken)).page).toContain("Open was taken down.");
  expect((await postForm(owner, "/admin/takedowns", { intent: "restore", id: open })).page).toContain(
    "Open is shown again.",
  );
});
