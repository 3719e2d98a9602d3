import { afterAll, beforeAll, expect, test } from "vitest";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import type { Person } from "#testing/person.ts";
import { type Product, startProduct } from "#testing/product.ts";

const PAGE = "/admin/operations";
let db: InstalledDatabase;
let product: Product;
let admin: Person;
let stranger: Person;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct({ ...db.installation, env: { ADMIN_EMAILS: "admin@example.org", RUNS: "on" } });
  [admin, stranger] = await Promise.all([product.person("Admin", 3), product.person("Stranger")]);
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const words = (html: string) =>
  html
    .replace(/<script.*?<\/script>/gs, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

test("admins see how the installation is, and nobody else", async () => {
  expect((await product.call("GET", PAGE)).headers.get("location")).toMatch(/^\/login\?redirect=/);
  for (const path of [PAGE, `${PAGE}.data`]) expect((await stranger.get(path)).status).toBe(404);
  expect((await admin.get("/admin")).text).toContain(`href="${PAGE}"`);
  const page = words((await admin.get(PAGE)).text);
  expect(page).toContain("Version 0.1.0");
  expect(page).toContain("Database answers");
  expect(page).toMatch(/Jobs \d+ waiting, \d+ running, 0 failed/);
  expect(page).toMatch(/Disk of the data folder [\d.]+ GB of [\d.]+ GB are free/);
  expect(page).toContain("Last good backup none yet Run npm run backup every night");
  expect(page).toContain("Signed log one tree");
});

test("a job that failed is counted, and leads to the list of jobs", async () => {
  await db.pool.query(
    `INSERT INTO agenda_jobs (name, type, data, priority, fail_count, failed_at, fail_reason, last_run_at, last_finished_at)
     VALUES ('pull', 'normal', '{"id":"nobody"}', 0, 1, now(), 'It broke', now(), now())`,
  );
  const { text } = await admin.get(PAGE);
  expect(words(text)).toContain("1 failed Some have failed");
  expect(text).toContain('href="/admin/jobs"');
});
