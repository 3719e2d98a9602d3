import type { Page } from "playwright-core";
import { asProse } from "#domain/core/text/lines.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hydrated, type TestBrowser, testBrowser } from "#testing/browser/chromium.ts";
import { forViewer, pagesOf, previewedFile, saveChart, type Shown } from "#testing/browser/pages.ts";
import { SCRIPT_TEXTS } from "#testing/texts/hostile-texts.ts";
import type { Person } from "#testing/person.ts";
import { failedJob } from "#testing/postgres/failed-job.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";

/**
 * Texts that would like to be scripts, stored in every field that pages show, and the pages in a real browser: nothing
 * of them runs, and none becomes an element.
 */
const WINDOWS = 3;
/** Pages on which no text of a user is shown. */
const STATIC =
  /^\/(about|api-documentation|connector-setup$|contact|cookie|documentation|forgot|imprint|log$|login|oauth|register|reset|terms|unsubscribe|upload|use-cases|verify)/;

let db: InstalledDatabase;
let upstream: TestServer;
let product: Product;
let browser: TestBrowser;
let ana: Person;
let pages: readonly Shown[];

/** The texts one after another, in lines that are at most so long. */
function lines(longest: number): readonly string[] {
  const found = [""];
  for (const text of SCRIPT_TEXTS.map((each) => each.replace(/\p{Cc}|\u2028/gu, " "))) {
    const longer = `${found.at(-1)!} ${text}`.trim();
    if (longer.length <= longest) found[found.length - 1] = longer;
    else if (text.length <= longest) found.push(text);
  }
  return found;
}
const all = SCRIPT_TEXTS.join("\n");
/** What a description can hold of them. */
const prose = asProse(all);

beforeAll(async () => {
  db = await installedDatabase();
  // An answer and an error that are hostile too.
  upstream = await httpServer(({ url }, response) => {
    const isFault = url === "/fault";
    response.statusCode = isFault ? 500 : 200;
    response.setHeader("content-type", isFault ? "text/html" : "application/json");
    response.end(isFault ? all : JSON.stringify(SCRIPT_TEXTS.map((text) => ({ [text]: text, text }))));
  });
  const env = { ADMIN_EMAILS: "ana@example.org" };
  product = await startProduct({ ...db.installation, upstreams: [upstream.port], env });
  browser = await testBrowser(product.url);
  ana = await product.person("Ana", 3);
  pages = pagesOf(await furnishHostile());
  expect(refused).toEqual([]);
});
afterAll(async () => {
  await browser?.close();
  await product?.remove();
  await upstream?.close();
  await db?.drop();
});

/** Answers of calls that have to store something. */
const refused: string[] = [];
const made = async (answer: Promise<{ status: number; text: string; json: { id: string } }>): Promise<string> => {
  const { status, text, json } = await answer;
  if (status !== 200 && status !== 201) refused.push(text);
  return json.id;
};

