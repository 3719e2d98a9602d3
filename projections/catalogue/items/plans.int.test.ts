import { type CompiledQuery, Kysely, PostgresDialect } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fillCatalogue, OWNER } from "#testing/follower/catalogue-items.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { openQueries, type Queries } from "../../all.ts";
import { ITEM_SORTS } from "./item-order.ts";

const ITEMS = 20_000;
/** Tables with as many rows as there are items; Postgres reads small ones whole. */
const LARGE = ["items", "words", "datasets"];

let db: FreshDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await fillCatalogue(db.pool, ITEMS);
}, 120_000);
afterAll(() => db?.drop());

type Plan = {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Shared Hit Blocks": number;
  readonly "Shared Read Blocks": number;
  readonly Plans?: readonly Plan[];
};

/** The statements of `work`: those that read a large table from end to end, and the blocks that each reads. */
async function statementsOf(work: (catalogue: Queries["catalogue"]) => Promise<unknown>) {
  const run: CompiledQuery[] = [];
  const kysely = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: db.pool }),
    log: ({ query }) => void run.push(query),
  });
  await work(openQueries(kysely).catalogue);
  const whole: string[] = [];
  let blocks = 0;
  for (const { sql, parameters } of run) {
    const { rows } = await db.pool.query<{ "QUERY PLAN": readonly [{ readonly Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`,
      [...parameters],
    );
    const plan = rows[0]!["QUERY PLAN"][0].Plan;
    blocks += plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
    for (const node of nodesOf(plan))
      if (node["Node Type"] === "Seq Scan" && LARGE.includes(node["Relation Name"] ?? "")) whole.push(sql);
  }
  return { statements: run.length, whole, blocks };
}

function nodesOf(plan: Plan): readonly Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
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
      await catalogue.featured(3);
      const { items } = await catalogue.newestItems(viewer, { kind: "dataset", q: "" }, { at: "first" }, 100);
      await catalogue.datasetsById(
        items.map(({ profileId }) => profileId),
        viewer,
      );
      const connectors = await catalogue.newestItems(viewer, { kind: "connector", q: "rain" }, { at: "last" }, 100);
      await catalogue.listedConnectors(
        connectors.items.map(({ profileId }) => profileId),
        viewer,
      );
      await catalogue.numberedItems(viewer, { kind: "connector", q: "" }, { ...FIRST, page: 3 }, 100);
      await catalogue.managedItems(OWNER, { kind: "dataset", by: "owned" }, FIRST, 50);
      await catalogue.managedItems(OWNER, { kind: "dataset", by: "access" }, FIRST, 50);
    });
    expect(others.whole).toEqual([]);
  });

test("the first, the last and a far page by cursor read as few blocks as each other", async () => {
  const pages = async (asked: object) =>
    (await statementsOf((catalogue) => catalogue.search(null, ANY, { ...FIRST, ...asked }, 20))).blocks;
  const far = { page: 500, after: "2025-01-07T22:40:00.000000Z~dataset-10000" };
  for (const asked of [{}, { page: "last" }, far]) expect(await pages(asked)).toBeLessThan(60);
});
