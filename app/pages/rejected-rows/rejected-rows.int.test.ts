import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

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

const good = Array.from({ length: 300 }, (_, at) => `Upper Mill ${at},2.41`);
const bad = Array.from({ length: 149 }, (_, at) => `Lower Mill ${at},3.07,one cell too many`);
const long = `<b>"${"x".repeat(2_000)}`;
const csv = ["station,level", ...good, ...bad, long, ""].join("\n");

async function uploaded(title: string, is_public: string): Promise<string> {
  const { json, text } = await owner!.upload(csv, { title, is_public });
  expect([json.rowCount, json.rejected, text]).toEqual([300, 150, text]);
  return json.id;
}

test("all rows that were not loaded can be paged through, with their lines and reasons, and downloaded", async () => {
  const id = await uploaded("Levels", "true");
  const here = `/dataset_profile/${id}/rejected`;
  for (const from of [`/dataset_profile/${id}`, `/upload/job/${id}`, "/manage?tab=uploaded"])
    expect([from, (await owner!.get(from)).text.includes(`href="${here}"`)]).toEqual([from, true]);
  const first = (await owner!.get(here)).text;
  expect([
    first.includes("Rows 1–100 of 150"),
    first.includes("Lower Mill 0,3.07"),
    first.includes("Lower Mill 100,3.07"),
  ]).toEqual([true, true, false]);
  for (const part of ["rejected", "original"]) expect(first).toContain(`href="/api/assets/${id}/${part}"`);
  const second = (await owner!.get(`${here}?page=2`)).text;
  expect([
    second.includes("Lower Mill 100,3.07"),
    second.includes("3 cells instead of 2"),
    second.includes("1 cell instead of 2"),
    second.includes("<b>"),
  ]).toEqual([true, true, true, false]);
  expect(second).toContain("&lt;b&gt;&quot;xxx");
  expect(second).toContain("the whole row is in the download");
  expect((await owner!.get(`${here}?page=99`)).text).toContain("Lower Mill 148,3.07");
});

test("who may not read the rows of a dataset does not see these either", async () => {
  const open = await uploaded("Open levels", "true");
  const refused = await reader!.get(`/dataset_profile/${open}/rejected`);
  expect([refused.status, refused.headers.get("location")]).toEqual([302, `/dataset_profile/${open}`]);
  await reader!.post("/api/access/grant", { assetId: open });
  expect((await reader!.get(`/dataset_profile/${open}/rejected`)).status).toBe(200);
  const hidden = await uploaded("Our levels", "false");
  expect((await reader!.get(`/dataset_profile/${hidden}/rejected`)).status).toBe(404);
});

test("a dataset whose rows all fit says so", async () => {
  const { json } = await owner!.upload("a,b\n1,2\n", { title: "Whole" });
  expect((await owner!.get(`/dataset_profile/${json.id}/rejected`)).text).toContain("Every row was loaded.");
  expect((await owner!.get(`/dataset_profile/${json.id}`)).text).not.toContain("not loaded");
});
