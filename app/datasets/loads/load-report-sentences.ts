import { counted } from "#domain/core/text/counted.ts";
import { evidenceSentence } from "./evidence-sentence.ts";
import type {
  CellMark,
  EmptiedCells,
  FilePart,
  LabelDoubt,
  LoadReport,
  TextReason,
} from "#domain/dataset/load-report.ts";

type Delimiter = NonNullable<LoadReport["delimiter"]>;
const DELIMITERS: Readonly<Record<Delimiter, string>> = {
  ",": "commas",
  ";": "semicolons",
  "\t": "tabs",
  "|": "vertical bars",
};
const ENCODINGS: Readonly<Record<LoadReport["encodingBy"], (encoding: string) => string>> = {
  mark: (encoding) => `The file says that its encoding is ${encoding}.`,
  valid: (encoding) => `The encoding is ${encoding}.`,
  detected: (encoding) => `The encoding ${encoding} was detected.`,
  chosen: (encoding) => `The encoding ${encoding} was chosen.`,
};
const QUOTES: Readonly<Record<LoadReport["quote"], string>> = {
  '"': "",
  "'": "; apostrophes are the quotes",
  "": "; quotes are characters like others",
};
const DIVIDED: Readonly<Record<NonNullable<LoadReport["divided"]>["by"], (between: string) => string>> = {
  text: (between) => `${between} separates cells`,
  spaces: () => "Spaces separate cells",
  places: () => "Cells begin at the same places in all lines",
};
const MARKS: Readonly<Record<CellMark, string>> = {
  null: "\\N is an empty cell.",
  formula: "Equals signs before quotes were left out.",
  return: "A carriage return alone is a character of a cell.",
};
const DOUBTS: Readonly<Record<LabelDoubt, string>> = {
  "row-numbers": "The first row has a name less than the rows have cells: the column of row numbers has none.",
  "more-labels": "All rows have fewer cells than the first row has names: the last columns are empty.",
  "labels-do-not-fit": "The line above the rows has another number of cells, so its words are not the names.",
};
const FORMATS: Readonly<Record<NonNullable<LoadReport["format"]>, string>> = {
  ...{ csv: "", xlsx: "an Excel workbook", json: "JSON", ndjson: "JSON in lines", parquet: "a Parquet file" },
};
const EMPTIED: Readonly<Record<EmptiedCells, (count: number) => string>> = {
  error: (count) => `${counted(count, "cell has", "cells have")} an error such as #N/A and ${isOrAre(count)} empty`,
  "not-finite": (count) => `${counted(count, "cell is", "cells are")} NaN or infinite and ${isOrAre(count)} empty`,
  "empty-text": (count) => `${counted(count, "text", "texts")} without a character ${isOrAre(count)} empty`,
  "no-result": (count) =>
    `${counted(count, "formula has", "formulas have")} no result in the file and ${isOrAre(count)} empty`,
};
const SHOWN = 3;
const isOrAre = (count: number) => (count === 1 ? "is" : "are");

/** What a load decided about a file and changed in it, in sentences, the most general first. */
export function loadReportSentences(report: LoadReport): string[] {
  return [...readingSentences(report), ...droppedSentences(report), ...columnSentences(report)];
}

function readingSentences(report: LoadReport): string[] {
  if (report.format === "xlsx" || report.format === "parquet")
    return [...fileSentences(report), ...headerSentences(report)];
  const isJson = report.format === "json" || report.format === "ndjson";
  if (isJson) return fileSentences(report);
  const quotes = QUOTES[report.quote];
  const { delimiter, divided, otherDelimiter } = report;
  const cells = divided
    ? DIVIDED[divided.by](divided.between ?? "")
    : delimiter === null
      ? "The file has one column"
      : `${DELIMITERS[delimiter]} separate cells`;
  return [
    ENCODINGS[report.encodingBy](nameOf(report.encoding)),
    ...(report.rival ? [rivalSentence(report.rival)] : []),
    ...fileSentences(report),
    `${sentenceCase(cells)}${quotes}.`,
    ...(otherDelimiter ? [`${sentenceCase(DELIMITERS[otherDelimiter])} would divide it nearly as well.`] : []),
    ...(report.padded ? ["Spaces before cells were skipped."] : []),
    ...(report.marks ?? []).map((mark) => MARKS[mark]),
    ...(report.escape === "backslash" ? ["Backslashes escape quotes and delimiters."] : []),
    ...headerSentences(report),
  ];
}

function headerSentences({ header, doubt }: LoadReport): string[] {
  return [
    header
      ? "The first row has the names of the columns."
      : "The file has no names of columns: they are column_1, column_2 and so on.",
    ...(doubt ? [DOUBTS[doubt]] : []),
  ];
}

/** What the file is, what it was unpacked from, which part of it was read, and which was not. */
function fileSentences({ gzip, unpacked = [], format = "csv", part, emptied = [] }: LoadReport): string[] {
  const packings = [...(gzip ? ["gzip"] : []), ...unpacked.map((each) => (each === "zip" ? "ZIP" : each))];
  return [
    ...(packings.length > 0 ? [`The file was unpacked (${packings.join(", ")}).`] : []),
    ...(format === "csv" ? [] : [`It is ${FORMATS[format]}.`]),
    ...(part ? partSentences(part) : []),
    ...emptied.map(({ kind, count, line }) => `${EMPTIED[kind](count)} (the first in row ${line}).`),
  ];
}

