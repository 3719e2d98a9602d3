import type { ColumnType } from "#domain/core/values/table.ts";
import { open } from "node:fs/promises";
import { cutText } from "#domain/core/text/text.ts";
import type { LoadFailure } from "#domain/dataset/load-failure.ts";
import type { EncodingRival, EncodingSource } from "#domain/dataset/load-report.ts";
import { type ColumnReading, FILE_DELIMITERS, FILE_QUOTES, type LoadSettings } from "#domain/dataset/load-settings.ts";
import { cellKind, cellKindOfText } from "#domain/core/values/cell-kind.ts";
import { areVersions, typesOfMasks } from "./cell-types.ts";
import { countedOn, whyText } from "./cells/why-text.ts";
import { columnNames, tidyLabel } from "../column-names.ts";
import { type Dialect, type HeadRecord, readHead } from "./dialect.ts";
import { chooseEncoding } from "./encoding/choose-encoding.ts";
import { type ByteSource, utf8Head } from "./file-bytes.ts";
import { detectDialect } from "./head/detect-dialect.ts";
import { findTable, hasValue, type TableShape } from "./head/find-table.ts";
import type { ColumnText } from "./head/text-reason.ts";
import { convertCell, readingOf } from "./readings.ts";
import { looksBinary, otherKindOfFile } from "./refusal.ts";
import { type Layout, MOST_COLUMNS, MOST_PHYSICAL_COLUMNS } from "./row-format.ts";

export type CsvLimits = {
  /** Most bytes of the file, and after decompression. */
  readonly maxBytes: number;
  readonly maxColumns: number;
  readonly maxCellBytes: number;
};

export const CSV_LIMITS: CsvLimits = { maxBytes: 50e9, maxColumns: MOST_COLUMNS, maxCellBytes: 8e6 };

/** A column as seen in the head of the file. `type` null: no value yet. `named`: the file has a label for it. */
export type PlannedColumn = {
  readonly label: string;
  readonly named: boolean;
  readonly type: ColumnType | null;
  /** How its cells are read, if the uploader has chosen it. */
  readonly reading: ColumnReading | null;
  /** Decimals are numbers however they are spelled: so was chosen, or they were numbers in the version before. */
  readonly numeric: boolean;
  /** Why it is text although most of its cells are not; null otherwise. */
  readonly because: ColumnText | null;
};

/** How a file will be read, from its head; every row is checked against it. */
export type CsvPlan = {
  readonly source: ByteSource;
  readonly dialect: Dialect;
  readonly layout: Layout;
  readonly columns: readonly PlannedColumn[];
  readonly header: boolean;
  readonly encodingBy: EncodingSource;
  readonly rival: EncodingRival | null;
  /** Byte (of the UTF-8 text) and line of the first row. */
  readonly dataStart: number;
  readonly dataLine: number;
  /** Lines before the header or the first row, and the first of those that are not empty. */
  readonly preambleLines: number;
  readonly preamble: readonly { readonly line: number; readonly text: string }[];
};

export type Planned =
  { readonly ok: true; readonly plan: CsvPlan } | { readonly ok: false; readonly failure: LoadFailure };

const LF = 0x0a;
const CR = 0x0d;
const HEAD = 1_000_000;
/** A head with fewer records tells too little: as many bytes as a cell may have are read beyond it. */
const FEW_RECORDS = 10;
const NOTES = 20;
const NOTE_CHARACTERS = 200;

/**
 * The file to plan, its limits, and what its uploader decided. `unpacked`: it was packed, and is not any more. `cut`: it
 * is only the beginning of a file. `numeric`: names of columns that had numbers in the version before.
 */
export type PlanRequest = {
  readonly path: string;
  readonly limits: CsvLimits;
  readonly settings?: LoadSettings;
  readonly unpacked?: boolean;
  readonly cut?: boolean;
  readonly numeric?: ReadonlySet<string>;
};

