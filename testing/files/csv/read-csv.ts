import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { LoadReport } from "#domain/dataset/load-report.ts";
import type { LoadSettings } from "#domain/dataset/load-settings.ts";
import { readerHere } from "#infra/tables/csv/csv-reader.ts";
import { CSV_LIMITS, namedColumns } from "#infra/tables/csv/plan.ts";
import { type Breaks, noteBreaks, reportOf } from "#infra/tables/load/report-of.ts";
import { binaryRows } from "../binary-rows.ts";

/** A file as a load reads it. `aside`: the rows that it sets aside, with all the lines of each. */
export type CsvRead =
  | {
      readonly ok: true;
      readonly columns: ReturnType<typeof namedColumns>;
      readonly rows: readonly (readonly (string | null)[])[];
      readonly aside: readonly { readonly line: number; readonly text: string }[];
      readonly report: LoadReport;
    }
  | { readonly ok: false; readonly failure: object };

/** Reads a CSV file as a load does, without a database: again with other types until they hold. */
export async function readCsv(file: string | Buffer, settings: LoadSettings = {}): Promise<CsvRead> {
  const folder = await mkdtemp(path.join(tmpdir(), "csv-"));
  try {
    const source = path.join(folder, "file");
    await writeFile(source, file);
    return await readAt(source, `${source}.rejected`, settings);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function readAt(source: string, rejectedPath: string, settings: LoadSettings): Promise<CsvRead> {
  const reader = readerHere({
    ...{ path: source, rejectedPath, limits: CSV_LIMITS, settings },
    workFolder: `${source}.work`,
  });
  const opened = () => Promise.resolve(null);
  let planned = await reader.plan(false, opened);
  if (!planned.ok) return planned;
  let types = planned.plan.columns.map(({ type }) => type);
  const breaks: Breaks = new Map();
  for (;;) {
    const out: Uint8Array[] = [];
    const end = await reader.scan(planned.plan, types, async ({ rows }) => {
      if (rows) out.push(rows);
      return null;
    });
    if (end.ok && end.holds) {
      const columns = namedColumns(planned.plan, end.types);
      return {
        ok: true,
        columns,
        rows: binaryRows(Buffer.concat(out), planned.plan.layout, (cell) => columns[cell]?.type ?? null),
        aside: end.rejected.count > 0 ? await linesOf(rejectedPath) : [],
        report: reportOf(planned.plan, end, { breaks, expected: [], decimals: [] }),
      };
    }
    if (!end.ok && !end.notUtf8) return { ok: false, failure: end.failure };
    if (end.ok) noteBreaks(breaks, types, end);
    else planned = await reader.plan(true, opened);
    if (!planned.ok) return planned;
    types = end.ok ? [...end.types] : planned.plan.columns.map(({ type }) => type);
  }
}

async function linesOf(file: string): Promise<{ line: number; text: string }[]> {
  const text = await readFile(file, "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { line: number; text: string });
}
