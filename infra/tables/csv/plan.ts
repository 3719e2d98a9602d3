import type { ColumnType } from "#domain/core/values/table.ts";
import type { LoadFailure } from "#domain/dataset/load-failure.ts";
import type { EncodingRival, EncodingSource, LabelDoubt } from "#domain/dataset/load-report.ts";
import { type ColumnReading, FILE_DELIMITERS, FILE_QUOTES, type LoadSettings } from "#domain/dataset/load-settings.ts";
import { CELL, cellKind, cellKindOfText } from "#domain/core/values/cell-kind.ts";
import { areVersions, typesOfMasks } from "./cell-types.ts";
import { countedOn, whyText } from "./cells/why-text.ts";
import { columnNames, tidyLabel } from "../column-names.ts";
import { type Dialect, type HeadRecord, readHead } from "./dialect.ts";
import { chooseEncoding } from "./encoding/choose-encoding.ts";
import { type ByteSource, MAX_TIMES_UNPACKED, type PackingFault, utf8Head } from "./file-bytes.ts";
import { detectDialect } from "./head/detect-dialect.ts";
import { bytesOfLines, notes, withoutLineEnd } from "./head/head-lines.ts";
import { findTable, type TableShape } from "./head/find-table.ts";
import { MADE, tableOfRecords } from "./head/made-table.ts";
import { detectFormat } from "./rewrite/detect-format.ts";
import { lineRewriter } from "./rewrite/rewrite-lines.ts";
import type { NotRows } from "./head/not-rows.ts";
import type { RowRule } from "./head/row-rule.ts";
import type { ColumnText } from "./head/text-reason.ts";
import { convertCell, readingOf } from "./readings.ts";
import type { OpenTable } from "../readers/table-file.ts";
import { looksBinary } from "./refusal.ts";
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
  /** The type that the format of the file says. */
  readonly known?: ColumnType | null;
  /** Decimals are numbers however they are spelled: so was chosen, or they were numbers in the version before. */
  readonly numeric: boolean;
  /** Why it is text although most of its cells are not; null otherwise. */
  readonly because: ColumnText | null;
};

/** How a file will be read, from its head; every row is checked against it. */
export type CsvPlan = {
  readonly table: OpenTable;
  readonly source: ByteSource;
  readonly dialect: Dialect;
  readonly layout: Layout;
  readonly columns: readonly PlannedColumn[];
  readonly header: boolean;
  readonly encodingBy: EncodingSource;
  readonly rival: EncodingRival | null;
  /** Which records are rows. */
  readonly rule: RowRule;
  readonly notRows: readonly NotRows[];
  /** The record of the labels as it is in the file: it is no row where it occurs again. Null: there is none. */
  readonly headerText: Uint8Array | null;
  readonly doubt: LabelDoubt | null;
  /** Another delimiter that divides the head nearly as well. */
  readonly otherDelimiter: Dialect["delimiter"];
  /** Byte (of the UTF-8 text) and line of the first row. */
  readonly dataStart: number;
  readonly dataLine: number;
  /** Lines before the header or the first row, and the first of those that are not empty. */
  readonly preambleLines: number;
  readonly preamble: readonly { readonly line: number; readonly text: string }[];
};

export type Planned =
  { readonly ok: true; readonly plan: CsvPlan } | { readonly ok: false; readonly failure: LoadFailure };

const HEAD = 1_000_000;
/** A head with fewer records tells too little: as many bytes as a cell may have are read beyond it. */
const FEW_RECORDS = 10;

/**
 * The file to plan, its limits, and what its uploader decided. `numeric`: names of columns that had numbers in the version
 * before.
 */
export type PlanRequest = {
  readonly table: OpenTable;
  readonly limits: CsvLimits;
  readonly settings?: LoadSettings;
  readonly numeric?: ReadonlySet<string>;
};

/** Reads the head of a file. `notUtf8`: an earlier pass found a byte that is not UTF-8. */
export async function planCsv(request: PlanRequest, notUtf8: boolean): Promise<Planned> {
  const { table, limits, settings = {}, numeric = new Set() } = request;
  const { path, packing, made } = table;
  const choice = made ? MADE.encoding : await chooseEncoding({ path, packing }, settings.encoding, notUtf8);
  const { encodingBy, rival, ...chosen } = choice;
  const source: ByteSource = { path, packing, ...chosen, maxBytes: limits.maxBytes };
  for (const bytes of [HEAD, HEAD + limits.maxCellBytes]) {
    const { end, text } = await utf8Head(source, bytes);
    if (end === "not-utf8") return notUtf8 ? failed({ code: "bad-encoding", facts: {} }) : planCsv(request, true);
    if (end === "bad-packing" || end === "too-tight") return failed(badPacking(end));
    if (end === "too-large") return failed(tooLarge(limits));
    const isAll = end === "end";
    const whole = isAll && !table.cut;
    const planned = shape(
      text,
      { whole, mayGrow: !isAll && bytes === HEAD },
      { table, source, encodingBy, rival, limits, settings, numeric },
    );
    if (planned) return planned;
  }
  throw new Error("The longest head of a file has no plan");
}

/** The file exceeds its limit. */
export function tooLarge({ maxBytes }: Pick<CsvLimits, "maxBytes">): LoadFailure {
  return { code: "too-large", facts: { maxBytes } };
}

/** The packed file cannot be unpacked. */
export function badPacking(fault: PackingFault): LoadFailure {
  return fault === "too-tight"
    ? { code: "over-file-limit", facts: { what: "times", limit: MAX_TIMES_UNPACKED } }
    : { code: "bad-gzip", facts: {} };
}

