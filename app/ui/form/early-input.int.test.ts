import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { hydrated, type TestBrowser, testBrowser } from "#testing/browser/chromium.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

/** What is typed into a page whose scripts are slow. */
let db: InstalledDatabase;
let product: Product;
let browser: TestBrowser;
let ana: Person;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct({ ...db.installation, env: { ADMIN_EMAILS: "ana@example.org" } });
  browser = await testBrowser(product.url);
  ana = await product.person("Ana", 3);
});
afterAll(async () => {
  await browser?.close();
  await product?.remove();
  await db?.drop();
});

/** Opens a page without its scripts; the returned function lets them load. */
async function openWithoutScripts(path: string): Promise<{ page: Page; loadScripts: () => Promise<void> }> {
  const page = await browser.window(ana.cookie);
  onTestFinished(() => page.context().close());
  const released = Promise.withResolvers<void>();
  await page.route("**/*.js", async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  await page.locator("footer").waitFor();
  return {
    page,
    loadScripts: async () => {
      released.resolve();
      await hydrated(page);
    },
  };
}

async function connectorWith(operation: object): Promise<string> {
  const operations = [{ id: "rows", url: "https://example.org/rows", ...operation }];
  const dsl = { protocol: "rest", auth: { type: "none" }, operations };
  const made = await ana.post("/api/connectors/upload", { title: "Rates", is_public: true, dsl });
  if (made.status !== 201) throw new Error(made.text);
  return made.json.id;
}

test("settings typed before the scripts work stay, can be saved at once, and are saved", async () => {
  const text = (key: string) => ({ key, label: key, type: "text" });
  const params_fields = [
    text("region"),
    { ...text("stations"), multiple: true },
    { ...text("daily"), type: "boolean" },
    { ...text("unit"), options: ["metre", "foot"] },
    { ...text("spans"), type: "group", multiple: true, fields: [text("from"), text("until")] },
  ];
  const connector = await connectorWith({ params_fields });
  const settings = { region: "north", spans: [{ from: "a", until: "b" }] };
  const { id } = (await ana.post("/api/connectors/activate", { connector_id: connector, settings })).json;
  const { page, loadScripts } = await openWithoutScripts(`/connector_profile/${connector}?tab=setup`);
  await page.getByLabel("region").fill("south");
  await page.getByLabel("stations").fill("Mill");
  await page.getByLabel("daily").check();
  await page.getByLabel("unit").selectOption("foot");
  await page.getByLabel("from").fill("c");
  await page.getByLabel("until").fill("d");
  await page.getByLabel("Scheduled Refresh").fill("90");
  await loadScripts();
  await page.getByRole("button", { name: "Save Settings" }).click();
  await page.getByText("Settings saved").first().waitFor();
  const mine = (await ana.get("/api/connectors/my")).json as {
    id: string;
    settings: object;
    refresh_interval: number;
  }[];
  expect(mine.find((each) => each.id === id)).toMatchObject({
    settings: { region: "south", stations: ["Mill"], daily: true, unit: "foot", spans: [{ from: "c", until: "d" }] },
    refresh_interval: 90,
  });
});

test("a choice made early shows its fields, with what was typed into one that was always there", async () => {
  const connector = await connectorWith({});
  await ana.post("/api/connectors/activate", { connector_id: connector });
  const { page, loadScripts } = await openWithoutScripts(`/connector_profile/${connector}?tab=setup`);
  await page.getByLabel("HTTP Method").selectOption("POST");
  await page.getByLabel("POST Body Template").fill('{"a":1}');
  await loadScripts();
  expect(await page.getByLabel("POST Body Template").inputValue()).toBe('{"a":1}');
});

test("a definition edited early is the one in the editor", async () => {
  const { page, loadScripts } = await openWithoutScripts("/upload?tab=connector");
  await page.getByLabel("Title").fill("Typed early");
  await page.getByLabel("Connector spec (JSON)").fill('{"typed": "early"}');
  await loadScripts();
  await expect.poll(() => page.locator(".cm-content").textContent()).toBe('{"typed": "early"}');
  expect(await page.getByLabel("Title").inputValue()).toBe("Typed early");
});

test("a file chosen early is uploaded", async () => {
  const { page, loadScripts } = await openWithoutScripts("/upload");
  await page.getByLabel("Title").fill("Chosen early");
  const buffer = Buffer.from("station,level\nMill,2\n");
  await page.locator("[type=file]").setInputFiles({ name: "levels.csv", mimeType: "text/csv", buffer });
  await loadScripts();
  await page.getByRole("button", { name: "Publish Dataset" }).click();
  await page.waitForURL("**/dataset_profile/**");
});

test("a post whose text was typed early is published with it", async () => {
  const { page, loadScripts } = await openWithoutScripts("/blog/new");
  await page.getByLabel("Title").fill("Typed early");
  await page.getByRole("textbox", { name: "Content" }).fill("<p>Typed early</p>");
  await loadScripts();
  expect(await page.getByLabel("Slug").inputValue()).toBe("typed-early");
  expect(await page.locator("textarea[name=content]:visible").inputValue()).toBe("<p>Typed early</p>");
});

test("passwords typed early can be sent", async () => {
  const { page, loadScripts } = await openWithoutScripts("/account?tab=security");
  for (const name of ["Current password", "New password", "Confirm new password"])
    await page.getByLabel(name, { exact: true }).fill("a password of nobody");
  await loadScripts();
  const send = page.getByRole("button", { name: "Change password" });
  await expect.poll(() => send.getAttribute("aria-disabled")).not.toBe("true");
});
