import type { ClientBase } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Column } from "#domain/core/values/table.ts";
import { eventually } from "#testing/eventually.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { migrate } from "../../postgres/migrations.ts";
import { prepareReaderRole } from "../reader-role.ts";
import { physicalName, registerTable, storageLock } from "../registry.ts";
import { tableMigrations } from "../table-migrations.ts";
import { parseODataGroups, parseODataQuery } from "./query-options.ts";
import { readGroups } from "./read-groups.ts";
import { countMatches, openPage } from "./read-page.ts";

type Table = { readonly physical: string; readonly columns: readonly Column[] };

const signal = new AbortController().signal;
let db: FreshDatabase;
/** 3 groups, each with a text of 4 MB that has six times as many bytes in JSON. */
let long: Table;
/** Two doubles whose sum no double holds, beside numbers that none holds. */
let huge: Table;

beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, tableMigrations);
  await prepareReaderRole(db.pool);
  const columns = { n: "bigint", text: "text" } as const;
  long = await made(columns, "SELECT n, n::bigint, repeat(chr(1), 4000000) FROM generate_series(1, 3) AS n");
  huge = await made(
    { d: "double precision", exact: "numeric" },
    "SELECT n, 1e308::double precision, 1e400::numeric FROM generate_series(1, 2) AS n",
  );
}, 120_000);
afterAll(async () => {
  await db?.drop();
});

async function made(types: Readonly<Record<string, Column["type"]>>, rows: string): Promise<Table> {
  const physical = physicalName();
  const columns = Object.entries(types).map(([name, type]) => ({ name, label: name, type }));
  const given = columns.map((_, at) => `c${at}`).join(", ");
  await db.pool.query(
    `CREATE TABLE data."${physical}" AS SELECT id::bigint AS _row_id, ${given} FROM (${rows}) AS given (id, ${given})`,
  );
  const table = { physical, kind: "dataset", layout: "columns", columns, rows: 10, contentHash: "" } as const;
  await registerTable(db.pool as unknown as ClientBase, table, null);
  return table;
}

async function groups(table: Table, options: Record<string, string>, maxBytes = 8_000_000) {
  const parsed = parseODataGroups(new Map(Object.entries(options)), table.columns, "number");
  if (!parsed.ok) throw new Error(parsed.message);
  const bounds = { maxGroups: 10_000, maxBytes };
  const read = await readGroups(db.pool, { physical: table.physical, groups: parsed.groups, ...bounds, signal });
  return read.ok ? read.rows : read.reason;
}

describe("the bytes of groups", () => {
  test("are counted by the database before it writes the groups out", async () => {
    expect(await groups(long, { $apply: "groupby((n,text))" })).toBe("too-many");
    // As JSON these are 1.2 GB, more than a value of Postgres may have.
    const many = Array.from({ length: 50 }, (_, at) => `text with max as t${at}`).join(",");
    expect(await groups(long, { $apply: `groupby((text),aggregate(${many}))` })).toBe("too-many");
    expect(await groups(long, { $apply: `aggregate(${many})` })).toBe("too-many");
  });

  test("are those of the groups that are asked for", async () => {
    const $apply = "groupby((n,text))";
    expect(await groups(long, { $apply, $top: "1", $skip: "1" }, 24_000_100)).toHaveLength(1);
    expect(await groups(long, { $apply, $top: "2", $skip: "1" }, 24_000_100)).toBe("too-many");
    expect(await groups(long, { $apply: "groupby((n))" }, 100)).toHaveLength(3);
  });

  test("are those of the JSON in UTF-8, to the last one", async () => {
    const table = await made({ text: "text" }, "SELECT n, repeat('é', 30) FROM generate_series(1, 3) AS n");
    const $apply = "groupby((text),aggregate($count as n))";
    const bytes = Buffer.byteLength(JSON.stringify({ text: "é".repeat(30), n: 3 }));
    expect(await groups(table, { $apply }, bytes)).toEqual([JSON.stringify({ text: "é".repeat(30), n: 3 })]);
    expect(await groups(table, { $apply }, bytes - 1)).toBe("too-many");
  });
});

test("a value under two names is of each of them", async () => {
  const $apply = "aggregate(n with sum as one,n with sum as two,n with max as most)";
  expect(await groups(long, { $apply })).toEqual(['{"one":6,"two":6,"most":3}']);
});

describe("a number that its type cannot hold", () => {
  test("is a refusal of the groups", async () => {
    expect(await groups(huge, { $apply: "aggregate(d with sum as s)" })).toBe("out-of-range");
    expect(await groups(huge, { $apply: "filter(d gt exact)/aggregate($count as n)" })).toBe("out-of-range");
    expect(await groups(huge, { $apply: "aggregate(exact with sum as s)" })).toHaveLength(1);
  });

  test.each(["d gt exact", "d gt round(exact)"])("is a refusal of the page and of the count: %s", async ($filter) => {
    const parsed = parseODataQuery(new Map([["$filter", $filter]]), huge.columns, "number");
    if (!parsed.ok) throw new Error(parsed.message);
    const { physical } = huge;
    const { query } = parsed;
    expect(await openPage(db.pool, { physical, query, after: null, limit: 10, signal })).toEqual({
      ok: false,
      reason: "out-of-range",
    });
    expect(await countMatches(db.pool, { physical, filter: query.filter, signal })).toBe("out-of-range");
  });
});

test("a table that is dropped while its groups wait to be read is gone", async () => {
  const table = await made({ n: "bigint" }, "SELECT n, n::bigint FROM generate_series(1, 3) AS n");
  const holder = await db.pool.connect();
  try {
    await holder.query(`SELECT pg_advisory_lock(${storageLock(table.physical)})`);
    const reading = groups(table, { $apply: "groupby((n))" });
    const isWaiting = async () =>
      (await db.pool.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")).rowCount === 1;
    await eventually(isWaiting, 20_000, "Reading took no lock of the table");
    await holder.query(`DROP TABLE data."${table.physical}"`);
    await holder.query("DELETE FROM registry.tables WHERE physical = $1", [table.physical]);
    await holder.query("SELECT pg_advisory_unlock_all()");
    expect(await reading).toBe("gone");
  } finally {
    holder.release(true);
  }
});
