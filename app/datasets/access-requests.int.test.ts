import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

let db: InstalledDatabase;
let product: Product;
let [owner, reader, stranger]: Person[] = [];
let at: string;
let id: string;
let table: string;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  [owner, reader, stranger] = await Promise.all(["Owner", "Reader", "Stranger"].map((name) => product.person(name, 3)));
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});
beforeEach(async () => {
  const made = await owner!.upload("level\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n", {
    title: "Levels",
    is_public: "true",
    on_request: "true",
  });
  expect([made.status, made.text]).toEqual([201, made.text]);
  ({ id, table_name: table } = made.json);
  at = `/api/assets/${id}/requests`;
});

const reason = "A study of floods";
const ask = (who = reader!) => who.post(at, { reason });
const answer = (body: Record<string, unknown>, by = owner!) =>
  by.call("PATCH", at, { body: { email: reader!.email, ...body } });
const streamed = async (who = reader!) =>
  (
    await product.call("GET", `/api/stream/data?table=${table}`, {
      headers: { authorization: `Bearer ${await keyOf(who)}` },
    })
  ).status;
const keys = new Map<Person, string>();
async function keyOf(who: Person): Promise<string> {
  const known = keys.get(who) ?? (await who.key());
  keys.set(who, known);
  return known;
}
const rowsOf = async (who = reader!) =>
  (await who.get(`/api/assets/${id}/data`)).json.rows?.length as number | undefined;
const ownRequest = async (who = reader!) =>
  ((await who.get("/api/access/requests")).json as { asset_id: string; status: string }[]).find(
    ({ asset_id }) => asset_id === id,
  );
const mailed = (to: string, words: string) =>
  eventually(async () => (await product.mailsTo(to)).some((mail) => mail.includes(words)));
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

test("a dataset on request is listed with a sample, and nobody takes access to it without the owner", async () => {
  expect((await stranger!.get(`/api/assets/${id}`)).json).toMatchObject({ on_request: true, accessible: false });
  expect(await rowsOf(stranger)).toBe(10);
  const taken = await stranger!.post("/api/access/grant", { assetId: id });
  expect([taken.status, taken.json.error]).toEqual([
    403,
    "The owner decides who gets access. Ask for it on the page of the dataset.",
  ]);
  expect(await streamed(stranger)).toBe(403);
});

test("a user asks with a reason, the owner approves, and both get a mail", async () => {
  expect((await ask()).status).toBe(201);
  expect((await owner!.get(at)).json).toEqual([
    { email: reader!.email, name: reader!.name, reason, requested_at: expect.any(String) },
  ]);
  expect(await ownRequest()).toMatchObject({ status: "open", reason, until: null, note: null });
  await mailed(owner!.email, reason);

  const approved = await answer({ answer: "approve" });
  expect([approved.status, approved.json]).toEqual([200, { message: "Access granted!" }]);
  expect([await rowsOf(), await streamed(), (await owner!.get(at)).json]).toEqual([12, 200, []]);
  expect(await ownRequest()).toMatchObject({ status: "approved" });
  await mailed(reader!.email, "You have access: “Levels”");

  await owner!.call("DELETE", `/api/assets/${id}/shares`, { body: { email: reader!.email } });
  expect([await streamed(), await ownRequest()]).toMatchObject([403, { status: "ended" }]);
  expect((await ask()).status, "asking again").toBe(201);
});

test("a refusal brings its note, and the user may ask again", async () => {
  await ask();
  const refused = await answer({ answer: "refuse", note: "Not checked yet" });
  expect([refused.status, refused.json.message]).toEqual([200, "The request was refused."]);
  expect([await ownRequest(), await streamed()]).toMatchObject([{ status: "refused", note: "Not checked yet" }, 403]);
  await mailed(reader!.email, "Not checked yet");
  expect((await answer({ answer: "approve" })).status, "an answer is final").toBe(409);
  expect((await ask()).status).toBe(201);
});

