import { Kysely, PostgresDialect } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTables, schemaOf } from "#runners/follower/model.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { openQueries } from "./all.ts";
import { instances } from "./instances/projection.ts";

let db: FreshDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db?.drop());

test("a query gives rows in the names of their columns here, and json columns as the event had them", async () => {
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: db.pool }) });
  const schema = schemaOf(instances);
  await kysely.transaction().execute((trx) => makeTables(trx, instances, schema));
  const consent = {
    hosts: ["api.example.com"],
    given_by: { first_name: "Ada" },
    places: [{ secret_field: "api_key" }],
  };
  await db.pool.query(
    `INSERT INTO ${schema}.instances VALUES ('i', 'ada', 'root', 'c', 'levels', '{"refresh_interval": 60}', $1, now(), true)`,
    [JSON.stringify(consent)],
  );
  const row = await openQueries(kysely).instances.byId("i");
  expect(Object.keys(row ?? {}).toSorted()).toEqual(Object.keys(instances.tables.instances.columns).toSorted());
  expect([row?.consent, row?.setup]).toEqual([consent, { refresh_interval: 60 }]);
});
