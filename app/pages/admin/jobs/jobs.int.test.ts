import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
import { failedJob } from "#testing/postgres/failed-job.ts";
import { follow, postForm } from "#testing/servers/form-client.ts";
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

const PAGE = "/admin/jobs";
const API = "/api/admin/jobs";
const seen = async (query = "") => (await follow(admin, await admin.get(PAGE + query))).page;
const stored = async (id: string) =>
  (await db.pool.query("SELECT 1 FROM agenda_jobs WHERE id = $1", [id])).rowCount === 1;

test("are for admins", async () => {
  expect((await user.get(PAGE)).status).toBe(404);
  expect((await user.post(PAGE, "intent=retry&id=1", FORM)).status).toBe(404);
  expect((await user.get(API)).status).toBe(403);
  expect((await user.post(`${API}/1/retry`)).status).toBe(403);
  expect((await user.call("DELETE", `${API}/1`)).status).toBe(403);
  expect((await user.get("/api/admin/searches")).status).toBe(403);
});
const FORM = { "content-type": "application/x-www-form-urlencoded" };

test("an admin sees each kind of job, which one failed and why, and retries or removes it", async () => {
  const [again, gone] = [
    await failedJob(db.pool, "load-dataset", "dataset-one", "The disk was away <b>"),
    await failedJob(db.pool, "pull", "run-two", "The log was away"),
  ];
  const all = await seen();
  for (const words of ["Send mails", "Start scheduled runs", "The disk was away <b>", "failed 2 times in a row"])
    expect(all).toContain(words);
  const failed = await seen("?state=failed&kind=load-dataset");
  expect([failed.includes("dataset-one"), failed.includes("run-two")]).toEqual([true, false]);
  expect(await seen("?state=running&kind=pull")).toContain("No such jobs.");

  expect((await postForm(admin, `${PAGE}?state=failed`, { intent: "retry", id: again })).page).toContain(
    "The job “Load an uploaded file” starts now.",
  );
  // No such dataset is loading, so the job has nothing to do and is done.
  await eventually(async () => !(await stored(again)));
  expect((await postForm(admin, PAGE, { intent: "remove", id: gone })).page).toContain(
    "The job “Run a connection” was removed.",
  );
  expect(await stored(gone)).toBe(false);
  expect((await postForm(admin, PAGE, { intent: "retry", id: again })).page).toContain(
    "This job is running or has ended.",
  );
  expect((await postForm(admin, PAGE, { intent: "remove", id: gone })).page).toContain(
    "Only a failed job that does not come again by itself can be removed.",
  );
  expect(await seen("?state=failed")).toContain("No job has failed.");
  expect((await admin.post(PAGE, "intent=nonsense", FORM)).status).toBe(400);
});

test("the API tells the same, a page at a time, and retries and removes", async () => {
  const ids = [
    await failedJob(db.pool, "pull", "run-a", "One"),
    await failedJob(db.pool, "pull", "run-b", "Two"),
    await failedJob(db.pool, "pull", "run-c", "Three"),
  ];
  const first = await admin.get(`${API}?state=failed&limit=2`);
  expect(first.headers.get("x-total-count")).toBe("3");
  const second = await admin.get(`${API}?state=failed&limit=2&page=2`);
  expect([...first.json, ...second.json].map(({ about }) => about).sort()).toEqual(["run-a", "run-b", "run-c"]);
  expect(first.json[0]).toMatchObject({ kind: "pull", recurring: false, state: "failed", failures: 2, next_at: null });
  expect((await admin.get(`${API}?state=odd`)).status).toBe(400);
  const mail = (await admin.get(`${API}?kind=send-mail`)).json;
  expect(mail).toMatchObject([{ kind: "send-mail", recurring: true, error: null }]);
  expect((await admin.post(`${API}/${ids[0]}/retry`)).json).toMatchObject({ state: "waiting", error: null });
  await eventually(async () => !(await stored(ids[0]!)));
  expect((await admin.call("DELETE", `${API}/${ids[1]}`)).json).toMatchObject({ about: "run-b" });
  for (const id of [ids[1], mail[0].id, "nonsense"])
    expect((await admin.call("DELETE", `${API}/${id}`)).status).toBe(404);
  expect((await admin.post(`${API}/nonsense/retry`)).status).toBe(404);
});

test("the API tells what was searched for and not found", async () => {
  await product.call("GET", "/datastore?q=Glacier+melt");
  await eventually(async () => (await admin.get("/api/admin/searches")).json.length === 1, 20_000);
  const { json } = await admin.get("/api/admin/searches?limit=1");
  expect(json).toEqual([
    { phrase: "glacier melt", searches: 1, last_day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string },
  ]);
});
