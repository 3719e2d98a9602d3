import { afterAll, beforeAll, expect, test } from "vitest";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { migrate } from "../postgres/migrations.ts";
import { prepareReaderRole } from "./reader-role.ts";
import { dataTable, physicalName } from "./registry.ts";
import { tableMigrations } from "./table-migrations.ts";

let db: FreshDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, tableMigrations);
});
afterAll(() => db?.drop());

test("a start grants reading of the tables that lack it, and touches no other", async () => {
  const before = physicalName();
  await db.pool.query(`create table ${dataTable(before)} (_row_id bigint)`);
  expect(await prepareReaderRole(db.pool)).toEqual({ warning: null });
  const after = physicalName();
  const restored = physicalName();
  await db.pool
    .query(`create table ${dataTable(after)} (_row_id bigint); create table ${dataTable(restored)} (_row_id bigint);
    revoke select on ${dataTable(restored)} from tributary_reader`);
  const [first, second] = [await entry(before), await entry(after)];
  expect([first.readable, second.readable, (await entry(restored)).readable]).toEqual([true, true, false]);

  expect(await prepareReaderRole(db.pool)).toEqual({ warning: null });
  expect((await entry(restored)).readable).toBe(true);
  expect([await entry(before), await entry(after)]).toEqual([first, second]);
});

/** The table's row in the catalogue of Postgres: `version` changes whenever the row is written. */
async function entry(physical: string): Promise<{ readonly version: string; readonly readable: boolean }> {
  const { rows } = await db.pool.query<{ version: string; readable: boolean }>(
    "select xmin::text as version, has_table_privilege('tributary_reader', oid, 'select') as readable from pg_class where oid = $1::regclass",
    [dataTable(physical)],
  );
  return rows[0]!;
}
