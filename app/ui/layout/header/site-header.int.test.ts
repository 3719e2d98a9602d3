import { afterAll, beforeAll, expect, test } from "vitest";
import { open, type TestBrowser, testBrowser } from "#testing/browser/chromium.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

let db: InstalledDatabase;
let product: Product;
let browser: TestBrowser;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  browser = await testBrowser(product.url);
});
afterAll(async () => {
  await browser?.close();
  await product?.remove();
  await db?.drop();
});

test("the header shrinks after 50 px of scrolling, and the page below does not move", async () => {
  for (const width of [390, 1280]) {
    const page = await browser.window(undefined, { viewport: { width, height: 600 } });
    await open(page, "/documentation/keys");
    const layout = () =>
      page.evaluate(() => ({
        header: document.querySelector<HTMLElement>(".site-header")?.offsetHeight ?? 0,
        main: document.querySelector("main")?.offsetTop,
        page: document.documentElement.scrollHeight,
      }));
    const before = await layout();
    await page.evaluate(() => scrollTo(0, 50));
    await page.waitForTimeout(100);
    expect(await layout()).toEqual(before);
    await page.evaluate(() => scrollTo(0, 51));
    await page.locator(".site-header[data-shrunk]").waitFor();
    await expect.poll(async () => (await layout()).header).toBe(before.header - 12);
    expect(await layout()).toMatchObject({ main: before.main, page: before.page });
    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(layout).toEqual(before);
  }
});

test("on a short page the footer is at the end of the window", async () => {
  const page = await browser.window(undefined, { viewport: { width: 1280, height: 1000 } });
  await open(page, "/terms");
  const box = await page.getByRole("contentinfo").boundingBox();
  expect(box && Math.round(box.y + box.height)).toBe(1000);
});

test("a session that was ended elsewhere is noticed on the next page", async () => {
  const person = await product.person("Ina");
  const page = await browser.window(person.cookie);
  await open(page, "/datastore");
  await page.getByRole("button", { name: "Account menu of Ina" }).waitFor();
  await person.post("/api/users/logout");
  await page.getByRole("contentinfo").getByRole("link", { name: "About" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Login" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/about");
});

test("a protected page says that the session has ended, and leads back after Login", async () => {
  const person = await product.person("Ivo");
  const page = await browser.window(person.cookie);
  await open(page, "/about");
  await person.post("/api/users/logout");
  await page.getByRole("navigation", { name: "Main", exact: true }).getByRole("link", { name: "Manage Data" }).click();
  await page.waitForURL("**/login?redirect=%2Fmanage");
  await page.getByText("Session expired. Please log in again.").first().waitFor();
  await page.getByLabel("E-mail").fill(person.email);
  await page.locator("[name=password]").fill(person.password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/manage");
});

test("a request that no person made leaves it to the next page to say that the session has ended", async () => {
  const person = await product.person("Isa");
  await person.post("/api/users/logout");
  const cookies = async (path: string) => (await person.get(path)).headers.getSetCookie().join();
  expect(await cookies("/__manifest?p=%2Fabout&version=none")).not.toContain("token=");
  expect(await cookies("/about")).toContain("token=;");
});

test("the account menu has its five entries and works by arrow keys, and the footer says which version this is", async () => {
  const page = await browser.window((await product.person("Ida")).cookie);
  await open(page, "/about");
  await page.getByRole("button", { name: "Account menu of Ida" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menu").waitFor();
  expect(await page.getByRole("menuitem").allTextContents()).toEqual([
    "Data Store",
    "Manage Data",
    "Upload & Create",
    "Profile",
    "Logout",
  ]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/manage");
  expect(await page.getByRole("contentinfo").textContent()).toContain("Beta 1.03");
});

test("an account menu that is opened before its script is there stays open until it is closed", async () => {
  const page = await browser.window((await product.person("Ilse")).cookie);
  const held = Promise.withResolvers<void>();
  await page.route("**/account-menu*.js", (route) => held.promise.then(() => route.continue()));
  await open(page, "/about");
  const first = page.locator("header details.account");
  await first.locator("summary").click();
  const came = page.waitForResponse("**/account-menu*.js");
  held.resolve();
  await (await came).finished();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  expect(await first.getByRole("button", { name: "Logout" }).isVisible()).toBe(true);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Account menu of Ilse" }).click();
  await page.getByRole("menu").waitFor();
});
