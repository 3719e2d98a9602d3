import { afterAll, beforeAll, expect, test } from "vitest";
import { follow } from "#testing/servers/form-client.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

let db: InstalledDatabase;
let product: Product;
let admin: Person;
let user: Person;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct({ ...db.installation, env: { ADMIN_EMAILS: "admin@example.org" } });
  [admin, user] = await Promise.all([product.person("Admin"), product.person("User")]);
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const seen = async () => (await follow(admin, await admin.get("/admin/searches"))).page;

test("admins see what visitors and users searched for and did not find", async () => {
  expect(await seen()).toContain("Every search found something.");
  await product.call("GET", "/datastore?q=Glacier+melt");
  await user.get("/datastore?q=glacier%20melt");
  await user.get("/datastore?q=planets");
  await user.get("/datastore?q=rainfall&category=Nothing");
  await expect.poll(seen, { timeout: 20_000 }).toMatch(/glacier melt 2 /);
  const page = await seen();
  expect(page).not.toContain("planets");
  expect(page).not.toContain("rainfall");
  expect((await user.get("/admin/searches")).status).toBe(404);
});
