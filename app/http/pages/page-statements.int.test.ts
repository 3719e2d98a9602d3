import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#testing/person.ts";
import { statementProxy, type StatementProxy } from "#testing/postgres/statement-proxy.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

let db: InstalledDatabase;
let proxy: StatementProxy;
let product: Product;
let author: Person;

beforeAll(async () => {
  db = await installedDatabase();
  proxy = await statementProxy(db.url);
  product = await startProduct({ ...db.installation, databaseUrl: proxy.url });
  author = await product.person("Author", 3);
  for (const title of ["Rainfall", "Snow"]) await author.upload("a,b\n1,2\n", { title });
});
afterAll(async () => {
  await product?.remove();
  await proxy?.close();
  await db?.drop();
});

/**
 * The statements of requests among those of the whole process: the least of several tries, because its jobs work too, and a
 * connection that is used for the first time has to prepare what others have prepared.
 */
async function statementsOf(ask: () => Promise<{ readonly status: number }>, most: number): Promise<readonly string[]> {
  let least: readonly string[] | null = null;
  for (let time = 0; time < 20 && (least === null || least.length > most); time += 1) {
    proxy.taken();
    expect((await ask()).status).toBe(200);
    const sent = proxy.taken().filter(({ application }) => / (?:reads|commands) /.test(application));
    const texts = sent.map(({ text }) => text).filter((text) => !/^\s*(?:set|begin|commit)\b/i.test(text));
    if (least === null || texts.length < least.length) least = texts;
  }
  return least ?? [];
}

test.each([
  ["the DataStore", "/datastore", 3],
  ["a later page of the DataStore", "/datastore?page=2&after=2020-01-01T00:00:00.000000Z~a", 4],
  ["a search", "/datastore?q=rainfall", 4],
  ["a search with filters and an order", "/datastore?q=rain&type=dataset&category=Other&sort=title", 4],
  ["a page without a list", "/about", 1],
])("a user's page asks the database a few times only: %s", async (_name, path, most) => {
  const statements = await statementsOf(() => author.get(path), most);
  expect(statements.length, statements.join("\n\n")).toBeLessThanOrEqual(most);
});

test.each([
  ["the DataStore, kept", "/datastore", 1],
  ["a search, kept", "/datastore?q=rainfall", 1],
])("a visitor's page asks the database a few times only: %s", async (_name, path, most) => {
  const statements = await statementsOf(() => product.call("GET", path), most);
  expect(statements.length, statements.join("\n\n")).toBeLessThanOrEqual(most);
});
