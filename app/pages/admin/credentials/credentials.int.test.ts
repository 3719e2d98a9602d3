import { afterAll, beforeAll, expect, test } from "vitest";
import { exposeConnection } from "#testing/postgres/exposed-connection.ts";
import { eventually } from "#testing/eventually.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import type { Person } from "#testing/person.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";

/** Connections with the events of earlier versions, in the log of a real product that starts on them. */
let db: InstalledDatabase;
let api: TestServer;
let product: Product;
let admin: Person;
let owner: Person;
let connector: string;
let id: string;

const PAGE = "/admin/credentials";
const API = "/api/admin/exposed-connections";
const send = (fields: Record<string, string>, person = admin) =>
  person.post(PAGE, new URLSearchParams(fields).toString(), { "content-type": "application/x-www-form-urlencoded" });

/** The message that the next page shows. */
const said = ({ headers }: Awaited<ReturnType<typeof send>>) => {
  const [, flash = ""] = /flash=([^;]+)/.exec(headers.getSetCookie().join()) ?? [];
  return Buffer.from(decodeURIComponent(flash), "base64").toString();
};

beforeAll(async () => {
  db = await installedDatabase();
  api = await httpServer((_request, response) => {
    response.setHeader("content-type", "application/json").end('[{"id":1}]');
  });
  const env = { ADMIN_EMAILS: "chief@example.org" };
  product = await startProduct({ ...db.installation, upstreams: [api.port], env });
  [admin, owner] = await Promise.all([product.person("Chief", 3), product.person("Owner", 3)]);
  const dsl = {
    protocol: "rest",
    base_url: "{server}",
    auth: { type: "bearer" },
    params_fields: [{ key: "server" }],
    operations: [{ id: "rows", url: "/", records: "$" }],
  };
  connector = (await owner.post("/api/connectors/upload", { title: "Own host", is_public: true, dsl })).json.id;
  const settings = { server: `http://127.0.0.1:${api.port}` };
  const body = { connector_id: connector, settings, auth_data: { token: "old-token" } };
  id = (await owner.post("/api/connectors/activate", body)).json.id;
  await exposeConnection(db.pool, id);
  await eventually(async () => (await admin.get(API)).json.length === 1);
});
afterAll(async () => {
  await product?.remove();
  await api?.close();
  await db?.drop();
});

test("is for admins", async () => {
  expect((await owner.get(PAGE)).status).toBe(404);
  expect((await owner.get(API)).status).toBe(403);
  expect((await send({ intent: "stop", id }, owner)).status).toBe(404);
  expect((await owner.post(`${API}/${id}/stop`)).status).toBe(403);
});

test("lists the connection, its owner and why, and the owner has a notice that leads to the setup", async () => {
  expect((await admin.get(API)).json).toMatchObject([
    { id, connector_id: connector, title: "Own host", version: 1, owner: "Owner", why: "host-setting", stopped: false },
  ]);
  const page = (await admin.get(PAGE)).text;
  for (const part of ["Own host", "Owner", "An API key or a single run could name another host", "owner told"])
    expect(page).toContain(part);
  expect((await owner.get("/api/users/notices")).json).toMatchObject([
    { text: expect.stringContaining("Own host"), path: `/connector_profile/${connector}?tab=setup`, read: false },
  ]);
});

test("a host that the settings change is agreed to on the page before anything is saved", async () => {
  const fields = { intent: "save", "setting.server": "http://127.0.0.2:9" };
  const asked = await owner.post(`/connector_profile/${connector}`, new URLSearchParams(fields).toString(), {
    "content-type": "application/x-www-form-urlencoded",
  });
  expect(asked.status).toBe(409);
  for (const part of ["Nothing is saved until you agree.", "http://127.0.0.2:9"]) expect(asked.text).toContain(part);
});

test("a stopped connection runs again, and leaves the list, once its owner has entered other credentials", async () => {
  expect(said(await send({ intent: "remind", id }))).toContain("The owner was told again.");
  expect(said(await send({ intent: "stop", id }))).toContain("The connection is stopped, and its owner was told.");
  expect((await admin.get(API)).json).toMatchObject([{ id, stopped: true, reminded_at: expect.any(String) }]);
  const refused = await owner.post(`/api/connectors/run/${id}`);
  expect([refused.status, refused.json.code]).toEqual([409, "connection-stopped"]);
  expect((await owner.get("/manage")).text).toContain("An admin stopped this connection");
  expect((await owner.get(`/connector_profile/${connector}`)).text).toContain("Your connection is stopped.");
  const change = { auth_data: { token: "new-token" }, hosts: [`http://127.0.0.1:${api.port}`] };
  const changed = await owner.call("PATCH", `/api/connectors/instance/${id}`, { body: change });
  expect([changed.status, changed.text]).toEqual([200, expect.any(String)]);
  expect((await admin.get(API)).json).toEqual([]);
  expect((await admin.get(PAGE)).text).toContain("No credential is known to have left.");
  expect((await owner.get("/api/users/notices")).json).toEqual([]);
  expect(await owner.post(`/api/connectors/run/${id}`).then(({ json }) => json.status)).toBe("success");
});
