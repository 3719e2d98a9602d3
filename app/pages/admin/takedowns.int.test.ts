import { afterAll, beforeAll, expect, test } from "vitest";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

let db: InstalledDatabase;
let api: TestServer;
let product: Product;
let admin: Person;
let owner: Person;
let guest: Person;
let dataset: { id: string; table_name: string };
let connector: { id: string };

beforeAll(async () => {
  db = await installedDatabase();
  api = await httpServer((_request, response) => {
    response.setHeader("content-type", "application/json").end('[{"id":1}]');
  });
  const env = { ADMIN_EMAILS: "chief@example.org" };
  product = await startProduct({ ...db.installation, upstreams: [api.port], env });
  [admin, owner, guest] = await Promise.all([
    product.person("Chief", 3),
    product.person("Owner", 3),
    product.person("Guest", 3),
  ]);
  dataset = (await owner.upload("secret\nanswer\n", { title: "Leaked table" })).json;
  await guest.post("/api/access/grant", { assetId: dataset.id });
  const operations = [{ id: "rows", method: "GET", url: `http://127.0.0.1:${api.port}/`, records: "$" }];
  const dsl = { protocol: "rest", auth: { type: "none" }, operations };
  connector = (await owner.post("/api/connectors/upload", { title: "Spying API", is_public: true, dsl })).json;
});
afterAll(async () => {
  await product?.remove();
  await api?.close();
  await db?.drop();
});

const PAGE = "/admin/takedowns";
const API = "/api/admin/takedowns";
const send = (fields: Record<string, string>, person = admin) =>
  person.post(PAGE, new URLSearchParams(fields).toString(), { "content-type": "application/x-www-form-urlencoded" });
/** The mails to the owner on one line each. */
const mails = async () => (await product.mailsTo(owner.email)).map((mail) => mail.replace(/\s+/g, " "));
const statuses = async (paths: readonly string[], who: Pick<Person, "call">) =>
  Promise.all(paths.map(async (path) => (await who.call("GET", path)).status));
const finds = async (who: Pick<Person, "call">, q: string) =>
  (await who.call("GET", `/datastore?q=${encodeURIComponent(q)}`)).text.includes("_profile/");

test("is for admins", async () => {
  expect((await owner.get(PAGE)).status).toBe(404);
  expect((await send({ intent: "take-down", item: dataset.id, reason: "No." }, owner)).status).toBe(404);
  expect((await owner.post(API, { id: dataset.id, reason: "No." })).status).toBe(403);
  expect((await owner.call("DELETE", `${API}/${dataset.id}`)).status).toBe(403);
});

