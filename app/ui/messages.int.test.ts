import { afterAll, beforeAll, expect, test } from "vitest";
import { open, type TestBrowser, testBrowser } from "#testing/browser/chromium.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

let db: InstalledDatabase;
let product: Product;
let browser: TestBrowser;
let ana: Person;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  browser = await testBrowser(product.url);
  ana = await product.person("Ana");
  await ana.key();
});
afterAll(async () => {
  await browser?.close();
  await product?.remove();
  await db?.drop();
});

/** This address redirects with an error. */
const FAILING = "/upload?published=";
const SAYS = "Published, but no ID returned.";

test("a message goes after 5 seconds, an error stays in the page until the next one", { timeout: 60_000 }, async () => {
  const page = await browser.window(ana.cookie);
  const toast = page.locator(".toast", { hasText: SAYS });
  await page.goto(FAILING);
  await toast.waitFor();
  const since = Date.now();
  const inPage = page.locator("main .notice", { hasText: SAYS });
  expect(await inPage.count()).toBe(1);
  await toast.waitFor({ state: "detached" });
  const shown = Date.now() - since;
  expect([shown > 3_500, shown < 9_000]).toEqual([true, true]);
  expect(await inPage.count()).toBe(1);
  await page.getByRole("link", { name: /^Stream Data/ }).click();
  await inPage.waitFor({ state: "detached" });

  const visitor = await browser.window();
  await visitor.clock.install();
  await visitor.goto("/login?verified=true");
  await visitor.locator(".toast").waitFor();
  await visitor.clock.fastForward(5_000);
  await visitor.locator(".toast").waitFor({ state: "detached" });
});

test("Alt+T moves the focus to the messages, which stay as long as it is there", { timeout: 60_000 }, async () => {
  const page = await browser.window(ana.cookie);
  const toast = page.locator(".toast", { hasText: SAYS });
  await page.clock.install();
  await page.goto(FAILING);
  await toast.waitFor();
  await page.keyboard.press("Alt+t");
  expect(await page.evaluate(() => document.activeElement?.className)).toBe("toasts");
  await page.clock.fastForward(6_500);
  // The pointer comes and goes while the focus stays.
  await toast.hover();
  await page.mouse.move(5, 5);
  await page.clock.fastForward(6_000);
  expect(await toast.count()).toBe(1);
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Close");
  await page.keyboard.press("Enter");
  await toast.waitFor({ state: "detached" });
});

test("without JavaScript the page has the error, once", async () => {
  const page = await browser.window(ana.cookie, { javaScriptEnabled: false });
  await page.goto(FAILING);
  expect(await page.getByText(SAYS).count()).toBe(1);
  expect(await page.locator("main .notice", { hasText: SAYS }).count()).toBe(1);
});

test("Copy works without a clipboard, as behind plain http, and says so where it does not", async () => {
  const page = await browser.window(ana.cookie);
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(message));
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await open(page, "/manage?tab=stream");
  await page.getByRole("button", { name: "Copy Key" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  await open(page, "/contact");
  await page.getByLabel("Message").focus();
  await page.keyboard.press("Control+v");
  const { api_key: key } = (await ana.get("/api/users/me")).json as { api_key: string };
  expect(await page.getByLabel("Message").inputValue()).toBe(key);

  await open(page, "/manage?tab=stream");
  await page.evaluate(() => {
    document.execCommand = () => {
      throw new Error("not allowed");
    };
  });
  await page.getByRole("button", { name: "Copy Key" }).click();
  const says = "Your browser does not allow copying here. Select the text and copy it.";
  await page.locator(".toast", { hasText: says }).waitFor();
  expect(faults).toEqual([]);
});
