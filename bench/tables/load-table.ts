import { physicalName } from "#infra/tables/registry.ts";
import { loadCsv } from "#infra/tables/load/load-csv.ts";
import { measureTable } from "#infra/tables/measure-table.ts";
import { prepareReaderRole } from "#infra/tables/reader-role.ts";
import { tableMigrations } from "#infra/tables/table-migrations.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import type { Pool } from "pg";
import { type Bench, type Measured, repeated, timed } from "../benchmark.ts";
import { cleanCsv, copyIn } from "./clean-csv.ts";

const BYTES = 100_000_000;
const MB = 1_000_000;

/**
 * An upload's load of a clean file until its rows can be read, and its statistics after that, compared with COPY of that
 * file into a typed table.
 */
export async function load(bench: Bench): Promise<Measured[]> {
  const file = await cleanCsv(bench.folder, BYTES);
  const db = await bench.database();
  try {
    await migrate(db.pool, tableMigrations);
    await prepareReaderRole(db.pool);
    const rounds = await repeated(async () => {
      const bare = await bareLoad(db.pool, file.path);
      const ours = await loadTable(db.pool, file.path, bench);
      await db.pool.query(`DROP TABLE data.${ours.physical}`);
      const perSecond = (seconds: number) => file.bytes / MB / seconds;
      const whole = ours.seconds + ours.statisticsSeconds;
      return { baseline: perSecond(bare), readable: perSecond(ours.seconds), whole: perSecond(whole) };
    });
    const measured = (name: string, figure: "readable" | "whole"): Measured => ({
      name,
      unit: "MB/s",
      kind: "rate",
      against: "COPY FROM",
      samples: rounds.map((round) => ({ figure: round[figure], baseline: round.baseline })),
    });
    return [measured("load, until the rows can be read", "readable"), measured("load, with statistics", "whole")];
  } finally {
    await db.drop();
  }
}

/** Loads the file as an upload does: seconds until the table can be read, and those of its statistics. */
export async function loadTable(
  pool: Pool,
  file: string,
  bench: Bench,
): Promise<{ physical: string; rows: number; seconds: number; statisticsSeconds: number }> {
  const physical = physicalName();
  const { seconds, value } = await timed(() =>
    loadCsv({
      pool,
      source: file,
      folder: bench.folder,
      physical,
      signal: bench.signal,
    }),
  );
  if (!value.ok) throw new Error(value.failure.code);
  if (value.rejected.count > 0) throw new Error("The file was meant to be clean");
  const measured = await timed(() => measureTable(pool, physical, bench.signal));
  return { physical, rows: value.table.rows, seconds, statisticsSeconds: measured.seconds };
}

async function bareLoad(pool: Pool, file: string): Promise<number> {
  const client = await pool.connect();
  try {
    const { seconds } = await timed(() => copyIn(client, "public.bare", file));
    await client.query("DROP TABLE public.bare");
    return seconds;
  } finally {
    client.release();
  }
}
