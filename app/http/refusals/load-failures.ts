import { kindOfReading } from "#domain/dataset/column-reading.ts";
import type { DatasetFailure, FileKind, FileLimit } from "#domain/dataset/load-failure.ts";
import type { FileFormat } from "#domain/dataset/load-settings.ts";
import { findingSentence } from "#domain/core/findings/finding.ts";
import { counted, formatCount, formatSize } from "#domain/core/text/counted.ts";
import { NO_ROOM_SENTENCE } from "./requests.ts";
import { type AnswersOf, answerOf, type RefusalFacts } from "./refusal-answer.ts";

export const USED_TODAY = "You have uploaded as much as one day allows. Try again tomorrow.";
export const fileTooLarge = ({ maxBytes }: { readonly maxBytes: number }): string =>
  `The file is larger than the limit of ${formatSize(maxBytes)}.`;

export const columnsTooLong = ({ maxBytes }: { readonly maxBytes: number }): string =>
  `The names and labels of the columns are too long: the log takes ${formatSize(maxBytes)} at once.`;

const not = (but: string): string => `This is not a CSV, Excel, JSON or Parquet file but ${but}.`;
const KINDS: Readonly<Record<FileKind, string>> = {
  zip: not("another ZIP file"),
  "old-office": not("an old Office file: save it as an Excel workbook (.xlsx) or as CSV"),
  "locked-office": "This workbook is locked with a password: save it without one.",
  "open-document": not("an OpenDocument file: save it as an Excel workbook (.xlsx) or as CSV"),
  "office-document": not("a text document or slides: save the table as an Excel workbook (.xlsx) or as CSV"),
  "binary-workbook": not("a binary workbook (.xlsb): save it as .xlsx"),
  pdf: not("a PDF: copy its table into a spreadsheet and save that"),
  media: not("an image or a film"),
  parquet: not("a Parquet file"),
  sqlite: not("a SQLite database: export the table as CSV"),
  packed: not("a packed file: only gzip, zstd and ZIP can be read"),
  program: not("a program"),
  markup: not("a web page or XML"),
  json: not("JSON"),
  binary: "This is not a CSV, Excel, JSON or Parquet file: it holds other binary data.",
};

const FORMATS: Readonly<Record<FileFormat | "zip", string>> = {
  ...{ csv: "a CSV file", xlsx: "an Excel workbook", json: "a JSON file", ndjson: "a file with JSON in each line" },
  ...{ parquet: "a Parquet file", zip: "a ZIP file" },
};

const LIMITS: Readonly<Record<FileLimit, (limit: number) => string>> = {
  entries: (limit) => `The ZIP file has more than ${formatCount(limit)} files.`,
  times: (limit) => `The file becomes more than ${formatCount(limit)} times as large when it is unpacked.`,
  packings: (limit) => `The file is packed within packed files: at most ${counted(limit, "level")} can be read.`,
  "shared-texts": (limit) => `The workbook has more than ${formatCount(limit)} different texts or characters of texts.`,
  styles: (limit) => `The workbook has more than ${formatCount(limit)} styles.`,
  sheets: (limit) => `The workbook has more than ${formatCount(limit)} sheets.`,
  "sheet-columns": (limit) => `The sheet has more than ${formatCount(limit)} columns.`,
  depth: (limit) => `Lists and objects in the JSON are nested more than ${limit} levels deep.`,
  "record-bytes": (limit) => `One record of the file is larger than ${formatSize(limit)}.`,
  values: (limit) => `One record of the file has more than ${formatCount(limit)} values.`,
  lists: (limit) => `The JSON has more than ${formatCount(limit)} lists.`,
  "group-bytes": (limit) => `A row group or page of the Parquet file is larger than ${formatSize(limit)}.`,
  "group-values": (limit) =>
    `Lists in a row group of the Parquet file have more than ${formatCount(limit)} values. It can be written with smaller row groups.`,
  "metadata-bytes": (limit) => `The metadata of the Parquet file is larger than ${formatSize(limit)}.`,
  "preview-bytes": (limit) =>
    `Files in this format are previewed up to ${formatSize(limit)}. It can be uploaded without.`,
  memory: (limit) => `Reading the file takes more than ${formatSize(limit)} of memory.`,
};

const SHOWN_PARTS = 20;

/** The names of parts of a file, such as its sheets. */
function namesOf(names: readonly string[], count: number): string {
  const shown = names.slice(0, SHOWN_PARTS);
  return `${shown.join(", ")}${count > shown.length ? ` and ${formatCount(count - shown.length)} more` : ""}`;
}

const NAMED = 5;

type Shape = readonly { readonly name: string; readonly type: string }[];

/** What is different, with the names of the first few columns. */
function differences({ oldColumns, newColumns }: { readonly oldColumns: Shape; readonly newColumns: Shape }): string {
  const before = new Map(oldColumns.map(({ name, type }) => [name, type]));
  const now = new Map(newColumns.map(({ name, type }) => [name, type]));
  const named = (word: string, names: readonly string[]) =>
    names.length === 0
      ? []
      : [
          `${word} ${names.slice(0, NAMED).join(", ")}${names.length > NAMED ? ` and ${names.length - NAMED} more` : ""}`,
        ];
  const found = [
    ...named(
      "missing",
      [...before.keys()].filter((name) => !now.has(name)),
    ),
    ...named(
      "new",
      [...now.keys()].filter((name) => !before.has(name)),
    ),
    ...named(
      "another type for",
      [...now.keys()].filter((name) => before.has(name) && before.get(name) !== now.get(name)),
    ),
  ];
  return found.length > 0 ? found.join("; ") : "they are in another order";
}

