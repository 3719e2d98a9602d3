import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "#infra/observability/logger.ts";
import { allProjections } from "#projections/all.ts";
import { filesWith, tablesWith } from "#testing/texts/canary.ts";
import { eventually } from "#testing/eventually.ts";
import { compareRebuild } from "#testing/follower/compare-rebuild.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { PRODUCT_SECRET, type Product, startProduct } from "#testing/product.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import { portsOver } from "#testing/use-case-ports.ts";

/** In every text that a user can enter about themselves. */
const MARK = "zqcanaryqz";
const WITHIN_MS = 60_000;

let db: InstalledDatabase;
let api: TestServer;
let product: Product;
let [chief, owner, reader]: Person[] = [];

beforeAll(async () => {
  db = await installedDatabase();
  api = await httpServer((_request, response) => {
    response.setHeader("content-type", "application/json").end(`[{"id":1,"name":"${MARK}"}]`);
  });
  product = await startProduct({
    ...{ ...db.installation, upstreams: [api.port] },
    env: { ADMIN_EMAILS: "chief@example.org" },
  });
  [chief, owner, reader] = await Promise.all(["Chief", "Owner", "Reader"].map((name) => product.person(name, 3)));
});
afterAll(async () => {
  await product?.remove();
  await api?.close();
  await db?.drop();
});

const forget = (who: Person, password = who.password) => who.call("DELETE", "/api/users/me", { body: { password } });
const erased = async (userId: string): Promise<boolean> => {
  const found = await db.pool.query("SELECT FROM log.events WHERE type = 'AccountErased' AND data->>'userId' = $1", [
    userId,
  ]);
  return found.rowCount === 1;
};
const definition = () => ({
  protocol: "rest",
  auth: { type: "bearer" },
  operations: [{ id: "rows", method: "GET", url: `http://127.0.0.1:${api.port}/`, records: "$" }],
});
const connectorOf = async (who: Person, title: string): Promise<string> =>
  (await who.post("/api/connectors/upload", { title, is_public: true, dsl: definition() })).json.id;

/** Uses everything, with the marker in every field. Returns what others still have to do with. */
async function useEverything(canary: Person) {
  const named = `Renamed ${MARK}`;
  expect((await canary.post("/api/users/update_profile", { name: named })).status).toBe(200);
  const key = await canary.post("/api/users/api-keys", { name: `Key ${MARK}` }, { "idempotency-key": `${MARK}-1` });
  expect(key.status).toBe(201);
  const streaming = await canary.key();
  const url = `http://127.0.0.1:${api.port}/${MARK}`;
  const hook = await canary.post("/api/webhooks", { url, kinds: ["run.succeeded", "dataset.version"] });
  expect(hook.status).toBe(201);
  expect((await canary.post(`/api/webhooks/${hook.json.webhook.id}/test`)).status).toBe(202);
  await eventually(async () => {
    const { json } = await canary.get(`/api/webhooks/${hook.json.webhook.id}/deliveries`);
    return json[0]?.answer?.includes(MARK) || null;
  });
  const connection = await canary.post("/api/connectors/activate", {
    connector_id: await connectorOf(owner!, "Rates"),
    auth_data: { token: MARK },
  });
  const run = await canary.post(`/api/connectors/run/${connection.json.id}`, { override: true });
  expect([connection.status, run.json.status]).toEqual([201, "success"]);
  const used = await connectorOf(canary, "Used by others");
  expect(
    (await reader!.post("/api/connectors/activate", { connector_id: used, auth_data: { token: "t" } })).status,
  ).toBe(201);
  const unused = await connectorOf(canary, "Used by nobody");
  const draft = await canary.post("/api/connectors/draft", { title: "Draft", dsl: `{"note":"${MARK}"}` });
  expect(draft.status).toBe(201);
  const shared = (await canary.upload(`level\n1\n`, { title: "Shells", on_request: "true" })).json.id as string;
  const alone = (await canary.upload(`level\n${MARK}\n`, { title: "Stones" })).json.id as string;
  const drawn = { title: "Chart", dataset_id: alone, chart: { kind: "bar", x: "level", y: null } };
  expect((await canary.post("/api/dataapps", drawn)).status).toBe(201);
  const asked = (await owner!.upload("a\n1\n", { title: "Rivers", on_request: "true" })).json.id as string;
  const public_ = (await owner!.upload("a\n1\n", { title: "Lakes" })).json.id as string;
  const requests = (id: string) => `/api/assets/${id}/requests`;
  expect((await canary.post(requests(asked), { reason: `Because ${MARK}` })).status).toBe(201);
  expect((await canary.post("/api/access/grant", { assetId: public_ })).status).toBe(200);
  for (const who of [reader!, owner!])
    expect((await who.post(requests(shared), { reason: "A study" })).status).toBe(201);
  const reply = (who: Person, body: object) =>
    canary.call("PATCH", requests(shared), { body: { email: who.email, ...body } });
  expect((await reply(reader!, { answer: "approve" })).status).toBe(200);
  expect((await reply(owner!, { answer: "refuse", note: `No, ${MARK}` })).status).toBe(200);
  await canary.call("PATCH", "/api/users/notices/settings", { body: { runs: { page: true, mail: false } } });
  await product.call("POST", "/api/users/login", {
    body: { email: canary.email, password: canary.password },
    headers: { "user-agent": `${MARK}/1` },
  });
  await canary.call("GET", "/account", { headers: { "user-agent": `${MARK}/1` } });
  await product.call("POST", "/api/users/forgot-password", { body: { email: canary.email } });
  return { named, secret: key.json.secret as string, streaming, used, unused, shared, alone, asked };
}

