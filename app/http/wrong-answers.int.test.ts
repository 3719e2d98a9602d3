import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type TestBrowser, testBrowser } from "#testing/browser/chromium.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

/** What a browser shows when an answer does not arrive as the server gives it. */

let db: InstalledDatabase;
let product: Product;
let ana: Person;
let browser: TestBrowser;
let page: Page;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  ana = await product.person("Ana", 3);
  browser = await testBrowser(product.url);
});
afterAll(async () => {
  await browser?.close();
  await product?.remove();
  await db?.drop();
});
beforeEach(async () => {
  page = await browser.window();
});
afterEach(() => page.context().close());

async function logIn(): Promise<void> {
  const [name = "", value = ""] = ana.cookie.split("=");
  await page.context().addCookies([{ name, value, url: product.url }]);
}

/** Fills the form of an upload and publishes. */
async function upload(): Promise<void> {
  await logIn();
  await page.goto("/upload?tab=dataset");
  await page.getByText("Choose a file").waitFor();
  await page.getByLabel("Title").fill("Levels");
  await page.locator("input[type=file]").setInputFiles({
    name: "levels.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("a\n1\n"),
  });
  await page.getByRole("button", { name: "Publish Dataset" }).click();
}

const json = "application/json";
test.each([
  [200, json, "<html>", "Server returned invalid JSON."],
  [201, json, "{}", "Published, but no redirect. Please refresh."],
  [400, json, '{"error":"The error."}', "The error."],
  [400, json, '{"message":"The message."}', "The message."],
  [502, "text/html", "<h1>Bad gateway</h1>", "HTTP 502"],
  [401, json, '{"error":"Please log in to access this page."}', "Session expired. Please log in again."],
])("an upload answered with %i %s %s says %s, in place and as a toast", async (status, contentType, body, says) => {
  await page.route("**/api/assets/upload-csv", (route) => route.fulfill({ status, contentType, body }));
  await upload();
  await page.locator(".toasts", { hasText: says }).waitFor();
  await page.locator("aside .error", { hasText: says }).waitFor();
  // What was filled in is still there, to be sent again.
  expect(await page.getByLabel("Title").inputValue()).toBe("Levels");
  expect(await page.getByRole("link", { name: "log in in a new tab" }).count()).toBe(status === 401 ? 1 : 0);
});

test("an upload whose connection is cut says Upload failed", async () => {
  await page.route("**/api/assets/upload-csv", (route) => route.abort("connectionreset"));
  await upload();
  await page.locator("aside .error", { hasText: "Upload failed" }).waitFor();
});

test("a refused registration without a reason says Registration failed", async () => {
  await page.route("**/register.data*", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    // `{ data: { form: {} } }` as Remix writes it.
    const body = '[{"_1":2},"data",{"_3":4},"form",{}]\n';
    await route.fulfill({ status: 400, contentType: "text/x-script", body, headers: { "X-Remix-Response": "yes" } });
  });
  await page.goto("/register");
  await page.getByLabel("Full name").fill("Ben");
  await page.getByLabel("E-mail").fill("ben@example.org");
  await page.getByLabel("Password", { exact: true }).fill("correct horse 22");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Register" }).click();
  await page.locator("form .error", { hasText: "Registration failed" }).waitFor();
});

test("a publication without an id says Published, but no ID returned.", async () => {
  await logIn();
  await page.goto("/upload?published=");
  expect(new URL(page.url()).pathname).toBe("/manage");
  await page.locator(".toasts", { hasText: "Published, but no ID returned." }).waitFor();
});

test("while a profile is on its way the page says Loading...", async () => {
  await ana.upload("a\n1\n", { title: "Slow rows" });
  await page.goto("/datastore");
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/dataset_profile/*.data*", async (route) => {
    await promise;
    await route.continue();
  });
  await page.getByRole("link", { name: "Slow rows" }).click();
  await page.getByRole("status").filter({ hasText: "Loading..." }).waitFor();
  resolve();
  await page.getByRole("heading", { name: "Slow rows", level: 1 }).waitFor();
  expect(await page.getByText("Loading...").count()).toBe(0);
});

test("a button that fails on our side says so in place and as a toast, and the page can still be used", async () => {
  const { json: dataset } = await ana.upload("a\n1\n", { title: "Levels" });
  await logIn();
  await page.goto(`/dataset_profile/${dataset.id}`);
  await db.pool.query(`
    CREATE FUNCTION planted_fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'planted'; END $$;
    GRANT EXECUTE ON FUNCTION planted_fault TO PUBLIC;
    CREATE TRIGGER planted BEFORE INSERT ON log.events FOR EACH ROW EXECUTE FUNCTION planted_fault()`);
  const press = async () => {
    await page
      .getByRole("button", { name: /^Delete/ })
      .first()
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  };
  await press();
  await page.locator("main .notice[role=alert]", { hasText: "Delete failed" }).waitFor();
  await page.locator(".toasts", { hasText: "Delete failed" }).waitFor();
  await db.pool.query("DROP FUNCTION planted_fault CASCADE");
  await press();
  await page.waitForURL(/\/datastore/);
});
