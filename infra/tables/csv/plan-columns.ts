import { CELL, cellKind, NUMBERS } from "#domain/core/values/cell-kind.ts";
import type { ColumnType } from "#domain/core/values/table.ts";
import { ALL_OTHERS, AUTO, type ColumnReading, isColumnReading, parseReading } from "#domain/dataset/column-reading.ts";
import type { LoadSettings } from "#domain/dataset/load-settings.ts";
import { columnNames, tidyLabel } from "../column-names.ts";
import type { MadeTable } from "../readers/table-file.ts";
import { allowedIn, areVersions, typesOfMasks } from "./cell-types.ts";
import { countedOn, whyText } from "./cells/why-text.ts";
import type { HeadRecord } from "./dialect.ts";
import type { TableShape } from "./head/find-table.ts";
import type { ColumnText } from "./head/text-reason.ts";
import { cellReading } from "./readings/cell-reading.ts";
import { type Evidence, findEvidence, type LookedAt, otherNumbers } from "./readings/find-evidence.ts";
import { firstCurrency, kindOfValue } from "./readings/numbers.ts";

/** A column as seen in the head of the file. `type` null: no value yet. `named`: the file has a label for it. */
export type PlannedColumn = {
  readonly label: string;
  readonly named: boolean;
  readonly type: ColumnType | null;
  /** How its cells are read, if that was chosen. */
  readonly reading: ColumnReading | null;
  /** The type that the format of the file says. */
  readonly known: ColumnType | null;
  /** Decimals are numbers however they are spelled: so was chosen, or they were numbers in the version before. */
  readonly numeric: boolean;
  /** Words that mean an empty cell. */
  readonly empty: readonly string[];
  /** Why it is text although most of its cells are not; null otherwise. */
  readonly because: ColumnText | null;
  /** What most of its cells are, or what else they may be. */
  readonly evidence: Evidence | null;
};

/** So many cells show how a column may be read; of very wide files fewer. */
const LOOKED_AT = 1_000;
const MAX_LOOKED_AT = 300_000;

type Asked = {
  readonly settings: LoadSettings;
  readonly numeric: ReadonlySet<string>;
  readonly made: Pick<MadeTable, "types"> | null;
};

/** Plans the columns of a table from the rows of its head. `linesBefore`: lines of the file before the first of `table`. */
export function plannedColumns(
  { rule, rows: body, ...table }: TableShape,
  linesBefore: number,
  { settings, numeric, made }: Asked,
): PlannedColumn[] {
  const labels = Array.from({ length: rule.width }, (_, index) => tidyLabel(table.labels?.[index] ?? ""));
  const rows = body.filter(({ cells }) => cells.length <= rule.width);
  const most = Math.min(LOOKED_AT, Math.ceil(MAX_LOOKED_AT / rule.width));
  const isMade = made !== null;
  const drafts = namesOf(labels).map((name, index) => {
    const empty = emptyWordsOf(settings, name);
    const cells = () => lookedAt(rows, index, { most, linesBefore, empty, isMade });
    const known = made?.types?.[index] ?? null;
    const chosen = wantedFor(settings, name);
    const wanted = known === "text" && (chosen === null || chosen === AUTO) ? "text" : chosen;
    const reading = wanted === AUTO ? null : withCurrency(wanted, cells);
    // Cells of a workbook, and values in JSON and Parquet, are numbers or are not.
    const isNumeric = isMade || reading !== null || numeric.has(name);
    return { empty, cells, isAuto: wanted === AUTO, reading, known, numeric: isNumeric };
  });
  const masks = masksOf(rows, drafts, isMade);
  const types = typesOfColumns(drafts, masks, isMade);
  return drafts.map(({ cells, isAuto, ...draft }, index) => {
    const { reading } = draft;
    const label = labels[index] as string;
    const counted = draft.numeric ? null : countedOn(rows, index);
    const type = counted ? "text" : (types[index] ?? null);
    const column = { label, named: label !== "", ...draft };
    if (reading !== null) return { ...column, type, because: null, evidence: null };
    const isOfVersions = areVersions(masks[index] ?? 0);
    const evidence = type === "text" && !counted && !isOfVersions ? findEvidence(cells()) : otherNumbers(type, cells());
    if (isAuto && evidence?.isOnly) return { ...column, ...readAs(evidence.reading, rows, index, isMade), evidence };
    const because = type === "text" ? (counted ?? whyText(rows, index, isOfVersions, evidence)) : null;
    const line = because?.line === undefined ? {} : { line: because.line + linesBefore };
    return { ...column, type, because: because && { ...because, ...line }, evidence };
  });
}

/** Gives the names by which settings know columns; those without a label are called by their positions. */
export function namesOf(labels: readonly string[]): readonly string[] {
  return columnNames(labels.map((label, index) => label || `column_${index + 1}`));
}

/** Lists names that settings have for columns and the file has not. */
export function unknownColumns(
  { columns = {}, empty = [] }: LoadSettings,
  planned: readonly PlannedColumn[],
): string[] {
  const names = new Set(namesOf(planned.map(({ label }) => label)));
  const asked = [...Object.keys(columns), ...(Array.isArray(empty) ? [] : Object.keys(empty))];
  return [...new Set(asked)].filter((name) => name !== ALL_OTHERS && !names.has(name));
}

