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
let owner: Person;
let user: Person;
let run: string;
let hidden: string;

beforeAll(async () => {
  db = await installedDatabase();
  api = await httpServer(
    (_request, response) => void response.writeHead(200, { "content-type": "application/json" }).end('[{"id":1}]'),
  );
  product = await startProduct({ ...db.installation, upstreams: [api.port] });
  browser = await testBrowser(product.url);
  [owner, user] = await Promise.all([product.person("Olga Owner", 3), product.person("Uwe User", 3)]);
  await owner.upload("a\n1\n", { title: "River levels" });
  hidden = (await owner.upload("a\n1\n", { title: "River secrets", is_public: "false" })).json.id;
  const dsl = {
    protocol: "rest",
    auth: { type: "none" },
    operations: [{ id: "rows", url: `http://127.0.0.1:${api.port}/rows` }],
  };
  const connector = await owner.post("/api/connectors/upload", { title: "River gauges", is_public: true, dsl });
  const instance = await user.post("/api/connectors/activate", { connector_id: connector.json.id });
  run = (await user.post(`/api/connectors/run/${instance.json.id}`)).json.runId;
});
afterAll(async () => {
  await browser?.close();
  await product?.remove();
  await api?.close();
  await db?.drop();
});

test("without JavaScript it is a page that finds tables, connections, runs, people and actions", async () => {
  const page = await browser.window(user.cookie, { javaScriptEnabled: false });
  await page.goto("/about");
  await page.getByRole("banner").getByRole("link", { name: "Jump to" }).first().click();
  await page.getByLabel("Name").fill("river");
  await page.getByRole("main").getByRole("button", { name: "Search" }).click();
  const namesIn = (group: string) => page.getByRole("region", { name: group }).getByRole("link").allTextContents();
  expect((await namesIn("DataStore")).toSorted()).toEqual(["River gauges", "River levels"]);
  expect(await namesIn("Your connections")).toEqual(["River gauges"]);
  expect(await namesIn("Your last runs")).toEqual(["Run 1 of River gauges"]);
  await page.goto("/jump?q=olga");
  expect(await namesIn("People")).toEqual(["Olga Owner"]);
  await page.goto("/jump?q=upload");
  expect(await namesIn("Actions and pages")).toContain("Upload a dataset");
});

test("nobody finds what they may not see", async () => {
  for (const [person, sees] of [
    [owner, true],
    [user, false],
  ] as const)
    expect((await person.get("/jump?q=secrets")).text.includes(hidden)).toBe(sees);
  const visitor = await product.call("GET", "/jump?q=river");
  expect(visitor.text).not.toContain(hidden);
  expect(visitor.text).not.toContain("Your connections");
  expect((await owner.get("/jump?q=river")).text).not.toContain(run);
  // Who has published nothing is not found.
  expect((await owner.get("/jump?q=uwe")).text).not.toContain("Uwe User");
});

test("it is opened by / and by Ctrl+K, works by keyboard, and gives the focus back", async () => {
  const page = await browser.window(user.cookie);
  await open(page, "/about");
  await page.getByRole("link", { name: "Read the documentation" }).focus();
  const field = page.getByRole("combobox", { name: "Jump to" });
  for (const key of ["/", "Control+k"]) {
    await page.keyboard.press(key);
    await field.waitFor();
    await expect.poll(() => focused(page)).toBe("Jump to");
    await page.keyboard.press("Escape");
    await field.waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toBe("Read the documentation");
  }
  await page.keyboard.press("/");
  await field.fill("river lev");
  const option = page.getByRole("option", { name: /River levels/ });
  await option.waitFor();
  const chosen = () =>
    page.evaluate(() => {
      const id = document.activeElement?.getAttribute("aria-activedescendant");
      return id ? document.getElementById(id)?.textContent : null;
    });
  await expect.poll(chosen).toContain("River levels");
  expect(await page.getByRole("dialog").getByRole("status").textContent()).toMatch(/^\d+ places?$/);
  await field.fill("river");
  await expect.poll(() => page.getByRole("option").count()).toBe(4);
  const seen = new Set<string>();
  for (let press = 0; press < 4; press += 1) {
    seen.add(String(await chosen()));
    await page.keyboard.press("ArrowDown");
  }
  expect(seen.size).toBe(4);
  await page.getByRole("option", { name: /Run 1 of River gauges/ }).click();
  await page.waitForURL(`**/run/${run}`);
  await field.waitFor({ state: "detached" });
});

test("a slash in a field is a slash", async () => {
  const page = await browser.window();
  await open(page, "/contact");
  await page.getByLabel("Message").pressSequentially("a/b");
  expect(await page.getByLabel("Message").inputValue()).toBe("a/b");
  expect(await page.getByRole("dialog").count()).toBe(0);
});