test("nothing of a deleted user is left, and a rebuild makes the same read models", { timeout: 180_000 }, async () => {
  const canary = await product.person(`Canary ${MARK}`, 3);
  const made = await useEverything(canary);
  expect(await tablesWith(db.pool, MARK)).toEqual(
    expect.arrayContaining([
      "model_users.users",
      "model_catalogue.words",
      "model_requests.requests",
      "texts.by_hash",
      "webhooks.deliveries",
    ]),
  );
  expect(await filesWith(product.dataDir, MARK, canary.email)).not.toEqual([]);

  const download = await canary.get("/api/users/me/export");
  expect(download.headers.get("content-disposition")).toContain('filename="my-data.json"');
  expect(download.json).toMatchObject({
    account: { id: canary.id, name: made.named, email: canary.email },
    datasets: expect.arrayContaining([
      expect.objectContaining({ title: "Shells" }),
      expect.objectContaining({ title: "Stones", rows_url: expect.stringMatching(`/api/assets/${made.alone}/data$`) }),
    ]),
    connectors: expect.arrayContaining([
      expect.objectContaining({ title: "Used by others" }),
      expect.objectContaining({ title: "Used by nobody" }),
    ]),
    connections: [{ title: "Rates" }],
    drafts: [{ title: "Draft", definition: `{"note":"${MARK}"}` }],
    data_apps: [{ title: "Chart", dataset_id: made.alone }],
    api_keys: [{ name: `Key ${MARK}`, created_at: expect.any(String) }],
    webhooks: [{ url: expect.stringContaining(MARK) }],
    access: [{ title: "Lakes" }],
    access_requests: [{ reason: `Because ${MARK}`, asset_id: made.asked }],
    notices: expect.arrayContaining([expect.objectContaining({ text: "Reader asks for access to Shells." })]),
    history: expect.arrayContaining([
      expect.objectContaining({ what: `Changed the name from ${canary.name} to ${made.named}.` }),
    ]),
  });
  for (const secret of [made.secret, made.streaming, canary.password]) expect(download.text).not.toContain(secret);
  expect(
    (await product.call("GET", "/api/users/me/export", { headers: { authorization: `Bearer ${made.secret}` } })).status,
  ).toBe(403);
  expect((await product.call("GET", "/api/users/me/export")).status).toBe(401);

  expect((await forget(canary, "not the password")).json.error).toBe(
    "Your account was not deleted: this is not your current password.",
  );
  expect((await forget(canary, "")).json.error).toBe("Enter your password to delete your account.");
  expect((await forget(canary)).json).toEqual({ message: "Your account was deleted." });
  expect((await canary.get("/api/users/me")).status).toBe(401);
  const bearer = { headers: { authorization: `Bearer ${made.secret}` } };
  expect((await product.call("GET", "/api/users/me", bearer)).status).toBe(401);
  expect((await product.call("GET", `/api/stream/data?api_key=${made.streaming}`)).status).toBe(401);
  await eventually(() => erased(canary.id), WITHIN_MS, "The account was not erased");

  await eventually(
    async () => (await tablesWith(db.pool, MARK)).length === 0,
    WITHIN_MS,
    "A table has the marker",
  ).catch(async () => expect(await tablesWith(db.pool, MARK)).toEqual([]));
  expect(await filesWith(product.dataDir, MARK, canary.email)).toEqual([]);
  const { rows } = await db.pool.query("SELECT forgotten_at FROM vault.owner_keys WHERE owner = $1", [canary.id]);
  expect(rows).toEqual([{ forgotten_at: expect.any(Date) }]);
  const left = await db.pool.query("SELECT FROM vault.secrets WHERE owner = $1", [canary.id]);
  expect(left.rowCount).toBe(0);

  const ports = await portsOver(db.pool, PRODUCT_SECRET);
  const registered = (await ports.log.read(`user-${canary.id}`))[0];
  expect(registered).toMatchObject({ type: "UserRegistered", data: { name: "[erased]", email: "[erased]" } });
  const options = { pool: db.pool, store: ports.store, decode: ports.log.decode, log: createLog("silent") };
  expect(await compareRebuild(allProjections, options)).toEqual([]);
  await ports.store.close();

  await othersAfterwards(canary, made);
});

