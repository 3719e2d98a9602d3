import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import type { ClientBase } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TableVersion } from "#domain/core/values/table.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { eventually } from "#testing/eventually.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { migrate } from "../../postgres/migrations.ts";
import { loadCsv } from "../load/load-csv.ts";
import { prepareReaderRole } from "../reader-role.ts";
import { physicalName, registerTable } from "../registry.ts";
import { tableMigrations } from "../table-migrations.ts";
import { parseODataGroups, parseODataQuery } from "./query-options.ts";
import { readGroups } from "./read-groups.ts";
import { countMatches, openPage } from "./read-page.ts";

let db: FreshDatabase;
let folder: string;
let small: TableVersion;
let wide: TableVersion;
let many: TableVersion;
const signal = new AbortController().signal;
const MANY = 5_000;

beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, tableMigrations);
  await prepareReaderRole(db.pool);
  folder = await mkdtemp(path.join(tmpdir(), "odata-pages-"));
  small = await load(
    [
      "name,level,wet,day,at,seen,clock,2nd,exact",
      "Ann's,1,true,2026-01-01,2026-01-01T08:00:00,2026-01-01T08:00:00+02:00,08:00,x,0.1234567890123456789",
      "Bob,2.5,false,2026-01-02,2026-01-02T08:00:00.5,2026-01-02T08:00:00Z,09:30:15.25,y,1",
      "b%_b,,,,,,,,",
      '"two\nlines",-7,true,2025-12-31,2025-12-31T23:59:59,2025-12-31T23:59:59-01:00,23:59:59,z,12345678901234567890.5',
    ].join("\n"),
  );
  const columns = Array.from({ length: 400 }, (_, at) => `n${at}`);
  wide = await load(
    [columns.join(","), ...[1, 2, 3].map((row) => columns.map((_, at) => row * at).join(","))].join("\n"),
  );
  many = await load(
    ["n,group,maybe", ...Array.from({ length: MANY }, (_, at) => `${at},g${at % 7},${at % 3 ? at % 5 : ""}`)].join(
      "\n",
    ),
  );
}, 120_000);
afterAll(async () => {
  await db?.drop();
  await rm(folder, { recursive: true, force: true });
});

async function load(csv: string): Promise<TableVersion> {
  const source = Readable.from([Buffer.from(`${csv}\n`)]);
  const loaded = await loadCsv({ pool: db.pool, source, folder, physical: physicalName() });
  if (!loaded.ok) throw new Error(loaded.failure.code);
  return loaded.table;
}

function queryOf(table: TableVersion, options: Record<string, string>) {
  const parsed = parseODataQuery(new Map(Object.entries(options)), table.columns, "number");
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.query;
}

type Rows = readonly (Readonly<Record<string, unknown>> & { readonly _row_id: number })[];

async function page(
  table: TableVersion,
  options: Record<string, string> = {},
  { limit = 100_000, after = null as { rowId: string } | null } = {},
): Promise<Rows> {
  const query = queryOf(table, options);
  const opened = await openPage(db.pool, { physical: table.physical, query, after, limit, signal });
  if (!opened.ok) throw new Error(opened.reason);
  const rows: Rows[] = [];
  for await (const part of opened.parts) rows.push(part.map(({ json }) => JSON.parse(json)));
  return rows.flat();
}

/** The names of the rows that a filter of the small table finds. */
const found = async (filter: string) => (await page(small, { $filter: filter })).map(({ name }) => name);

test("a row has the values of its columns as OData writes them", async () => {
  const [first, second, empty] = await page(small);
  expect(first).toEqual({
    _row_id: 1,
    name: "Ann's",
    level: 1,
    wet: true,
    day: "2026-01-01",
    at: "2026-01-01T08:00:00Z",
    seen: "2026-01-01T06:00:00Z",
    clock: "08:00:00",
    _2nd: "x",
    exact: 0.12345678901234568,
  });
  expect(second).toMatchObject({ at: "2026-01-02T08:00:00.5Z", clock: "09:30:15.25", level: 2.5 });
  expect(Object.entries(empty ?? {}).flatMap(([name, value]) => (value === null ? [name] : []))).toHaveLength(8);
});

