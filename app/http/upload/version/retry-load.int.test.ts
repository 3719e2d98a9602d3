import { readdir, rename } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createExclusiveWork } from "#infra/postgres/exclusive-work.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { flashOf } from "#testing/servers/account-client.ts";
import { type Product, startProduct } from "#testing/product.ts";

/** Failed loads on the real server, tried again by API and page. A load fails while its file is moved away. */
let db: InstalledDatabase;
let product: Product;
let ana: Person;
let ben: Person;
let exclusive: ReturnType<typeof createExclusiveWork>;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  exclusive = createExclusiveWork(db.pool);
  ana = await product.person("Ana", 3);
  ben = await product.person("Ben", 3);
});
afterAll(async () => {
  await exclusive?.close();
  await product?.remove();
  await db?.drop();
});

const retry = (id: string, body: object = {}, by = ana) => by.post(`/api/assets/${id}/load/retry`, body);
const status = async (id: string, wait = 0) => (await ana.get(`/api/assets/${id}/load?wait=${wait}`)).json;
const put = (id: string, body: string, prefer = "wait=30") =>
  ana.call("PUT", `/api/assets/${id}/data`, { body, headers: { "content-type": "text/csv", prefer } });
const folderOf = (id: string) => path.join(product.dataDir, "uploads", id);
const receivedOf = async (id: string) => (await readdir(folderOf(id))).filter((name) => name.endsWith(".received"));

const posted = (by: Person, id: string, fields: Record<string, string>) =>
  by.post(`/upload/job/${id}`, new URLSearchParams(fields).toString(), {
    "content-type": "application/x-www-form-urlencoded",
  });

/** What the form of the job page would post. */
async function formOf(id: string): Promise<Record<string, string>> {
  const page = (await ana.get(`/upload/job/${id}`)).text;
  const form = page.split("<form").find((each) => each.includes('value="retry"'));
  if (form === undefined) throw new Error("There is no form for a retry");
  return Object.fromEntries(
    [...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
  );
}

/** A dataset whose second version could not be loaded, because its file was away; `back` brings it back. */
async function failedVersion(): Promise<{ readonly id: string; readonly back: () => Promise<void> }> {
  const { json } = await ana.upload("a\n1\n");
  const id: string = json.id;
  let away = "";
  await exclusive.run(`load/${id}`, async () => {
    expect((await put(id, "a\n2\n", "respond-async")).status).toBe(202);
    [away = ""] = await receivedOf(id);
    await rename(path.join(folderOf(id), away), path.join(product.dataDir, away));
  });
  expect(await status(id, 30)).toMatchObject({ state: "failed", retryable: true, error: { code: "fault" } });
  return { id, back: () => rename(path.join(product.dataDir, away), path.join(folderOf(id), away)) };
}

test("a load that failed through no fault of its file is tried again by its owner, without another upload", async () => {
  const { id, back } = await failedVersion();
  const gone = await retry(id);
  expect([gone.status, gone.json]).toMatchObject([
    409,
    { code: "load-not-retryable", error: "This load cannot be tried again. Upload the file instead." },
  ]);
  await back();
  expect((await retry(id, {}, ben)).status).toBe(403);
  const begun = await retry(id);
  expect([begun.status, begun.headers.get("location")]).toEqual([
    202,
    expect.stringMatching(new RegExp(`/api/assets/${id}/load$`)),
  ]);
  expect(begun.json).toMatchObject({ id, error: null, retryable: false });
  expect(await status(id, 30)).toMatchObject({ state: "succeeded", rows: 1, retryable: false });
  expect((await ana.get(`/api/assets/${id}`)).json).toMatchObject({ version: 2, load_error: null });
  expect((await ana.get(`/api/assets/${id}/data`)).json.rows).toEqual([{ a: 2 }]);
  await eventually(async () => (await receivedOf(id)).length === 0);
  expect((await retry(id)).status).toBe(409);
  const history = (await ana.get(`/history/dataset/${id}`)).text;
  expect(history).toContain("Dataset load retried");
});

test("the job page has a button for it, also without JavaScript, and the profile leads there", async () => {
  const { id, back } = await failedVersion();
  await back();
  expect((await ana.get(`/dataset_profile/${id}`)).text).toMatch(
    new RegExp(`The file is kept\\.[\\s\\S]*href="/upload/job/${id}"[^>]*>\\s*Load it again`),
  );
  const page = (await ana.get(`/upload/job/${id}`)).text;
  expect(page.replaceAll("<!-- -->", "")).toMatch(
    /Version 1 stays as it was\. The file is kept until <time [^>]*>\d+ \w+ \d{4}, \d\d:\d\d UTC<\/time>: you can try again without uploading it\./,
  );
  expect(page.indexOf("Try again</button>")).toBeLessThan(page.indexOf("Upload another file"));
  const form = await formOf(id);
  expect((await posted(ben, id, form)).status).toBe(404);
  // Another file than the one that the page was about.
  await posted(ana, id, { ...form, upload_id: crypto.randomUUID() });
  expect((await status(id)).state).toBe("failed");
  const pressed = await posted(ana, id, form);
  expect([pressed.status, pressed.headers.get("location")]).toEqual([302, `/upload/job/${id}`]);
  expect(flashOf(pressed.headers)).toContain("The file is being loaded again.");
  expect(await status(id, 30)).toMatchObject({ state: "succeeded" });
  expect((await ana.get(`/dataset_profile/${id}`)).text).not.toContain("Load it again");
});

test("a file with other columns is taken by a press of a button, or with columns=change", async () => {
  const { json } = await ana.upload("a\n1\n");
  const id: string = json.id;
  expect((await put(id, "b\n2\n")).json).toMatchObject({ code: "columns-changed" });
  const page = (await ana.get(`/upload/job/${id}`)).text;
  expect(page).toContain("Take the new columns</button>");
  expect(page).toContain("you can take its columns in place of the present ones.");
  await posted(ana, id, await formOf(id));
  expect(await status(id, 30)).toMatchObject({ state: "succeeded" });
  expect((await ana.get(`/api/assets/${id}/data`)).json).toMatchObject({ rows: [{ b: 2 }] });

  expect((await put(id, "c\n3\n")).json).toMatchObject({ code: "columns-changed" });
  const refused = await retry(id);
  expect([refused.status, refused.json]).toMatchObject([409, { code: "load-needs-columns" }]);
  expect((await retry(id, { columns: "change" })).status).toBe(202);
  expect(await status(id, 30)).toMatchObject({ state: "succeeded" });
  expect((await ana.get(`/api/assets/${id}`)).json).toMatchObject({ version: 3, columns: [{ name: "c" }] });
});

test("a file that is at fault itself offers no retry", async () => {
  const { json } = await ana.upload("a\n1\n");
  expect((await put(json.id, 'a\n"2\n')).status).toBe(400);
  expect(await status(json.id)).toMatchObject({ state: "failed", retryable: false });
  const page = (await ana.get(`/upload/job/${json.id}`)).text;
  expect(page).toContain("Correct the file and upload it again.");
  expect(page).not.toContain('value="retry"');
  expect((await retry(json.id)).status).toBe(409);
});
