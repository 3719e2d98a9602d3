import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { focused, open, type TestBrowser, testBrowser } from "#testing/browser/chromium.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";

let db: InstalledDatabase;
let api: TestServer;
let product: Product;
let browser: TestBrowser;
let ana: Person;
let bo: Person;
let dataset: string;
let connector: string;

beforeAll(async () => {
  db = await installedDatabase();
  api = await httpServer(
    (_request, response) => void response.writeHead(200, { "content-type": "application/json" }).end('[{"id":1}]'),
  );
  // Messages of the contact page go to an admin.
  const env = { ADMIN_EMAILS: "chief@example.org" };
  product = await startProduct({ ...db.installation, upstreams: [api.port], env });
  browser = await testBrowser(product.url);
  [ana, bo] = await Promise.all([product.person("Ana", 3), product.person("Bo", 3), product.person("Chief")]);
  dataset = (await ana.upload("station,level\nMill,2\n", { title: "River levels", category: "Environment" })).json.id;
  const dsl = {
    protocol: "rest",
    auth: {
      type: "bearer",
      format: "Bearer {token}",
      fields: [{ key: "token", label: "Token", type: "text", required: true, private: true }],
    },
    operations: [{ id: "rows", url: `http://127.0.0.1:${api.port}/rows` }],
  };
  connector = (await ana.post("/api/connectors/upload", { title: "Rates", is_public: true, dsl })).json.id;
});
afterAll(async () => {
  await browser?.close();
  await product?.remove();
  await api?.close();
  await db?.drop();
});

/** Reports what has the focus once it is this. */
async function expectFocus(page: Page, name: string | RegExp) {
  await expect
    .poll(() => focused(page), { timeout: 10_000 })
    .toEqual(typeof name === "string" ? name : expect.stringMatching(name));
}