/** A column that is read in the only notation that fits its cells. */
function readAs(reading: ColumnReading, rows: readonly HeadRecord[], index: number, isMade: boolean) {
  const column = { reading, known: null, numeric: true, empty: [] };
  const only = rows.map(({ cells }) => ({ cells: cells.slice(index, index + 1) }));
  const [type = null] = typesOfColumns([column], masksOf(only, [column], isMade));
  return { reading, numeric: true, type, because: null };
}

/**
 * Gives the types of columns by the kinds of their cells (cell-kind.ts): those of their readings, those that the format says,
 * or the narrowest ones. `quotesMean`: what is in quotes is a text.
 */
export function typesOfColumns(
  columns: readonly Pick<PlannedColumn, "reading" | "known" | "numeric">[],
  masks: ArrayLike<number>,
  quotesMean = false,
): (ColumnType | null)[] {
  const readings = columns.map(({ reading }) => (reading === null ? null : cellReading(reading)));
  // Numbers in a notation of their own say nothing about quotes around those of other columns.
  const plain = readings.map((reading, index) => (reading && !reading.isPlain ? 0 : (masks[index] ?? 0)));
  const found = typesOfMasks(plain, (index) => columns[index]?.numeric === true, quotesMean);
  return found.map((type, index) => {
    const mask = masks[index] ?? 0;
    const reading = readings[index];
    if (columns[index]?.reading === "text" || (reading && (mask & CELL.text) !== 0)) return "text";
    const known = columns[index]?.known ?? null;
    if (!reading) return known !== null && (mask & ~allowedIn(known)) === 0 ? known : type;
    if (reading.type !== null) return reading.type;
    if ((mask & NUMBERS) === 0) return null;
    const [narrowest = null] = typesOfMasks([mask], () => true);
    return narrowest === "text" ? "numeric" : narrowest;
  });
}

function wantedFor({ columns }: LoadSettings, name: string): ColumnReading | typeof AUTO | null {
  const wanted = columns && (Object.hasOwn(columns, name) ? columns[name] : columns[ALL_OTHERS]);
  return wanted === AUTO || (wanted !== undefined && isColumnReading(wanted)) ? wanted : null;
}

function emptyWordsOf({ empty = [] }: LoadSettings, name: string): readonly string[] {
  if (Array.isArray(empty)) return empty;
  const byColumn = empty as Readonly<Record<string, readonly string[]>>;
  return (Object.hasOwn(byColumn, name) ? byColumn[name] : undefined) ?? [];
}

/** Amounts of money are of the currency that the first of them has. */
function withCurrency(reading: ColumnReading | null, cells: () => readonly LookedAt[]): ColumnReading | null {
  const parts = reading === null ? null : parseReading(reading);
  if (parts?.name !== "currency" && parts?.name !== "currency-comma") return reading;
  const currency = parts.currency ?? firstCurrency(cells().map(({ text }) => text));
  return currency === null ? parts.name : `${parts.name}(${currency})`;
}

function lookedAt(
  rows: readonly HeadRecord[],
  column: number,
  {
    most,
    linesBefore,
    empty,
    isMade,
  }: {
    readonly most: number;
    readonly linesBefore: number;
    readonly empty: readonly string[];
    readonly isMade: boolean;
  },
): LookedAt[] {
  return rows.slice(0, most).flatMap(({ cells, line }) => {
    const { text: written = "", quoted = false } = cells[column] ?? {};
    const text = written.trim();
    return text === "" || empty.includes(text) ? [] : [{ text, line: line + linesBefore, isNative: isMade && !quoted }];
  });
}

/**
 * The kinds of cells of each column, in the notation of Postgres where it has a reading. `isMade`: cells without quotes are
 * values of a format.
 */
function masksOf(
  records: readonly Pick<HeadRecord, "cells">[],
  columns: readonly Pick<PlannedColumn, "reading" | "empty">[],
  isMade: boolean,
): Int32Array {
  const masks = new Int32Array(columns.length);
  const readings = columns.map(({ reading }) => (reading === null ? null : cellReading(reading)));
  for (const { cells } of records)
    cells.forEach(({ text, quoted }, column) => {
      const { reading = null, empty = [] } = columns[column] ?? {};
      if (text === "" || reading === "text" || (empty.length > 0 && empty.includes(text.trim()))) return;
      const kind = readings[column];
      const convert = isMade && !quoted ? kind?.native : kind?.convert;
      masks[column] = (masks[column] as number) | kindOf(text, quoted, convert);
    });
  return masks;
}

function kindOf(text: string, quoted: boolean, convert: ((text: string) => string | null) | undefined): number {
  if (convert) {
    const converted = convert(text);
    return converted === null ? 0 : kindOfValue(converted);
  }
  const bytes = Buffer.from(text);
  return text.trim() === "" ? CELL.blank : cellKind(bytes, 0, bytes.length, quoted);
}