describe("filters", () => {
  test.each([
    ["name eq 'Ann''s'", ["Ann's"]],
    ["'Bob' eq name", ["Bob"]],
    ["level gt 1", ["Bob"]],
    ["1 lt level", ["Bob"]],
    ["level ge 1.0 and level le 2.50", ["Ann's", "Bob"]],
    ["level ne 1", ["Bob", "b%_b", "two\nlines"]],
    ["level eq null", ["b%_b"]],
    ["level ne null and not (level lt 0)", ["Ann's", "Bob"]],
    ["level gt null", []],
    ["not (level gt 1)", ["Ann's", "b%_b", "two\nlines"]],
    ["wet", ["Ann's", "two\nlines"]],
    ["wet eq false or level eq -7", ["Bob", "two\nlines"]],
    ["not wet", ["Bob"]],
    ["level in (1, -7)", ["Ann's", "two\nlines"]],
    ["name in ('Bob','x''y')", ["Bob"]],
    ["contains(name,'%_')", ["b%_b"]],
    ["contains(name,'nn') eq true", ["Ann's"]],
    ["startswith(name,'b')", ["b%_b"]],
    ["endswith(name,'b')", ["Bob", "b%_b"]],
    ["not endswith(name,'b')", ["Ann's", "two\nlines"]],
    ["day ge 2026-01-01", ["Ann's", "Bob"]],
    ["day lt 2026-01-01T00:00:00Z", ["two\nlines"]],
    ["seen eq 2026-01-01T08:00:00+02:00", ["Ann's"]],
    ["seen eq 2026-01-01T08:00:00 02:00", ["Ann's"]],
    ["at eq 2026-01-02T08:00:00.5000000Z", ["Bob"]],
    ["clock gt 09:00", ["Bob", "two\nlines"]],
    ["_2nd eq 'y'", ["Bob"]],
    ["exact eq 12345678901234567890.5", ["two\nlines"]],
    ["_row_id eq 2", ["Bob"]],
    ["name eq _2nd", []],
    ["day le seen", ["Ann's", "Bob", "two\nlines"]],
    ["true", ["Ann's", "Bob", "b%_b", "two\nlines"]],
    ["level lt INF", ["Ann's", "Bob", "two\nlines"]],
    ["level gt -INF and level ne NaN", ["Ann's", "Bob", "two\nlines"]],
    ["year(day) eq 2026", ["Ann's", "Bob"]],
    ["year(seen) eq 2026", ["Ann's", "Bob", "two\nlines"]],
    ["month(day) eq 12 and day(at) eq 31", ["two\nlines"]],
    ["hour(seen) eq 6", ["Ann's"]],
    ["minute(clock) ge 30 and second(clock) lt 16", ["Bob"]],
    ["date(at) gt 2025-12-31", ["Ann's", "Bob"]],
    ["date(seen) eq 2026-01-01", ["Ann's", "two\nlines"]],
    ["time(at) eq 08:00:00", ["Ann's"]],
    ["tolower(name) eq 'bob'", ["Bob"]],
    ["tolower(name) ne 'bob'", ["Ann's", "b%_b", "two\nlines"]],
    ["year(day) eq null", ["b%_b"]],
    ["contains(tolower(name),'ANN')", []],
    ["contains(toupper(name),'ANN')", ["Ann's"]],
    ["contains(tolower(name),tolower('OB'))", ["Bob"]],
    ["startswith(tolower(name),'b')", ["Bob", "b%_b"]],
    ["length(name) eq 3", ["Bob"]],
    ["indexof(name,'o') eq 1", ["Bob"]],
    ["substring(name,1,2) eq 'ob' or substring(name,-1) eq 'Bob'", ["Bob"]],
    ["trim(name) in ('Bob','b%_b')", ["Bob", "b%_b"]],
    ["round(level) eq 3 and floor(level) eq 2 and ceiling(level) eq 3", ["Bob"]],
    ["length(trim(tolower(name))) gt 4", ["Ann's", "two\nlines"]],
    ["false or level eq 1", ["Ann's"]],
    ["level eq 1 or level eq 2.5 and wet eq true", ["Ann's"]],
  ])("%s", async (filter, names) => {
    expect(await found(filter)).toEqual(names);
    expect(
      await countMatches(db.pool, {
        physical: small.physical,
        filter: queryOf(small, { $filter: filter }).filter,
        signal,
      }),
    ).toBe(names.length);
  });

  test.each(["' OR 1=1 --", "'; drop table x; --", "\\'", "$1", "%27"])("%s is only a value", async (text) => {
    expect(await found(`name eq '${text.replaceAll("'", "''")}'`)).toEqual([]);
    expect(await found(`contains(name,'${text.replaceAll("'", "''")}')`)).toEqual([]);
  });
});