/** Reads the head of a file. `notUtf8`: an earlier pass found a byte that is not UTF-8. */
export async function planCsv(request: PlanRequest, notUtf8: boolean): Promise<Planned> {
  const { path, limits, settings = {}, numeric = new Set() } = request;
  const raw = await firstBytes(path, 65_536);
  if (raw.length === 0) return failed({ code: "empty", facts: {} });
  const gzip = !request.unpacked && raw[0] === 0x1f && raw[1] === 0x8b;
  const kind = gzip ? null : otherKindOfFile(raw);
  if (kind) return failed({ code: "not-a-table", facts: { kind } });
  const { encodingBy, rival, ...chosen } = await chooseEncoding({ path, gzip }, settings.encoding, notUtf8);
  const source: ByteSource = { path, gzip, ...chosen, maxBytes: limits.maxBytes };
  for (const bytes of [HEAD, HEAD + limits.maxCellBytes]) {
    const { end, text } = await utf8Head(source, bytes);
    if (end === "not-utf8") return notUtf8 ? failed({ code: "bad-encoding", facts: {} }) : planCsv(request, true);
    if (end === "bad-gzip") return failed({ code: "bad-gzip", facts: {} });
    if (end === "too-large") return failed(tooLarge(limits));
    const isAll = end === "end";
    const whole = isAll && request.cut !== true;
    const planned = shape(
      text,
      { whole, mayGrow: !isAll && bytes === HEAD },
      { source, encodingBy, rival, limits, settings, numeric },
    );
    if (planned) return planned;
  }
  throw new Error("The longest head of a file has no plan");
}

/** The file exceeds its limit. */
export function tooLarge({ maxBytes }: Pick<CsvLimits, "maxBytes">): LoadFailure {
  return { code: "too-large", facts: { maxBytes } };
}

type Reading = {
  readonly source: ByteSource;
  readonly encodingBy: EncodingSource;
  readonly rival: EncodingRival | null;
  readonly limits: CsvLimits;
  readonly settings: LoadSettings;
  readonly numeric: ReadonlySet<string>;
};

/** The plan that a head shows; null: it has too few records to tell, and may grow. */
function shape(
  head: Buffer,
  { whole, mayGrow }: { whole: boolean; mayGrow: boolean },
  { source, encodingBy, rival, limits, settings, numeric }: Reading,
): Planned | null {
  const inner = source.gzip ? otherKindOfFile(head) : null;
  if (inner) return failed({ code: "not-a-table", facts: { kind: inner } });
  if (looksBinary(head)) return failed({ code: "not-a-table", facts: { kind: "binary" } });
  const hint = /^sep=([,;\t|])\r?\n/.exec(head.subarray(0, 16).toString("latin1"));
  const lines = settings.skipLines ?? (hint ? 1 : 0);
  const skipped = bytesOfLines(head, lines);
  const text = head.subarray(skipped);
  const wanted = settings.delimiter ?? hint?.[1];
  const dialect = detectDialect(text, {
    whole,
    delimiter: FILE_DELIMITERS.find((delimiter) => delimiter === wanted),
    quote: FILE_QUOTES.find((quote) => quote === settings.quote),
  });
  const records = readHead(text, dialect, { whole, most: 5000 });
  if (mayGrow && (records.length < FEW_RECORDS || hasLongRecord(text))) return null;
  const table = findTable(records, settings.header);
  if (!table) return noTable(text, whole, dialect);
  if (table.width > limits.maxColumns) {
    return failed({ code: "too-many-columns", facts: { columns: table.width, maxColumns: limits.maxColumns } });
  }
  const columns = plannedColumns(records, table, lines, { settings, numeric });
  const first = skipped + table.start;
  return {
    ok: true,
    plan: {
      source,
      encodingBy,
      rival,
      dialect,
      layout: columns.length > MOST_PHYSICAL_COLUMNS ? "array" : "columns",
      columns,
      header: table.labels !== null,
      dataStart: skipped + table.dataStart,
      dataLine: lines + table.dataLine,
      preambleLines: lines + table.preambleLines,
      preamble: notes(head.subarray(0, first)),
    },
  };
}

/** Whether cells in quotes may be so long that another delimiter within them would pass for that of the file. */
function hasLongRecord(head: Buffer): boolean {
  return FILE_DELIMITERS.some(
    (delimiter) =>
      head.includes(delimiter) &&
      readHead(head, { delimiter, quote: '"', escape: "double" }, { whole: false, most: FEW_RECORDS }).length <
        FEW_RECORDS,
  );
}

