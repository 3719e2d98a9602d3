import type { ColumnType } from "#domain/core/values/table.ts";
import type { CellMark, LoadReport } from "#domain/dataset/load-report.ts";
import { type ExpectedColumn, readingOfType } from "#domain/dataset/schema.ts";
import { areVersions } from "../csv/cell-types.ts";
import { type ColumnText, reasonOf } from "../csv/head/text-reason.ts";
import type { Dialect } from "../csv/dialect.ts";
import type { LineFormat } from "../csv/rewrite/split-line.ts";
import { type CsvPlan, namedColumns } from "../csv/plan.ts";
import type { ScanResult } from "../csv/scan/scan-pass.ts";

const LISTED = 100;

/** Why columns became text behind the head of the file, by position. */
export type Breaks = Map<number, ColumnText>;

/** Notes what ended the types of columns in a scan: a cell, or how the numbers of the whole column are spelled. */
export function noteBreaks(breaks: Breaks, types: readonly (ColumnType | null)[], end: ScanResult): void {
  for (const [column, { line, text }] of end.breaks)
    if (types[column] !== null && !breaks.has(column)) breaks.set(column, reasonOf(text, line));
  end.masks.forEach((mask, column) => {
    const isEnded = types[column] !== "text" && end.types[column] === "text";
    if (isEnded && areVersions(mask) && !breaks.has(column))
      breaks.set(column, { reason: "versions", suggestions: ["number"] });
  });
}

/** What else a load knows. `expected`: the columns of the version before, which need not be told if they are read so again. */
type Beside = {
  readonly breaks: Breaks;
  readonly expected: readonly ExpectedColumn[];
  readonly decimals: LoadReport["decimals"];
};

/** What the load of a file decided and changed. */
export function reportOf(plan: CsvPlan, end: ScanResult, { breaks, expected, decimals }: Beside): LoadReport {
  const { source, dialect } = plan;
  const kept = namedColumns(plan, end.types);
  const dropped = plan.columns.flatMap((_, at) => (kept.some(({ index }) => index === at) ? [] : [at + 1]));
  const textColumns = kept.flatMap(({ index, name, type }) => {
    const because = type === "text" ? (breaks.get(index) ?? plan.columns[index]?.because) : null;
    return because ? [{ column: name, ...because }] : [];
  });
  const chosen = kept.flatMap(({ index, name: column }) => {
    const asked = plan.columns[index]?.reading ?? null;
    // A misfit has made it text.
    const reading = asked !== null && end.types[index] === "text" ? "text" : asked;
    const before = expected.find(({ name }) => name === column);
    const isPlain = before?.reading === reading && reading === readingOfType(before.type);
    return reading === null || isPlain ? [] : [{ column, reading }];
  });
  const evidence = kept.flatMap(({ index, name: column }) => {
    const { suggestions: _, isOnly: __, ...found } = plan.columns[index]?.evidence ?? {};
    return "reading" in found ? [{ column, ...found }] : [];
  });
  const replaced = plan.table.made?.text?.replaced ?? end.replaced;
  return {
    ...encodingOf(plan),
    ...fileOf(plan),
    delimiter: source.rewrite || plan.table.made ? null : dialect.delimiter,
    ...dividedBy(source.rewrite?.format),
    ...(plan.otherDelimiter ? { otherDelimiter: plan.otherDelimiter } : {}),
    quote: dialect.quote,
    escape: dialect.escape,
    padded: dialect.padded ?? false,
    ...marksOf(dialect),
    header: plan.header,
    ...(plan.doubt ? { doubt: plan.doubt } : {}),
    skippedLines: plan.preambleLines,
    skipped: [...plan.preamble],
    rejected: end.rejected.count,
    ...(end.repeatedHeaders > 0 ? { repeatedHeaders: end.repeatedHeaders } : {}),
    ...(end.filledRows > 0 ? { filledRows: end.filledRows } : {}),
    ...(end.cutRows > 0 ? { cutRows: end.cutRows } : {}),
    emptyRows: end.emptyRows,
    emptyColumns: dropped.length,
    dropped: dropped.slice(0, LISTED),
    nulBytes: end.nulBytes,
    ...(end.marks > 0 ? { fileMarks: end.marks } : {}),
    replaced: replaced.count,
    replacedLines: [...replaced.lines],
    textColumns: textColumns.slice(0, LISTED),
    ...(evidence.length > 0 ? { evidence: evidence.slice(0, LISTED) } : {}),
    chosen,
    ...(decimals && decimals.length > 0 ? { decimals } : {}),
    ...(plan.unknownColumns.length > 0 ? { unknownColumns: plan.unknownColumns.slice(0, LISTED) } : {}),
    ...(plan.onMisfit === "set-aside" ? {} : { onMisfit: plan.onMisfit }),
  };
}

/** Tells what the file is, what it was unpacked from, and which part of it is read. */
export function fileOf({ table: { format, packings, part, emptied } }: CsvPlan) {
  const unpacked = packings.filter((each) => each !== "gzip");
  return {
    gzip: packings.includes("gzip"),
    ...(format === "csv" ? {} : { format }),
    ...(unpacked.length > 0 ? { unpacked } : {}),
    ...(part ? { part } : {}),
    ...(emptied.length > 0 ? { emptied } : {}),
  } satisfies Partial<LoadReport>;
}

/** Tells how the bytes of the file became text: those that were given, not those of a table that was made of them. */
export function encodingOf({ source, encodingBy, rival, table }: CsvPlan) {
  const found = table.made?.text ?? { encoding: source.encoding, encodingBy, rival };
  return {
    encoding: found.encoding,
    encodingBy: found.encodingBy,
    ...(found.rival ? { rival: found.rival } : {}),
  } satisfies Partial<LoadReport>;
}

function dividedBy(format: LineFormat | undefined): Pick<LoadReport, "divided"> {
  if (!format) return {};
  return { divided: { by: format.kind, ...(format.kind === "text" ? { between: format.between } : {}) } };
}

function marksOf({ nulls, formulas, crInCells }: Dialect): Pick<LoadReport, "marks"> {
  const seen = { null: nulls, formula: formulas, return: crInCells } satisfies Record<CellMark, boolean | undefined>;
  const marks = (Object.keys(seen) as CellMark[]).filter((mark) => seen[mark]);
  return marks.length > 0 ? { marks } : {};
}
