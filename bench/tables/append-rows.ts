import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Pool } from "pg";
import { loadCsv } from "#infra/tables/load/load-csv.ts";
import { dataTable, physicalName, registerTable } from "#infra/tables/registry.ts";
import { tableMigrations } from "#infra/tables/table-migrations.ts";
import { combineRows } from "#infra/tables/versions/combine-rows.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { type Bench, type Measured, repeated, timed } from "../benchmark.ts";

const APPENDED_ROWS = 1_000;
const SMALL_ROWS = 10_000;
const LARGE_ROWS = 1_000_000;

/** An append to a large table, compared with one of the same rows to a small table: it must cost its own rows alone. */
export async function appendRows(bench: Bench): Promise<Measured[]> {
  const db = await bench.database();
  try {
    await migrate(db.pool, tableMigrations);
    const file = path.join(bench.folder, "appended.csv");
    const lines = Array.from({ length: APPENDED_ROWS }, (_, at) => `${at},name ${at}`);
    await writeFile(file, `id,name\n${lines.join("\n")}\n`);
    const sizes = { small: await filled(db.pool, SMALL_ROWS), large: await filled(db.pool, LARGE_ROWS) };
    const chains = { small: [sizes.small], large: [sizes.large] };
    const append = async (chain: string[]) => {
      const { seconds } = await timed(() => appendTo(db.pool, chain, { file, bench }));
      return seconds * 1_000;
    };
    // The first append of a table bounds the version before.
    await append(chains.small);
    await append(chains.large);
    const rounds = await repeated(async () => ({
      baseline: await append(chains.small),
      figure: await append(chains.large),
    }));
    const name = `append of ${APPENDED_ROWS} rows to ${LARGE_ROWS}`;
    return [{ name, unit: "ms", kind: "cost", against: `the same to ${SMALL_ROWS}`, samples: rounds }];
  } finally {
    await db.drop();
  }
}

/** Appends the rows of the file to the last version of a chain, as the job of an upload does. */
async function appendTo(
  pool: Pool,
  chain: string[],
  { file, bench }: { readonly file: string; readonly bench: Bench },
): Promise<void> {
  const loaded = await loadCsv({
    ...{ pool, source: file, folder: bench.folder, physical: physicalName(), signal: bench.signal },
  });
  if (!loaded.ok) throw new Error(loaded.failure.code);
  const base = chain.at(-1) as string;
  const added = loaded.table.physical;
  const combined = await combineRows(pool, { base, added, mode: "append", key: [], known: chain });
  if (!combined.ok) throw new Error(combined.failure.code);
  chain.push(added);
}

async function filled(pool: Pool, rows: number): Promise<string> {
  const physical = physicalName();
  const table = dataTable(physical);
  const columns = [
    { name: "id", label: "id", type: "bigint" as const },
    { name: "name", label: "name", type: "text" as const },
  ];
  const client = await pool.connect();
  try {
    await client.query(`CREATE TABLE ${table} AS SELECT n::bigint AS _row_id, n::bigint AS c0, 'name ' || n AS c1 FROM generate_series(1, ${rows}) AS n;
      ALTER TABLE ${table} ADD PRIMARY KEY (_row_id); ANALYZE ${table}`);
    await registerTable(
      client,
      { physical, kind: "dataset", layout: "columns", columns, rows, contentHash: "0" },
      null,
    );
  } finally {
    client.release();
  }
  return physical;
}
