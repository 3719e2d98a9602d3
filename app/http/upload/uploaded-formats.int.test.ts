import { gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { workbookFile } from "#testing/files/made/workbook-file.ts";
import { zipFile } from "#testing/files/made/zip-file.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { follow, postForm } from "#testing/servers/form-client.ts";

/** Files in other formats than CSV, on the real server. */
let db: InstalledDatabase;
let product: Product;
let ana: Person;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  ana = await product.person("Ana", 3);
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const sheet = (name: string, levels: readonly number[]) => ({
  name,
  rows: `<row r="1"><c t="inlineStr"><is><t>day</t></is></c><c t="inlineStr"><is><t>level</t></is></c></row>${levels
    .map((level, at) => `<row r="${at + 2}"><c s="1"><v>${45_000 + at}</v></c><c><v>${level}</v></c></row>`)
    .join("")}`,
});
const WORKBOOK = workbookFile({ sheets: [sheet("2023", [1.5, 2]), sheet("2024", [7])], formats: [14] });
const ZIP = zipFile({ "levels.csv": "day,level\n2023-03-15,1.5\n", "sheets/all.xlsx": WORKBOOK });

function form(file: Buffer, fields: Readonly<Record<string, string>> = {}, name = "levels.xlsx"): FormData {
  const body = new FormData();
  for (const [key, value] of Object.entries({ title: "Levels", is_public: "true", ...fields })) body.append(key, value);
  body.append("file", new Blob([new Uint8Array(file)]), name);
  return body;
}
const upload = (file: Buffer, fields: Readonly<Record<string, string>> = {}) =>
  ana.call("POST", "/api/assets/upload-csv", { body: form(file, fields) });
const rowsOf = async (id: string) => (await ana.get(`/api/assets/${id}/data`)).json;

test("a workbook becomes a table with its types, and the report names the sheets that were not read", async () => {
  const made = await upload(WORKBOOK);
  expect([made.status, made.json.rowCount]).toEqual([201, 2]);
  expect(made.json.columns).toEqual([
    { name: "day", label: "day", type: "date" },
    { name: "level", label: "level", type: "double precision" },
  ]);
  expect(made.json.load_report).toMatchObject({
    ...{ format: "xlsx", sheet: "2023", other_parts: { names: ["2024"], count: 1 } },
    sentences: expect.arrayContaining(["The sheet 2024 was not read."]),
  });
  expect((await rowsOf(made.json.id)).rows ?? (await rowsOf(made.json.id))).toMatchObject([
    { day: "2023-03-15", level: 1.5 },
    { day: "2023-03-16", level: 2 },
  ]);
  const next = await ana.call("PUT", `/api/assets/${made.json.id}/data?sheet=2024`, {
    body: new Uint8Array(WORKBOOK),
    headers: { "content-type": "application/octet-stream" },
  });
  expect([next.status, next.json.rowCount, next.json.load_report.sheet]).toEqual([200, 1, "2024"]);
  const events = await db.pool.query<{ data: string }>(
    "select data::text as data from log.events where type = 'DatasetLoaded' order by position desc limit 1",
  );
  expect(events.rows[0]?.data).toContain('"format":"xlsx"');
  expect(events.rows[0]?.data).not.toContain("other");
});

test("of a ZIP file with several files one is named, or they are listed", async () => {
  const unnamed = await upload(ZIP);
  expect([unnamed.status, unnamed.json.code, unnamed.json.entries]).toEqual([
    ...[400, "entry-unnamed"],
    ["levels.csv", "sheets/all.xlsx"],
  ]);
  const made = await upload(ZIP, { entry: "sheets/all.xlsx", sheet: "2024" });
  expect([made.status, made.json.rowCount]).toEqual([201, 1]);
  expect(made.json.load_report).toMatchObject({ entry: "sheets/all.xlsx", sheet: "2024", unpacked: ["zip"] });
});

test.each([
  ["JSON", Buffer.from('{"data":[{"day":"2023-03-15","level":1.5},{"day":"2023-03-16","level":2}]}')],
  [
    "JSON in lines, by zstd",
    zstdCompressSync(Buffer.from('{"day":"2023-03-15","level":1.5}\n{"day":"2023-03-16","level":2}\n')),
  ],
  ["tabs, by gzip", gzipSync("day\tlevel\n2023-03-15\t1.5\n2023-03-16\t2\n")],
])("%s becomes the same table", async (_, file) => {
  const made = await upload(file);
  expect(made.json.columns?.map(({ type }: { type: string }) => type)).toEqual(["date", "double precision"]);
  expect(made.json.rowCount).toBe(2);
});

test("inspecting shows the sheet that would be read and the others", async () => {
  const inspect = (file: Buffer, query = "") =>
    ana.call("POST", `/api/assets/inspect${query}`, {
      body: new Uint8Array(file),
      headers: { "content-type": "application/octet-stream" },
    });
  const seen = await inspect(WORKBOOK);
  expect(seen.json).toMatchObject({
    whole: true,
    file: { format: "xlsx", sheet: "2023", other_parts: { names: ["2024"], count: 1 } },
    settings: { format: "xlsx", delimiter: null, header: "yes" },
    rows: [
      ["2023-03-15", "1.5"],
      ["2023-03-16", "2"],
    ],
  });
  expect((await inspect(WORKBOOK, "?sheet=2024")).json.rows).toEqual([["2023-03-15", "7"]]);
  const zip = await inspect(ZIP);
  expect([zip.status, zip.json.code, zip.json.entries]).toEqual([
    ...[400, "entry-unnamed"],
    ["levels.csv", "sheets/all.xlsx"],
  ]);
  const broken = Buffer.from('{"a":1}\n{"a":\n{"a":3}\n');
  expect((await inspect(broken)).json.set_aside).toMatchObject({ count: 1, rows: [{ line: 2, reason: "not JSON" }] });
  const large = Buffer.from(`[${'{"a":1},'.repeat(300_000)}{"a":2}]`);
  expect((await inspect(large)).json).toMatchObject({ whole: false, file: { format: "json" } });
});

test("without JavaScript the preview offers the files of a ZIP file, then the sheets of a workbook", async () => {
  const headers = { cookie: ana.cookie, accept: "text/html", "sec-fetch-site": "same-origin" };
  const asked = { method: "POST", redirect: "manual", headers, body: form(ZIP, {}, "all.zip") } as const;
  const answer = await fetch(`${product.url}/api/assets/preview`, asked);
  const { status, headers: answered } = answer;
  const shown = await follow(ana, { status, headers: answered, text: await answer.text(), json: undefined });
  expect(shown.page).toContain("The ZIP file has 2 files: choose one of levels.csv, sheets/all.xlsx.");
  const page = shown.location ?? "";
  const fields = { title: "Levels", category: "", license: "none", is_public: "true", entry: "sheets/all.xlsx" };
  const looked = await postForm(ana, page, { ...fields, intent: "look" });
  expect(looked.page).toContain("the sheet 2023");
  expect(looked.page).toContain("2024");
  const published = await postForm(ana, page, { ...fields, sheet: "2024", intent: "publish" });
  expect(published.location).toMatch(/^\/(?:dataset_profile|upload\/job)\//);
});
