import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TableVersion } from "#domain/core/values/table.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { migrate } from "../../postgres/migrations.ts";
import { loadCsv } from "../load/load-csv.ts";
import { measureTable } from "../measure-table.ts";
import { findTable, physicalName, tableStatistics } from "../registry.ts";
import { dropTable, sweepUnregistered } from "../remove-tables.ts";
import { openStream } from "../stream/open-stream.ts";
import { countRows, previewTable } from "../stream/preview-table.ts";
import { searchTable } from "../stream/search-table.ts";
import { parseStreamQuery } from "../stream/stream-query.ts";
import { tableMigrations } from "../table-migrations.ts";
import { type Combination, combineRows } from "./combine-rows.ts";

let db: FreshDatabase;
let folder: string;

beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, tableMigrations);
  folder = await mkdtemp(path.join(os.tmpdir(), "tributary-combine-"));
});
afterAll(async () => {
  await db?.drop();
  await rm(folder, { recursive: true, force: true });
});

async function loaded(csv: string, expected?: TableVersion): Promise<TableVersion> {
  const source = Readable.from([Buffer.from(csv)]);
  const physical = physicalName();
  const options = { pool: db.pool, source, folder, physical, ...(expected ? { expected: expected.columns } : {}) };
  const table = await loadCsv(options);
  if (!table.ok) throw new Error(table.failure.code);
  return table.table;
}

async function combined(
  base: TableVersion,
  csv: string,
  { mode = "append", key = [], known = [] }: Partial<Combination> = {},
) {
  const added = await loaded(csv, base);
  const asked = { base: base.physical, added: added.physical, mode, key, known };
  return { added, answer: await combineRows(db.pool, asked) };
}

async function next(base: TableVersion, csv: string, how: Partial<Combination> = {}): Promise<TableVersion> {
  const { answer } = await combined(base, csv, how);
  if (!answer.ok) throw new Error(answer.failure.code);
  return answer.table;
}

const query = (table: TableVersion, params: string) => {
  const parsed = parseStreamQuery(new URLSearchParams(params), table.columns, "dataset");
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.query;
};
async function csvOf(table: TableVersion, params = "", rangeBytes?: number): Promise<string> {
  const opened = await openStream({
    ...{ pool: db.pool, physical: table.physical, query: query(table, params), format: "csv", excel: false },
    ...(rangeBytes ? { rangeBytes } : {}),
  });
  if (!opened.ok) throw new Error(opened.reason);
  return text(opened.readable);
}
const storedIn = async ({ physical }: TableVersion) => (await findTable(db.pool, physical))?.storedIn;
const exists = async (name: string) =>
  (await db.pool.query("SELECT FROM pg_tables WHERE schemaname = 'data' AND tablename = $1", [name])).rowCount === 1;

const JUNE = "station,level\nMill,2\nWeir,3\n";

