import { writeFile } from "node:fs/promises";
import path from "node:path";
import { counted } from "#domain/core/text/counted.ts";
import { cutText } from "#domain/core/text/text.ts";
import { INSPECTED_BYTES, type Inspection } from "#domain/dataset/inspection.ts";
import type { LoadSettings } from "#domain/dataset/load-settings.ts";
import { type HeadRecord, readHead } from "../../tables/csv/dialect.ts";
import { firstBytes, packingOf, readUtf8 } from "../../tables/csv/file-bytes.ts";
import { type CsvLimits, type CsvPlan, namedColumns, planCsv } from "../../tables/csv/plan.ts";
import type { PlannedColumn } from "../../tables/csv/plan-columns.ts";
import { type RecordShape, takesRecord } from "../../tables/csv/head/row-rule.ts";
import { cellReading } from "../../tables/csv/readings/cell-reading.ts";
import { misfitReason } from "../../tables/csv/scan/cell-writer.ts";
import { HEADER_AGAIN } from "../../tables/csv/scan/other-records.ts";
import { encodingOf, fileOf } from "../../tables/load/report-of.ts";
import { isReadFromPlaces } from "../../tables/readers/file-content.ts";
import { type Opened, openTable } from "../../tables/readers/open-table.ts";
import { unpackedHead } from "./unpacked-head.ts";

const SHOWN_ROWS = 20;
const SHOWN_CHARACTERS = 500;
const READ_ROWS = 1_000;
const LF = 0x0a;

/** What to inspect: a file, `whole` or its beginning. `folder`: an empty one, for what is made of it. */
export type InspectionTask = {
  readonly file: string;
  readonly whole: boolean;
  readonly limits: CsvLimits;
  readonly settings: LoadSettings;
  readonly folder: string;
};

/**
 * What a load would make of a file, from its first bytes, of which so many are read as a plan of a load reads, unpacked.
 * If they are not the whole file, the last line, which may be cut, is left out.
 */
export async function inspectHead(task: InspectionTask): Promise<Inspection> {
  const { limits, settings } = task;
  const opened = await openHead(task);
  if (!opened.ok) return opened;
  const request = { table: opened.table, limits, settings };
  let planned = await planCsv(request, false);
  if (!planned.ok) return planned;
  let text = await textOf(planned.plan);
  if (text === null) {
    planned = await planCsv(request, true);
    if (!planned.ok) return planned;
    text = await textOf(planned.plan);
  }
  return inspected(planned.plan, text ?? Buffer.alloc(0));
}

/** Opens the beginning of a file as a load opens all of it. A text that goes on ends with its last whole line. */
async function openHead({ file, whole, limits, settings, folder }: InspectionTask): Promise<Opened> {
  const head = await firstBytes(file, INSPECTED_BYTES);
  const packing = packingOf(head);
  const unpacked = packing && (await unpackedHead(head, packing));
  if (unpacked === "bad-packing") return { ok: false, failure: { code: "bad-gzip", facts: {} } };
  const made = { folder: path.join(folder, "made"), limits, settings, mostBytes: INSPECTED_BYTES };
  if (unpacked && whole && isReadFromPlaces(unpacked.bytes)) return openTable({ ...made, path: file, cut: false });
  const begin = path.join(folder, "begin");
  if (unpacked) await writeFile(begin, unpacked.bytes, { mode: 0o600 });
  const cut = !(whole && (unpacked?.whole ?? true));
  const opened = await openTable({ ...made, path: unpacked ? begin : file, cut });
  if (!opened.ok) return opened;
  const packings = packing ? [packing, ...opened.table.packings] : opened.table.packings;
  const table = { ...opened.table, packings };
  if (table.made || !table.cut) return { ok: true, table };
  const lines = path.join(folder, "lines");
  await writeFile(lines, wholeLines(await firstBytes(table.path, INSPECTED_BYTES)), { mode: 0o600 });
  return { ok: true, table: { ...table, path: lines } };
}

function inspected(plan: CsvPlan, text: Buffer): Inspection {
  const { source, dialect, header, preambleLines: skippedLines, preamble: skipped } = plan;
  const columns = namedColumns(
    plan,
    plan.columns.map(({ type }) => type),
  );
  const { rows, setAside, all } = sorted(plan, text);
  const { table } = plan;
  const before = table.aside ?? { count: 0, sample: [] };
  return {
    ok: true,
    whole: !table.cut && all,
    found: {
      ...{ ...encodingOf(plan), header, skippedLines, skipped, ...fileOf(plan) },
      ...{ delimiter: source.rewrite || table.made ? null : dialect.delimiter, quote: dialect.quote },
    },
    columns: columns.map(({ name, label, type, index }) => ({
      ...{ name, label, type },
      ...shownOf(plan.columns[index], name),
    })),
    setAside: {
      count: before.count + setAside.length,
      rows: [...before.sample.map((row) => ({ ...row, text: "" })), ...setAside].slice(0, SHOWN_ROWS),
    },
    rows: rows.slice(0, SHOWN_ROWS).map((row) => columns.map(({ index }) => shownCell(plan, index, row[index]))),
  };
}

