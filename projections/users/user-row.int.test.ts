import { Kysely, PostgresDialect } from "kysely";
import { expect, test } from "vitest";
import { migrate } from "#infra/postgres/migrations.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import { prepareModels } from "#runners/follower/model.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { allProjections, openQueries, userRowSql } from "../all.ts";

test("a user read with something else is the same row as the user read alone", async () => {
  const db = await testDatabase();
  await migrate(db.pool, modelMigrations);
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: db.pool }) });
  await prepareModels(kysely, allProjections);
  const read = async (id: string): Promise<unknown> =>
    (await db.pool.query<{ user: unknown }>(`SELECT ${userRowSql("$1::text")} AS user`, [id])).rows[0]?.user;
  await db.pool.query(
    `INSERT INTO model_users.users (id, name, email, plan, roles, verified, streaming_key_id, created_at)
     VALUES ('ada', 'Ada "the first"', 'ada@example.org', 2, '{admin,auditor}', true, 'key-1', now()), ('bea', 'Bea', '[erased]', 1, '{}', false, NULL, now())`,
  );
  const { users } = openQueries(kysely);
  for (const id of ["ada", "bea", "nobody"]) expect(await read(id)).toEqual(await users.byId(id));
  expect(await read("ada")).toMatchObject({ plan: 2, roles: ["admin", "auditor"], streamingKeyId: "key-1" });
  await db.drop();
});
