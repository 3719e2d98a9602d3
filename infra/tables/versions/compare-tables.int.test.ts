import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { migrate } from "../../postgres/migrations.ts";
import { loadCsv } from "../load/load-csv.ts";
import { dataTable, physicalName, registerTable } from "../registry.ts";
import { tableMigrations } from "../table-migrations.ts";
import { combineRows } from "./combine-rows.ts";
import { compareTables } from "./compare-tables.ts";

let db: FreshDatabase;
let folder: string;

beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, tableMigrations);
  folder = await mkdtemp(path.join(os.tmpdir(), "tributary-compare-"));
});
afterAll(async () => {
  await db?.drop();
  await rm(folder, { recursive: true, force: true });
});

async function loaded(csv: string): Promise<string> {
  const source = Readable.from([Buffer.from(csv)]);
  const table = await loadCsv({ pool: db.pool, source, folder, physical: physicalName() });
  if (!table.ok) throw new Error(table.failure.code);
  return table.table.physical;
}
const compared = async (before: string, after: string, key: readonly string[] = []) =>
  compareTables(db.pool, { before: await loaded(before), after: await loaded(after) }, { key });

const JUNE = "station,level\nMill,2\nWeir,3\nLock,4\n";

test("rows are matched by a key: added, removed and changed ones are counted and shown", async () => {
  expect(await compared(JUNE, "level,station,note\n2,Mill,a\n7,Weir,b\n5,Ford,c\n6,Quay,d\n", ["station"])).toEqual({
    ok: true,
    comparison: {
      columns: { added: [{ name: "note", label: "note", type: "text" }], removed: [], retyped: [] },
      key: ["station"],
      counts: { added: 2, removed: 1, changed: 1, unchanged: 1 },
      samples: {
        added: [
          { level: 5, station: "Ford", note: "c" },
          { level: 6, station: "Quay", note: "d" },
        ],
        removed: [{ station: "Lock", level: 4 }],
        changed: [{ row: { level: 7, station: "Weir", note: "b" }, cells: [{ column: "level", before: 3, after: 7 }] }],
      },
    },
  });
});

test("without a key whole rows are compared, as often as they occur", async () => {
  const answer = await compared(`${JUNE}Mill,2\n`, "station,level\nMill,2\nMill,2\nMill,2\nWeir,4\nLock,4\n");
  expect(answer).toMatchObject({
    comparison: {
      counts: { added: 2, removed: 1, changed: 0, unchanged: 3 },
      samples: { removed: [{ station: "Weir", level: 3 }], changed: [] },
    },
  });
});

test("a column of another type is named, and its values are compared as texts", async () => {
  expect(await compared("id,v\n1,1\n2,2\n", "id,v\n1,1\n2,x\n", ["id"])).toMatchObject({
    comparison: {
      columns: { retyped: [{ name: "v", before: "bigint", after: "text" }] },
      counts: { changed: 1, unchanged: 1 },
    },
  });
});

test("empty cells are values like others", async () => {
  expect(await compared("id,v\n1,a\n2,\n3,\n", "id,v\n1,\n2,b\n3,\n", ["id"])).toMatchObject({
    comparison: { counts: { changed: 2, unchanged: 1 } },
  });
});

test("an appended version differs by the rows after the last one of the other", async () => {
  const [before, added] = [await loaded(JUNE), await loaded("station,level\nFord,5\nMill,2\n")];
  const answer = await combineRows(db.pool, { base: before, added, mode: "append", key: [], known: [before] });
  expect(answer.ok).toBe(true);
  for (const key of [[], ["level"]])
    expect(await compareTables(db.pool, { before, after: added }, { key })).toMatchObject(
      key.length === 0
        ? {
            comparison: {
              counts: { added: 2, removed: 0, changed: 0, unchanged: 3 },
              samples: { added: [{ station: "Ford" }, { station: "Mill" }] },
            },
          }
        : { ok: false, fault: { code: "key-value-twice", version: "after", value: ["2"] } },
    );
  expect(await compareTables(db.pool, { before: added, after: before }, { key: [] })).toMatchObject({
    comparison: {
      counts: { added: 0, removed: 2, changed: 0, unchanged: 3 },
      samples: { removed: [{ station: "Ford" }, { station: "Mill" }] },
    },
  });
});

test("wide tables are compared too", async () => {
  const names = Array.from({ length: 400 }, (_, at) => `c${at}`);
  const line = (add: number) => names.map((_, at) => (at === 7 ? at + add : at)).join(",");
  expect(await compared(`${names.join(",")}\n${line(0)}\n`, `${names.join(",")}\n${line(1)}\n`, ["c0"])).toMatchObject({
    comparison: { counts: { changed: 1 }, samples: { changed: [{ cells: [{ column: "c7", before: 7, after: 8 }] }] } },
  });
});

describe("a key that does not identify the rows", () => {
  test.each<[string, string, readonly string[], object]>([
    [JUNE, JUNE, ["depth"], { code: "key-column-unknown", column: "depth" }],
    [JUNE, `${JUNE}Lock,5\n`, ["station"], { code: "key-value-twice", version: "after", value: ["Lock"] }],
    [`${JUNE}Lock,5\n`, JUNE, ["station"], { code: "key-value-twice", version: "before", value: ["Lock"] }],
    [JUNE, `${JUNE},5\n`, ["station"], { code: "key-value-missing", version: "after", row: 4 }],
  ])("%j and %j by %j", async (before, after, key, fault) => {
    expect(await compared(before, after, key)).toEqual({ ok: false, fault });
  });
});

/** A table of `rows` rows without a file. */
async function filled(rows: number, value: string): Promise<string> {
  const physical = physicalName();
  const columns = [
    { name: "id", label: "id", type: "bigint" as const },
    { name: "note", label: "note", type: "text" as const },
  ];
  const client = await db.pool.connect();
  await client.query(`CREATE TABLE ${dataTable(physical)} AS SELECT n::bigint AS _row_id, n::bigint AS c0, ${value} AS c1 FROM generate_series(1, ${rows}) AS n;
    ALTER TABLE ${dataTable(physical)} ADD PRIMARY KEY (_row_id); ANALYZE ${dataTable(physical)}`);
  await registerTable(client, { physical, kind: "dataset", layout: "columns", columns, rows, contentHash: "0" }, null);
  client.release();
  return physical;
}

test("a million rows are compared in the database: the process holds only the samples", async () => {
  const rows = 1_000_000;
  const before = await filled(rows, "'row ' || n");
  const after = await filled(rows + 5, "CASE WHEN n % 1000 = 0 THEN 'changed' ELSE 'row ' || n END");
  const heap = process.memoryUsage().heapUsed;
  const answer = await compareTables(db.pool, { before, after }, { key: ["id"] });
  expect(answer).toMatchObject({
    comparison: { counts: { added: 5, removed: 0, changed: 1_000, unchanged: 999_000 } },
  });
  expect(process.memoryUsage().heapUsed - heap).toBeLessThan(50_000_000);
}, 60_000);
