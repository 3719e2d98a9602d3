import { afterAll, beforeAll, expect, test } from "vitest";
import { lookAt } from "../../features/support/browser/accessibility.ts";
import { open, type TestBrowser, testBrowser } from "#testing/browser/chromium.ts";
import { forViewer, furnish, pagesOf, type Shown } from "#testing/browser/pages.ts";
import type { Person } from "#testing/person.ts";
import { failedJob } from "#testing/postgres/failed-job.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

/** Every page that the screenshots show, as a visitor and as an owner who is an admin too. */
let db: InstalledDatabase;
let product: Product;
let browser: TestBrowser;
let ana: Person;
let pages: readonly Shown[];

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct({ ...db.installation, env: { ADMIN_EMAILS: "ana@example.org" } });
  browser = await testBrowser(product.url);
  ana = await product.person("Ana", 3);
  pages = pagesOf(await furnish(ana));
  await failedJob(db.pool, "load-dataset", "a-dataset", "The disk was away");
  await product.call("GET", "/datastore?q=glacier");
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await product?.remove();
  await db?.drop();
});

test.each(["a visitor", "an owner who is an admin"])(
  "%s meets no barrier on any page, wide or narrow, light or dark",
  { timeout: 600_000 },
  async (who) => {
    const person = who === "a visitor" ? null : ana;
    const page = await browser.window(person?.cookie);
    const faults: string[] = [];
    for (const { name, address } of forViewer(pages, person)) {
      const looks = await lookAt({ page, open: async (path) => (await open(page, path), 200) }, address, [1280, 360]);
      for (const { as, barriers, broken, sideways } of looks)
        for (const fault of [
          ...barriers,
          ...broken.map((word) => `broken: ${word}`),
          ...(sideways ? ["sideways"] : []),
        ])
          faults.push(`${name} (${as}): ${fault}`);
    }
    expect(faults).toEqual([]);
  },
);

/** Searches and dialogs are states of their page; a tab is a page. */
const pageOf = (name: string) => name.replace(/\?(?!tab=).*$/, "").replace(/\?tab=(account|all|dataset|setup)$/, "");

test("every page and every tab has a title of its own", { timeout: 120_000 }, async () => {
  const pagesOfTitle = new Map<string, Set<string>>();
  for (const { name, address } of pages) {
    const title = /<title>([^<]*)/.exec((await ana.get(address)).text)?.[1];
    // A page without one leads to another.
    if (title === undefined || title.startsWith("Item not found")) continue;
    pagesOfTitle.set(title, (pagesOfTitle.get(title) ?? new Set()).add(pageOf(name)));
  }
  expect(pagesOfTitle.size).toBeGreaterThan(50);
  expect([...pagesOfTitle].filter(([, sharing]) => sharing.size > 1).map(([title, who]) => [title, ...who])).toEqual(
    [],
  );
});
