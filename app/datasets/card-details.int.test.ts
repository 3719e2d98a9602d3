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

const DETAILS = {
  license: "EUPL-1.2",
  license_terms: "Name the water board.",
  row_meaning: "One reading of one gauge",
  update_frequency: "daily",
  read_me: "# How it is read\n\nAt *noon*. <script>alert(1)</script> [Board](javascript:alert(2))",
  source_url: "https://example.org/gauges",
};
const CSV = "station,level_cm\nMill,1\nWeir,2\n";
const send = (person: Person, id: string, form: Record<string, string> | URLSearchParams) =>
  person.call("POST", `/dataset_profile/${id}`, {
    body: String(form instanceof URLSearchParams ? form : new URLSearchParams(form)),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });

test("details given on upload are on the page, in the API and in a search, and HTML in the read-me is text", async () => {
  const { json, status } = await owner!.upload(CSV, { title: "Gauges", ...DETAILS });
  expect(status).toBe(201);
  expect((await reader!.get(`/api/assets/${json.id}`)).json).toMatchObject(DETAILS);
  const [listed] = (await product.call("GET", "/api/assets?search=reading+gauge")).json;
  expect(listed).toMatchObject({ ...DETAILS, read_me: null, dictionary: null });
  const { text } = await product.call("GET", `/dataset_profile/${json.id}`);
  for (const words of ["EUPL-1.2", "Every day", "One reading of one gauge", "example.org", "<em>noon</em>", "board."])
    expect([words, text.includes(words)]).toEqual([words, true]);
  const prose = /<div class="prose">[\s\S]*?<\/div>/.exec(text)?.[0] ?? "";
  expect([prose.includes("&lt;script&gt;"), prose.includes("<script"), prose.includes("<a ")]).toEqual([
    true,
    false,
    false,
  ]);
});

test("the owner changes and clears details by form and by API; faults are told at their fields", async () => {
  const { json } = await owner!.upload(CSV, { title: "Levels" });
  const card = { intent: "update", title: "Levels", category: "Other", license: "other", is_public: "true" };
  const saved = await send(owner!, json.id, { ...card, ...DETAILS, license: "other", license_id: "EUPL-1.2" });
  expect([saved.status, (await owner!.get(`/api/assets/${json.id}`)).json.license]).toEqual([302, "EUPL-1.2"]);
  await send(owner!, json.id, { ...card, row_meaning: "" });
  const cleared = { license: "other", row_meaning: "", read_me: "", update_frequency: "", source_url: "" };
  expect((await owner!.get(`/api/assets/${json.id}`)).json).toMatchObject(cleared);
  const refused = await send(owner!, json.id, { ...card, source_url: "javascript:alert(1)" });
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringContaining("The source is not an address that begins with http:// or https://."),
  ]);
  const frequency = await send(owner!, json.id, { ...card, update_frequency: "often" });
  expect(frequency.text).toContain("This update frequency is not in the list.");
  for (const body of [{ license: "EUPL-9" }, { source_url: "ftp://a.example" }, { update_frequency: "often" }])
    expect((await owner!.call("PATCH", `/api/assets/${json.id}`, { body })).status).toBe(400);
});

test("the owner describes columns in place and by API, others read what they mean", async () => {
  const { json } = await owner!.upload(CSV, { title: "Dictionary" });
  const at = `/api/assets/${json.id}`;
  const form = (await owner!.get(`/dataset_profile/${json.id}?describe=1`)).text;
  expect(form).toContain('name="description.level_cm"');
  expect((await reader!.get(`/dataset_profile/${json.id}?describe=1`)).text).not.toContain("description.level_cm");
  const fields = { "label.level_cm": "Water level", "unit.level_cm": "cm", "description.level_cm": "Above zero" };
  const posted = new URLSearchParams({ intent: "describe-columns", ...fields });
  for (const name of ["station", "level_cm"]) posted.append("column", name);
  expect((await send(owner!, json.id, posted)).status).toBe(302);
  const page = (await reader!.get(`/dataset_profile/${json.id}`)).text;
  for (const words of ["Water level", "Above zero"]) expect(page).toContain(words);
  const columns = [{ name: "level_cm", unit: "" }];
  expect((await owner!.call("PATCH", `${at}/columns`, { body: { columns } })).status).toBe(200);
  expect((await reader!.get(at)).json.dictionary).toEqual([
    { name: "station", label: "station", type: "text", description: "", unit: "" },
    { name: "level_cm", label: "Water level", type: "bigint", description: "Above zero", unit: "" },
  ]);
  expect((await reader!.call("PATCH", `${at}/columns`, { body: { columns } })).status).toBe(403);
  const other = await owner!.call("PATCH", `${at}/columns`, { body: { columns: [{ name: "depth" }] } });
  expect([other.status, other.json.error]).toEqual([400, "The dataset has no column depth."]);
});

test("the notes of all columns together are bounded", async () => {
  const names = Array.from({ length: 120 }, (_, at) => `c${at}`);
  const { json } = await owner!.upload(`${names.join(",")}\n${names.map(() => "1").join(",")}\n`, { title: "Wide" });
  const columns = names.map((name) => ({ name, description: "x".repeat(1_000) }));
  const { status, json: answer } = await owner!.call("PATCH", `/api/assets/${json.id}/columns`, { body: { columns } });
  expect([status, answer.error]).toEqual([
    400,
    "The texts about all columns of a dataset have at most 100,000 characters together.",
  ]);
});

test("licence and age of the rows filter the DataStore and the API, with counts as for the other filters", async () => {
  await owner!.upload(CSV, { title: "Free gauges", license: "CC0-1.0", category: "Health" });
  await owner!.upload(CSV, { title: "Open gauges", license: "ODbL-1.0", category: "Health" });
  const titles = async (query: string) =>
    ((await product.call("GET", `/api/assets?category=Health&${query}`)).json as { title: string }[]).map(
      (each: { title: string }) => each.title,
    );
  expect(await titles("license=CC0-1.0")).toEqual(["Free gauges"]);
  expect(await titles("license=CC0-1.0&license=ODbL-1.0&sort=title")).toEqual(["Free gauges", "Open gauges"]);
  expect(await titles("updated_within=day&license=ODbL-1.0")).toEqual(["Open gauges"]);
  expect(await titles("license=EUPL-1.2")).toEqual([]);
  expect((await product.call("GET", "/api/assets?updated_within=hour")).status).toBe(400);
  const { text } = await product.call("GET", "/datastore?category=Health&license=CC0-1.0&updated=week");
  expect(text).toContain("Free gauges");
  expect(text).not.toContain("Open gauges");
  const found = /value="ODbL-1\.0"[\s\S]{0,80}?<span class="n">1<\/span>/;
  expect([found.test(text), text.includes("Remove filter: Licence CC0 1.0 (public domain)")]).toEqual([true, true]);
});
