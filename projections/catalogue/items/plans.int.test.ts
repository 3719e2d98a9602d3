import { Kysely, PostgresDialect } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fillCatalogue, OWNER } from "#testing/follower/catalogue-items.ts";
import { statementRecorder } from "#testing/plans/statement-costs.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { openQueries, type Queries } from "../../all.ts";
import type { CatalogueTables } from "../tables.ts";
import { ITEM_SORTS } from "./item-order.ts";
import { matchOf } from "./match-words.ts";

const ITEMS = 20_000;
/** Tables with as many rows as there are items; Postgres reads small ones whole. */
const LARGE = ["items", "words", "datasets"];

const LISTED = { categories: [], changedSince: null, sort: "newest" } as const;

let db: FreshDatabase;
let recorder: ReturnType<typeof statementRecorder>;
let queries: Queries;
beforeAll(async () => {
  db = await testDatabase();
  await fillCatalogue(db.pool, ITEMS);
  recorder = statementRecorder(db.url);
  queries = openQueries(new Kysely<unknown>({ dialect: new PostgresDialect({ pool: recorder.pool }) }));
}, 120_000);
afterAll(async () => {
  await recorder?.close();
  await db?.drop();
});

/** The statements of `work`: those that read a large table from end to end, and the pages that all of them read. */
async function statementsOf(work: (catalogue: Queries["catalogue"]) => Promise<unknown>) {
  const costs = await recorder.costsOf(() => work(queries.catalogue));
  return {
    statements: costs.length,
    whole: costs.filter(({ scanned }) => scanned.some((table) => LARGE.includes(table))).map(({ text }) => text),
    pages: costs.reduce((sum, { pages }) => sum + pages, 0),
  };
}

const ANY = { q: "", type: null, categories: [], sort: "newest" } as const;
const FIRST = { page: 1, after: null, before: null } as const;
const filters = [
  ...ITEM_SORTS.map((sort) => ({ ...ANY, sort })),
  { ...ANY, type: "connector" as const },
  { ...ANY, categories: ["Health"] },
  { ...ANY, categories: ["Health", "Finance"], type: "dataset" as const, sort: "users" as const },
  ...["rainfall", "ranfall lisbn", "zzqq", "station 12345", "published"].flatMap((q) => [
    { ...ANY, q, sort: "relevance" as const },
    { ...ANY, q, sort: "title" as const, type: "connector" as const },
  ]),
];

for (const viewer of [null, OWNER])
  test(`no list of ${viewer === null ? "a visitor" : "a user"} reads a whole table`, { timeout: 120_000 }, async () => {
    for (const filter of filters)
      for (const asked of [FIRST, { ...FIRST, page: "last" as const }, { ...FIRST, page: 40 }]) {
        const { whole, statements } = await statementsOf((catalogue) => catalogue.search(viewer, filter, asked, 20));
        expect([filter, whole]).toEqual([filter, []]);
        expect(statements).toBeLessThanOrEqual(8);
      }
    const others = await statementsOf(async (catalogue) => {
      await catalogue.featured(3, "users");
      await catalogue.featured(3, "newest");
      const { items } = await catalogue.itemsOf(viewer, { ...LISTED, kind: "dataset", q: "" }, { at: "first" }, 100);
      await catalogue.datasetsById(
        items.map(({ profileId }) => profileId),
        viewer,
      );
      const connectors = await catalogue.itemsOf(
        viewer,
        { ...LISTED, kind: "connector", q: "rain" },
        { at: "last" },
        100,
      );
      await catalogue.listedConnectors(
        connectors.items.map(({ profileId }) => profileId),
        viewer,
      );
      await catalogue.numberedItems(viewer, { ...LISTED, kind: "connector", q: "" }, { ...FIRST, page: 3 }, 100);
      await catalogue.managedItems(OWNER, { kind: "dataset", by: "owned" }, FIRST, 50);
      await catalogue.managedItems(OWNER, { kind: "dataset", by: "access" }, FIRST, 50);
    });
    expect(others.whole).toEqual([]);
  });

test("the first, the last and a far page by cursor read few pages each", async () => {
  const costOf = (asked: object) =>
    statementsOf((catalogue) => catalogue.search(null, ANY, { ...FIRST, ...asked }, 20));
  const far = { page: 500, after: "2025-01-07T22:40:00.000000Z~dataset-10000" };
  for (const asked of [{}, { page: "last" }, far]) expect((await costOf(asked)).pages).toBeLessThan(60);
});

test("names are found through an index", async () => {
  for (const find of [
    (catalogue: Queries["catalogue"]) => catalogue.authorsNamed("erson 49", 5),
    (catalogue: Queries["catalogue"]) => catalogue.connectionsNamed(OWNER, "rain", 5),
  ]) {
    const { whole, statements, pages } = await statementsOf(find);
    expect([whole, statements]).toEqual([[], 1]);
    expect(pages).toBeLessThan(200);
  }
  expect((await queries.catalogue.authorsNamed("erson 49", 5)).map(({ name }) => name)).toContain("Person 49");
  expect(await queries.catalogue.authorsNamed("erson_49", 5)).toEqual([]);
  expect((await statementsOf((catalogue) => catalogue.authorsNamed("er", 5))).statements).toBe(0);
});

test("a search finds its matches once, for its counts and for its page", async () => {
  for (const viewer of [null, OWNER])
    for (const filter of [
      { ...ANY, q: "rainfall lisbon", sort: "relevance" as const },
      { ...ANY, q: "rainfall lisbon", sort: "title" as const, type: "dataset" as const, categories: ["Health"] },
      { ...ANY, q: "rainfall", sort: "users" as const },
    ])
      for (const asked of [FIRST, { ...FIRST, page: "last" as const }, { ...FIRST, page: 3 }]) {
        const costs = await recorder.costsOf(() => queries.catalogue.search(viewer, filter, asked, 20));
        const finding = costs.filter(({ text }) => text.includes("@@"));
        expect([viewer, filter, asked, finding.length]).toEqual([viewer, filter, asked, 1]);
      }
});

test("among everybody's items a word is looked up as it is if the vocabulary has all words that contain it", async () => {
  const dialect = new PostgresDialect({ pool: recorder.pool });
  const tables = new Kysely<CatalogueTables>({ dialect }).withSchema("model_catalogue");
  const match = (text: string) => matchOf(tables, OWNER, text, "contained");
  // Looking up beginnings of words took fifteen times as long at 100,000 items.
  expect(await match("rainfall lisbon")).toMatchObject({
    any: "('rainfall':*) & ('lisbon':*)",
    listed: "('rainfall') & ('lisbon')",
    alone: true,
  });
  expect(await match("isbo")).toMatchObject({ alone: false });
  expect((await match("isbo"))?.listed).toBe("('isbo' | 'lisbon')");
  expect((await match("li 7"))?.listed).toBe("('li':*) & ('7')");
});
