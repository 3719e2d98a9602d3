import { readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OutsidePostgres, startOutsidePostgres } from "#testing/postgres/outside-postgres.ts";
import { PRODUCT_SECRET, type Product, startProduct } from "#testing/product.ts";
import { eventually } from "#testing/eventually.ts";
import { runTool } from "#testing/command/run-tool.ts";

/** deploy/roles.sql on a real Postgres: what each role may do, and that the product runs with it. */
const FILE = path.resolve(import.meta.dirname, "../../deploy/roles.sql");
let postgres: OutsidePostgres;
let product: Product | undefined;
let table: string;

const as = (role: string) => postgres.url.replace("tributary:not-checked@", `${role}:not-checked@`);

async function run(role: string, sql: string): Promise<string> {
  const client = new pg.Client({ connectionString: as(role) });
  await client.connect();
  try {
    // Nothing of it stays.
    await client.query("begin");
    await client.query(sql);
    return "may";
  } catch (error) {
    return String((error as { code?: string }).code);
  } finally {
    await client.end();
  }
}

async function applyRoles(): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(await readFile(FILE, "utf8"));
  await client.end();
}

beforeAll(async () => {
  postgres = await startOutsidePostgres();
  await applyRoles();
  const first = await startProduct({ databaseUrl: as("tributary_running") });
  await first.stop();
  await applyRoles();
  await applyRoles();
  product = await startProduct({ databaseUrl: as("tributary_running"), dataDir: first.dataDir });
  const ana = await product.person("Ana", 3);
  const { status, json } = await ana.upload("a,b\n1,2\n", { title: "Rows" });
  expect(status).toBe(201);
  const rows = await product.call("GET", `/d/${json.table_name}.json`, {
    headers: { authorization: `Bearer ${await ana.key()}` },
  });
  expect(rows.json).toEqual([{ a: 1, b: 2 }]);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const found = await client.query<{ physical: string }>(
    "select physical from registry.tables where ready_at is not null order by ready_at desc limit 1",
  );
  table = `data.${found.rows[0]!.physical}`;
  await client.end();
}, 120_000);
afterAll(async () => {
  await product?.remove();
  await postgres?.remove();
});

test("the product runs with it, and warns of no rights that it lacks", () => {
  expect(product?.output()).not.toMatch(
    /protected by its trigger alone|with all rights of the database user|"level":"error"/,
  );
});

const DENIED = "42501";
const EVERYTHING = (role: string, may: string) =>
  (
    [
      ["select from log.events limit 1", "may"],
      ["update log.events set type = 'x'", may],
      ["delete from log.events", may],
      ["truncate log.events", may],
      ["insert into log.events select * from log.events", may],
      ["alter table log.events disable trigger all", may],
      ["drop table log.events", may],
      ["alter function log.refuse_change() rename to other", may],
      ["create table log.other (n int)", may],
      ["alter table log.events owner to current_user", may],
    ] as const
  ).map(([sql, outcome]) => [role, sql, outcome] as const);

test.each([
  ...EVERYTHING("tributary_running", DENIED),
  ...EVERYTHING("tributary_reports", DENIED),
  ["tributary_running", "create role other", DENIED],
  ["tributary_running", "set role tributary_owner", DENIED],
  ["tributary_running", "create schema other", "may"],
  ["tributary_reports", "select from vault.secrets", DENIED],
  ["tributary_reports", "select from identity.one_time_tokens", DENIED],
  ["tributary_reports", "select from mail.queue", DENIED],
  ["tributary_reports", "select from model_users.users", DENIED],
  ["tributary_reports", "create schema other", DENIED],
  ["tributary_reports", "set role tributary_running", DENIED],
  ["tributary_owner", "alter table log.events add column other text", "may"],
  ["tributary_owner", "alter table registry.tables add column other text", "may"],
] as const)("%s: %s: %s", async (role, sql, outcome) => expect(await run(role, sql)).toBe(outcome));

test("reports read rows and cannot change them; the owner of the log is refused by its trigger too", async () => {
  expect(await run("tributary_reports", `select from ${table}`)).toBe("may");
  expect(await run("tributary_reports", `delete from ${table}`)).toBe(DENIED);
  expect(await run("tributary_owner", "delete from log.events")).not.toBe("may");
});

test("only the owner archives: the server's account may neither run it nor remove an event", async () => {
  const archive = (role: string) =>
    runTool("archive", ["--check"], {
      ...{ DATABASE_URL: as(role), DATA_DIR: product!.dataDir, APP_SECRET: PRODUCT_SECRET },
    });
  expect(await archive("tributary_running")).toMatchObject({
    status: 1,
    faults:
      "Only the owner of the log may remove events from the database: set DATABASE_URL to the account of tributary_owner for this command.\n",
  });
  await eventually(async () => (await archive("tributary_owner")).status === 0);
  expect(await archive("tributary_owner")).toMatchObject({ out: expect.stringContaining("0 in 0 archive files") });
  for (const sql of [
    "insert into log.archived_streams values ('run-a-1', 0, 1, 1)",
    "insert into log.archive_files values ('a', 'b', '2026-08', 1, 1, 1, 1, 1, 'c')",
    "select from log.archive_files, log.archived_streams",
  ])
    expect([sql, await run("tributary_running", sql)]).toEqual([sql, sql.startsWith("select") ? "may" : DENIED]);
});
