import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

let db: InstalledDatabase;
let product: Product;
let admin: Person;
let ana: Person;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct({ ...db.installation, env: { ADMIN_EMAILS: "chief@example.org" } });
  [admin, ana] = await Promise.all([product.person("Chief"), product.person("Ana 100% Data")]);
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const form = { "content-type": "application/x-www-form-urlencoded" };
const send = (fields: Record<string, string>, person = admin) =>
  person.post("/admin", new URLSearchParams(fields).toString(), form);
const roles = (id: string) => `/api/admin/users/${id}/roles`;

test("is for admins, who find it in their menu", async () => {
  for (const answer of [
    await ana.get("/admin"),
    await ana.get("/admin.data"),
    await send({ intent: "give-role" }, ana),
  ])
    expect(answer.status).toBe(404);
  for (const answer of [
    await ana.get("/api/admin/users"),
    await ana.post(roles(ana.id), { role: "admin" }),
    await ana.call("DELETE", roles(admin.id), { body: { role: "admin" } }),
  ])
    expect([answer.status, answer.json]).toMatchObject([403, { error: "Only admins can do this." }]);
  expect((await ana.get("/account")).text).not.toContain('href="/admin"');
  expect((await admin.get("/account")).text).toContain('href="/admin"');
});

test("finds users by a part of the name or address, in pages", async () => {
  const found = async (query: string) => {
    const { json, headers } = await admin.get(`/api/admin/users?${query}`);
    return [json.map((user: { name: string }) => user.name), headers.get("x-total-count")];
  };
  expect(await found("search=CHIEF%40")).toEqual([["Chief"], "1"]);
  expect(await found("search=100%25")).toEqual([["Ana 100% Data"], "1"]);
  expect(await found("search=%25")).toEqual([[], "0"]);
  expect(await found("search=an")).toEqual([["Ana 100% Data"], "1"]);
  expect(await found("role=admin")).toEqual([["Chief"], "1"]);
  const [names, total] = await found("limit=1&page=2");
  expect([names.length, total]).toEqual([1, "3"]);
  const { json } = await admin.get(`/api/admin/users?search=${encodeURIComponent(ana.email)}`);
  expect(json).toEqual([
    {
      ...{ id: ana.id, name: "Ana 100% Data", email: ana.email, plan: 1, roles: [], verified: true },
      created_at: expect.any(String),
      last_login: expect.any(String),
    },
  ]);
  const page = (await admin.get("/admin?q=ana")).text;
  expect(page).toContain(ana.email);
  expect(page).not.toContain(admin.email);
  expect((await admin.get("/admin?q=nobody-of-this-name")).text).toContain("No user matches.");
});

test("roles that are given and removed count with the next request", async () => {
  const changed = await send({ intent: "give-role", user_id: ana.id, name: ana.name, role: "editor" });
  expect([changed.status, changed.headers.get("location")]).toEqual([302, "/admin"]);
  expect((await ana.get("/api/users/me")).json.roles).toEqual(["editor"]);
  expect((await admin.post(roles(ana.id), { role: "admin" })).json).toEqual({ id: ana.id, roles: ["editor", "admin"] });
  expect((await ana.get("/admin")).status).toBe(200);
  const kept = await ana.call("DELETE", roles(admin.id), { body: { role: "admin" } });
  expect([kept.status, kept.json.error]).toEqual([
    409,
    "This address is in ADMIN_EMAILS. Take it out of the configuration first.",
  ]);
  await send({ intent: "remove-role", user_id: ana.id, name: ana.name, role: "admin" });
  expect((await ana.get("/admin")).status).toBe(404);
  expect((await ana.get("/api/users/me")).json.roles).toEqual(["editor"]);
});

test("a role or a user that does not exist is refused", async () => {
  expect((await admin.post(roles(ana.id), { role: "king" })).status).toBe(400);
  expect((await admin.post(roles("nobody"), { role: "editor" })).status).toBe(404);
  for (const fields of [
    { intent: "give-role", role: "king" },
    { intent: "crown", role: "editor" },
  ]) {
    const { status, headers } = await send({ ...fields, user_id: ana.id, name: ana.name });
    expect([status, headers.getSetCookie().length]).toEqual([302, 1]);
  }
  expect((await ana.get("/api/users/me")).json.roles).toEqual(["editor"]);
});