test("a dataset is hidden on every path from all but its owner and admins, who read the reason, until it is restored", async () => {
  const [guestKey, ownerKey] = [await guest.key(), await owner.key()];
  const paths = () => [
    `/dataset_profile/${dataset.id}`,
    `/api/assets/${dataset.id}`,
    `/api/assets/${dataset.id}/data`,
    `/api/assets/table/${dataset.table_name}`,
    `/api/assets/${dataset.id}/original`,
  ];
  const stream = async (key: string) =>
    (await product.call("GET", `/d/${dataset.table_name}.csv?api_key=${key}`)).status;
  expect(await statuses(paths(), guest)).toEqual([200, 200, 200, 200, 200]);
  expect(await finds(product, "Leaked")).toBe(true);

  const reason = "It holds private letters.";
  const done = await send({ intent: "take-down", item: `${product.url}/dataset_profile/${dataset.id}?x=1`, reason });
  expect([done.status, done.headers.get("location")]).toEqual([302, PAGE]);
  for (const who of [guest, product]) {
    expect(await statuses(paths(), who)).toEqual([404, 404, 404, 404, 404]);
    expect(await finds(who, "Leaked")).toBe(false);
  }
  expect(await stream(guestKey)).toBe(404);
  expect((await guest.get("/api/access/my")).json).toEqual([]);
  expect((await product.call("GET", `/api/stream/data?api_key=${guestKey}`)).text).not.toContain("leaked");
  expect((await guest.post("/api/access/grant", { assetId: dataset.id })).status).toBe(404);

  expect(await statuses(paths(), owner)).toEqual([200, 200, 200, 200, 200]);
  expect(await stream(ownerKey)).toBe(200);
  expect((await owner.get(paths()[0]!)).text).toContain(reason);
  expect((await owner.get(paths()[1]!)).json.taken_down).toBe(reason);
  expect((await owner.post(`/api/assets/${dataset.id}/shares`, { email: guest.email })).status).toBe(409);
  expect((await owner.get("/manage?tab=uploaded")).text).toContain("Taken down");
  expect(await statuses(paths(), admin)).toEqual([200, 200, 200, 200, 403]);
  expect((await admin.get(paths()[0]!)).text).toContain(reason);
  expect((await admin.get(PAGE)).text).toContain(reason);
  expect((await admin.get(API)).json).toEqual([
    { id: dataset.id, kind: "dataset", title: "Leaked table", author: "Owner", reason },
  ]);
  await eventually(async () => (await mails()).some((mail) => mail.includes(`The reason: > ${reason}`)));

  expect((await send({ intent: "restore", id: dataset.id })).status).toBe(302);
  expect(await statuses(paths(), guest)).toEqual([200, 200, 200, 200, 200]);
  expect([await stream(guestKey), await finds(product, "Leaked")]).toEqual([200, true]);
  expect((await admin.get(PAGE)).text).toContain("Nothing is taken down.");
  await eventually(async () =>
    (await mails()).some((mail) => mail.includes("shows “Leaked table” at Tributary again")),
  );
}, 60_000);

test("a connector is hidden too, and those who are connected cannot run it", async () => {
  const instance = (await guest.post("/api/connectors/activate", { connector_id: connector.id })).json;
  const run = async (who: Person, id: string) => (await who.post(`/api/connectors/run/${id}`)).json;
  expect(await run(guest, instance.id)).toMatchObject({ status: "success" });
  const paths = [`/connector_profile/${connector.id}`, `/api/connectors/${connector.id}`];
  const taken = await admin.post(API, { id: connector.id, reason: "It spies." });
  expect([taken.status, taken.json.title]).toEqual([201, "Spying API"]);
  for (const who of [guest, product]) {
    expect(await statuses(paths, who)).toEqual([404, 404]);
    expect(await finds(who, "Spying")).toBe(false);
  }
  expect((await run(guest, instance.id)).status).not.toBe("success");
  // Their own rows stay theirs.
  expect((await guest.get(`/api/assets/table/${instance.output_table_name}`)).json.total).toBe(1);
  expect((await guest.get("/manage")).status).toBe(200);
  for (const who of [owner, admin]) {
    expect(await statuses(paths, who)).toEqual([200, 200]);
    expect((await who.get(paths[0]!)).text).toContain("It spies.");
  }
  expect((await admin.call("DELETE", `${API}/${connector.id}`)).status).toBe(200);
  expect(await statuses(paths, guest)).toEqual([200, 200]);
  expect(await run(guest, instance.id)).toMatchObject({ status: "success" });
}, 60_000);

test("what cannot be is refused in its form", async () => {
  for (const [fields, status, sentence] of [
    [{ item: "nothing", reason: "No." }, 404, "Item not found"],
    [{ item: dataset.id, reason: " " }, 400, "Say why it is taken down."],
    [{ item: dataset.id, reason: "x".repeat(1_001) }, 400, "The reason must not be longer than 1000 characters."],
  ] as const) {
    const answer = await send({ intent: "take-down", ...fields });
    expect([answer.status, answer.text.includes(sentence)]).toEqual([status, true]);
  }
  expect((await send({ intent: "nonsense" })).status).toBe(400);
  expect((await admin.get(`/dataset_profile/${dataset.id}`)).text).toContain(`/admin/takedowns?item=${dataset.id}`);
  expect((await owner.get(`/dataset_profile/${dataset.id}`)).text).not.toContain("/admin/takedowns");
});
