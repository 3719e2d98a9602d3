import { writeFile } from "node:fs/promises";
import path from "node:path";
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import { type CsvFile, csvFileOf } from "#testing/files/csv/csv-file.ts";
import { type Outcome, OUTCOMES, type Verdict, verdictOf } from "#testing/files/csv/csv-verdict.ts";
import { verdictOfOurs } from "#testing/files/csv/judge-read.ts";
import type { Bench, Measured } from "../benchmark.ts";

const FILES = 3_000;
const SHOWN_KINDS = 40;

/** Many small files of many programs, most of them damaged in one way: how many are read right, by place of each cell. */
export async function files(bench: Bench): Promise<Measured[]> {
  const database = await DuckDBInstance.create(":memory:");
  const connection = await database.connect();
  const ours = new Tally();
  const duckdb = new Tally();
  let seed = 0;
  for (let read = 0; read < (bench.count ?? FILES) && !bench.signal.aborted; seed += 1) {
    const file = csvFileOf(seed);
    if (!file) continue;
    read += 1;
    ours.add(file, seed, await verdictOfOurs(file));
    duckdb.add(file, seed, await verdictOfDuckDb(connection, bench.folder, file));
  }
  connection.closeSync();
  for (const line of ours.kinds()) console.log(line);
  const seen = OUTCOMES.filter((outcome) => ours.share(outcome) > 0 || duckdb.share(outcome) > 0);
  return seen.map((outcome) => ({
    name: `files, ${outcome}`,
    unit: "%",
    kind: outcome === "right" ? ("rate" as const) : ("cost" as const),
    against: "DuckDB's reader",
    samples: [{ figure: ours.share(outcome), baseline: duckdb.share(outcome) }],
  }));
}

/** Outcomes of files, and those of each kind of damage that was not read right. */
class Tally {
  #files = 0;
  readonly #outcomes = new Map<Outcome, number>();
  readonly #kinds = new Map<string, { files: number; first: string }>();

  add({ style, header, damage }: CsvFile, seed: number, { outcome, because }: Verdict): void {
    this.#files += 1;
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1);
    if (outcome === "right") return;
    const kind = `${outcome}: ${damage}`;
    const known = this.#kinds.get(kind) ?? { files: 0, first: `seed ${seed}, ${style}, ${header}: ${because}` };
    this.#kinds.set(kind, { ...known, files: known.files + 1 });
  }

  share(outcome: Outcome): number {
    return (100 * (this.#outcomes.get(outcome) ?? 0)) / this.#files;
  }

  /** A line for each kind, the most frequent first. */
  kinds(): string[] {
    return [...this.#kinds]
      .sort((a, b) => b[1].files - a[1].files)
      .slice(0, SHOWN_KINDS)
      .map(
        ([kind, { files: count, first }]) =>
          `${kind.padEnd(60)} ${String(count).padStart(5)} files   ${first.slice(0, 150)}`,
      );
  }
}

async function verdictOfDuckDb(connection: DuckDBConnection, folder: string, file: CsvFile): Promise<Verdict> {
  const at = path.join(folder, "duckdb.csv");
  await writeFile(at, file.text);
  try {
    const reader = await connection.runAndReadAll(`SELECT CAST(COLUMNS(*) AS VARCHAR) FROM read_csv('${at}')`);
    const rows = reader.getRows().map((row) => row.map((cell) => (cell === null ? null : String(cell))));
    return verdictOf(file, { labels: reader.columnNames(), rows, aside: new Set(), told: false });
  } catch {
    return verdictOf(file, null);
  }
}
