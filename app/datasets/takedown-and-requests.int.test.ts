import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";

let db: InstalledDatabase;
let api: TestServer;
let product: Product;
let [admin, owner, reader, asker, other]: Person[] = [];
let rows: readonly object[] = [{ id: 1 }];

beforeAll(async () => {
  db = await installedDatabase();
  api = await httpServer((_request, response) => {
    response.setHeader("content-type", "application/json").end(JSON.stringify(rows));
  });
  product = await startProduct({
    ...{ ...db.installation, upstreams: [api.port] },
    env: { ADMIN_EMAILS: "chief@example.org" },
  });
  [admin, owner, reader, asker, other] = await Promise.all(
    ["Chief", "Owner", "Reader", "Asker", "Other"].map((name) => product.person(name, 3)),
  );
});
afterAll(async () => {
  await product?.remove();
  await api?.close();
  await db?.drop();
});

const noticesOf = async (who: Person) =>
  (await who.get("/api/users/notices")).json as { text: string; path: string | null }[];
const textsOf = async (who: Person) => (await noticesOf(who)).map(({ text }) => text);
const hide = (id: string) => admin!.post("/api/admin/takedowns", { id, reason: "It names people." });
const restore = (id: string) => admin!.call("DELETE", `/api/admin/takedowns/${id}`);
const DOWN = "An admin has taken Levels down. You keep your access; it works again when it is restored.";

test("requests wait while a dataset is taken down: nobody asks, nothing is given, refusing and withdrawing work", async () => {
  const { id } = (await owner!.upload("level\n1\n", { title: "Levels", is_public: "true", on_request: "true" })).json;
  const at = `/api/assets/${id}/requests`;
  const reason = "A study of floods";
  for (const who of [reader!, asker!, other!]) expect((await who.post(at, { reason })).status).toBe(201);
  const answer = (who: Person, body: object) => owner!.call("PATCH", at, { body: { email: who.email, ...body } });
  expect((await answer(reader!, { answer: "approve" })).status).toBe(200);

  expect((await hide(id)).status).toBe(201);
  expect((await owner!.get(at)).json).toHaveLength(2);
  const given = await answer(asker!, { answer: "approve" });
  expect([given.status, given.json.error]).toEqual([409, "An admin has taken this down, so it cannot be shared."]);
  expect((await product.person("Late", 3).then((late) => late.post(at, { reason }))).status).toBe(404);
  expect((await answer(other!, { answer: "refuse", note: "Not now" })).status).toBe(200);
  const own = async (who: Person) => (await who.get("/api/access/requests")).json[0].status as string;
  expect([await own(asker!), await own(other!), await own(reader!)]).toEqual(["open", "refused", "approved"]);
  // It can be taken back by who asked, and by nobody else: for others it is not there.
  expect([(await asker!.call("DELETE", at)).status, await own(asker!)]).toEqual([200, "withdrawn"]);
  expect([(await asker!.call("DELETE", at)).status, (await reader!.call("DELETE", at)).status]).toEqual([404, 404]);

  // Who has access is told, keeps it, and may give it up. Its other notices stay, and lead to nothing that is hidden.
  expect((await noticesOf(reader!))[0]).toMatchObject({ text: DOWN, path: null });
  for (const who of [asker!, other!, owner!]) expect(await textsOf(who)).not.toContain(DOWN);
  expect((await reader!.get(`/api/assets/${id}`)).status).toBe(404);
  // New rows and another title are told to nobody, since they would name what is hidden.
  expect((await owner!.call("PATCH", `/api/assets/${id}`, { body: { title: "Levels by name" } })).status).toBe(200);
  const added = await owner!.call("PUT", `/api/assets/${id}/data`, {
    body: "level\n2\n",
    headers: { "content-type": "text/csv" },
  });
  expect(added.status, added.text).toBeLessThan(300);
  await eventually(async () => (await owner!.get(`/api/assets/${id}/load`)).json.state === "succeeded");
  expect((await textsOf(reader!)).filter((text) => text.includes("Levels by name"))).toEqual([]);
  expect((await owner!.call("PATCH", `/api/assets/${id}`, { body: { title: "Levels" } })).status).toBe(200);
  await restore(id);
  expect(await textsOf(reader!)).not.toContain(DOWN);
  expect((await noticesOf(reader!))[0]).toMatchObject({
    text: "Levels is available again.",
    path: `/dataset_profile/${id}`,
  });
  expect((await reader!.get(`/api/assets/${id}`)).json.accessible).toBe(true);
  expect((await asker!.post(at, { reason })).status).toBe(201);
  await hide(id);
  expect((await reader!.post("/api/access/remove", { assetId: id })).status).toBe(200);
  expect((await reader!.get("/api/users/usage")).json.datasets_subscribed).toBe(0);
  expect(await textsOf(reader!)).not.toContain(DOWN);
});

test("while an item is taken down, its users are told nothing else about it", async () => {
  const dsl = () => ({
    protocol: "rest",
    auth: { type: "none" },
    operations: [{ id: "rows", method: "GET", url: `http://127.0.0.1:${api.port}/`, records: "$" }],
  });
  const { id } = (await owner!.post("/api/connectors/upload", { title: "Rates", is_public: true, dsl: dsl() })).json;
  const mine = (await owner!.post("/api/connectors/activate", { connector_id: id, override: true })).json.id as string;
  await reader!.post("/api/connectors/activate", { connector_id: id });
  expect((await owner!.post(`/api/connectors/run/${mine}`)).json).toMatchObject({ status: "success" });
  const live = await owner!.post(`/api/connectors/instance/${mine}/publish`, { title: "Live", is_public: true });
  expect((await reader!.post("/api/access/grant", { assetId: live.json.id })).json).toMatchObject({
    message: "Access granted!",
  });
  for (const item of [id, live.json.id]) expect((await hide(item)).status).toBe(201);
  await expect.poll(async () => (await textsOf(reader!)).filter((text) => text.includes("taken"))).toHaveLength(2);

  // Its owner goes on working: with a new version, and with other columns after a restore of the connector alone.
  const draft = await owner!.post("/api/connectors/draft", {
    title: "Rates",
    is_public: true,
    dsl: dsl(),
    parent_id: id,
  });
  expect((await owner!.post(`/api/connectors/${draft.json.connector.id}/publish`)).status).toBe(201);
  await restore(id);
  rows = [{ id: 1, address: "12 Mill Lane" }];
  expect((await owner!.post(`/api/connectors/run/${mine}`)).json.status).toBe("success");
  await eventually(async () => (await textsOf(owner!)).some((text) => text.includes("added address")));
  const told = await textsOf(reader!);
  expect(told.filter((text) => /new version|address/.test(text))).toEqual([]);
  expect(told).toContain("Rates is available again.");
  // The owner has got mails, and no notices of the takedown.
  expect((await textsOf(owner!)).filter((text) => /taken|there again/.test(text))).toEqual([]);
});