test("$select has the chosen columns, in the order of the table", async () => {
  expect((await page(small, { $select: "level,name" }))[0]).toEqual({ name: "Ann's", level: 1 });
  expect((await page(small, { $select: "_row_id" }))[0]).toEqual({ _row_id: 1 });
  expect(Object.keys((await page(small, { $select: "*,name" }))[0]!)).toHaveLength(10);
});

test("nulls come first going up, and last going down", async () => {
  const names = async (order: string) => (await page(small, { $orderby: order })).map(({ _row_id }) => _row_id);
  expect(await names("level")).toEqual([3, 4, 1, 2]);
  expect(await names("level desc")).toEqual([2, 1, 4, 3]);
  expect(await names("wet desc, level asc")).toEqual([4, 1, 2, 3]);
});

test("$skip leaves out as many rows, with and without a filter", async () => {
  const ids = async (options: Record<string, string>, limit = 2) =>
    (await page(many, options, { limit })).map(({ _row_id }) => _row_id);
  expect(await ids({ $skip: "10" })).toEqual([11, 12]);
  expect(await ids({ $skip: "1", $filter: "group eq 'g3'" })).toEqual([11, 18]);
  expect(await ids({ $skip: "4999" })).toEqual([5000]);
  expect(await ids({ $skip: "99999" })).toEqual([]);
});

test.each<Record<string, string>>([
  {},
  { $orderby: "maybe desc, group" },
  { $orderby: "group desc,maybe" },
  { $orderby: "maybe", $filter: "n ge 100" },
  { $orderby: "_row_id desc" },
])("pages one after the other have every row once: %j", async (options) => {
  const whole = await page(many, options);
  const paged: Rows[number][] = [];
  for (let after: { rowId: string } | null = null; ;) {
    const part = await page(many, options, { limit: 700, after });
    paged.push(...part);
    if (part.length < 700) break;
    after = { rowId: String(part.at(-1)!._row_id) };
  }
  expect(paged.map(({ _row_id }) => _row_id)).toEqual(whole.map(({ _row_id }) => _row_id));
});

test("a wide table is read, filtered and ordered like others", async () => {
  const rows = await page(wide, { $filter: "n399 gt 400", $orderby: "n2 desc", $select: "n2,n399" });
  expect(rows).toEqual([
    { n2: 6, n399: 1197 },
    { n2: 4, n399: 798 },
  ]);
  expect(await page(wide, { $select: "n1", $orderby: "n2" }, { after: { rowId: "2" } })).toEqual([{ n1: 3 }]);
  expect(await page(wide, { $select: "n1" }, { after: { rowId: "1" }, limit: 1 })).toEqual([{ n1: 2 }]);
});