async function furnishHostile() {
  const titles = lines(190);
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const columns = ["text", "n", ...lines(60).slice(0, 20)];
  const rows = SCRIPT_TEXTS.map((text, n) => [text, String(n), ...columns.slice(2).map(() => text)]);
  const csv = [columns, ...rows].map((row) => row.map(quoted).join(",")).join("\n");
  const card = { description: prose, category: "API", license: "CC-BY-4.0" };
  const dataset = await made(ana.upload(`${csv}\n"one",2,too,few`, { title: titles[0]!, header: "yes", ...card }));
  await Promise.all(titles.slice(1, 8).map((title) => made(ana.upload("a\n1\n", { title, ...card }))));
  const about = {
    row_meaning: titles[1],
    read_me: prose,
    keywords: lines(90).slice(0, 5),
    source_url: "https://x.example/?<script>alert(1)</script>",
  };
  await made(ana.call("PATCH", `/api/assets/${dataset}`, { body: about }));
  const notes = { label: lines(60)[0], description: titles[2], unit: "<svg onload=alert(1)>" };
  await made(ana.call("PATCH", `/api/assets/${dataset}/columns`, { body: { columns: [{ name: "text", ...notes }] } }));
  await made(ana.post(`/api/assets/${dataset}/rows`, [{ text: all, n: 1 }]));
  const reader = await product.person("Ben", 3);
  await reader.post("/api/users/update_profile", { name: "Ben <img src=x onerror=alert(1)>" });
  await made(ana.post(`/api/assets/${dataset}/shares`, { email: reader.email }));
  await ana.post("/api/users/update_profile", { name: titles[0]!.slice(0, 90) });
  await made(ana.post("/api/users/api-keys", { name: lines(60)[0] }));
  await made(ana.post("/api/admin/categories", { name: lines(45)[0] }));
  const connector = (path: string, title: string) => {
    const operation = { id: "rows", method: "GET", url: `http://127.0.0.1:${upstream.port}${path}`, records: "$" };
    const [label, description] = [titles[0], titles.slice(0, 9).join(" ")];
    const options = titles.map((value) => ({ value, label: value }));
    const params_fields = [{ key: "chosen", type: "select", label, description, options }];
    const dsl = { protocol: "rest", auth: { type: "none" }, operations: [operation], params_fields };
    return made(ana.post("/api/connectors/upload", { title, description: prose, is_public: true, dsl }));
  };
  const [working, faulty] = [await connector("/rows", titles[0]!), await connector("/fault", titles[1]!)];
  const [runs, outputs] = [[] as { runId: string }[], [] as string[]];
  for (const connector_id of [working, faulty]) {
    const { id, output_table_name } = (await ana.post("/api/connectors/activate", { connector_id })).json;
    outputs.push(output_table_name as string);
    runs.push((await ana.post(`/api/connectors/run/${id}`)).json);
  }
  await ana.post("/api/connectors/draft", { title: titles[3], description: prose });
  await product.call("GET", `/datastore?q=${encodeURIComponent(SCRIPT_TEXTS[9]!)}`);
  await failedJob(db.pool, "load-dataset", titles[4]!, all);
  const app = await saveChart(ana, `/dataset_profile/${dataset}/chart?kind=bar&x=text&y=n`, titles[5]!);
  await ana.post("/api/blog", { title: titles[0], slug: "hostile", type: "update", content: prose });
  return {
    "/blog/:slug": "hostile",
    "/blog/:slug/edit": "hostile",
    "/connector_profile/:id": working,
    "/connector-setup/:id": working,
    "/dataapps/:id": app,
    "/dataset_profile/:id": dataset,
    "/dataset_profile/:id/chart": dataset,
    "/dataset_profile/:id/rejected": dataset,
    "/dataset_profile/:id/rows": dataset,
    "/dataset_profile/:id/versions": dataset,
    "/documentation/:page": "keys",
    "/api-documentation/:group": "users",
    "/history/:kind/:id": `dataset/${dataset}`,
    "/history/:kind/:id/access": `dataset/${dataset}`,
    "/run/:id": runs[1]!.runId,
    "/table/:table/versions": outputs[0]!,
    "/upload/preview/:id": await previewedFile(ana, csv),
    "/upload/job/:id": dataset,
  };
}

/** Notes what a page does that only an injected script or element would do. */
async function trapped(page: Page, note: (fault: string) => void): Promise<void> {
  page.on("dialog", (dialog) => {
    note(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(product.url) && !request.url().startsWith("data:image/"))
      note(`request ${request.url()}`);
  });
  await page.exposeFunction("noteFault", note);
  await page.addInitScript(() => {
    const { noteFault } = window as unknown as { noteFault(fault: string): void };
    window.alert = () => noteFault("alert");
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
      noteFault(`blocked ${effectiveDirective} ${blockedURI} ${sample}`),
    );
  });
}

/** Elements with handlers in their attributes, or addresses that are scripts: no page of ours has any. */
function injected(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("*")].flatMap((element) =>
      [...element.attributes]
        .filter(
          ({ name, value }) =>
            /^on/i.test(name) ||
            name === "srcdoc" ||
            (/^(xlink:)?(href|src|action|formaction|data)$/i.test(name) &&
              /^(javascript|vbscript|data:text)/i.test(value.replace(/[\0-\x20]/g, ""))),
        )
        .map(({ name, value }) => `<${element.localName} ${name}="${value}">`),
    ),
  );
}

test("no page runs a text that it shows, nor makes an element of it", { timeout: 180_000 }, async () => {
  const faults: string[] = [];
  let [opened, texts] = [0, 0];
  const shown = pages.filter(({ name }) => !STATIC.test(name));
  const visits = [null, ana].flatMap((who) => forViewer(shown, who).map((each) => ({ ...each, who })));
  const feeds = ["/datastore.rss", "/blog/rss.xml", "/sitemap/items.xml"];
  visits.push(...feeds.map((name) => ({ name, address: name, who: null })));
  const waiting = visits.values();
  const work = async () => {
    const windows = new Map<Person | null, Page>();
    let at = "";
    for (const { name, address, who } of waiting) {
      at = `${name} (${who?.name ?? "visitor"})`;
      let page = windows.get(who);
      if (page === undefined) {
        page = await browser.window(who?.cookie);
        await trapped(page, (fault) => faults.push(`${at}: ${fault}`));
        windows.set(who, page);
      }
      await page.goto(address);
      if (!feeds.includes(name)) await hydrated(page);
      faults.push(...(await injected(page)).map((each) => `${at}: ${each}`));
      opened += 1;
      texts += (await page.evaluate(() => document.documentElement.textContent ?? "")).split("alert").length - 1;
    }
  };
  await Promise.all(Array.from({ length: WINDOWS }, work));
  console.info(`${opened} pages opened, with ${texts} hostile texts on them`);
  expect(faults).toEqual([]);
  expect(texts).toBeGreaterThan(10_000);
});