async function othersAfterwards(canary: Person, made: Awaited<ReturnType<typeof useEverything>>): Promise<void> {
  const status = async (who: Person, path: string) => (await who.get(path)).status;
  expect(await status(owner!, `/api/assets/${made.alone}`)).toBe(404);
  expect(await status(owner!, `/api/connectors/${made.unused}`)).toBe(404);
  // What somebody uses waits for them, without the name.
  expect((await reader!.get(`/api/assets/${made.shared}`)).json).toMatchObject({
    status: "hidden",
    author_name: "Unknown",
  });
  expect((await reader!.get(`/api/connectors/${made.used}`)).json).toMatchObject({ author: "Unknown" });
  expect((await owner!.get(`/api/assets/${made.asked}/requests`)).json).toEqual([]);
  for (const path of ["/api/admin/users", "/api/users/notices", "/api/assets", "/api/connectors/my"])
    for (const who of [chief!, owner!, reader!]) expect((await who.get(path)).text.toLowerCase()).not.toContain(MARK);
  const login = (email: string) =>
    product.call("POST", "/api/users/login", { body: { email, password: canary.password } });
  const unknown = await login("nobody@example.org");
  const own = await login(canary.email);
  expect([own.status, own.json.error]).toEqual([unknown.status, unknown.json.error]);
  const again = await product.person(`Canary ${MARK}`);
  expect(again.id).not.toBe(canary.id);
  expect((await again.post("/api/users/update_profile", { name: made.named })).status).toBe(200);
}

test("the last admin stays, another one may leave", async () => {
  const refused = await forget(chief!);
  expect([refused.status, refused.json.error]).toEqual([
    409,
    "This is the last admin. Make somebody else an admin first.",
  ]);
  expect((await chief!.get("/api/users/me")).json.roles).toEqual(["admin"]);
  const second = await product.person("Second");
  expect((await chief!.post(`/api/admin/users/${second.id}/roles`, { role: "admin" })).status).toBeLessThan(300);
  expect((await forget(second)).status).toBe(200);
  await eventually(() => erased(second.id), WITHIN_MS, "The account was not erased");
});
