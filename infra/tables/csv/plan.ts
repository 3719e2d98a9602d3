import type { ColumnType } from "#domain/core/values/table.ts";
import type { LoadFailure } from "#domain/dataset/load-failure.ts";
import type { EncodingRival, EncodingSource, LabelDoubt } from "#domain/dataset/load-report.ts";
import {
  FILE_DELIMITERS,
  FILE_QUOTES,
  MISFIT_CHOICES,
  type MisfitChoice,
  type ReadSettings,
} from "#domain/dataset/load-settings.ts";
import { columnNames } from "../column-names.ts";
import { type Dialect, readHead } from "./dialect.ts";
import { chooseEncoding } from "./encoding/choose-encoding.ts";
import { type ByteSource, MAX_TIMES_UNPACKED, type PackingFault, utf8Head } from "./file-bytes.ts";
import { detectDialect } from "./head/detect-dialect.ts";
import { bytesOfLines, notes, withoutLineEnd } from "./head/head-lines.ts";
import { findTable } from "./head/find-table.ts";
import { MADE, tableOfRecords } from "./head/made-table.ts";
import { detectFormat } from "./rewrite/detect-format.ts";
import { lineRewriter } from "./rewrite/rewrite-lines.ts";
import type { NotRows } from "./head/not-rows.ts";
import type { RowRule } from "./head/row-rule.ts";
import type { OpenTable } from "../readers/table-file.ts";
import { type PlannedColumn, plannedColumns, unknownColumns } from "./plan-columns.ts";
import { looksBinary } from "./refusal.ts";
import { type Layout, MOST_COLUMNS, MOST_PHYSICAL_COLUMNS } from "./row-format.ts";

export type CsvLimits = {
  /** Most bytes of the file, and after decompression. */
  readonly maxBytes: number;
  readonly maxColumns: number;
  readonly maxCellBytes: number;
};

export const CSV_LIMITS: CsvLimits = { maxBytes: 50e9, maxColumns: MOST_COLUMNS, maxCellBytes: 8e6 };

/** How a file will be read, from its head; every row is checked against it. */
export type CsvPlan = {
  readonly table: OpenTable;
  readonly source: ByteSource;
  readonly dialect: Dialect;
  readonly layout: Layout;
  readonly columns: readonly PlannedColumn[];
  /** What happens to cells that are not what their columns are read as. */
  readonly onMisfit: MisfitChoice;
  /** Names that settings have for columns, and the file has not. */
  readonly unknownColumns: readonly string[];
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
 * before. `known`: the names of its columns, in order.
 */
export type PlanRequest = {
  readonly table: OpenTable;
  readonly limits: CsvLimits;
  readonly settings?: ReadSettings;
  readonly numeric?: ReadonlySet<string>;
  readonly known?: readonly string[];
};

/** Reads the head of a file. `notUtf8`: an earlier pass found a byte that is not UTF-8. */
export async function planCsv(request: PlanRequest, notUtf8: boolean): Promise<Planned> {
  const { settings, known = [] } = request;
  const { encoding: _, ...parts } = settings?.remembered ?? {};
  if (Object.keys(parts).length > 0) {
    const planned = await planAs({ ...request, settings: { ...parts, ...settings } }, notUtf8);
    if (planned.ok && hasColumns(planned.plan, known)) return planned;
  }
  return planAs(request, notUtf8);
}

function hasColumns(plan: CsvPlan, known: readonly string[]): boolean {
  const columns = namedColumns(
    plan,
    plan.columns.map(({ type }) => type),
  );
  return columns.length === known.length && columns.every(({ name }, at) => name === known[at]);
}

/** Finds how the bytes become text. What was chosen for the file before holds only for bytes that are not Unicode. */
async function encodingFor(file: Pick<ByteSource, "path" | "packing">, settings: ReadSettings, notUtf8: boolean) {
  const found = await chooseEncoding(file, settings.encoding, notUtf8);
  const before = settings.remembered?.encoding;
  const isKnown = settings.encoding !== undefined || found.encoding.startsWith("utf-");
  if (isKnown || before === undefined || before.startsWith("utf-")) return found;
  return { encoding: before, repair: true, encodingBy: "chosen", rival: null } as const;
}

async function planAs(request: PlanRequest, notUtf8: boolean): Promise<Planned> {
  const { table, limits, settings = {}, numeric = new Set() } = request;
  const { path, packing, made } = table;
  const choice = made ? MADE.encoding : await encodingFor({ path, packing }, settings, notUtf8);
  const { encodingBy, rival, ...chosen } = choice;
  const source: ByteSource = { path, packing, ...chosen, maxBytes: limits.maxBytes };
  for (const bytes of [HEAD, HEAD + limits.maxCellBytes]) {
    const { end, text } = await utf8Head(source, bytes);
    if (end === "not-utf8") return notUtf8 ? failed({ code: "bad-encoding", facts: {} }) : planAs(request, true);
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
  readonly settings: ReadSettings;
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
  const columns = plannedColumns(table, lines, { settings, numeric: reading.numeric, made });
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
      onMisfit: MISFIT_CHOICES.find((choice) => choice === settings.onMisfit) ?? "set-aside",
      unknownColumns: unknownColumns(settings, columns),
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

function failed(failure: LoadFailure): { ok: false; failure: LoadFailure } {
  return { ok: false, failure };
}
