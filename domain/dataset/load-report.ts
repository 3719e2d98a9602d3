import { z } from "zod";
import { lineSchema } from "../core/values/schemas.ts";
import { type ColumnEvidence, columnEvidenceSchema } from "./column-evidence.ts";
import { FILE_DELIMITERS, FILE_FORMATS, FILE_QUOTES } from "./load-settings.ts";

const number = z.number().int().nonnegative();
/** The first of a list of lines; the count beside it is of all. */
const lines = z.array(number).max(20);

/** Why a column is text although most of its cells that were looked at are not. */
const TEXT_REASONS = [
  "other-cell",
  "leading-zeros",
  "too-many-digits",
  "quoted-numbers",
  "mixed-kinds",
  /** Numbers of versions or sections: 1.9 and 1.10. */
  "versions",
  /** Hours beyond a day: 25:10. */
  "durations",
  /** All of its cells are in a notation that is read if it is chosen. */
  "notation",
] as const;
export type TextReason = (typeof TEXT_REASONS)[number];

/** How the encoding of a file became known. `mark`: by its byte order mark. */
const ENCODING_SOURCES = ["mark", "valid", "detected", "chosen"] as const;
export type EncodingSource = (typeof ENCODING_SOURCES)[number];

/** How lines are divided that no delimiter divides: by a text, by runs of spaces, or at the same places in each of them. */
const LINE_DIVISIONS = ["text", "spaces", "places"] as const;
/** `null`: \N is an empty cell. `formula`: an equals sign before a quote. `return`: CR is a character of cells. */
const CELL_MARKS = ["null", "formula", "return"] as const;
export type CellMark = (typeof CELL_MARKS)[number];
/**
 * `row-numbers`: there is a label less than cells. `more-labels`: all rows have fewer cells than there are labels.
 * `labels-do-not-fit`: the line above the rows has others in number.
 */
const LABEL_DOUBTS = ["row-numbers", "more-labels", "labels-do-not-fit"] as const;
export type LabelDoubt = (typeof LABEL_DOUBTS)[number];

/**
 * Cells of a workbook, a JSON or a Parquet file that have no value in the table. `error`: such as #N/A. `not-finite`:
 * NaN and infinities. `empty-text`: texts without a character. `no-result`: formulas whose results are not in the file.
 */
const EMPTIED_CELLS = ["error", "not-finite", "empty-text", "no-result"] as const;
export type EmptiedCells = (typeof EMPTIED_CELLS)[number];

/**
 * What a load decided about a file and changed in it, as codes and facts. Texts of the file are kept beside its table
 * only, and are deleted with it: events have none.
 */
