import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { documentation } from "../../documentation/doc-pages.ts";

let db: InstalledDatabase;
let product: Product;
let reader: Person;
let table: string;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  reader = await product.person("Reader", 3);
  table = (await reader.upload("a\n1\n", { title: "Own" })).json.table_name;
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

/** The page without what its scripts read, and without the places where long addresses are wrapped. */
const shown = async (path: string, person?: Person) => {
  const { status, text } = await (person ? person.get(path) : product.call("GET", path));
  const read = text.replace(/<script\b[\s\S]*?<\/script>/g, "").replaceAll("<wbr/>", "");
  return { status, text: read.replaceAll("&quot;", '"') };
};

test("each page is short enough to read, and every address in it is there", { timeout: 60_000 }, async () => {
  const ids = new Map<string, string>();
  const links: string[] = [];
  for (const { path } of documentation) {
    const { status, text } = await shown(path);
    expect([path, status]).toEqual([path, 200]);
    ids.set(path, [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => `#${id}`).join(" "));
    const body = text.slice(text.indexOf("<main"), text.indexOf("</main>"));
    links.push(
      ...[...body.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => (href.startsWith("#") ? path + href : href)),
    );
  }
  for (const href of new Set(links)) {
    const [path = "", hash] = href.split("#");
    const known = ids.get(path);
    if (known !== undefined) expect([href, hash === undefined || known.includes(`#${hash}`)]).toEqual([href, true]);
    else expect([href, (await product.call("GET", path)).status]).toEqual([href, expect.toBeOneOf([200, 302])]);
  }
});

test("addresses of the page as it was still lead somewhere", async () => {
  const { text } = await shown("/documentation");
  for (const id of ["powerbi", "excel", "python", "streams", "connectors", "examples", "keys"])
    expect(text, id).toContain(` id="${id}"`);
  expect((await product.call("GET", "/documentation/nothing")).status).toBe(404);
});

test("a reader's examples have the address of the site and of a table of theirs, and no key", async () => {
  const key = await reader.key();
  const { text } = await shown("/documentation", reader);
  expect(text).toContain(`/d/${table}.csv`);
  expect(text).not.toContain(key);
  const visitor = await shown("/documentation");
  expect(visitor.text).toContain("/d/&lt;table&gt;.csv");
  expect(visitor.text).not.toContain(table);
  expect(visitor.text).toMatch(/https?:\/\/[^/"]+\/d\//);
});

test.each([
  ["zzz", "No results for “zzz”"],
  ["powerbi", 'href="/documentation#powerbi"'],
  ["refresh excel", 'href="/documentation#excel"'],
  ["cursor_path", 'href="/documentation/keys-of-rows#key-pagination.cursor_path"'],
  ["retry-after", 'href="/documentation/connectors#holds-failures"'],
  ["graphql", 'href="/documentation/'],
])("a search for %s finds its place", async (q, place) => {
  const { status, text } = await shown(`/documentation?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  expect(text).toContain(place);
  expect(text).toContain('name="robots" content="noindex"');
});
