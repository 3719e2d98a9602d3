import { writeFile } from "node:fs/promises";
import path from "node:path";
import { constants, gunzipSync } from "node:zlib";
import { counted } from "#domain/core/text/counted.ts";
import { cutText } from "#domain/core/text/text.ts";
import type { FileHead, Inspection } from "#domain/dataset/inspection.ts";
import type { LoadSettings } from "#domain/dataset/load-settings.ts";
import type { Scratch } from "../files/scratch.ts";
import { type HeadRecord, readHead } from "../tables/csv/dialect.ts";
import { readUtf8 } from "../tables/csv/file-bytes.ts";
import { type CsvLimits, type CsvPlan, namedColumns, planCsv } from "../tables/csv/plan.ts";
import { convertCell, suggestedReadings } from "../tables/csv/readings.ts";

const SHOWN_ROWS = 20;
const SHOWN_CHARACTERS = 500;
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
  const columns = namedColumns(
    plan,
    plan.columns.map(({ type }) => type),
  );
  const { rows, setAside } = sorted(plan, text, Math.max(...columns.map(({ index }) => index + 1)));
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
    setAside: { count: setAside.length, rows: setAside.slice(0, SHOWN_ROWS) },
    rows: rows.slice(0, SHOWN_ROWS).map((row) => columns.map(({ index }) => shownCell(plan, index, row[index] ?? ""))),
  };
}

/** The cell as it would be stored; null: it is empty. */
function shownCell(plan: CsvPlan, index: number, text: string): string | null {
  const reading = plan.columns[index]?.reading ?? null;
  if (text === "") return null;
  return reading === null || reading === "text" ? text : (convertCell(reading, text) ?? text);
}

type SetAside = Extract<Inspection, { ok: true }>["setAside"]["rows"][number];

/** The rows that fit, and those that a load would set aside. `least`: cells that a row has at least. */
function sorted(plan: CsvPlan, text: Buffer, least: number): { rows: string[][]; setAside: SetAside[] } {
  const data = text.subarray(plan.dataStart);
  const rows: string[][] = [];
  const setAside: SetAside[] = [];
  let record = 0;
  for (const found of readHead(data, plan.dialect, { whole: true, most: READ_ROWS })) {
    const cells = found.cells.map((cell) => cell.text);
    if (cells.every((cell) => cell.trim() === "")) continue;
    record += 1;
    const reason = reasonOf(plan, found, cells, least);
    if (reason === null) rows.push(cells);
    else {
      const line = plan.dataLine + found.line - 1;
      const raw = data.subarray(found.start, found.end).toString("utf8").trimEnd();
      setAside.push({ line, record, reason, text: cutText(raw, SHOWN_CHARACTERS) });
    }
  }
  return { rows, setAside };
}

/** Why a row would be set aside, in the words of the load; null: it fits. */
function reasonOf(plan: CsvPlan, { broken }: HeadRecord, cells: readonly string[], least: number): string | null {
  const width = plan.columns.length;
  if (broken) return "text after a closing quote";
  if (cells.length < least || cells.length > width) return `${counted(cells.length, "cell")} instead of ${width}`;
  for (const [index, { reading }] of plan.columns.entries()) {
    const cell = cells[index] ?? "";
    if (reading === null || reading === "text" || cell.trim() === "" || convertCell(reading, cell) !== null) continue;
    return `cell ${index + 1} is not ${reading}: ${cutText(cell, SHOWN_CHARACTERS)}`;
  }
  return null;
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