/** A table would have more columns than one may have: those without a label and a value are not counted. */
export function tooManyColumns(columns: number, { maxColumns }: Pick<CsvLimits, "maxColumns">): LoadFailure {
  return { code: "too-many-columns", facts: { columns, maxColumns } };
}

type Reading = {
  readonly table: OpenTable;
  readonly source: ByteSource;
  readonly encodingBy: EncodingSource;
  readonly rival: EncodingRival | null;
  readonly limits: CsvLimits;
  readonly settings: LoadSettings;
  readonly numeric: ReadonlySet<string>;
};

/** What rewritten lines are in. */
const USUAL = { dialect: { delimiter: ",", quote: '"', escape: "double" } satisfies Dialect };

/** The plan that a head shows; null: it has too few records to tell, and may grow. */
function shape(head: Buffer, size: { whole: boolean; mayGrow: boolean }, reading: Reading): Planned | null {
  const { source, encodingBy, rival, limits, settings } = reading;
  const { made } = reading.table;
  const { whole } = size;
  if (!made && looksBinary(head)) return failed({ code: "not-a-table", facts: { kind: "binary" } });
  const hint = made ? null : /^sep=([,;\t|])\r?\n/.exec(head.subarray(0, 16).toString("latin1"));
  const lines = made?.kind === "records" ? 0 : (settings.skipLines ?? (hint ? 1 : 0));
  const skipped = bytesOfLines(head, lines);
  const text = head.subarray(skipped);
  const wanted = settings.delimiter ?? hint?.[1];
  const detected = made
    ? { dialect: MADE.dialect, otherDelimiter: null, width: 0, isUniform: true }
    : detectDialect(text, {
        whole,
        delimiter: FILE_DELIMITERS.find((delimiter) => delimiter === wanted),
        quote: FILE_QUOTES.find((quote) => quote === settings.quote),
      });
  const rewrite = made || source.rewrite || wanted !== undefined ? null : detectFormat(text, whole, detected);
  if (rewrite) {
    const anew = { ...source, rewrite: { ...rewrite, linesBefore: lines + rewrite.linesBefore } };
    return shape(lineRewriter(anew.rewrite)(head, true), size, { ...reading, source: anew });
  }
  const { dialect } = source.rewrite ? USUAL : detected;
  const records = readHead(text, dialect, { whole, most: 5000 });
  if (size.mayGrow && (records.length < FEW_RECORDS || (!made && hasLongRecord(text)))) return null;
  const table =
    made?.kind === "records"
      ? tableOfRecords(records)
      : findTable(records, { header: settings.header, whole: whole && records.at(-1)?.end === text.length });
  if (!table) return noTable(text, whole, dialect);
  const columns = plannedColumns(table, lines, reading);
  const kept = columns.filter(({ named, type }) => named || type !== null).length;
  if (kept > limits.maxColumns) return failed(tooManyColumns(kept, limits));
  const first = skipped + table.start;
  const inFile = (line: number) => line + lines;
  return {
    ok: true,
    plan: {
      table: reading.table,
      source,
      encodingBy,
      rival,
      dialect,
      layout: columns.length > MOST_PHYSICAL_COLUMNS ? "array" : "columns",
      columns,
      header: table.labels !== null,
      rule: table.rule,
      notRows: table.notRows.map(({ from, to, reason }) => ({ from: inFile(from), to: inFile(to), reason })),
      headerText: table.header && withoutLineEnd(text.subarray(table.header.start, table.header.end)),
      doubt: table.doubt,
      otherDelimiter: source.rewrite ? null : detected.otherDelimiter,
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
  { rule, rows: body, ...table }: TableShape,
  linesBefore: number,
  { settings, numeric, table: { made } }: Pick<Reading, "settings" | "numeric" | "table">,
): PlannedColumn[] {
  const labels = Array.from({ length: rule.width }, (_, index) => tidyLabel(table.labels?.[index] ?? ""));
  const names = columnNames(labels);
  const known = (index: number) => made?.types?.[index] ?? null;
  const readings = names.map((name, at) => readingOf(settings, name) ?? (known(at) === "text" ? "text" : null));
  // Cells of a workbook, and values in JSON and Parquet, are numbers or are not.
  const isNumeric = (index: number) => !!made || readings[index] !== null || numeric.has(names[index] as string);
  const masks = masksOf(body, readings);
  const types = typesOfMasks(masks, isNumeric, made !== null);
  return types.map((detected, index) => {
    const label = labels[index] as string;
    const reading = readings[index] ?? null;
    const counted = isNumeric(index) ? null : countedOn(body, index);
    const type = reading === "text" || counted ? "text" : reading === null ? (known(index) ?? detected) : detected;
    const isText = type === "text" && reading === null;
    const because = isText ? (counted ?? whyText(body, index, areVersions(masks[index] ?? 0))) : null;
    const line = because?.line === undefined ? {} : { line: because.line + linesBefore };
    return {
      ...{ label, named: label !== "", type, reading, known: known(index), numeric: isNumeric(index) },
      because: because && { ...because, ...line },
    };
  });
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
      const kind = text.trim() === "" ? CELL.blank : cellKind(bytes, 0, bytes.length, quoted);
      masks[column] = (masks[column] as number) | kind;
    });
  }
  return masks;
}

function failed(failure: LoadFailure): { ok: false; failure: LoadFailure } {
  return { ok: false, failure };
}
