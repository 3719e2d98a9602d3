import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ColumnType } from "#domain/core/values/table.ts";
import { statementRecorder } from "#testing/plans/statement-costs.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { migrate } from "../../postgres/migrations.ts";
import { physicalColumns } from "../column-sql.ts";
import type { Layout } from "../csv/row-format.ts";
import { dataTable, physicalName, registerTable, type TableKind } from "../registry.ts";
import { tableMigrations } from "../table-migrations.ts";
import { openStream } from "./open-stream.ts";
import { countRows, previewTable } from "./preview-table.ts";
import { parseStreamQuery } from "./stream-query.ts";

const ROWS = 200_000;
/** The table has some thousand pages of 8 kB; a hundred rows are in a few. */
const MAX_PAGES = 60;
const TYPES: readonly ColumnType[] = ["bigint", "text", "timestamptz"];
const COLUMNS = TYPES.map((type, at) => ({ name: `col_${at}`, label: `Col ${at}`, type }));

let db: FreshDatabase;
let recorder: ReturnType<typeof statementRecorder>;
const tables = new Map<string, string>();
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, tableMigrations);
  for (const [kind, layout] of [
    ["dataset", "columns"],
    ["dataset", "array"],
    ["pull", "columns"],
    ["pull", "array"],
  ] as const)
    tables.set(`${kind} ${layout}`, await makeTable(kind, layout));
  recorder = statementRecorder(db.url);
});
afterAll(async () => {
  await recorder?.close();
  await db?.drop();
});

async function makeTable(kind: TableKind, layout: Layout): Promise<string> {
  const physical = physicalName();
  const cells = ["n", "repeat('x', 60) || n", "now()"];
  const values = layout === "array" ? [`array[${cells.map((cell) => `(${cell})::text`).join(", ")}]`] : cells;
  const client = await db.pool.connect();
  try {
    await client.query(`create table ${dataTable(physical)} (${physicalColumns(layout, kind, TYPES)});
      insert into ${dataTable(physical)} select ${["n", ...(kind === "pull" ? ["'run'"] : []), ...values].join(", ")} from generate_series(1, ${ROWS}) n;
      alter table ${dataTable(physical)} add primary key (_row_id); analyze ${dataTable(physical)}`);
    await registerTable(client, { physical, kind, layout, columns: COLUMNS, rows: ROWS, contentHash: "0" }, null);
  } finally {
    client.release();
  }
  return physical;
}

async function streamed(physical: string, kind: TableKind, params: string): Promise<string> {
  const parsed = parseStreamQuery(new URLSearchParams(params), COLUMNS, kind);
  if (!parsed.ok) throw new Error(parsed.message);
  const format = parsed.query.format ?? "json";
  const opened = await openStream({ pool: recorder.pool, physical, query: parsed.query, format, excel: false });
  if (!opened.ok) throw new Error(opened.reason);
  return text(opened.readable);
}

describe.each([
  ["dataset", "columns"],
  ["dataset", "array"],
  ["pull", "columns"],
  ["pull", "array"],
] as const)("a %s in %s with many rows", (kind, layout) => {
  const physical = () => tables.get(`${kind} ${layout}`)!;
  const first = async (of: Promise<string>) => JSON.parse((await of).split("\n")[0] ?? "") as { col_0: number };

  test.each([
    ["the first rows", async () => (await preview("first"))?.rows[0]?.col_0, 1],
    ["the latest rows", async () => (await preview("latest"))?.rows.at(-1)?.col_0, ROWS],
    [
      "a page in the middle",
      async () => (await first(streamed(physical(), kind, "format=ndjson&limit=100&offset=150000"))).col_0,
      150_001,
    ],
    [
      "a page of a few columns",
      async () => (await first(streamed(physical(), kind, "format=ndjson&limit=100&columns=col_0"))).col_0,
      1,
    ],
    [
      "the last rows as CSV",
      async () => (await streamed(physical(), kind, "format=csv&offset=199999")).split("\n")[1]?.split(",")[0],
      String(ROWS),
    ],
  ])("%s: few pages are read", async (_what, read, expected) => {
    const costs = await recorder.costsOf(async () => expect(await read()).toBe(expected));
    expect(costs.length).toBeGreaterThan(0);
    for (const { text: sql, pages, scanned } of costs) {
      expect(
        scanned.filter((table) => table.startsWith("t_")),
        sql,
      ).toEqual([]);
      expect(pages, sql).toBeLessThanOrEqual(MAX_PAGES);
    }
  });

  test("their number: no rows are read", async () => {
    const counted = async () => expect(await countRows({ pool: recorder.pool, physical: physical() })).toBe(ROWS);
    expect(await recorder.costsOf(counted)).toEqual([]);
  });

  async function preview(from: "first" | "latest") {
    const found = await previewTable({ pool: recorder.pool, physical: physical(), from, limit: 100 });
    return found === "too-slow" ? null : found;
  }
});