export const loadReportSchema = z.strictObject({
  encoding: lineSchema,
  encodingBy: z.enum(ENCODING_SOURCES),
  /** An encoding that the file may be in instead. Absent: the one above is certain. */
  rival: z.strictObject({ encoding: lineSchema }).optional(),
  gzip: z.boolean(),
  /** Absent: csv. */
  format: z.enum(FILE_FORMATS).optional(),
  /** It was unpacked, from zstd or a ZIP file. */
  unpacked: z
    .array(z.enum(["zstd", "zip"]))
    .max(4)
    .optional(),
  /** How many cells lost their values, and the first line, row or record with one. */
  emptied: z
    .array(z.strictObject({ kind: z.enum(EMPTIED_CELLS), count: number, line: number }))
    .max(EMPTIED_CELLS.length)
    .optional(),
  /** null: the file has one column, or its lines are divided in another way. */
  delimiter: z.enum(FILE_DELIMITERS).nullable(),
  quote: z.enum(FILE_QUOTES),
  escape: z.enum(["double", "backslash"]),
  /** How lines without one of the delimiters are divided, and the text between their cells. */
  divided: z.strictObject({ by: z.enum(LINE_DIVISIONS), between: lineSchema.optional() }).optional(),
  /** Another delimiter that divides the file nearly as well. */
  otherDelimiter: z.enum(FILE_DELIMITERS).optional(),
  /** What is written in cells and is no part of their values. */
  marks: z.array(z.enum(CELL_MARKS)).max(CELL_MARKS.length).optional(),
  /** Spaces before cells were skipped. */
  padded: z.boolean(),
  header: z.boolean(),
  /** Why the labels may belong to other columns, or to none. */
  doubt: z.enum(LABEL_DOUBTS).optional(),
  /** Lines before the table, and the first of them that are not empty. */
  skippedLines: number,
  skipped: z.array(z.strictObject({ line: number })).max(20),
  rejected: number,
  /** Rejected rows that are the header again. */
  repeatedHeaders: number.optional(),
  /** Rows that end before the last column, as the file writes those with empty ends. */
  filledRows: number.optional(),
  /** Rows with empty cells behind the last column, which were left out. */
  cutRows: number.optional(),
  emptyRows: number,
  /** Positions, from 1, of columns without label and value that were left out; their number. */
  emptyColumns: number,
  dropped: z.array(number).max(100),
  nulBytes: number,
  /** Byte order marks within the text, and Ctrl-Z, that were removed. Absent: none. */
  fileMarks: number.optional(),
  /** Bytes that are no characters of the encoding: each is U+FFFD in the table. */
  replaced: number,
  replacedLines: lines,
  /** Columns that are text because of some cells. */
  textColumns: z
    .array(
      z.strictObject({
        column: lineSchema,
        reason: z.enum(TEXT_REASONS),
        line: number.optional(),
        /** Readings that fit every cell that was looked at. */
        suggestions: z.array(lineSchema).max(20).readonly().optional(),
      }),
    )
    .max(100),
  /** Of columns that are not read as most of their cells are, or that may be something else. Absent: there are none. */
  evidence: z.array(columnEvidenceSchema).max(100).optional(),
  /** Columns whose reading was chosen, by the uploader, the schema of the dataset, or as the only one that fits. */
  chosen: z.array(z.strictObject({ column: lineSchema, reading: lineSchema })).max(2_000),
  /** Digits of exact numbers, and how many of them are behind the point. */
  decimals: z
    .array(z.strictObject({ column: lineSchema, precision: number, scale: number }))
    .max(2_000)
    .optional(),
  /** Names that were chosen for columns, and that none has. */
  unknownColumns: z.array(lineSchema).max(100).optional(),
  /** What happened to cells that are not what was chosen. Absent: their rows were set aside. */
  onMisfit: lineSchema.optional(),
});
/** The report as events have it. */
export type LoadReportFacts = Readonly<z.infer<typeof loadReportSchema>>;
type WithText<T> = T & { readonly text?: string };
/** The report with texts of the file. */
export type LoadReport = Omit<LoadReportFacts, "skipped" | "textColumns" | "rival" | "evidence"> & {
  readonly part?: FilePart;
  readonly evidence?: readonly ColumnEvidence[];
  readonly rival?: Pick<EncodingRival, "encoding"> & Partial<EncodingRival>;
  readonly skipped: readonly WithText<LoadReportFacts["skipped"][number]>[];
  readonly textColumns: readonly WithText<LoadReportFacts["textColumns"][number]>[];
};

/** An encoding that a file may be in instead, with letters that differ: as they were read, and in this encoding. */
export type EncodingRival = {
  readonly encoding: string;
  readonly letters: readonly { readonly read: string; readonly instead: string }[];
};

/**
 * The part of a file that was read: a sheet of a workbook, a file within a ZIP file, a list in a JSON text. `others`: names
 * of those that were not, the first of `count`.
 */
export type FilePart = {
  readonly entry?: string;
  readonly sheet?: string;
  readonly list?: string;
  /** Of a JSON text: the first names of fields beside its lists, which are in no row. */
  readonly fields?: { readonly names: readonly string[]; readonly count: number };
  readonly others: readonly string[];
  readonly count: number;
};

export function withoutTexts({ rival, evidence, part: _part, ...report }: LoadReport): LoadReportFacts {
  return {
    ...report,
    ...(evidence ? { evidence: evidence.map(evidenceFacts) } : {}),
    ...(rival ? { rival: { encoding: rival.encoding } } : {}),
    skipped: report.skipped.map(({ line }) => ({ line })),
    textColumns: report.textColumns.map(({ text: _text, ...rest }) => rest),
  };
}

function evidenceFacts({ empty: _, misfits, ...facts }: ColumnEvidence) {
  return { ...facts, misfits: misfits.map(({ line }) => ({ line })) };
}

/** The reports of loaded tables. */
export interface LoadReports {
  /** By the physical name of the table; null: none is known. */
  report(physical: string): Promise<LoadReport | null>;
}
