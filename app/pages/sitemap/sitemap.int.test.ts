import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

let db: InstalledDatabase;
let product: Product;
let owner: Person;
let listed: string;
let hidden: string;
let connector: string;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct({ ...db.installation, env: { APP_URL: "https://data.example.org/" } });
  owner = await product.person("Owner", 3);
  listed = (await owner.upload("a\n1\n", { title: "Listed & public", description: "Levels of “one” river" })).json.id;
  hidden = (await owner.upload("a\n1\n", { title: "Hidden", is_public: "false" })).json.id;
  const dsl = {
    protocol: "rest",
    auth: { type: "none" },
    operations: [{ id: "rows", url: "https://api.example.org" }],
  };
  connector = (await owner.post("/api/connectors/upload", { title: "Rates", is_public: true, dsl })).json.id;
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const addressesIn = (text: string) => [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
const headOf = async (path: string) => {
  const { status, text: whole } = await product.call("GET", path, { headers: { accept: "text/html" } });
  // Drawings have titles too.
  const text = whole.slice(0, whole.indexOf("</head>"));
  const contents = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, content]) => content);
  const meta = (name: string) => contents(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`, "g"));
  return {
    status,
    title: contents(/<title>([^<]*)<\/title>/g),
    canonical: contents(/<link rel="canonical" href="([^"]*)"/g),
    description: meta("description"),
    noindex: meta("robots"),
    preview: ["og:title", "og:description", "og:url", "og:image"].map((name) => meta(name).length),
  };
};

test("the sitemap has the pages and what everybody sees, under the address of the installation", async () => {
  const { status, headers, text } = await product.call("GET", "/sitemap.xml");
  expect([status, headers.get("content-type")]).toEqual([200, "application/xml; charset=utf-8"]);
  const addresses = addressesIn(text);
  expect(addresses).toContain("https://data.example.org/datastore");
  expect(addresses).toContain(`https://data.example.org/dataset_profile/${listed}`);
  expect(addresses).toContain(`https://data.example.org/connector_profile/${connector}`);
  expect(addresses).toContain("https://data.example.org/blog/one-list-of-issues");
  expect(addresses.join()).not.toContain(hidden);
  expect(addresses.join()).not.toContain("imprint");
  expect(text).toMatch(/dataset_profile[^<]*<\/loc><lastmod>\d{4}-\d\d-\d\dT/);
});

test("every page in the sitemap is there, may be listed, and says what it is", async () => {
  const { text } = await product.call("GET", "/sitemap.xml");
  const titles = new Set<string>();
  for (const address of addressesIn(text)) {
    const { pathname } = new URL(address ?? "");
    const seen = await headOf(`${pathname}?utm_source=mail`);
    expect([pathname, seen.status, seen.canonical, seen.title.length, seen.preview]).toEqual([
      ...[pathname, 200, [address], 1],
      [1, seen.description.length, 1, 1],
    ]);
    if (pathname !== "/datastore") expect([pathname, seen.noindex]).toEqual([pathname, []]);
    if (!/_profile/.test(pathname)) expect([pathname, seen.description.length]).toEqual([pathname, 1]);
    titles.add(seen.title[0] ?? "");
  }
  expect(titles.size).toBe(addressesIn(text).length);
});

test.each([
  ...["/dataset_profile/none", "/connector_profile/none", "/blog/none", "/dataapps/none", "/unsubscribe/none"],
  ...["/documentation/none", "/nothing-is-here"],
])("%s says in its title that there is nothing", async (path) => {
  const { status, title } = await headOf(path);
  expect([status, title]).toEqual([404, ["Item not found | Tributary"]]);
});

test.each(["/imprint", "/login", "/forgot-password", "/datastore?q=river"])(
  "%s asks not to be listed",
  async (path) => {
    expect((await headOf(path)).noindex).toEqual(["noindex"]);
  },
);

test("a private item asks not to be listed, and its owner's pages do", async () => {
  for (const path of [`/dataset_profile/${hidden}`, "/manage", "/manage?tab=stream", "/upload?tab=connector"])
    expect((await owner.get(path)).text, path).toContain('name="robots" content="noindex"');
});

test("robots learn where the sitemap is, and where they have nothing to look for", async () => {
  const { status, headers, text } = await product.call("GET", "/robots.txt");
  expect([status, headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(text).toContain("Sitemap: https://data.example.org/sitemap.xml\n");
  for (const path of ["/api/", "/manage", "/account"]) expect(text).toContain(`Disallow: ${path}\n`);
  expect(text).not.toContain("Disallow: /dataset_profile");
});

test.each([
  ["/favicon.ico", "image/x-icon"],
  ["/favicon.svg", "image/svg+xml"],
  ["/apple-touch-icon.png", "image/png"],
  ["/preview.png", "image/png"],
])("%s is there", async (path, type) => {
  const { status, headers } = await product.call("GET", path);
  expect([status, headers.get("content-type")]).toEqual([200, type]);
});

test.each(["?kind=dataset", "?kind=table&from=2026-01-01T00:00:00.000000Z~a", "?kind=dataset&from=now"])(
  "a part of the sitemap that no index names is not there: %s",
  async (query) => {
    expect((await product.call("GET", `/sitemap/items.xml${query}`)).status).toBe(404);
  },
);
