import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

const TABLES = 120;

let db: InstalledDatabase;
let product: Product;
let author: Person;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  author = await product.person("Author", 3);
  await author.upload("a,b\n1,2\n", { title: "Table 000" });
  // As many tables as uploads would make, in less time.
  await db.pool.query(
    `insert into model_tables.tables
     select copy.* from model_tables.tables first, generate_series(1, $1) n,
       jsonb_populate_record(first, jsonb_build_object('item_id', first.item_id || n, 'name', 'copy_' || n,
         'title', 'Table ' || lpad(n::text, 3, '0'))) copy
     where first.title = 'Table 000'`,
    [TABLES - 1],
  );
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

/** The tables on the page, and the one that is chosen. */
async function shown(query: string) {
  const { text } = await author.get(`/manage?tab=stream${query}`);
  const panel = /<div class="panel picks">.*?<\/fieldset>/s.exec(text)?.[0] ?? "";
  return {
    text,
    titles: [...panel.matchAll(/<strong>([^<]*)<\/strong>/g)].map((found) => found[1]),
    chosen: /<input [^>]*checked=""[^>]*value="([^"]*)"/.exec(panel)?.[1],
  };
}

test("the tables to stream come in pages, and the chosen one stays on each", async () => {
  const first = await shown("");
  expect([first.titles.length, first.titles[0]]).toEqual([50, "Table 000"]);
  expect(first.text).toContain("tables_page=3");
  const last = await shown("&tables_page=3");
  expect([last.titles.length, last.titles[0], last.chosen]).toEqual([20, "Table 100", "copy_100"]);
  expect(last.text).toContain('<input type="hidden" name="tables_page" value="3"/>');
  const elsewhere = await shown("&table=copy_7&tables_page=3");
  expect([elsewhere.titles.length, elsewhere.titles[0], elsewhere.chosen]).toEqual([21, "Table 007", "copy_7"]);
  expect((await shown("&tables_page=99")).titles).toEqual(last.titles);
  expect((await shown("&table=nobodys")).chosen).toBe(first.chosen);
});