const bad = (say: string) => ({ status: 400, say }) as const;
const later = { retryAfterSeconds: 3_600 } as const;

/** Status and sentence of each reason why a dataset has no rows. */
export const LOAD_FAILURE_ANSWERS = {
  empty: bad("The file is empty."),
  "no-rows": bad("The file holds no rows."),
  "not-a-table": { status: 400, say: ({ facts }) => KINDS[facts.kind] },
  "no-fitting-row": {
    status: 400,
    say: ({ facts }) => `No row of the file fits its header of ${counted(facts.columns, "column")}.`,
  },
  "bad-encoding": bad("The encoding of the file could not be detected."),
  "bad-gzip": bad("The packed file is damaged or cut off."),
  "file-damaged": {
    status: 400,
    say: ({ facts: { format, line } }) =>
      `This seems to be ${FORMATS[format]}, but it is damaged or cut off${line === undefined ? "" : ` (line ${line})`}.`,
  },
  "other-format": { status: 400, say: ({ facts }) => `The file is not ${FORMATS[facts.format]}, which was chosen.` },
  "over-file-limit": { status: 413, say: ({ facts }) => LIMITS[facts.what](facts.limit) },
  "entry-unnamed": {
    status: 400,
    say: ({ facts: { entries, count } }) =>
      `The ZIP file has ${formatCount(count)} files: choose one of ${namesOf(entries, count)}.`,
    facts: ({ facts: { entries } }) => ({ entries }),
  },
  "entry-missing": {
    status: 400,
    say: ({ facts: { entry, entries, count } }) =>
      `The ZIP file has no file ${entry}. It has ${namesOf(entries, count)}.`,
    facts: ({ facts: { entries } }) => ({ entries }),
  },
  "entry-locked": { status: 400, say: ({ facts }) => `${facts.entry} in the ZIP file is locked with a password.` },
  "sheet-missing": {
    status: 400,
    say: ({ facts: { sheet, sheets, count } }) =>
      `The workbook has no sheet ${sheet}. It has ${namesOf(sheets, count)}.`,
    facts: ({ facts: { sheets } }) => ({ sheets }),
  },
  "unclosed-quote": { status: 400, say: ({ facts }) => `The quote that opens in line ${facts.line} is never closed.` },
  "too-large": { status: 413, say: ({ facts }) => fileTooLarge(facts) },
  "too-many-columns": {
    status: 413,
    say: ({ facts }) => `The file has ${facts.columns} columns; the limit is ${facts.maxColumns}.`,
  },
  "columns-too-long": { status: 413, say: ({ facts }) => columnsTooLong(facts) },
  "first-row-too-large": {
    status: 413,
    say: ({ facts }) => `The first row is longer than ${formatSize(facts.maxBytes)}.`,
  },
  "cell-too-large": {
    status: 413,
    say: ({ facts }) => `Line ${facts.line} holds a cell larger than the limit of ${formatSize(facts.maxBytes)}.`,
  },
  "cell-misfit": {
    status: 422,
    say: ({ facts: { line, column, reading } }) =>
      `Line ${line}, ${column}: the cell is not ${kindOfReading(reading)}.`,
  },
  "columns-changed": {
    status: 409,
    say: ({ facts }) => `The file has other columns than the dataset: ${differences(facts)}.`,
    facts: ({ facts: { oldColumns: old_columns, newColumns: new_columns } }) => ({ old_columns, new_columns }),
  },
  "key-empty": {
    status: 409,
    say: ({ facts: { where, row, key } }) =>
      `Row ${row} of the ${where} has no value for the key ${key.join(", ")}. Every row needs one.`,
  },
  "key-twice": {
    status: 409,
    say: ({ facts: { where, key, value } }) =>
      `The key ${key.join(", ")} does not identify the rows of the ${where}: ${value.join(", ")} occurs more than once.`,
  },
  source: { status: 422, say: ({ facts }) => findingSentence(facts.finding) },
  "source-status": {
    status: 422,
    say: ({ facts: { host, status } }) => `The host ${host} answered ${status} instead of a file.`,
  },
  quota: { status: 429, say: USED_TODAY, ...later },
  "no-room": { status: 507, say: NO_ROOM_SENTENCE, ...later },
  cancelled: { status: 409, say: "The load was cancelled." },
  fault: {
    status: 500,
    say: "Something went wrong on our side while the file was loaded. It has been recorded; try again.",
  },
  unknown: { status: 400, say: ({ facts }) => facts.sentence },
  "instance-removed": { status: 409, say: "The connection was removed before there were rows." },
} satisfies AnswersOf<DatasetFailure>;

/** The codes of failed loads. */
export const LOAD_FAILURE_CODES = Object.keys(LOAD_FAILURE_ANSWERS) as DatasetFailure["code"][];

/** A failed load as HTTP says it. */
export function loadFailureAnswer(failure: DatasetFailure): {
  readonly code: DatasetFailure["code"];
  readonly status: number;
  readonly error: string;
  readonly field: string | null;
  readonly retryAfterSeconds?: number;
  readonly facts?: RefusalFacts;
} {
  const { message: error, ...rest } = answerOf<DatasetFailure>(LOAD_FAILURE_ANSWERS, failure);
  return { error, ...rest };
}

/** Why a dataset has no rows, in one sentence. */
export function loadFailureSentence(failure: DatasetFailure): string {
  return loadFailureAnswer(failure).error;
}
