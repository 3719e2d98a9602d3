import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { binaryRows } from "#testing/files/binary-rows.ts";
import { readerHere } from "../csv-reader.ts";
import { CSV_LIMITS, type CsvPlan, namedColumns } from "../plan.ts";
import type { ScanResult } from "../scan/scan-pass.ts";
import { type Breaks, noteBreaks, reportOf } from "../../load/report-of.ts";
import { BYTES_CASES } from "./bytes-cases.ts";
import { CELLS_CASES } from "./cells-cases.ts";
import { CONTENT_CASES } from "./content-cases.ts";
import type { CorpusCase } from "./corpus-case.ts";
import { DIALECT_CASES } from "./dialect-cases.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "corpus-"));
});
afterAll(() => rm(folder, { recursive: true }));

type Read = { plan: CsvPlan; end: ScanResult; breaks: Breaks; rows: string[] } | { failure: object };

/** Reads a file as a load does, without a database: again with other types until they hold. */
async function read(name: string, { file, settings = {} }: CorpusCase): Promise<Read> {
  const source = path.join(folder, name.replace(/\W+/g, "-"));
  await writeFile(source, file);
  const reader = readerHere({ path: source, rejectedPath: `${source}.rejected`, limits: CSV_LIMITS, settings });
  let planned = await reader.plan(false);
  if (!planned.ok) return { failure: planned.failure };
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
      const cells = binaryRows(Buffer.concat(out), planned.plan.layout, (cell) => columns[cell]?.type ?? null);
      return { plan: planned.plan, end, breaks, rows: cells.map((row) => row.map((cell) => cell ?? "∅").join("|")) };
    }
    if (!end.ok && !end.notUtf8) return { failure: end.failure };
    if (end.ok) noteBreaks(breaks, types, end);
    else planned = await reader.plan(true);
    if (!planned.ok) return { failure: planned.failure };
    types = end.ok ? [...end.types] : planned.plan.columns.map(({ type }) => type);
  }
}

test.each(Object.entries({ ...DIALECT_CASES, ...CONTENT_CASES, ...BYTES_CASES, ...CELLS_CASES }))(
  "%s",
  async (name, wanted) => {
    const found = await read(name, wanted);
    if (wanted.refused) return expect(found).toMatchObject({ failure: wanted.refused });
    if ("failure" in found) return expect.fail(JSON.stringify(found.failure));
    const { plan, end, breaks, rows } = found;
    const columns = namedColumns(plan, end.types);
    if (wanted.columns !== undefined) expect(columns.map((column) => column.name).join("|")).toBe(wanted.columns);
    if (wanted.types !== undefined) expect(columns.map(({ type }) => type).join("|")).toBe(wanted.types);
    if (wanted.rows) expect(rows).toEqual(wanted.rows);
    if (wanted.count !== undefined) expect(rows).toHaveLength(wanted.count);
    expect(end.rejected.sample.map(({ line }) => line)).toEqual(wanted.aside ?? []);
    expect(reportOf(wanted.settings ?? {}, plan, end, breaks)).toMatchObject(wanted.report ?? {});
  },
);
