import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { follow, postForm } from "#testing/servers/form-client.ts";

let db: InstalledDatabase;
let product: Product;
let [owner, reader]: Person[] = [];

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  [owner, reader] = await Promise.all(["Owner", "Reader"].map((name) => product.person(name, 3)));
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const upload = async (title: string, more: Record<string, string>) =>
  (await owner!.upload("a\n1\n", { title, ...more })).json.id as string;

test("an owner shares a dataset until a day, by the page and by the API", async () => {
  const id = await upload("Lent", { is_public: "false" });
  const at = `/api/assets/${id}/shares`;
  const page = `/dataset_profile/${id}`;
  const form = { intent: "share", email: reader!.email, rights: "true" };
  const untilOf = async () =>
    (await owner!.get(at)).json.map(({ until }: { until: string | null }) => until) as string[];
  expect((await postForm(owner!, page, { ...form, until: "2020-01-01" })).page).toContain(
    "The end of the access must be in the future.",
  );
  expect(await untilOf()).toEqual([]);
  expect((await postForm(owner!, page, { ...form, until: "2999-12-31" })).page).toContain("31 December 2999");
  expect(await untilOf()).toEqual(["2999-12-31T23:59:59.999Z"]);
  // By the API an end stays unless another is named; the form says what is meant.
  expect((await owner!.post(at, { email: reader!.email })).status).toBe(201);
  expect(await untilOf()).toEqual(["2999-12-31T23:59:59.999Z"]);
  for (const until of ["tomorrow", "2999-02-31T"])
    expect((await owner!.post(at, { email: reader!.email, until })).status).toBe(400);
  await postForm(owner!, page, { ...form, until: "" });
  expect(await untilOf()).toEqual([null]);
  const soon = new Date(Date.now() + 3_000).toISOString();
  expect((await owner!.post(at, { email: reader!.email, until: soon })).status).toBe(201);
  expect((await reader!.get(`/api/assets/${id}`)).status).toBe(200);
  await eventually(async () => (await reader!.get(`/api/assets/${id}`)).status === 404);
}, 30_000);

test("a card of the DataStore says that access is on request, as long as it is", async () => {
  const id = await upload("Asked for", { is_public: "true", on_request: "true" });
  await upload("Free for all", { is_public: "true" });
  const card = async (q: string) =>
    (await follow({ ...product, cookie: "" }, await product.call("GET", `/datastore?q=${q}`))).page;
  expect([(await card("asked")).includes("On request"), (await card("free")).includes("On request")]).toEqual([
    true,
    false,
  ]);
  await owner!.call("PATCH", `/api/assets/${id}`, { body: { on_request: false } });
  expect(await card("asked")).not.toContain("On request");
});
