import { Kysely, PostgresDialect } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "#infra/postgres/migrations.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import { prepareModels } from "#runners/follower/model.ts";
import { type Filling, fillTables } from "#testing/plans/fill-tables.ts";
import { statementRecorder } from "#testing/plans/statement-costs.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { openQueries, type Queries } from "../../all.ts";
import { catalogue } from "../projection.ts";
import type { StoredSort } from "./item-order.ts";
import type { OneKind } from "./item-reads.ts";

/** Filters and orders of the lists of the API at 100,000 items: none reads the whole table. */
const ITEMS = 100_000;
/**
 * Of some ten thousand that table and indexes have. An order is walked until 100 items fit the filters; here each item is
 * on a page of its own, and one of sixteen fits.
 */
const MAX_PAGES = 3_000;
const SORTS: readonly StoredSort[] = ["newest", "updated", "title", "users", "rows"];

const FILLING: Filling = {
  "model_catalogue.items": {
    id: "'item-' || n",
    kind: "case when n % 10 = 0 then 'connector' else 'dataset' end",
    profile_id: "'item-' || n",
    owner_id: "'u' || n % 500",
    author: "'Person'",
    title: "'Station ' || md5(n::text)",
    summary: "repeat('About a station. ', 10)",
    category: "'category ' || n % 8",
    is_public: "n % 20 <> 0",
    status: "'ready'",
    taken_down: "false",
    listed: "n % 20 <> 0",
    subscriber_count: "n % 1000",
    live: "false",
    on_request: "false",
    license: "case when n % 10 = 0 then '' else 'license ' || n % 7 end",
    update_frequency: "''",
    created_at: "timestamptz '2025-01-01' + n * interval '1 minute'",
    updated_at: "timestamptz '2025-01-01' + (n * 7919 % 100000) * interval '1 minute'",
    changed_at: "timestamptz '2025-01-01' + (n * 7919 % 100000) * interval '1 minute'",
    title_order: "md5(n::text)",
    rows_order: "n * 31 % 50000",
    document: "to_tsvector('simple', 'station ' || n % 997)",
  },
};

let db: FreshDatabase;
let recorder: ReturnType<typeof statementRecorder>;
let queries: Queries["catalogue"];
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, modelMigrations);
  await prepareModels(new Kysely<unknown>({ dialect: new PostgresDialect({ pool: db.pool }) }), [catalogue]);
  await fillTables(db.pool, FILLING, ITEMS);
  recorder = statementRecorder(db.url);
  queries = openQueries(new Kysely<unknown>({ dialect: new PostgresDialect({ pool: recorder.pool }) })).catalogue;
}, 240_000);
afterAll(async () => {
  await recorder?.close();
  await db?.drop();
});

const ANY: OneKind = { kind: "dataset", q: "", categories: [], changedSince: null, sort: "newest" };
/** The last 100 changes of all, and the last half. */
const [RECENT, HALF] = ["2025-03-11T08:00:00Z", "2025-02-05T00:00:00Z"];

const filters: readonly OneKind[] = SORTS.flatMap((sort) => [
  { ...ANY, sort },
  { ...ANY, sort, kind: "connector" as const },
  { ...ANY, sort, categories: ["category 3"] },
  { ...ANY, sort, categories: ["category 3", "category 5"] },
  { ...ANY, sort, licenses: ["license 3"], updatedWithin: "week" as const },
  { ...ANY, sort, changedSince: RECENT },
  { ...ANY, sort, changedSince: HALF },
  { ...ANY, sort, changedSince: HALF, categories: ["category 1"] },
]);

for (const viewer of [null, "u7"])
  test(`a page of ${viewer === null ? "a visitor" : "a user"} is found by an index, whatever it is filtered by`, async () => {
    for (const of of filters) {
      const first = await queries.itemsOf(viewer, of, { at: "first" }, 100);
      const beside = first.after === null ? [] : [{ at: "after", cursor: first.items.at(-1)!.cursor } as const];
      for (const page of [{ at: "first" } as const, ...beside]) {
        const costs = await recorder.costsOf(() => queries.itemsOf(viewer, of, page, 100));
        const whole = costs.filter(({ scanned }) => scanned.includes("items")).map(({ text }) => text);
        const pages = costs.reduce((sum, cost) => sum + cost.pages, 0);
        expect([of, page.at, whole, pages < MAX_PAGES || pages]).toEqual([of, page.at, [], true]);
      }
    }
  }, 240_000);

test("what has changed since a time is all that has, and nothing else", async () => {
  const { items } = await queries.itemsOf(null, { ...ANY, changedSince: RECENT }, { at: "first" }, 1_000);
  const { rows } = await db.pool.query<{ id: string }>(
    "select id from model_catalogue.items where listed and kind = 'dataset' and changed_at >= $1 order by created_at desc, id desc",
    [RECENT],
  );
  expect(items.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  expect(rows.length).toBeGreaterThan(10);
  expect(await queries.countOf(null, { ...ANY, changedSince: RECENT })).toBe(rows.length);
});