type ShownColumn = Extract<Inspection, { ok: true }>["columns"][number];

/** How a column is read, how else it may be, and what shows that. */
function shownOf(
  column: PlannedColumn | undefined,
  name: string,
): Pick<ShownColumn, "reading" | "suggestions" | "evidence"> {
  const { suggestions = [], isOnly: _, ...evidence } = column?.evidence ?? {};
  return {
    reading: column?.reading ?? null,
    suggestions: column?.reading ? [] : suggestions,
    evidence: "reading" in evidence ? { column: name, ...evidence } : null,
  };
}

/** The cell as it would be stored; null: it is empty. */
function shownCell(plan: CsvPlan, index: number, cell: HeadCell = NO_CELL): string | null {
  const { text } = cell;
  const column = plan.columns[index];
  if (text === "" || column?.empty.includes(text.trim())) return null;
  return (column && converterOf(plan, column, cell)?.(text)) ?? text;
}

type HeadCell = HeadRecord["cells"][number];
const NO_CELL: HeadCell = { text: "", quoted: false };

/** How a cell becomes a value of its column's reading; null: it is taken as it is. */
function converterOf({ table }: CsvPlan, { reading, type }: PlannedColumn, { quoted }: HeadCell) {
  const found = reading === null ? null : cellReading(reading, type);
  return found && (table.made && !quoted ? found.native : found.convert);
}

type SetAside = Extract<Inspection, { ok: true }>["setAside"]["rows"][number];

/**
 * The rows that fit, and those that a load would set aside. `all`: the text has no more of them.
 */
function sorted(plan: CsvPlan, text: Buffer): { rows: (readonly HeadCell[])[]; setAside: SetAside[]; all: boolean } {
  const data = text.subarray(plan.dataStart);
  const rows: (readonly HeadCell[])[] = [];
  const setAside: SetAside[] = [];
  let record = 0;
  const records = readHead(data, plan.dialect, { whole: true, most: READ_ROWS });
  for (const found of records) {
    const cells = found.cells.map((cell) => cell.text);
    if (cells.every((cell) => cell.trim() === "")) continue;
    record += 1;
    const line = plan.dataLine + found.line - 1;
    const isHeader = isHeaderAgain(plan, data.subarray(found.start, found.end));
    const reason = isHeader ? HEADER_AGAIN : reasonOf(plan, found, cells, line);
    if (reason === null) rows.push(found.cells);
    else {
      const raw = data.subarray(found.start, found.end).toString("utf8").trimEnd();
      setAside.push({ line, record, reason, text: cutText(raw, SHOWN_CHARACTERS) });
    }
  }
  return { rows, setAside, all: records.length < READ_ROWS || records.at(-1)?.end === data.length };
}

function shapeOfCells(cells: readonly string[]): RecordShape {
  const values = cells.filter((cell) => cell !== "").length;
  return { cells: cells.length, values, filled: cells.findLastIndex((cell) => cell !== "") + 1 };
}

/** Whether a record is the one of the labels, which occurs again. */
function isHeaderAgain({ headerText }: CsvPlan, record: Buffer): boolean {
  return headerText !== null && record.toString().trimEnd() === Buffer.from(headerText).toString().trimEnd();
}

/** Why a row would be set aside, in the words of the load; null: it fits. */
function reasonOf(plan: CsvPlan, record: HeadRecord, cells: readonly string[], line: number): string | null {
  const { width } = plan.rule;
  if (record.broken) return "text after a closing quote";
  const range = plan.notRows.find(({ from, to }) => line >= from && line <= to);
  if (range) return range.reason;
  if (!takesRecord(plan.rule, shapeOfCells(cells))) return `${counted(cells.length, "cell")} instead of ${width}`;
  if (plan.onMisfit === "text") return null;
  const misfit = plan.columns.findIndex((column, index) => !fits(plan, column, record.cells[index]));
  return misfit < 0
    ? null
    : misfitReason(plan.columns[misfit], {
        column: misfit,
        text: cutText((cells[misfit] ?? "").trim(), SHOWN_CHARACTERS),
      });
}

function fits(plan: CsvPlan, column: PlannedColumn, cell: HeadCell = NO_CELL): boolean {
  const text = cell.text.trim();
  if (text === "" || column.empty.includes(text)) return true;
  const convert = converterOf(plan, column, cell);
  return convert === null || convert(text) !== null;
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

/** The bytes up to the last line end, with the second byte of a line end in UTF-16. */
function wholeLines(bytes: Buffer): Buffer {
  const at = bytes.lastIndexOf(LF);
  if (at < 0) return bytes;
  return bytes.subarray(0, bytes[at + 1] === 0 ? at + 2 : at + 1);
}
