import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { open, type TestBrowser, testBrowser } from "#testing/browser/chromium.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";

/** Small windows, large texts, and what screen readers are told. */
const ZOOMED = { width: 320, height: 200 };
let db: InstalledDatabase;
let api: TestServer;
let product: Product;
let browser: TestBrowser;
let ana: Person;
let connector: string;
let dataset: string;

beforeAll(async () => {
  db = await installedDatabase();
  api = await httpServer(
    (_request, response) => void response.writeHead(200, { "content-type": "application/json" }).end('[{"id":1}]'),
  );
  product = await startProduct({ ...db.installation, upstreams: [api.port] });
  browser = await testBrowser(product.url);
  ana = await product.person("Ana", 3);
  dataset = (await ana.upload("station,level\nMill,2\nWeir,3\n", { title: "W".repeat(90) })).json.id;
  const fields = ["region", "unit", "since"].map((key) => ({ key, label: key, type: "text" }));
  const dsl = {
    protocol: "rest",
    auth: { type: "none" },
    operations: [{ id: "rows", url: `http://127.0.0.1:${api.port}/rows`, params_fields: fields }],
  };
  connector = (await ana.post("/api/connectors/upload", { title: "Measured rates", is_public: true, dsl })).json.id;
  await ana.post("/api/connectors/activate", { connector_id: connector });
});
afterAll(async () => {
  await browser?.close();
  await product?.remove();
  await api?.close();
  await db?.drop();
});

const profile = () => `/connector_profile/${connector}`;
test("at 400 % nothing covers the field that has the focus", { timeout: 60_000 }, async () => {
  const page = await browser.window(ana.cookie, { viewport: ZOOMED });
  await open(page, profile());
  const covered: string[] = [];
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || !document.getElementById("setup-form")?.contains(element)) return null;
      const box = element.getBoundingClientRect();
      const shown = [0.1, 0.5, 0.9].some((share) => {
        const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height * share);
        return at !== null && (element.contains(at) || at.contains(element) || at.matches("label, label *"));
      });
      return shown ? "" : `${element.localName} ${element.getAttribute("name") ?? ""}`;
    });
    if (stop) covered.push(stop);
  }
  expect(covered).toEqual([]);
  // The middle of the form fills the whole window: neither header nor foot stays in it.
  const over = await page.evaluate(() => {
    document.querySelector("#setup-form fieldset")?.scrollIntoView({ block: "center" });
    return [5, innerHeight / 2, innerHeight - 5].map(
      (y) => document.elementFromPoint(innerWidth / 2, y)?.closest(".site-header, .panel-foot")?.className ?? "",
    );
  });
  expect(over).toEqual(["", "", ""]);
});

test("at 400 % every entry of the header's menus can be reached", async () => {
  const page = await browser.window(ana.cookie, { viewport: ZOOMED });
  await open(page, "/datastore");
  for (const [button, last] of [
    ["Account menu of Ana", "Logout"],
    ["Menu", "Blog"],
  ] as const) {
    await page.locator("header").getByLabel(button, { exact: true }).click();
    const entry = page.locator("header .pop:visible").getByText(last, { exact: true });
    await entry.scrollIntoViewIfNeeded();
    const box = await entry.boundingBox();
    expect([button, box !== null && box.y >= 0 && box.y + box.height <= ZOOMED.height]).toEqual([button, true]);
    await page.keyboard.press("Escape");
  }
});

test("a question with a long name fits into 320 px", async () => {
  const page = await browser.window(ana.cookie, { viewport: { width: 320, height: 640 } });
  await open(page, `/dataset_profile/${dataset}`);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const box = await page.locator(".dialog").boundingBox();
  expect(box && box.width <= 320 && box.x >= 0 && box.x + box.width <= 320).toBe(true);
  expect(await page.locator(".dialog").evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth)).toBe(true);
});

test("on phones fields have 16 px, so that the page does not zoom into them", async () => {
  const page = await browser.window(ana.cookie, {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  for (const path of [profile(), "/upload", "/datastore", "/contact"]) {
    await open(page, path);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll(".input, .select, .textarea")]
        .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
        .map((field) => field.getAttribute("name")),
    );
    expect([path, small]).toEqual([path, []]);
  }
});