describe("an append", () => {
  test("stores its rows after those before, and every reader of each version sees exactly its rows", async () => {
    const first = await loaded(JUNE);
    const second = await next(first, "station,level\nLock,4\n", { known: [first.physical] });
    const third = await next(second, "level,station\n5,Ford\n6,Quay\n", { known: [first.physical, second.physical] });
    expect(await Promise.all([first, second, third].map(storedIn))).toEqual([
      first.physical,
      first.physical,
      first.physical,
    ]);
    const rows = ["Mill,2", "Weir,3", "Lock,4", "Ford,5", "Quay,6"];
    for (const [table, count] of [
      [first, 2],
      [second, 3],
      [third, 5],
    ] as const) {
      const own = rows.slice(0, count);
      expect(table.rows).toBe(count);
      for (const size of [undefined, 1])
        expect((await csvOf(table, "", size)).trim().split("\n")).toEqual(["station,level", ...own]);
      expect((await csvOf(table, "order=-_row_id&limit=1")).trim().split("\n")[1]).toBe(own.at(-1));
      expect((await csvOf(table, `offset=${count - 1}`)).trim().split("\n").slice(1)).toEqual(own.slice(-1));
      const asked = { pool: db.pool, physical: table.physical };
      expect(await countRows({ ...asked, filters: query(table, "level=gt.0").filters })).toBe(count);
      const latest = await previewTable({ ...asked, from: "latest", limit: 1 });
      expect(latest).toMatchObject({ total: count, rows: [{ station: own.at(-1)?.split(",")[0] }] });
      const found = await searchTable({
        ...asked,
        params: new URLSearchParams("order=-level"),
        page: 1,
        columns: null,
      });
      expect(found).toMatchObject({ matches: count, preview: { total: count } });
      await measureTable(db.pool, table.physical);
      expect(await tableStatistics(db.pool, table.physical)).toMatchObject({
        rows: count,
        columns: [{ distinct: count }, { max: own.at(-1)?.split(",")[1] }],
      });
    }
    expect(new Set([first, second, third].map(({ contentHash }) => contentHash)).size).toBe(3);
  });

  test("to an older version copies it, so that the versions after it keep their rows", async () => {
    const first = await loaded(JUNE);
    const second = await next(first, "station,level\nLock,4\n", { known: [first.physical] });
    const restored = await next(first, "station,level\nPier,9\n", { known: [first.physical, second.physical] });
    expect(await storedIn(restored)).toBe(restored.physical);
    expect([await csvOf(second), await csvOf(restored), await csvOf(first)]).toEqual([
      "station,level\nMill,2\nWeir,3\nLock,4\n",
      "station,level\nMill,2\nWeir,3\nPier,9\n",
      JUNE,
    ]);
  });

  test("whose event was never written is removed by the next one", async () => {
    const first = await loaded(JUNE);
    const dead = await next(first, "station,level\nGone,1\nGone,2\n", { known: [first.physical] });
    const second = await next(first, "station,level\nLock,4\n", { known: [first.physical] });
    expect([await storedIn(second), await findTable(db.pool, dead.physical)]).toEqual([first.physical, null]);
    expect(await csvOf(second)).toBe(`${JUNE}Lock,4\n`);
    const { rows } = await db.pool.query<{ last: string }>(`SELECT max(_row_id) AS last FROM data.${first.physical}`);
    expect(rows[0]?.last).toBe("3");
  });

  test("of a version that was dropped before its rows leaves nothing to the readers of others", async () => {
    const first = await loaded(JUNE);
    const second = await next(first, "station,level\nLock,4\n", { known: [first.physical] });
    await dropTable(db.pool, second.physical);
    expect([await csvOf(first), await exists(first.physical)]).toEqual([JUNE, true]);
    const third = await next(first, "station,level\nFord,5\n", { known: [first.physical] });
    await dropTable(db.pool, first.physical);
    await sweepUnregistered(db.pool, AbortSignal.timeout(20_000));
    expect([await findTable(db.pool, first.physical), await csvOf(third)]).toEqual([null, `${JUNE}Ford,5\n`]);
    await dropTable(db.pool, third.physical);
    expect(await exists(first.physical)).toBe(false);
  });

  test("of other columns or types is refused, and both tables stay", async () => {
    const first = await loaded(JUNE);
    for (const csv of ["station,depth\nLock,4\n", "station,level\nLock,high\n", "station\nLock\n"]) {
      const { answer, added } = await combined(first, csv);
      expect(answer).toMatchObject({ ok: false, failure: { code: "columns-changed" } });
      expect([await csvOf(first), await exists(added.physical)]).toEqual([JUNE, true]);
    }
  });

  test("of a wide table keeps its cells, in the order of the file too", async () => {
    const names = Array.from({ length: 400 }, (_, at) => `c${at}`);
    const line = (of: readonly string[], add = 0) => of.map((name) => Number(name.replace("c", "")) + add).join(",");
    const first = await loaded(`${names.join(",")}\n${line(names)}\n`);
    const turned = names.toReversed();
    const second = await next(first, `${turned.join(",")}\n${line(turned, 1)}\n`, { known: [first.physical] });
    expect((await csvOf(second)).trim().split("\n")).toEqual([names.join(","), line(names), line(names, 1)]);
  });

  test("is not seen by a stream that was opened before", async () => {
    const lines = Array.from({ length: 3_000 }, (_, at) => `row ${at},${at}`);
    const csv = `station,level\n${lines.join("\n")}\n`;
    const first = await loaded(csv);
    const opened = await openStream({
      ...{ pool: db.pool, physical: first.physical, query: query(first, ""), format: "csv", excel: false },
      rangeBytes: 20_000,
    });
    if (!opened.ok) throw new Error(opened.reason);
    const second = await next(first, "station,level\nlate,1\n", { known: [first.physical] });
    expect([await text(opened.readable), await csvOf(second)]).toEqual([csv, `${csv}late,1\n`]);
  });
});

describe("an upsert", () => {
  const upsert = (key: readonly string[], known: readonly string[] = []) => ({ mode: "upsert" as const, key, known });

  test("replaces the rows with its keys where they are, and adds the others at the end", async () => {
    const first = await loaded(JUNE);
    const second = await next(first, "level,station\n7,Lock\n9,Mill\n", upsert(["station"], [first.physical]));
    expect([await csvOf(first), await csvOf(second), second.rows]).toEqual([
      JUNE,
      "station,level\nMill,9\nWeir,3\nLock,7\n",
      3,
    ]);
    expect(await storedIn(second)).toBe(second.physical);
  });

  test("of new keys alone is an append", async () => {
    const first = await loaded(JUNE);
    const second = await next(first, "station,level\nLock,4\n", upsert(["station", "level"], [first.physical]));
    expect([await storedIn(second), await csvOf(second)]).toEqual([first.physical, `${JUNE}Lock,4\n`]);
  });

  test("after an append merges the rows of its own version alone", async () => {
    const first = await loaded(JUNE);
    await next(first, "station,level\nLock,4\n", { known: [first.physical] });
    const merged = await next(first, "station,level\nLock,5\nWeir,6\n", upsert(["station"], [first.physical]));
    expect(await csvOf(merged)).toBe("station,level\nMill,2\nWeir,6\nLock,5\n");
  });

  test.each<[string, string, readonly string[], object]>([
    [JUNE, "station,level\nLock,4\n,5\n", ["station"], { code: "key-empty", facts: { where: "file", row: 2 } }],
    [
      JUNE,
      "station,level\nA,1\nLock,4\nLock,5\n",
      ["station"],
      { code: "key-twice", facts: { where: "file", value: ["Lock"] } },
    ],
    [
      `${JUNE}Weir,4\n`,
      "station,level\nLock,5\n",
      ["station"],
      { code: "key-twice", facts: { where: "dataset", value: ["Weir"] } },
    ],
  ])("of %j with %j by %j is refused", async (before, csv, key, failure) => {
    const first = await loaded(before);
    const { answer } = await combined(first, csv, upsert(key));
    expect(answer).toMatchObject({ ok: false, failure });
    expect(await csvOf(first)).toBe(before);
  });
});