function partSentences({ entry, sheet, list, others, count, fields }: FilePart): string[] {
  const what = sheet !== undefined ? "sheet" : list !== undefined ? "list" : "file in the ZIP file";
  const [was, noun] = count === 1 ? ["was", what] : ["were", what.replace(/^\w+/, "$&s")];
  return [
    ...(entry !== undefined ? [`Of the ZIP file, ${entry} was read.`] : []),
    ...(sheet !== undefined ? [`The rows are those of the sheet ${sheet}.`] : []),
    ...(list !== undefined && list !== "" ? [`The rows are those of the list ${list}.`] : []),
    ...(count > 0 ? [`The ${noun} ${firstOf(others, count)} ${was} not read.`] : []),
    ...(fields
      ? [
          `Beside the lists ${counted(fields.count, "field is", "fields are")} in no row: ${firstOf(fields.names, fields.count)}.`,
        ]
      : []),
  ];
}

function firstOf(names: readonly string[], count: number): string {
  const shown = names.slice(0, SHOWN);
  return `${shown.join(", ")}${count > shown.length ? ` and ${counted(count - shown.length, "other")}` : ""}`;
}

function rivalSentence({ encoding, letters = [] }: NonNullable<LoadReport["rival"]>): string {
  const shown = letters.slice(0, SHOWN).map(({ read, instead }) => `${instead} in place of ${read}`);
  return `It is not certain: the file may be ${nameOf(encoding)}${shown.length > 0 ? `, with ${shown.join(", ")}` : ""}.`;
}

function droppedSentences(report: LoadReport): string[] {
  const { skippedLines, skipped, rejected, emptyRows, emptyColumns, dropped, nulBytes, replaced } = report;
  const { fileMarks = 0, repeatedHeaders = 0, filledRows = 0, cutRows = 0 } = report;
  const first = skipped.find(({ text }) => text !== undefined);
  const begin = first ? `, such as line ${first.line}: ${first.text}` : "";
  const was = (count: number) => (count === 1 ? "was" : "were");
  return [
    ...(skippedLines > 0
      ? [`${counted(skippedLines, "line")} before the table ${was(skippedLines)} skipped${begin}`].map(ended)
      : []),
    ...(rejected > 0
      ? [`${counted(rejected, "row does", "rows do")} not fit the columns and ${was(rejected)} set aside.`]
      : []),
    ...(repeatedHeaders > 0 ? [`${counted(repeatedHeaders, "of them is", "of them are")} the header again.`] : []),
    ...(filledRows > 0
      ? [`${counted(filledRows, "row ends", "rows end")} before the last column: the cells that lack are empty.`]
      : []),
    ...(cutRows > 0
      ? [`${counted(cutRows, "row has", "rows have")} empty cells behind the last column, which were left out.`]
      : []),
    ...(emptyRows > 0 ? [`${counted(emptyRows, "row")} without a value ${was(emptyRows)} left out.`] : []),
    ...(emptyColumns > 0
      ? [
          `${counted(emptyColumns, "column")} without name and value ${was(emptyColumns)} left out (${listed("position", dropped, emptyColumns)}).`,
        ]
      : []),
    ...(nulBytes > 0 ? [`${counted(nulBytes, "NUL byte")} ${was(nulBytes)} removed.`] : []),
    ...(fileMarks > 0
      ? [
          `${counted(fileMarks, "mark")} of the beginning or end of a file ${was(fileMarks)} removed (byte order mark, Ctrl-Z).`,
        ]
      : []),
    ...(replaced > 0
      ? [
          `${counted(replaced, "character is", "characters are")} shown as \ufffd: the bytes are not ${nameOf(report.encoding)} (${listed("line", report.replacedLines, replaced)}).`,
        ]
      : []),
  ];
}

const REASONS: Readonly<Record<TextReason, (place: string) => string>> = {
  "other-cell": (place) => `not every cell is of one type${place}`,
  "leading-zeros": (place) => `a number begins with zero${place}`,
  "too-many-digits": (place) => `a number has more digits than a number type holds${place}`,
  "quoted-numbers": () => "its numbers are in quotes, others in the file are not",
  "mixed-kinds": () => "its cells are of several types",
  versions: (place) => `its numbers are spelled as those of versions or sections${place}`,
  durations: (place) => `it has hours beyond a day${place}`,
  notation: (place) => `its cells are in a notation that is only read if it is chosen${place}`,
};

function columnSentences({ textColumns, chosen, evidence = [], unknownColumns = [] }: LoadReport): string[] {
  return [
    ...textColumns.map(({ column, reason, line, text, suggestions = [] }) => {
      const cell = text === undefined ? "" : `: ${text}`;
      const because = REASONS[reason](line === undefined ? "" : ` (line ${line}${cell})`);
      const readable = suggestions.length === 0 ? "" : `; it can be read as ${suggestions.join(" or ")}`;
      return ended(`${column} is text, because ${because}${readable}`);
    }),
    ...evidence.map(evidenceSentence),
    ...chosen.map(({ column, reading }) => `${column} was read as ${reading}, as chosen.`),
    ...unknownColumns.map((column) => `No column is called ${column}: what was chosen for it was ignored.`),
  ];
}

/** `lines 3, 9 and more`. */
function listed(noun: string, places: readonly number[], all: number): string {
  const shown = places.filter((_, at) => at < SHOWN);
  const more = Math.max(places.length, all) > shown.length && places.length > shown.length ? " and more" : "";
  return `${places.length === 1 ? noun : `${noun}s`} ${shown.join(", ")}${more}`;
}

const ended = (sentence: string) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);
const sentenceCase = (text: string) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

/** Names of encodings as people write them. */
function nameOf(encoding: string): string {
  return encoding
    .replace(/^(?:utf|iso|koi8|euc|cp(?=\d))/, (name) => name.toUpperCase())
    .replace(/^windows/, "Windows");
}
