import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { open, type TestBrowser, testBrowser } from "#testing/browser/chromium.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";

/** What people come for, with the number of presses that it takes. */
let db: InstalledDatabase;
let upstream: TestServer;
let product: Product;
let browser: TestBrowser;
let author: Person;
let dataset: { readonly id: string };
let connector: string;
let clicks = 0;

const definition = () => ({
  protocol: "rest",
  auth: {
    type: "bearer",
    in: "header",
    format: "Bearer {token}",
    fields: [{ key: "token", label: "Token", type: "text" }],
  },
  operations: [
    {
      id: "bridges",
      method: "GET",
      url: `http://127.0.0.1:${upstream.port}/`,
      records: "$",
      columns: [
        { name: "name", type: "text" },
        { name: "metres", type: "integer" },
      ],
    },
  ],
});

beforeAll(async () => {
  db = await installedDatabase();
  upstream = await httpServer((_request, response) => {
    response.setHeader("content-type", "application/json").end('[{"name":"Old Bridge","metres":31}]');
  });
  product = await startProduct({ ...db.installation, upstreams: [upstream.port] });
  browser = await testBrowser(product.url);
  author = await product.person("Author", 3);
  const rows = Array.from({ length: 150 }, (_, n) => `${n},${n % 2 ? "odd" : "even"}`);
  dataset = (await author.upload(["n,kind", ...rows].join("\n"), { title: "Whole numbers" })).json;
  const published = await author.post("/api/connectors/upload", {
    ...{ title: "Bridges", is_public: true },
    dsl: definition(),
  });
  connector = published.json.id;
});
beforeEach(() => {
  clicks = 0;
});
afterAll(async () => {
  await browser?.close();
  await product?.remove();
  await upstream?.close();
  await db?.drop();
});

async function press(what: Locator): Promise<void> {
  clicks += 1;
  await what.click();
}

/** The file that a press downloads, with its name. */
async function downloaded(page: Page, what: Locator): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent("download"), press(what)]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test("a table that was found is in Excel with two presses, and as filtered with the same", async () => {
  const reader = await product.person("Reader", 3);
  const page = await browser.window(reader.cookie, { acceptDownloads: true });
  await open(page, `/dataset_profile/${dataset.id}`);
  await press(page.getByRole("button", { name: "Connect" }));
  const sheet = await downloaded(page, page.getByRole("link", { name: "Excel", exact: true }));
  expect([clicks, sheet.name, sheet.bytes.subarray(0, 2).toString()]).toEqual([2, "Whole numbers.xlsx", "PK"]);
  await page.getByRole("searchbox", { name: "Search all columns" }).fill("EVEN");
  await press(page.getByRole("button", { name: "Search the rows" }));
  await page.getByText("of 75 that match").waitFor();
  const csv = await downloaded(page, page.getByRole("link", { name: "CSV", exact: true }));
  expect(csv.bytes.toString().trim().split("\n")).toHaveLength(76);
  expect(clicks).toBe(4);
});

test("the first rows of a table, its columns and a whole cell are a press away, and the next page too", async () => {
  const page = await browser.window(author.cookie);
  await open(page, `/dataset_profile/${dataset.id}`);
  await page.getByText("Rows 1–100 of 150").waitFor();
  await press(page.locator("summary", { hasText: "Columns" }));
  await page.getByRole("checkbox", { name: "Show kind" }).uncheck();
  await press(page.getByRole("button", { name: "Show these columns" }));
  await page.getByText("× 1 of 2 columns").waitFor();
  await press(page.getByRole("link", { name: "Next" }));
  await page.getByText("Rows 101–150 of 150").waitFor();
  await page.getByText("× 1 of 2 columns").waitFor();
  expect(clicks).toBe(3);
});

test("a connector with its token filled in has rows after one press, and shows its columns before", async () => {
  const user = await product.person("User", 3);
  const page = await browser.window(user.cookie);
  await open(page, `/connector_profile/${connector}`);
  const preview = page.getByRole("region", { name: "Output Table Preview" });
  expect(await preview.getByRole("columnheader").allInnerTexts()).toEqual([
    "Row",
    expect.stringMatching(/^name/),
    expect.stringMatching(/^metres/),
  ]);
  await page.getByLabel("Token").fill("a secret");
  await press(page.getByRole("button", { name: "Run Now" }));
  await preview.getByRole("cell", { name: "Old Bridge" }).waitFor();
  expect(clicks).toBe(1);
  await press(preview.getByRole("link", { name: /^metres/ }));
  await page.waitForURL(/sort=metres/);
  await preview.getByRole("cell", { name: "Old Bridge" }).waitFor();
});

test("an older version is moved with one press on Manage Data", async () => {
  const user = await product.person("Mover", 3);
  await user.post("/api/connectors/activate", { connector_id: connector, auth_data: { token: "a secret" } });
  const draft = await author.post("/api/connectors/draft", {
    ...{ title: "Bridges", is_public: true, parent_id: connector },
    dsl: definition(),
  });
  await author.post(`/api/connectors/${draft.json.connector.id}/publish`);
  const page = await browser.window(user.cookie);
  await eventually(async () => (await user.get("/manage")).text.includes("Upgrade to v2"));
  await open(page, "/manage");
  await press(page.getByRole("button", { name: /^Upgrade to v2/ }));
  await page.getByText("Connected to v2").waitFor();
  expect(clicks).toBe(1);
});