const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`;

/** Opens pages and expects that each fits into the window, with its header. */
async function expectThatPagesFit(page: Page, style?: string) {
  for (const path of ["/", "/datastore", profile(), `/dataset_profile/${dataset}`, "/manage", "/upload", "/about"]) {
    await open(page, path);
    if (style !== undefined) await page.addStyleTag({ content: style });
    const wide = await page.evaluate(() => {
      const width = document.documentElement.clientWidth;
      const parts = document.documentElement.scrollWidth > width ? "main *, footer *, header *" : "header *";
      return [...document.querySelectorAll(parts)]
        .filter((each) => each.getBoundingClientRect().right > width + 1 && !each.closest(".table-scroll, svg"))
        .map((each) => `${each.localName}.${each.className}`);
    });
    expect([path, wide.slice(0, 5)]).toEqual([path, []]);
  }
}

test("wide spacing of text makes no page scroll sideways", async () => {
  await expectThatPagesFit(
    await browser.window(ana.cookie, { viewport: { width: 390, height: 800 }, bypassCSP: true }),
    SPACING,
  );
});

test("text of twice the size makes no page scroll sideways", async () => {
  const large = await testBrowser(product.url, 32);
  try {
    for (const width of [640, 1280])
      await expectThatPagesFit(await large.window(ana.cookie, { viewport: { width, height: 800 } }));
  } finally {
    await large.close();
  }
});

/** What screen readers are told of the page. */
async function treeOf(page: Page): Promise<AxNode[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send("Accessibility.getFullAXTree")) as unknown as { nodes: AxNode[] };
  return nodes.filter(({ ignored }) => !ignored);
}
type AxNode = {
  readonly nodeId: string;
  readonly parentId?: string;
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
};

test("required fields that nobody touched are not called invalid", async () => {
  const page = await browser.window(ana.cookie);
  for (const path of ["/contact", "/upload"]) {
    await open(page, path);
    const invalid = (await treeOf(page))
      .filter(({ properties }) => properties?.some(({ name, value }) => name === "invalid" && value.value !== "false"))
      .map(({ name }) => name?.value);
    expect([path, invalid]).toEqual([path, []]);
  }
});

test("a drawing of columns is one thing with a name", async () => {
  const page = await browser.window(ana.cookie);
  await open(page, "/datastore");
  const nodes = await treeOf(page);
  const drawings = nodes.filter(({ role, name }) => role?.value === "image" && /columns?:/.test(name?.value ?? ""));
  expect(drawings.length).toBeGreaterThan(0);
  const ids = new Set(drawings.map(({ nodeId }) => nodeId));
  expect(nodes.filter(({ parentId }) => ids.has(parentId ?? ""))).toEqual([]);
});

test("the header of a column is not called by all bars of its drawing", async () => {
  const page = await browser.window(ana.cookie);
  await open(page, `/dataset_profile/${dataset}`);
  const heads = (await treeOf(page))
    .filter(({ role }) => role?.value === "columnheader")
    .map(({ name }) => name?.value);
  const level = heads.find((name) => name?.startsWith("level"));
  expect(level).toContain("level from 2 to 3; the fullest of");
  expect(level?.match(/: \d+ rows?/g)).toHaveLength(1);
});

test("the label of an optional field is two words", async () => {
  const page = await browser.window(ana.cookie);
  await open(page, "/upload");
  const names = (await treeOf(page)).map(({ name }) => name?.value ?? "");
  expect(names.filter((name) => name.startsWith("Description"))).toContain("Description optional");
});

test("four parts side by side are two and two on a narrower screen", async () => {
  const page = await browser.window(ana.cookie, { viewport: { width: 768, height: 900 } });
  for (const [path, parts] of [
    ["/dataapps", ".columns > *"],
    ["/account?tab=plan", ".plans > *"],
    ["/account?tab=plan", ".gauges > *"],
  ] as const) {
    await open(page, path);
    const tops = await page.locator(parts).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    const rows = [...new Set(tops)].map((top) => tops.filter((each) => each === top).length);
    expect([path, parts, rows]).toEqual([path, parts, [2, 2]]);
  }
});

test("Copy is beside a line of code, never over it", async () => {
  const page = await browser.window(undefined, { viewport: { width: 768, height: 900 } });
  await open(page, "/log");
  const gaps = await page.locator(".with-copy:has(> .code-line)").evaluateAll((blocks) =>
    blocks.map((block) => {
      const [line, copy] = [block.querySelector("pre"), block.querySelector(".btn")];
      return (copy?.getBoundingClientRect().left ?? 0) - (line?.getBoundingClientRect().right ?? Infinity);
    }),
  );
  expect(gaps.length).toBeGreaterThan(0);
  expect(gaps.filter((gap) => gap < 0)).toEqual([]);
});

test("the links of the footer are in one row on a wide screen", async () => {
  const page = await browser.window(undefined, { viewport: { width: 1280, height: 900 } });
  await open(page, "/about");
  const links = page.locator(".site-footer li");
  const tops = await links.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
});

test("addresses are shown whole, on phones too", async () => {
  const page = await browser.window(ana.cookie, { viewport: { width: 360, height: 780 } });
  for (const path of [profile(), `/dataset_profile/${dataset}`]) {
    await open(page, path);
    const cut = await page
      .locator(".url-line > code")
      .evaluateAll((lines) => lines.map((line) => line.scrollWidth > line.clientWidth || line.textContent === ""));
    expect([path, cut.length > 0, cut.includes(true)]).toEqual([path, true, false]);
  }
});

test("on phones each item has its columns drawn, and one line for each fact beside them", async () => {
  const page = await browser.window(undefined, { viewport: { width: 360, height: 780 } });
  await open(page, "/datastore?type=connector");
  const sizes = await page.locator(".item-shape > *").evaluateAll((parts) =>
    parts.map((part) => {
      const { width, height } = part.getBoundingClientRect();
      return { width, height, text: part.textContent };
    }),
  );
  expect(sizes.length).toBeGreaterThan(5);
  expect(sizes.filter(({ width, height }) => width < 10 || height > 26)).toEqual([]);
});

test("who has not connected can try a connector before the empty table", async () => {
  const bo = await product.person("Bo", 1);
  const page = await browser.window(bo.cookie);
  await open(page, profile());
  expect(await page.locator(".bench > .stack h2").first().textContent()).toBe("Try it first");
});

test("what removes a filter is at least 24 px wide and high", async () => {
  const page = await browser.window();
  await open(page, "/datastore?category=Other");
  const box = await page.getByRole("link", { name: "Remove filter: Category Other" }).boundingBox();
  expect(box && Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24);
});

test("texts of people are written in their own direction", async () => {
  const right = (await ana.upload("name\nנהר\n", { title: "נהר הירדן, 2026." })).json.id;
  const page = await browser.window(ana.cookie);
  await open(page, `/dataset_profile/${right}`);
  const styles = await page.evaluate(() =>
    ["h1", ".preview tbody td"].map((place) => {
      const element = document.querySelector(place);
      return element && getComputedStyle(element).unicodeBidi;
    }),
  );
  expect(styles).toEqual(["plaintext", "plaintext"]);
});

test("a test read is announced in one sentence, and its rows are not", async () => {
  const page = await browser.window(ana.cookie);
  await open(page, profile());
  const panel = page.getByRole("region", { name: "Try it first" });
  await panel.getByRole("button", { name: "Test read" }).click();
  const agree = panel.getByRole("button", { name: "Agree and read" });
  await agree.or(panel.getByRole("table")).first().waitFor();
  if (await agree.isVisible()) await agree.click();
  await panel.getByRole("table").waitFor();
  expect(await panel.locator("[aria-live], [role=status], [role=alert]").allTextContents()).toEqual(["1 row read."]);
});

test("problems are counted while somebody types, the first of them in words", async () => {
  const page = await browser.window(ana.cookie);
  await open(page, "/upload?tab=connector");
  await page.locator(".cm-content").click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type('{"protocol": "soap"');
  const line = page.locator(".editor-foot [role=status]");
  await expect.poll(() => line.textContent(), { timeout: 10_000 }).toMatch(/^\d+ problems?\. Line \d+: /);
  await page.keyboard.press("Control+Shift+M");
  await page.locator(".cm-panel-lint").waitFor();
});

test("an upload has one sentence at the field that lacks something, until it is there, and says how far it is", async () => {
  const page = await browser.window(ana.cookie);
  await open(page, "/upload");
  const publish = page.getByRole("button", { name: "Publish Dataset" });
  const form = page.locator("form", { has: publish });
  await form.evaluate((element: HTMLFormElement) => (element.noValidate = true));
  await publish.click();
  await expect.poll(() => form.locator(".error").allTextContents()).toEqual(["Add title & CSV file"]);
  await page.getByLabel("Title").fill("Many rows");
  await expect.poll(() => form.locator(".error").count()).toBe(0);
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    const status = () => [...document.querySelectorAll("main form [role=status]")].map((one) => one.textContent);
    new MutationObserver(() => said.push(...status())).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
  await page
    .locator("[type=file]")
    .setInputFiles({ name: "rows.csv", mimeType: "text/csv", buffer: Buffer.from("a,b\n".repeat(400_000)) });
  await publish.click();
  await page.waitForURL("**/*profile/**");
  const said = await page.evaluate(() => (globalThis as unknown as { said: string[] }).said.join(" "));
  expect(said).toMatch(/sent|Sending/);
});

test("an upload says when its dataset is published", async () => {
  const page = await browser.window(ana.cookie);
  await open(page, "/upload");
  await page
    .locator("[type=file]")
    .setInputFiles({ name: "towns.csv", mimeType: "text/csv", buffer: Buffer.from("town\nBern\n") });
  await page.getByRole("button", { name: "Publish Dataset" }).click();
  await page
    .getByRole("region", { name: /Notifications/ })
    .getByText("The dataset is published.")
    .waitFor();
  await page.waitForURL("**/dataset_profile/**");
});

test("a file may be dropped anywhere on the upload page, and names the dataset unless a title was typed", async () => {
  const page = await browser.window(ana.cookie);
  await open(page, "/upload");
  const title = page.getByLabel("Title");
  const drop = (...names: string[]) =>
    page.evaluate((all) => {
      const dataTransfer = new DataTransfer();
      for (const name of all) dataTransfer.items.add(new File(["a,b\n1,2\n"], name, { type: "text/csv" }));
      const over = new DragEvent("dragover", { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector("h1")?.dispatchEvent(over);
      const isOver = document.querySelector(".drop") !== null && over.defaultPrevented;
      document.querySelector("h1")?.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
      return isOver;
    }, names);
  expect(await drop("river_levels.csv")).toBe(true);
  await expect.poll(() => title.inputValue()).toBe("River levels");
  await expect.poll(() => page.locator(".seen .name").textContent()).toBe("River levels");
  await drop("lakes.csv");
  await expect.poll(() => title.inputValue()).toBe("Lakes");
  await page.getByText("lakes.csv is chosen.").waitFor();
  await title.fill("My lakes");
  await page
    .locator("[type=file]")
    .setInputFiles({ name: "c.csv", mimeType: "text/csv", buffer: Buffer.from("a\n1\n") });
  await page.locator(".drop strong", { hasText: "c.csv" }).waitFor();
  expect(await title.inputValue()).toBe("My lakes");
  await page.getByRole("button", { name: "Publish Dataset" }).click();
  await page.waitForURL("**/dataset_profile/**");
});

test("each of several files becomes a dataset with a title of its own, and one that fails is sent again", async () => {
  const page = await browser.window(ana.cookie);
  await open(page, "/upload");
  const files = [
    { name: "north_sea.csv", mimeType: "text/csv", buffer: Buffer.from("depth\n95\n") },
    { name: "empty_sea.csv", mimeType: "text/csv", buffer: Buffer.from("") },
    { name: "baltic_sea.csv", mimeType: "text/csv", buffer: Buffer.from("depth\n55\n") },
  ];
  const choose = page.locator("[type=file]");
  await choose.setInputFiles(files);
  await page.locator(".drop strong", { hasText: "3 files" }).waitFor();
  await choose.setInputFiles(files.filter(({ name }) => name === "baltic_sea.csv"));
  await expect.poll(() => page.getByLabel("Title").inputValue()).toBe("Baltic sea");
  await choose.setInputFiles(files);
  await page.locator(".drop strong", { hasText: "3 files" }).waitFor();
  expect(await page.getByLabel("Title").count()).toBe(0);
  await page.getByLabel("Description").fill("Depths of seas");
  const list = page.getByRole("list", { name: "Files" });
  expect(await list.locator("strong").allTextContents()).toEqual(["North sea", "Empty sea", "Baltic sea"]);
  await page.getByRole("button", { name: "Publish Dataset" }).click();
  await page.getByText("2 of 3 files published. 1 could not be published.").waitFor();
  expect(await list.getByRole("listitem").nth(1).textContent()).toContain("The file is empty.");
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await page.getByRole("button", { name: "Publish Dataset" }).click();
  await expect.poll(() => sent.length).toBe(1);
  await page.getByText("2 of 3 files published. 1 could not be published.").waitFor();
  await list.getByRole("link", { name: "Open Baltic sea" }).click();
  await page.waitForURL("**/dataset_profile/**");
  await page.getByText("Depths of seas").first().waitFor();
});

test(
  "a chosen file shows its columns, and what is chosen for one is how it is loaded",
  { timeout: 60_000 },
  async () => {
    const page = await browser.window(ana.cookie);
    await open(page, "/upload");
    await page.getByLabel("Title").fill("Prices");
    await page.locator("[type=file]").setInputFiles({
      name: "prices.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("shop;price\nMill;1,5\nWeir;2,25\n"),
    });
    // What was found is open at once.
    await page.getByText("2 columns found. utf-8, semicolons between cells, names in the first row.").waitFor();
    await page.getByLabel("Read price as").selectOption("decimal-comma");
    await expect.poll(() => page.getByRole("row", { name: /^price/ }).textContent()).toContain("1.5, 2.25");
    await page.getByRole("button", { name: "Publish Dataset" }).click();
    await page.waitForURL("**/*profile/**");
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    expect((await ana.get(`/api/assets/${id}/data`)).json.rows.map(({ price }: { price: number }) => price)).toEqual([
      1.5, 2.25,
    ]);
  },
);

test("what was found in a file with many columns scrolls, and leaves the button in sight", async () => {
  const page = await browser.window(ana.cookie, { viewport: { width: 1280, height: 800 } });
  await open(page, "/upload");
  const names = Array.from({ length: 60 }, (_, at) => `column_${at}`);
  const csv = [names, names.map((_, at) => at)].map((cells) => cells.join(",")).join("\n");
  const file = { name: "wide.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
  await page.locator("[type=file]").setInputFiles(file);
  await page.getByText("60 columns found.").waitFor();
  const heightOf = async (name: string) =>
    (await page.getByRole("region", { name, exact: true }).last().boundingBox())!.height;
  expect([(await heightOf("Columns of the file")) < 400, (await heightOf("First rows")) < 400]).toEqual([true, true]);
  const box = await page.getByRole("button", { name: "Publish Dataset" }).boundingBox();
  expect(box && box.y > 0 && box.y + box.height < 800).toBe(true);
  await page.context().close();
});

test("a key for a table is made on its page with one press, and fills the lines there", async () => {
  const page = await browser.window(ana.cookie);
  for (const address of [`/dataset_profile/${dataset}`, "/documentation"]) {
    await open(page, address);
    await page.getByRole("button", { name: "Make a Key for This Table" }).click();
    await page.getByText("New key created").waitFor();
    expect(new URL(page.url()).pathname).toBe(address);
    const line = (await page.getByRole("region", { name: "the curl command" }).textContent()) ?? "";
    const [, key] = /Bearer (trib_\w+)"/.exec(line) ?? [];
    const [rows] = /http[^"]+\.csv/.exec(line) ?? [];
    const path = new URL(rows ?? "").pathname;
    const answer = await product.call("GET", path, { headers: { authorization: `Bearer ${key}` } });
    expect([address, answer.status]).toEqual([address, 200]);
  }
  await page.context().close();

  const plain = await browser.window(ana.cookie, { javaScriptEnabled: false });
  await plain.goto(`/dataset_profile/${dataset}`);
  await plain.getByRole("button", { name: "Make a Key for This Table" }).click();
  await plain.getByText("New key created").filter({ visible: true }).waitFor();
  expect(new URL(plain.url()).pathname).toBe("/manage");
  expect(await plain.getByRole("region", { name: "the curl command" }).textContent()).toMatch(/Bearer trib_\w{20,}"/);
  await plain.context().close();
});

test("while a filter loads, the results before are pale and only what was asked for is ticked", async () => {
  await ana.upload("a\n1\n", { title: "Of science", category: "Science" });
  const page = await browser.window();
  await open(page, "/datastore");
  const answer = Promise.withResolvers<void>();
  await page.route(/\/datastore\.data/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  const box = (name: string) => page.getByRole("checkbox", { name: new RegExp(`^${name}`) });
  const paleness = () => page.locator(".results").evaluate((list) => getComputedStyle(list).opacity);
  expect(await paleness()).toBe("1");
  await box("Science").check();
  await expect.poll(paleness).toBe("0.5");
  expect([await box("All").isChecked(), await box("Science").isChecked()]).toEqual([false, true]);
  answer.resolve();
  await page.getByRole("link", { name: "Remove filter: Category Science" }).waitFor();
  expect([await paleness(), await box("All").isChecked()]).toEqual(["1", false]);
  await box("All").check();
  await expect.poll(() => box("Science").isChecked()).toBe(false);
  await page.context().close();
});

test("a page that takes long says Loading...", async () => {
  const page = await browser.window();
  await open(page, "/datastore");
  const answer = Promise.withResolvers<void>();
  await page.route(/\/blog\.data/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.getByRole("link", { name: "Blog" }).first().click();
  await page.getByRole("status").filter({ hasText: "Loading...", visible: true }).waitFor();
  answer.resolve();
  await page.waitForURL("**/blog");
  await expect.poll(() => page.getByText("Loading...").count()).toBe(0);
  await page.context().close();
});
