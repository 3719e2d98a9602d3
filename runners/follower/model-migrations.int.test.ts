import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrate } from "#infra/postgres/migrations.ts";
import { StartRefused } from "#infra/platform/start-refused.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { modelMigrations } from "./model-migrations.ts";

const TRIGRAMS = modelMigrations.findIndex(({ id }) => id === "models-005-trigrams");
const trigrams = modelMigrations[TRIGRAMS]!;

let db: FreshDatabase;
let database: string;
let role: string;
/** Connections of a user who owns nothing. */
let few: pg.Pool;
beforeEach(async () => {
  db = await testDatabase();
  const url = new URL(db.url);
  database = url.pathname.slice(1);
  role = `${database}_few_rights`;
  await db.pool.query(`create role "${role}" login; grant create on schema public to "${role}"`);
  url.username = role;
  few = new pg.Pool({ connectionString: url.href, max: 2 });
});
afterEach(async () => {
  await few?.end();
  await db.pool.query(`drop owned by "${role}" cascade; drop role "${role}"`);
  await db?.drop();
});

/** The sentence that a start ends with. */
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "started",
    (error: unknown) => {
      if (error instanceof StartRefused) return error.message;
      throw error;
    },
  );

test("a user who may create schemas, and no more, makes the tables and the extension for searches", async () => {
  await db.pool.query(`grant create on database "${database}" to "${role}"`);
  expect(await refusal(migrate(few, modelMigrations))).toBe("started");
});

test("a user who may not create the extension is told what is missing, unless somebody has created it", async () => {
  await migrate(db.pool, modelMigrations.slice(0, TRIGRAMS));
  await db.pool.query(`grant all on public.migrations to "${role}"`);
  const start = () => refusal(migrate(few, modelMigrations.slice(0, TRIGRAMS + 1)));
  expect(await start()).toBe(
    `Migration models-005-trigrams failed: permission denied to create extension "pg_trgm". The database user must own the database or may create schemas in it.`,
  );
  await db.pool.query("create extension pg_trgm");
  expect(await start()).toBe("started");
});

test("a server without the files of the extension is told which package has them", async () => {
  // This server has the files, so an extension is asked for whose files no server has.
  const sql = trigrams.sql.replace("pg_trgm", "pg_trgm_of_no_server");
  expect(await refusal(migrate(db.pool, [{ ...trigrams, sql }]))).toBe(
    `Migration models-005-trigrams failed: extension "pg_trgm_of_no_server" is not available. It is one of the extensions that come with Postgres: install the package postgresql-contrib on the database server.`,
  );
});
