import { afterAll, beforeAll, expect, test } from "vitest";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { migrate } from "../../postgres/migrations.ts";
import { createPostViews, postViewMigrations } from "./post-views.ts";

let db: FreshDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, postViewMigrations);
});
afterAll(() => db?.drop());

/** The pool, and the statements that it got. */
function counting() {
  const statements: string[] = [];
  const query = ((sql: string, values: unknown[]) => {
    statements.push(sql.trim().split(/\s/)[0]!);
    return db.pool.query(sql, values);
  }) as typeof db.pool.query;
  return { pool: { query }, statements };
}

test("a thousand views are one statement, and processes add to each other", async () => {
  const { pool, statements } = counting();
  const [one, other] = [createPostViews(pool, { writeAfterMs: 60_000 }), createPostViews(db.pool)];
  for (let reader = 0; reader < 1_000; reader += 1) one.count(`p-${reader % 3}`, `reader ${reader}`);
  other.count("p-0", "somebody");
  expect((await one.of(["p-0", "p-1", "p-none"])).get("p-0")).toBe(334);
  await Promise.all([one.close(), other.close()]);
  expect(statements).toEqual(["select", "insert"]);
  expect([...(await other.of(["p-0", "p-1", "p-none"]))]).toEqual([
    ["p-0", 335],
    ["p-1", 333],
    ["p-none", 0],
  ]);
});

test("a reader who opens a post again within the hour is one view", async () => {
  let time = 0;
  const views = createPostViews(db.pool, { now: () => time });
  for (const minute of [0, 1, 59, 60, 61]) {
    time = minute * 60_000;
    views.count("p-again", "ana");
  }
  views.count("p-again", "ben");
  expect((await views.of(["p-again"])).get("p-again")).toBe(3);
  await views.close();
});

test("views are written by themselves after a while", async () => {
  const views = createPostViews(db.pool, { writeAfterMs: 10 });
  views.count("p-later", "ana");
  const written = async () =>
    (await db.pool.query("select views::int from blog.post_views where post_id = 'p-later'")).rows;
  await expect.poll(written).toEqual([{ views: 1 }]);
});
