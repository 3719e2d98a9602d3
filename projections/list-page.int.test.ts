import { Kysely, PostgresDialect, sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { ascending } from "#domain/core/lists/list-order.ts";
import { pageOf } from "./list-page.ts";

test("rows are counted only where a page does not tell how many there are", async () => {
  const db = await testDatabase();
  let statements = 0;
  const kysely = new Kysely<{ numbers: { n: number } }>({
    dialect: new PostgresDialect({ pool: db.pool }),
    log: () => void (statements += 1),
  });
  await sql`CREATE TABLE numbers AS SELECT n FROM generate_series(1, 5) n`.execute(kysely);
  const page = async (least: number, limit: number, offset: number) => {
    statements = 0;
    const found = kysely.selectFrom("numbers").select("n").where("n", ">=", least);
    const { items, total } = await pageOf(found, ascending({ n: "number" }), { limit, offset });
    return { numbers: items.map(({ n }) => n), total, statements };
  };
  expect(await page(1, 2, 0)).toEqual({ numbers: [1, 2], total: 5, statements: 2 });
  expect(await page(1, 2, 4)).toEqual({ numbers: [5], total: 5, statements: 1 });
  expect(await page(1, 2, 6)).toEqual({ numbers: [], total: 5, statements: 2 });
  expect(await page(9, 2, 0)).toEqual({ numbers: [], total: 0, statements: 1 });
  await db.drop();
});
