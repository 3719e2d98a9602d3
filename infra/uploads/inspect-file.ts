import { writeFile } from "node:fs/promises";
import path from "node:path";
import { constants, gunzipSync } from "node:zlib";
import type { FileHead, Inspection } from "#domain/dataset/inspection.ts";
import type { LoadSettings } from "#domain/dataset/load-settings.ts";
import type { Scratch } from "../files/scratch.ts";
import { type Dialect, readHead } from "../tables/csv/dialect.ts";
import { readUtf8 } from "../tables/csv/file-bytes.ts";
import { type CsvLimits, type CsvPlan, namedColumns, planCsv } from "../tables/csv/plan.ts";
import { convertCell, suggestedReadings } from "../tables/csv/readings.ts";

const SHOWN_ROWS = 20;
const READ_ROWS = 1_000;
const MOST_UNPACKED = 50_000_000;
const LF = 0x0a;

/**
 * What a load would make of a file, from its first bytes. `whole`: they are all of it; otherwise the last line, which may
 * be cut, is left out.
 */
export async function inspectFile(
  scratch: Scratch,
  limits: CsvLimits,
  { bytes, whole }: FileHead,
  settings: LoadSettings,
): Promise<Inspection> {
  const own = await scratch.make();
  try {
    const file = path.join(own.path, "head");
    const head = whole ? bytes : wholeLines(unpacked(Buffer.from(bytes)));
    await writeFile(file, head, { mode: 0o600 });
    const request = { path: file, limits, settings };
    let planned = await planCsv(request, false);
    if (!planned.ok) return planned;
    let text = await textOf(planned.plan);
    if (text === null) {
      planned = await planCsv(request, true);
      if (!planned.ok) return planned;
      text = await textOf(planned.plan);
    }
    return inspected(planned.plan, text ?? Buffer.alloc(0));
  } finally {
    await own.remove();
  }
}

function inspected(plan: CsvPlan, text: Buffer): Inspection {
  const { source, dialect, encodingBy, header, preambleLines: skippedLines, preamble: skipped } = plan;
  const rows = rowsOf(text.subarray(plan.dataStart), dialect, plan.columns.length);
  const columns = namedColumns(
    plan,
    plan.columns.map(({ type }) => type),
  );
  const cells = (index: number) => rows.map((row) => row[index] ?? "");
  return {
    ok: true,
    found: {
      ...{ encoding: source.encoding, encodingBy, gzip: source.gzip, header, skippedLines, skipped },
      ...{ delimiter: dialect.delimiter, quote: dialect.quote },
    },
    columns: columns.map(({ name, label, type, index }) => ({
      ...{ name, label, type },
      suggestions: type === "text" ? suggestedReadings(cells(index)) : [],
    })),
    rows: rows.slice(0, SHOWN_ROWS).map((row) => columns.map(({ index }) => shownCell(plan, index, row[index] ?? ""))),
  };
}

/** The cell as it would be stored; null: it is empty. */
function shownCell(plan: CsvPlan, index: number, text: string): string | null {
  const reading = plan.columns[index]?.reading ?? null;
  if (text === "") return null;
  return reading === null || reading === "text" ? text : (convertCell(reading, text) ?? text);
}

function rowsOf(text: Buffer, dialect: Dialect, width: number): string[][] {
  return readHead(text, dialect, { whole: true, most: READ_ROWS })
    .filter(({ broken, cells }) => !broken && cells.length === width && cells.some((cell) => cell.text.trim() !== ""))
    .map(({ cells }) => cells.map((cell) => cell.text));
}

/** The file as UTF-8; null: it is not in its encoding. */
async function textOf(plan: CsvPlan): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  const end = await readUtf8(plan.source, (chunk) => {
    parts.push(Buffer.from(chunk));
    return true;
  });
  return end === "not-utf8" ? null : Buffer.concat(parts);
}

/** The bytes of a gzip file that is cut off, or the bytes themselves. */
function unpacked(bytes: Buffer): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MOST_UNPACKED });
  } catch {
    return bytes;
  }
}

/** The bytes up to the last line end, with the second byte of a line end in UTF-16. */
function wholeLines(bytes: Buffer): Buffer {
  const at = bytes.lastIndexOf(LF);
  if (at < 0) return bytes;
  return bytes.subarray(0, bytes[at + 1] === 0 ? at + 2 : at + 1);
}
