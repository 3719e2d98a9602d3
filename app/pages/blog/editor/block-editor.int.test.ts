import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { lookAt } from "../../../../features/support/browser/accessibility.ts";
import { open, type TestBrowser, testBrowser } from "#testing/browser/chromium.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

let db: InstalledDatabase;
let product: Product;
let browser: TestBrowser;
let editor: Person;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct({ ...db.installation, env: { ADMIN_EMAILS: "editor@example.org" } });
  browser = await testBrowser(product.url);
  editor = await product.person("Editor");
});
afterAll(async () => {
  await browser?.close();
  await product?.remove();
  await db?.drop();
});

/** A new post whose editor has the focus, with keys alone. */
async function newPost(prepare = async (_page: Page): Promise<unknown> => undefined): Promise<Page> {
  const page = await browser.window(editor.cookie);
  onTestFinished(() => page.context().close());
  await prepare(page);
  await open(page, "/blog/new");
  await page.locator(".ce-paragraph").waitFor();
  await page.getByRole("button", { name: "Raw HTML" }).focus();
  await page.keyboard.press("Tab");
  return page;
}

const search = (page: Page) => page.locator(".ce-popover--opened .cdx-search-field__input");
const blocks = (page: Page) => page.locator(".ce-block").allInnerTexts();

test("what is typed as soon as Tab has led to the text is not lost", async () => {
  const page = await newPost();
  await page.keyboard.type("First");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Second");
  await expect.poll(() => blocks(page)).toEqual(["First", "Second"]);
});

test("Enter begins a new block in a browser that is never idle too", async () => {
  const page = await newPost((page) => page.addInitScript(() => (window.requestIdleCallback = () => 0)));
  await page.keyboard.type("First");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Second");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Third");
  await expect.poll(() => blocks(page)).toEqual(["First", "Second", "Third"]);
});

test("the menu of blocks is used with keys alone: its first find is taken, and Escape leads back", async () => {
  const page = await newPost();
  await page.keyboard.press("/");
  await search(page).waitFor();
  await page.keyboard.type("head");
  await page.locator(".ce-popover--opened .ce-popover-item:visible").getByText("Heading").waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".ce-header:focus").waitFor();
  await page.keyboard.type("Levels");
  await page.keyboard.press("Enter");
  await page.locator(".ce-paragraph:focus").waitFor();
  await page.keyboard.press("/");
  await search(page).waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".ce-paragraph:focus").waitFor();
  await page.keyboard.type(" or not");
  await expect.poll(() => blocks(page)).toEqual(["Levels", "/ or not"]);
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Save draft");
});

test("the menus of the editor can be read in both schemes", { timeout: 60_000 }, async () => {
  const page = await newPost();
  await page.keyboard.press("/");
  await search(page).fill("list");
  const looks = await lookAt({ page, open: async () => 200 }, "/blog/new", [1280]);
  expect(looks.map(({ as, barriers }) => [as, barriers])).toEqual([
    ["1280 px, light", []],
    ["1280 px, dark", []],
  ]);
  await page.emulateMedia({ colorScheme: "dark" });
  const selected = await page.locator(".ce-paragraph").evaluate((text) => {
    const { color, backgroundColor } = getComputedStyle(text, "::selection");
    return [color, backgroundColor];
  });
  expect(selected.map(brightness).sort((a, b) => a - b)).toEqual([
    expect.toSatisfy(isDark),
    expect.toSatisfy(isBright),
  ]);
});

/** Of "rgb(r, g, b)", from 0 to 255. */
function brightness(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [...colour.matchAll(/[\d.]+/g)].map(Number);
  return 0.3 * red + 0.6 * green + 0.1 * blue;
}
const isDark = (of: number) => of < 60;
const isBright = (of: number) => of > 120;