test("a link moves the focus to the heading of its page", async () => {
  const page = await browser.window();
  await open(page, "/about");
  await page.getByRole("contentinfo").getByRole("link", { name: "Documentation", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/documentation");
  await expectFocus(page, "Documentation");
});

test("a tab keeps the focus", async () => {
  const page = await browser.window(ana.cookie);
  await open(page, "/manage");
  await page.getByRole("link", { name: /^Stream Data/ }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL("**tab=stream");
  await page.getByRole("heading", { name: "Your streaming key" }).waitFor();
  await expectFocus(page, /^Stream Data/);
});

test("after Activate the focus is on the heading of the connector", async () => {
  const page = await browser.window(bo.cookie);
  await open(page, `/connector-setup/${connector}`);
  await page.getByLabel("Token").fill("a secret");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/connector_profile/**");
  await expectFocus(page, "Rates");
});

test("Run Now is reached with few keys", async () => {
  const page = await browser.window(bo.cookie);
  await open(page, `/connector_profile/${connector}`);
  await page.getByRole("heading", { level: 1 }).evaluate((heading: HTMLElement) => {
    heading.tabIndex = -1;
    heading.focus();
  });
  let presses = 0;
  while ((await focused(page)) !== "Skip to Run Now" && presses < 25) {
    await page.keyboard.press("Tab");
    presses += 1;
  }
  await page.keyboard.press("Enter");
  expect(presses).toBeLessThan(15);
  // Where the link leads, the next key goes on.
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  expect(await focused(page)).toBe("Run Now");
});

test("searching and filtering keep the focus on their field", async () => {
  const page = await browser.window();
  await open(page, "/datastore");
  const search = page.getByRole("searchbox", { name: /Search titles/ });
  await search.fill("river");
  await search.press("Enter");
  await page.waitForURL("**q=river**");
  await expect
    .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name), { timeout: 5_000 })
    .toBe("q");
  await page.getByRole("checkbox", { name: /^Environment/ }).focus();
  await page.keyboard.press("Space");
  await page.waitForURL("**category=Environment**");
  await expect
    .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value), { timeout: 5_000 })
    .toBe("Environment");
});

test("after a removal the focus is on the next row, and on the heading after the last", async () => {
  for (const person of ["Ced", "Dee"]) {
    const { email } = await product.person(person);
    await ana.post(`/api/assets/${dataset}/shares`, { email });
  }
  const page = await browser.window(ana.cookie);
  await open(page, `/dataset_profile/${dataset}`);
  for (const [of, then] of [
    ["Ced", /Remove the access of Dee/],
    ["Dee", /Who has access/],
  ] as const) {
    await page.getByRole("button", { name: `Remove the access of ${of}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: `Remove the access of ${of}` }).waitFor({ state: "detached" });
    await expectFocus(page, then);
  }
});

test("after a message is sent the focus stays on the page of contact", async () => {
  const page = await browser.window();
  await open(page, "/contact");
  await page.getByLabel("Your name").fill("A visitor");
  await page.getByLabel("E-mail").fill("visitor@example.org");
  await page.getByLabel("Message").fill("Hello");
  await page.getByRole("button", { name: "Send message" }).press("Enter");
  await page.getByRole("status").waitFor();
  await expectFocus(page, "Contact");
});

test("arrow keys look through the templates, and a button takes one", async () => {
  const page = await browser.window(ana.cookie);
  await open(page, "/upload?tab=connector");
  await page.locator(".cm-editor").waitFor();
  const text = () => page.locator("[name=dsl]").inputValue();
  const before = await text();
  await page.getByLabel("Template").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  expect(await text()).toBe(before);
  await page.getByRole("button", { name: "Use template" }).press("Enter");
  await expect.poll(text).not.toBe(before);
  expect(await page.evaluate(() => document.activeElement?.classList.contains("cm-content"))).toBe(true);
});

test("Enter in an unfinished registration leads to what is missing", async () => {
  const page = await browser.window();
  await open(page, "/register");
  await page.getByLabel("Full name").fill("Eve");
  await page.getByLabel("E-mail").fill("eve@example.org");
  await page.locator("[name=password]").fill("long enough for it");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe("terms");
  expect(new URL(page.url()).pathname).toBe("/register");
});

test("a question keeps the keys to itself, with JavaScript and without", async () => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await browser.window(ana.cookie, { javaScriptEnabled });
    const path = `/dataset_profile/${dataset}`;
    if (javaScriptEnabled) await open(page, path);
    else await page.goto(`${path}?confirm=delete`);
    if (javaScriptEnabled) await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("dialog").waitFor();
    const stops = new Set<string>();
    for (let press = 0; press < 8; press += 1) {
      await page.keyboard.press("Tab");
      const stop = page.locator(":focus");
      if ((await stop.count()) > 0)
        stops.add(String(await stop.evaluate((at) => at.closest("[role=dialog]") !== null)));
    }
    expect([javaScriptEnabled, [...stops]]).toEqual([javaScriptEnabled, ["true"]]);
    const reached = await page.evaluate(
      () =>
        [...document.querySelectorAll<HTMLElement>(".site-header, .site-footer")].filter(
          (part) => !part.inert && getComputedStyle(part).visibility !== "hidden",
        ).length,
    );
    expect([javaScriptEnabled, reached]).toEqual([javaScriptEnabled, 0]);
  }
});

test("Logout says what it did", async () => {
  const page = await browser.window((await product.person("Fay")).cookie);
  await open(page, "/datastore");
  await page.getByRole("button", { name: "Account menu of Fay" }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await page.waitForURL("**/login");
  await expect
    .poll(() => page.getByRole("region", { name: /Notifications/ }).textContent())
    .toContain("You are logged out.");
});

test("Alt+T leads to the messages, and their region says so", async () => {
  const page = await browser.window();
  await open(page, "/about");
  await page.keyboard.press("Alt+t");
  expect(await focused(page)).toBe("Notifications, Alt+T");
});
