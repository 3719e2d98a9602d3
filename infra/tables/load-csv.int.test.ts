import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FreshDatabase } from "../fresh-database.ts";
import { migrate } from "../migrations.ts";
import { testDatabase } from "../test-database.ts";
import { type CsvLoaded, loadCsv } from "./load-csv.ts";
import { dataTable, physicalName } from "./registry.ts";
import { tableMigrations } from "./table-migrations.ts";

let db: FreshDatabase;
let folder: string;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, tableMigrations);
  folder = await mkdtemp(path.join(tmpdir(), "tables-"));
});
afterAll(async () => {
  await db.drop();
  await rm(folder, { recursive: true });
});

const FIXTURES = path.join(import.meta.dirname, "csv/fixtures");

type Expected = {
  file: string; encoding: string; delimiter: string; outcome: "clean" | "dirty" | "reject"; n_columns: number; n_rows: number;
  columns: string[]; first_row?: string[]; last_row?: string[]; must_stay_text?: string[]; skip_rows: number;
  odd_cells: { row: number; col: number; value: string }[];
};
const expected = JSON.parse(await readFile(path.join(FIXTURES, "expected.json"), "utf8")) as Expected[];
const ENCODINGS: Record<string, string> = { "latin-1": "windows-1252", cp932: "shift_jis" };

async function load(source: string, options: Partial<Parameters<typeof loadCsv>[0]> = {}): Promise<CsvLoaded> {
  const loaded = await loadCsv({ pool: db.pool, source, folder, physical: physicalName(), ...options });
  if (!loaded.ok) throw new Error(loaded.refusal.message);
  return loaded;
}

let files = 0;
async function file(content: string | Uint8Array): Promise<string> {
  const name = path.join(folder, `file-${(files += 1)}.csv`);
  await writeFile(name, content);
  return name;
}

async function cells(loaded: CsvLoaded): Promise<(string | null)[][]> {
  const list = loaded.table.columns.map((_, index) => `c${index}::text`).join(", ");
  const { rows } = await db.pool.query<{ row: (string | null)[] }>(
    `SELECT ARRAY[${list}]::text[] AS row FROM ${dataTable(loaded.table.physical)} ORDER BY _row_id`,
  );
  return rows.map(({ row }) => row);
}

describe("files of others", () => {
  test.each(expected.map((one) => [one.file, one] as const))("%s", async (name, wanted) => {
    const loaded = await load(path.join(FIXTURES, name));
    expect(loaded.encoding).toBe(ENCODINGS[wanted.encoding] ?? wanted.encoding);
    expect(loaded.dialect.delimiter).toBe(wanted.delimiter);
    expect(loaded.table.rows).toBe(wanted.n_rows);
    expect(loaded.table.columns.length + loaded.dropped.emptyColumns).toBe(wanted.n_columns);
    const labels = wanted.columns.map((label, index) => label.replace(/\s+/g, " ").trim() || `column_${index + 1}`);
    expect(loaded.table.columns.map((column) => column.label)).toEqual(labels.slice(0, loaded.table.columns.length));
    expect(new Set(loaded.table.columns.map((column) => column.name)).size).toBe(loaded.table.columns.length);
    expect(loaded.warnings.length > 0).toBe(loaded.rejected.count > 0 || loaded.dropped.emptyColumns > 0 || wanted.skip_rows > 0);
    const rows = await cells(loaded);
    const text = (row: (string | null)[] | undefined) => row?.map((cell) => cell ?? "");
    if (wanted.first_row) expect(text(rows[0])?.slice(0, wanted.first_row.length)).toEqual(wanted.first_row);
    if (wanted.last_row) expect(text(rows.at(-1))?.slice(0, wanted.last_row.length)).toEqual(wanted.last_row);
    for (const odd of wanted.odd_cells) {
      if (wanted.skip_rows === 0) expect(rows[odd.row - 1]?.[odd.col - 1]).toBe(odd.value);
    }
    for (const column of wanted.must_stay_text ?? []) {
      expect(loaded.table.columns.find(({ label }) => label === column)?.type).toBe("text");
    }
  });
});
