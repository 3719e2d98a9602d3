import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { open, type TestBrowser, testBrowser } from "#testing/browser/chromium.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";

/** Whole tasks with keys alone: no step clicks, and none sets the focus in another way. */
let db: InstalledDatabase;
let api: TestServer;
let product: Product;
let browser: TestBrowser;
let ana: Person;

beforeAll(async () => {
  db = await installedDatabase();
  api = await httpServer(
    (_request, response) =>
      void response.writeHead(200, { "content-type": "application/json" }).end('[{"id":1},{"id":2}]'),
  );
  product = await startProduct({ ...db.installation, upstreams: [api.port] });
  browser = await testBrowser(product.url);
  ana = await product.person("Ana", 3);
});
afterAll(async () => {
  await browser?.close();
  await product?.remove();
  await api?.close();
  await db?.drop();
});

/** The accessible name of what has the focus: its label, its own name, or its text. */
function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    const label = element?.labels?.[0]?.textContent;
    return (element?.getAttribute("aria-label") ?? label ?? element?.textContent ?? "").replace(/\s+/g, " ").trim();
  });
}

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, name: string | RegExp, atMost = 60): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < atMost; presses += 1) {
    await page.keyboard.press("Tab");
    const now = await focusedName(page);
    if (typeof name === "string" ? now === name : name.test(now)) return;
    passed.push(now);
  }
  throw new Error(`Tab does not lead to ${String(name)}, but through: ${passed.join(" | ")}`);
}

async function windowOf(person: Person): Promise<Page> {
  const page = await browser.window(person.cookie);
  onTestFinished(() => page.context().close());
  return page;
}

test("a person logs in with keys alone, and the e-mail goes with them to the other pages", async () => {
  const page = await browser.window();
  onTestFinished(() => page.context().close());
  await open(page, "/login?redirect=%2Fdatastore");
  await page.getByLabel("E-mail").focus();
  await page.keyboard.type(ana.email);
  await page.keyboard.press("Tab");
  expect(await focusedName(page)).toBe("Password");
  await tabTo(page, "Forgot it?");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/forgot-password?redirect=%2Fdatastore");
  await expect.poll(() => page.getByLabel("E-mail").inputValue()).toBe(ana.email);
  await tabTo(page, "Back to Login");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/login?redirect=%2Fdatastore");
  await expect.poll(() => page.getByLabel("E-mail").inputValue()).toBe(ana.email);
  await tabTo(page, "Password");
  await page.keyboard.type(ana.password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/datastore");
});

test("a file is uploaded with keys alone", async () => {
  const page = await windowOf(ana);
  await open(page, "/upload");
  // The browser is told long before the key that the choice is ours: a dialog that comes earlier is nobody's.
  const asked = page.waitForEvent("filechooser");
  await tabTo(page, /^Choose a file/);
  await page.keyboard.press("Space");
  const chooser = await asked;
  const rows = Buffer.from("station,level\nMill,2\nWeir,3\n");
  await chooser.setFiles({ name: "levels.csv", mimeType: "text/csv", buffer: rows });
  await tabTo(page, "Title");
  await page.keyboard.type("Levels by key");
  await tabTo(page, "Publish Dataset");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dataset_profile/**");
  await expect.poll(() => focusedName(page)).toBe("Levels by key");
});

test("a connector is published, connected and run with keys alone", { timeout: 90_000 }, async () => {
  const page = await windowOf(ana);
  await open(page, "/upload?tab=connector");
  await page.locator(".cm-editor").waitFor();
  await tabTo(page, "Title");
  await page.keyboard.type("Rates by key");
  await tabTo(page, /^Connector spec/);
  await page.keyboard.press("Control+a");
  const operations = [{ id: "rates", url: `http://127.0.0.1:${api.port}/rates` }];
  await page.keyboard.insertText(JSON.stringify({ protocol: "rest", auth: { type: "none" }, operations }));
  // The first closes the list of suggestions.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await tabTo(page, "Publish Connector");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/connector_profile/**");
  await expect.poll(() => focusedName(page)).toBe("Rates by key");

  await tabTo(page, "Connect");
  await page.keyboard.press("Enter");
  await page
    .getByText(/^Connected to v1/)
    .first()
    .waitFor();

  await tabTo(page, "Skip to Run Now");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Shift+Tab");
  await tabTo(page, "Run Now", 2);
  await page.keyboard.press("Enter");
  await page
    .getByText(/2 rows/)
    .first()
    .waitFor();
});