describe("groups", () => {
  async function groups(table: TableVersion, options: Record<string, string>, maxGroups = 10_000) {
    const parsed = parseODataGroups(new Map(Object.entries(options)), table.columns, "number");
    if (!parsed.ok) throw new Error(parsed.message);
    const read = await readGroups(db.pool, {
      physical: table.physical,
      groups: parsed.groups,
      maxGroups,
      maxBytes: 1_000_000,
      signal,
    });
    return read.ok ? read.rows.map((row) => JSON.parse(row) as Record<string, unknown>) : read.reason;
  }

  test("of a column, with counts, sums and the others", async () => {
    const rows = Array.from({ length: MANY }, (_, n) => ({ n, group: `g${n % 7}`, maybe: n % 3 ? n % 5 : null }));
    const expected = [...Map.groupBy(rows, ({ group }) => group)].map(([group, of]) => ({
      group,
      rows: of.length,
      total: of.reduce((sum, { n }) => sum + n, 0),
      least: of[0]?.n,
      most: of.at(-1)?.n,
      mean: of.reduce((sum, { n }) => sum + n, 0) / of.length,
      kinds: 5,
    }));
    const $apply =
      "groupby((group),aggregate($count as rows,n with sum as total,n with min as least,n with max as most,n with average as mean,maybe with countdistinct as kinds))";
    const found = await groups(many, { $apply });
    expect(found).toEqual(expected.map((each) => ({ ...each, mean: expect.closeTo(each.mean, 9) as number })));
    expect(await groups(many, { $apply, $orderby: "total desc", $top: "2", $skip: "1" })).toMatchObject(
      expected
        .toSorted((one, other) => other.total - one.total)
        .slice(1, 3)
        .map(({ group }) => ({ group })),
    );
  });

  test("of the rows that a filter leaves, and of all rows together", async () => {
    expect(await groups(many, { $apply: "filter(n lt 3)/aggregate(n with sum as total,$count as rows)" })).toEqual([
      { total: 3, rows: 3 },
    ]);
    expect(await groups(many, { $apply: "filter(n lt 9)/filter(n gt 5)/groupby((n))" })).toEqual(
      [6, 7, 8].map((n) => ({ n })),
    );
    expect(await groups(many, { $apply: "filter(n lt 0)/groupby((n))" })).toEqual([]);
    expect(await groups(many, { $apply: "filter(n lt 0)/aggregate(n with max as most,$count as rows)" })).toEqual([
      { most: null, rows: 0 },
    ]);
  });

  test("of every type, with null as a value of its own", async () => {
    const $apply =
      "groupby((wet),aggregate(name with max as last,seen with min as first,clock with max as latest,exact with sum as sum,level with average as mean))";
    expect(await groups(small, { $apply })).toEqual([
      { wet: null, last: "b%_b", first: null, latest: null, sum: null, mean: null },
      { wet: false, last: "Bob", first: "2026-01-02T08:00:00Z", latest: "09:30:15.25", sum: 1, mean: 2.5 },
      {
        wet: true,
        last: "two\nlines",
        first: "2026-01-01T00:59:59Z",
        latest: "23:59:59",
        sum: Number("12345678901234567890.6234567890123456789"),
        mean: -3,
      },
    ]);
  });

  test("of a wide table", async () => {
    expect(await groups(wide, { $apply: "aggregate(n399 with sum as total,n0 with max as none)" })).toEqual([
      { total: 2394, none: 0 },
    ]);
  });

  test("more than an answer may have are not cut off", async () => {
    expect(await groups(many, { $apply: "groupby((n))" }, 4_999)).toBe("too-many");
    expect(await groups(many, { $apply: "groupby((n))" }, 5_000)).toHaveLength(5_000);
    expect(await groups(many, { $apply: "groupby((n))", $top: "10" }, 100)).toHaveLength(10);
  });
});

test("numbers without an end are written and compared as OData has them", async () => {
  const physical = physicalName();
  await db.pool.query(
    `CREATE TABLE data."${physical}" AS SELECT n::bigint AS _row_id, v::double precision AS c0, v::numeric AS c1
     FROM (VALUES (1, 'Infinity'), (2, '-Infinity'), (3, 'NaN'), (4, '1.5'), (5, NULL)) AS given (n, v)`,
  );
  const columns = [
    { name: "double", label: "double", type: "double precision" },
    { name: "exact", label: "exact", type: "numeric" },
  ] as const;
  const table = { physical, kind: "dataset", layout: "columns", columns, rows: 5, contentHash: "" } as const;
  await registerTable(db.pool as unknown as ClientBase, table, null);
  const found = await page(table, { $select: "double,exact" });
  expect(found.map(({ double, exact }) => [double, exact])).toEqual([
    ["INF", "INF"],
    ["-INF", "-INF"],
    ["NaN", "NaN"],
    [1.5, 1.5],
    [null, null],
  ]);
  expect(await page(table, { $select: "double", $filter: "double eq INF or exact eq -INF" })).toHaveLength(2);
});

test("a reader who leaves a page, and a table that is gone, hold no connection", async () => {
  const query = queryOf(many, {});
  const gone = await openPage(db.pool, { physical: physicalName(), query, after: null, limit: 10, signal });
  expect(gone).toEqual({ ok: false, reason: "gone" });
  const left = await openPage(db.pool, { physical: many.physical, query, after: null, limit: 10_000, signal });
  if (!left.ok) throw new Error(left.reason);
  for await (const part of left.parts) {
    expect(part.length).toBeGreaterThan(0);
    break;
  }
  const leaving = new AbortController();
  const aborted = await openPage(db.pool, {
    physical: many.physical,
    query,
    after: null,
    limit: 10_000,
    signal: leaving.signal,
  });
  if (!aborted.ok) throw new Error(aborted.reason);
  await aborted.parts.next();
  leaving.abort();
  await expect(aborted.parts.next()).rejects.toThrow();
  await eventually(async () => db.pool.idleCount === db.pool.totalCount, 5_000, "A connection was not given back");
});
