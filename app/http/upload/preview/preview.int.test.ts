import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { follow, postForm } from "#testing/servers/form-client.ts";

/** The preview of a file without JavaScript, on the real server. */
let db: InstalledDatabase;
let product: Product;
let ana: Person;
let bruno: Person;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct({ ...db.installation, env: { UPLOADS_PER_DAY: "3" } });
  ana = await product.person("Ana", 3);
  bruno = await product.person("Bruno", 3);
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const LEVELS = "station;level\nMill;1,5\nWeir;2,5\nLock;3,5;4\n";

/** Presses Preview as a browser without JavaScript does. */
async function preview(by: Person, csv: string, fields: Record<string, string> = {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ title: "Levels", is_public: "true", price: "0", ...fields }))
    body.append(name, value);
  body.append("file", new Blob([csv]), "levels.csv");
  return press(by, body);
}

/** Sends the form; a page of answers is a redirect, which the document of the API does not have. */
async function press(by: Person, body: FormData) {
  const headers = { cookie: by.cookie, accept: "text/html", "sec-fetch-site": "same-origin" };
  const asked = { method: "POST", redirect: "manual", headers, body } as const;
  const answer = await fetch(`${product.url}/api/assets/preview`, asked);
  return follow(by, { status: answer.status, headers: answer.headers, text: await answer.text(), json: undefined });
}

test("shows what was detected and what would be set aside, all changeable, and publishes the file that is there", async () => {
  const shown = await preview(ana, LEVELS);
  expect([shown.status, shown.location]).toEqual([303, expect.stringMatching(/^\/upload\/preview\/[\w-]+$/)]);
  const page = shown.location ?? "";
  const id = page.split("/").at(-1) ?? "";
  for (const part of [
    "Preview of levels.csv",
    "The file has arrived. Nothing is published yet.",
    "Detected: utf-8",
    "Delimiter Detected: Semicolon",
    "Quote character Detected",
    "Header row Detected: First row has the column names",
    "A number with a decimal comma",
    "1 row does not fit and would be set aside",
    "Lock;3,5;4",
  ])
    expect(shown.page).toContain(part);
  expect((await bruno.get(page)).status).toBe(404);
  expect((await ana.get(`/api/assets/${id}`)).status).toBe(404);

  const card = { title: "Levels of the Rhine", category: "", license: "none", is_public: "true" };
  const read = { delimiter: "semicolon", "type:level": "decimal-comma" };
  const again = await ana.call("POST", page, {
    body: new URLSearchParams({ ...card, ...read, intent: "look" }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect(again.text).toContain("1.5");
  expect(again.text).toMatch(/value="Levels of the Rhine"/);
  expect((await postForm(ana, page, { ...card, ...read, title: " ", intent: "publish" })).page).toContain("title");

  const published = await postForm(ana, page, { ...card, ...read, intent: "publish" });
  expect([published.status, published.location]).toEqual([302, `/dataset_profile/${id}`]);
  expect(published.page).toContain("The rows can be read now.");
  const { json } = await ana.get(`/api/assets/${id}/data`);
  expect(json.columns[1]).toMatchObject({ name: "level", type: "double precision" });
  expect(json.rows.map(({ level }: { level: number }) => level)).toEqual([1.5, 2.5]);
  expect((await ana.get(`/api/assets/${id}`)).json).toMatchObject({ title: "Levels of the Rhine", rejected: 1 });
  expect((await ana.get(`/api/assets/${id}/original`)).text).toBe(LEVELS);
  expect((await ana.get(page)).headers.get("location")).toBe(`/dataset_profile/${id}`);
});

const OFFICE = `Gemeinde Musterstadt;;\n\nTag;Besucher;Betrag\n${Array.from({ length: 20 }, (_, at) => `${at + 1}.12.2025;${at === 4 ? "k.A." : at};${at + 1}.103,91`).join("\n")}\nSumme;190;\n`;

test("a file of a German office has the right types after two clicks, also without JavaScript", async () => {
  const emil = await product.person("Emil", 3);
  const shown = await preview(emil, OFFICE);
  const page = shown.location ?? "";
  const id = page.split("/").at(-1) ?? "";
  for (const part of [
    "Tag: 20 of 21 cells hold a date, day first; line 24 is 'Summe'.",
    "Read as a date, day first and set 1 row aside",
    "Read as a number; \u201ck.A.\u201d is empty",
    "A number with points between thousands and a decimal comma",
    "1103.91",
  ])
    expect(shown.page).toContain(part);
  const click = async (fields: Record<string, string>) => {
    const { text } = await emil.call("POST", page, {
      body: new URLSearchParams({ "type:*": "auto", ...fields }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    return text;
  };
  const first = await click({ choice: JSON.stringify({ column: "Tag", reading: "day-first" }) });
  expect(first).toContain("2025-12-20");
  const second = await click({
    "type:Tag": "day-first",
    choice: JSON.stringify({ column: "Besucher", reading: "number", empty: ["k.A."] }),
  });
  expect(second).toMatch(/name="empty" value="[^"]*k\.A\./);
  const card = { title: "Besucher", category: "", license: "none", is_public: "true" };
  const chosen = {
    "type:*": "auto",
    "type:Tag": "day-first",
    "type:Besucher": "number",
    empty: '{"Besucher":["k.A."]}',
  };
  await postForm(emil, page, { ...card, ...chosen, intent: "publish" });
  const { json } = await emil.get(`/api/assets/${id}/data`);
  expect(json.columns.map(({ type }: { type: string }) => type)).toEqual(["date", "bigint", "double precision"]);
  expect(json.total).toBe(20);
});

test("a preview counts as an upload of the day, and a file that is no table says so on its page", async () => {
  const wrong = await preview(bruno, "%PDF-1.7\n%\u0000\u0001");
  expect(wrong.page).toContain(
    "This is not a CSV, Excel, JSON or Parquet file but a PDF: copy its table into a spreadsheet and save that.",
  );
  await preview(bruno, LEVELS);
  await preview(bruno, LEVELS);
  const fourth = await preview(bruno, LEVELS);
  expect(fourth.page).toContain("This server takes 3 uploads a day from one user.");
});

test("a preview that is a day old is gone from its page", async () => {
  const carla = await product.person("Carla", 3);
  const { location } = await preview(carla, LEVELS);
  expect(await readdir(path.join(product.dataDir, "uploads"))).toContain((location ?? "").split("/").at(-1));
  await db.pool.query("update uploads.previewed set received_at = now() - interval '25 hours'");
  expect((await carla.get(location ?? "")).status).toBe(404);
});

test("a form without a file, and a visitor, are refused", async () => {
  const body = new FormData();
  body.append("title", "Levels");
  const without = await press(await product.person("Dora", 3), body);
  expect([without.location, without.page]).toEqual([
    "/upload?tab=dataset",
    expect.stringContaining("Choose a CSV, Excel, JSON or Parquet file."),
  ]);
  expect((await product.call("POST", "/api/assets/preview", { body })).status).toBe(401);
});