function plannedColumns(
  records: readonly HeadRecord[],
  table: TableShape,
  linesBefore: number,
  { settings, numeric }: Pick<Reading, "settings" | "numeric">,
): PlannedColumn[] {
  const labels = Array.from({ length: table.width }, (_, index) => tidyLabel(table.labels?.[index] ?? ""));
  const names = columnNames(labels);
  const readings = names.map((name) => readingOf(settings, name));
  const named = table.labels?.findLastIndex((label) => label !== "") ?? -1;
  const least = named < 0 ? table.width : named + 1;
  const body = records.filter(
    (record) => record.start >= table.dataStart && !record.broken && record.cells.length >= least && hasValue(record),
  );
  const isNumeric = (index: number) => readings[index] !== null || numeric.has(names[index] as string);
  const masks = masksOf(body, readings);
  const types = typesOfMasks(masks, isNumeric);
  return types.map((detected, index) => {
    const label = labels[index] as string;
    const reading = readings[index] ?? null;
    const counted = isNumeric(index) ? null : countedOn(body, index);
    const type = reading === "text" || counted ? "text" : detected;
    const isText = type === "text" && reading === null;
    const because = isText ? (counted ?? whyText(body, index, areVersions(masks[index] ?? 0))) : null;
    const line = because?.line === undefined ? {} : { line: because.line + linesBefore };
    return {
      ...{ label, named: label !== "", type, reading, numeric: isNumeric(index) },
      because: because && { ...because, ...line },
    };
  });
}

/** The first lines before the table that are not empty. */
function notes(before: Buffer): { line: number; text: string }[] {
  return before
    .toString("utf8")
    .split(/\r\n|\r|\n/)
    .map((text, at) => ({ line: at + 1, text: cutText(text.replaceAll("\0", "").trim(), NOTE_CHARACTERS) }))
    .filter(({ text }) => text !== "")
    .slice(0, NOTES);
}

/** The bytes of the first lines of a text. */
function bytesOfLines(text: Uint8Array, lines: number): number {
  let at = 0;
  for (let line = 0; line < lines && at < text.length; line += 1) {
    while (at < text.length && text[at] !== LF && text[at] !== CR) at += 1;
    at += text[at] === CR && text[at + 1] === LF ? 2 : 1;
  }
  return Math.min(at, text.length);
}

/** Names and labels of the columns that are kept. */
export function namedColumns(
  plan: CsvPlan,
  types: readonly (ColumnType | null)[],
): { index: number; name: string; label: string; type: ColumnType }[] {
  const kept = plan.columns.flatMap((column, index) => {
    const type = types[index] ?? null;
    return !isLeftOut(plan, column, type)
      ? [{ index, label: column.named ? column.label : `column_${index + 1}`, type: type ?? ("text" as const) }]
      : [];
  });
  const names = columnNames(kept.map((column) => column.label));
  return kept.map((column, at) => ({ ...column, name: names[at] as string }));
}

/** A column without a label and without any value is left out if the file labels others. */
export function isLeftOut(plan: CsvPlan, column: PlannedColumn, type: ColumnType | null): boolean {
  return !column.named && type === null && (plan.header || plan.columns.length > 1);
}

function noTable(head: Buffer, whole: boolean, dialect: Dialect): Planned {
  const opened = dialect.quote !== "" && head.includes(dialect.quote);
  if (!opened || head.toString("latin1").trim() === "") return failed({ code: "no-rows", facts: {} });
  if (!whole) return failed({ code: "first-row-too-large", facts: { maxBytes: head.length } });
  const line = head
    .subarray(0, head.indexOf(dialect.quote))
    .toString("latin1")
    .split(/\r\n|\r|\n/).length;
  return failed({ code: "unclosed-quote", facts: { line } });
}

function masksOf(records: readonly HeadRecord[], readings: readonly (ColumnReading | null)[]): Int32Array {
  const masks = new Int32Array(readings.length);
  for (const { cells } of records) {
    if (cells.length > readings.length) continue;
    cells.forEach(({ text, quoted }, column) => {
      if (text === "") return;
      const reading = readings[column] ?? null;
      if (reading !== null) {
        const converted = reading === "text" ? null : convertCell(reading, text);
        if (converted !== null) masks[column] = (masks[column] as number) | cellKindOfText(converted);
        return;
      }
      const bytes = Buffer.from(text);
      masks[column] = (masks[column] as number) | cellKind(bytes, 0, bytes.length, quoted);
    });
  }
  return masks;
}

async function firstBytes(path: string, most: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function failed(failure: LoadFailure): { ok: false; failure: LoadFailure } {
  return { ok: false, failure };
}
