import { CamelCasePlugin, Kysely, PostgresDialect, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { runKept } from "./kept-statements.ts";

let database: FreshDatabase;
let db: Kysely<{ shops: { shopName: string; town: string } }>;
beforeAll(async () => {
  database = await testDatabase();
  await database.pool.query(
    "create table shops (shop_name text, town text); insert into shops values ('Ada', 'Graz'), ('Ben', 'Oslo'), ('Cid', 'Graz')",
  );
  const dialect = new PostgresDialect({ pool: database.pool });
  db = new Kysely({ dialect, plugins: [new CamelCasePlugin()] });
});
afterAll(() => database?.drop());

test("a statement is made once for each shape, and runs with the values of each call", async () => {
  let made = 0;
  const shopsIn = (towns: readonly string[], most: number) =>
    runKept(
      db,
      { shape: [towns.length, most], values: Object.fromEntries(towns.map((town, at) => [`town ${at}`, town])) },
      (parameter) => {
        made += 1;
        const asked = towns.map((_, at) => parameter(`town ${at}`));
        const shops = db.selectFrom("shops").select("shopName").orderBy("shopName").limit(most);
        return shops.where("town", "=", sql<string>`any(${asked})`);
      },
    );
  expect(await shopsIn(["Graz"], 5)).toEqual([{ shopName: "Ada" }, { shopName: "Cid" }]);
  expect(await shopsIn(["Oslo"], 5)).toEqual([{ shopName: "Ben" }]);
  expect(made).toBe(1);
  expect(await shopsIn(["Graz"], 1)).toEqual([{ shopName: "Ada" }]);
  expect(await shopsIn(["Oslo", "Graz"], 5)).toHaveLength(3);
  expect(made).toBe(3);
});

test("a value that a statement needs is not left out", async () => {
  const without = runKept(db, { shape: ["none"], values: {} }, (parameter) =>
    db.selectFrom("shops").selectAll().where("town", "=", parameter("town")),
  );
  await expect(without).rejects.toThrow("no value for town");
});
