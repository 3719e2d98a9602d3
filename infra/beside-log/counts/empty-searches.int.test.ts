import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { migrate } from "../../postgres/migrations.ts";
import { createEmptySearches, emptySearchMigrations } from "./empty-searches.ts";

let db: FreshDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, emptySearchMigrations);
});
beforeEach(() => db.pool.query("delete from search.empty_searches"));
afterAll(() => db?.drop());

const all = { limit: 50, offset: 0 };

test("the same words are one search, however they are typed, and processes add to each other", async () => {
  const [one, other] = [createEmptySearches(db.pool), createEmptySearches(db.pool)];
  for (const text of ["Rainfall  Bern", " rainfall bern", "x".repeat(200), "  "]) one.count(text);
  other.count("RAINFALL BERN");
  await Promise.all([one.close(), other.close()]);
  const { items, total } = await one.page(all);
  expect([items.map(({ phrase, searches }) => [phrase, searches]), total]).toEqual([
    [
      ["rainfall bern", 3],
      ["x".repeat(100), 1],
    ],
    2,
  ]);
  expect((await one.page({ limit: 1, offset: 1 })).items).toMatchObject([{ searches: 1 }]);
});

test("a day has room for a thousand phrases; those that are there are still counted", async () => {
  const searches = createEmptySearches(db.pool);
  for (let number = 0; number < 990; number += 1) searches.count(`first ${number}`);
  await searches.close();
  for (let number = 0; number < 500; number += 1) searches.count(`second ${number}`);
  searches.count("first 0");
  await searches.close();
  const { items, total } = await searches.page({ limit: 1, offset: 0 });
  expect([items.map(({ phrase, searches: times }) => [phrase, times]), total]).toEqual([[["first 0", 2]], 999]);
});

test("what is older than 30 days is removed and not shown", async () => {
  await db.pool.query(
    "insert into search.empty_searches values (current_date - 30, 'old', 9), (current_date - 29, 'young', 1)",
  );
  const searches = createEmptySearches(db.pool);
  expect((await searches.page(all)).items.map(({ phrase }) => phrase)).toEqual(["young"]);
  searches.count("young");
  await searches.close();
  const { rows } = await db.pool.query(
    "select phrase, sum(searches)::int as times from search.empty_searches group by 1",
  );
  expect(rows).toEqual([{ phrase: "young", times: 2 }]);
});