test("an open request is one, and its user may withdraw it", async () => {
  await ask();
  expect([(await ask()).status, (await ask()).json.error]).toEqual([
    409,
    "You have already asked for access. The owner has not answered yet.",
  ]);
  expect((await reader!.call("DELETE", at)).status).toBe(200);
  expect((await reader!.call("DELETE", at)).status).toBe(409);
  expect([(await owner!.get(at)).json, (await answer({ answer: "approve" })).status]).toEqual([[], 409]);
  expect(await streamed()).toBe(403);
});

test("access with an end is over at that moment, for rows and streams, before any job records it", async () => {
  await ask();
  const until = inMs(4_000);
  expect((await answer({ answer: "approve", until })).status).toBe(200);
  expect([await rowsOf(), await streamed()]).toEqual([12, 200]);
  expect((await reader!.get(`/api/assets/${id}`)).json).toMatchObject({ accessible: true, accessible_until: until });
  expect((await owner!.get(`/api/assets/${id}/shares`)).json).toMatchObject([{ email: reader!.email, until }]);
  await eventually(async () => (await streamed()) === 403);
  expect([await rowsOf(), (await reader!.get("/api/access/my")).json]).toEqual([10, []]);
  expect((await reader!.get(`/api/assets/${id}`)).json).toMatchObject({ accessible: false, subscriber_count: 0 });
  expect((await owner!.get(`/api/assets/${id}/shares`)).json).toEqual([]);
  expect((await db.pool.query("select 1 from log.events where type = 'AccessExpired'")).rowCount).toBe(0);
  expect((await ask()).status, "asking again").toBe(201);
  expect((await db.pool.query("select 1 from log.events where type = 'AccessExpired'")).rowCount).toBe(1);
});

test("a private dataset is missing for who asks, and for who had access until a moment ago", async () => {
  await ask();
  await answer({ answer: "approve", until: inMs(3_000) });
  await owner!.call("PATCH", `/api/assets/${id}`, { body: { is_public: false } });
  expect([(await stranger!.post(at, { reason })).status, (await stranger!.call("DELETE", at)).status]).toEqual([
    404, 404,
  ]);
  expect(await rowsOf()).toBe(12);
  await eventually(async () => (await reader!.get(`/api/assets/${id}`)).status === 404);
  const edited = await reader!.call("PATCH", `/api/assets/${id}`, { body: { title: "Mine" } });
  const deleted = await reader!.call("DELETE", `/api/assets/${id}`);
  expect([edited.status, deleted.status, await streamed(), (await ask()).status]).toEqual([404, 404, 404, 404]);
});

test.each<[string, () => Promise<{ status: number; json: { error: string } }>, number, string]>([
  ["no reason", () => reader!.post(at, { reason: "  " }), 400, "Say what you need the data for."],
  [
    "a long reason",
    () => reader!.post(at, { reason: "x".repeat(1_001) }),
    400,
    "The reason must not be longer than 1000 characters.",
  ],
  ["one's own dataset", () => owner!.post(at, { reason }), 409, "This dataset is already yours."],
  [
    "an answer to nobody",
    () => answer({ answer: "approve", email: "nobody@example.org" }),
    404,
    "No request for access came from this address.",
  ],
  ["an answer by another user", () => answer({ answer: "approve" }, stranger), 403, "Only the owner can do this."],
])("refused with a sentence: %s", async (_about, call, status, sentence) => {
  const refused = await call();
  expect([refused.status, refused.json.error]).toEqual([status, sentence]);
});

test("an end in the past, or one that is no day, is refused, and nothing is given", async () => {
  await ask();
  for (const until of [inMs(-1_000), "2020-01-01", "tomorrow", "2030-02-31T"]) {
    const refused = await answer({ answer: "approve", until });
    expect([until, refused.status]).toEqual([until, 400]);
  }
  expect([await streamed(), (await owner!.get(at)).json.length]).toEqual([403, 1]);
});

test("a dataset that is open to everybody needs no request", async () => {
  await owner!.call("PATCH", `/api/assets/${id}`, { body: { on_request: false } });
  expect([(await ask()).status, (await ask()).json.error]).toEqual([
    409,
    "This dataset needs no request: connect to it.",
  ]);
  expect((await reader!.post("/api/access/grant", { assetId: id })).status).toBe(200);
});
