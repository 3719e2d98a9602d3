import { z } from "zod";
import { ALL_OTHERS, AUTO, COLUMN_READINGS, isColumnReading } from "#domain/dataset/column-reading.ts";
import {
  FILE_DELIMITERS,
  FILE_ENCODINGS,
  type FileFormat,
  FILE_QUOTES,
  type LoadSettings,
  MAX_EMPTY_WORDS,
  MISFIT_CHOICES,
  MOST_SKIPPED_LINES,
} from "#domain/dataset/load-settings.ts";
import { refuse, type Refused } from "../../call-result.ts";
import { line } from "#domain/core/text/text-schemas.ts";

/** Delimiters and quotes by the words that calls and forms have for them. */
export const DELIMITER_WORDS = { comma: ",", semicolon: ";", tab: "\t", pipe: "|" } as const satisfies Record<
  string,
  (typeof FILE_DELIMITERS)[number]
>;
export const QUOTE_WORDS = { double: '"', single: "'", none: "" } as const satisfies Record<
  string,
  (typeof FILE_QUOTES)[number]
>;
/** Formats by the words that calls have for them, which are the ends of file names. `tsv`: text with tabs. */
const FORMAT_WORDS = {
  ...{ csv: "csv", tsv: "csv", txt: "csv", xlsx: "xlsx", json: "json", ndjson: "ndjson", jsonl: "ndjson" },
  parquet: "parquet",
} as const satisfies Record<string, FileFormat>;
const HEADER_WORDS = { yes: true, no: false } as const;

const words = (of: object) => Object.keys(of).join(", ");
const text = (about: string) => line().optional().describe(about);

const READING_WORDS = `${COLUMN_READINGS.join(", ")}, decimal(12,2) and the like, currency(EUR)`;

/** What the uploader may decide about a file: texts of a form, or parameters. Empty: it is detected. */
export const loadSettingsFields = {
  encoding: text(`One of ${FILE_ENCODINGS.join(", ")}.`),
  delimiter: text(`What separates cells: ${words(DELIMITER_WORDS)}.`),
  quote: text(`What encloses text: ${words(QUOTE_WORDS)}.`),
  header: text("yes: the first row has the names of the columns; no: it does not."),
  skip_lines: text(`Lines to skip before the table, at most ${MOST_SKIPPED_LINES}.`),
  format: text(`The format of the file, if it is not as its bytes show: ${words(FORMAT_WORDS)}.`),
  sheet: text("The sheet of a workbook, by its name; otherwise the first one that is shown and has cells."),
  entry: text("The file within a ZIP file, by its name there, if there are several."),
  types: text(
    `How columns are read: auto, or a JSON object by their names, such as {"price": "decimal-comma"}: ${READING_WORDS}. auto takes the local notation that is the only one to fit every cell; the name ${ALL_OTHERS} stands for all other columns.`,
  ),
  on_misfit: text(
    `What happens where a cell is not what its column is read as: ${MISFIT_CHOICES.join(", ")}. set-aside, as without it: the row is set aside; refuse: the file is refused; text: the column is text.`,
  ),
  empty: text(
    `Words that mean an empty cell: a JSON list for all columns, such as ["n/a"], or lists by their names, at most ${MAX_EMPTY_WORDS} each.`,
  ),
} as const;
export type LoadSettingName = keyof typeof loadSettingsFields;
export const LOAD_SETTINGS_NAMES = Object.keys(loadSettingsFields) as LoadSettingName[];

type Read = { readonly ok: true; readonly settings: LoadSettings } | Refused;

/** The settings among the texts of a form or the parameters of a call. */
export function readLoadSettings(get: (name: LoadSettingName) => string | null | undefined): Read {
  const sent = (name: keyof typeof loadSettingsFields) => get(name)?.trim() ?? "";
  const settings: { -readonly [K in keyof LoadSettings]: LoadSettings[K] } = {};
  const encoding = sent("encoding").toLowerCase();
  if (encoding !== "") {
    const known = FILE_ENCODINGS.find((one) => one === encoding);
    if (known === undefined) return invalid("encoding", FILE_ENCODINGS.join(", "));
    settings.encoding = known;
  }
  for (const [name, allowed] of [
    ["delimiter", DELIMITER_WORDS],
    ["quote", QUOTE_WORDS],
  ] as const) {
    const found = wordIn(allowed, sent(name));
    if (found === undefined) return invalid(name, words(allowed));
    if (found !== null) settings[name] = found;
  }
  const header = wordIn(HEADER_WORDS, sent("header"));
  if (header === undefined) return invalid("header", words(HEADER_WORDS));
  if (header !== null) settings.header = header;
  const lines = sent("skip_lines");
  if (lines !== "") {
    if (!/^\d{1,4}$/.test(lines) || Number(lines) > MOST_SKIPPED_LINES)
      return invalid("skip_lines", `whole numbers from 0 to ${MOST_SKIPPED_LINES}`);
    settings.skipLines = Number(lines);
  }
  const format = wordIn(FORMAT_WORDS, sent("format").toLowerCase());
  if (format === undefined) return invalid("format", words(FORMAT_WORDS));
  if (format !== null) settings.format = format;
  if (sent("format").toLowerCase() === "tsv") settings.delimiter ??= "\t";
  for (const name of ["sheet", "entry"] as const) {
    // Names of sheets may begin or end with spaces.
    const part = get(name) ?? "";
    if (part.trim() !== "") settings[name] = part;
  }
  const columns = jsonIn(sent("types") === AUTO ? `{"${ALL_OTHERS}":"${AUTO}"}` : sent("types"), readingsSchema);
  if (columns === undefined) return invalid("types", `auto and JSON objects of column names with ${READING_WORDS}`);
  if (columns !== null) settings.columns = columns;
  const onMisfit = sent("on_misfit");
  const choice = MISFIT_CHOICES.find((one) => one === onMisfit);
  if (onMisfit !== "" && choice === undefined) return invalid("on_misfit", MISFIT_CHOICES.join(", "));
  if (choice !== undefined) settings.onMisfit = choice;
  const empty = jsonIn(sent("empty"), emptySchema);
  if (empty === undefined)
    return invalid("empty", "JSON lists of words and JSON objects of such lists by column names");
  if (empty !== null) settings.empty = empty;
  return { ok: true, settings };
}

/** null: nothing was sent. undefined: it is none of the words. */
function wordIn<V>(allowed: Readonly<Record<string, V>>, word: string): V | null | undefined {
  if (word === "") return null;
  return Object.hasOwn(allowed, word) ? allowed[word] : undefined;
}

const readingsSchema = z.record(
  z.string().max(200),
  z.string().refine((reading) => reading === AUTO || isColumnReading(reading)),
);
const wordsSchema = z.array(z.string().trim().min(1).max(60)).max(MAX_EMPTY_WORDS);
const emptySchema = z.union([wordsSchema, z.record(z.string().max(200), wordsSchema)]);

/** null: nothing was sent. undefined: it is not as the schema has it. */
function jsonIn<T>(json: string, schema: z.ZodType<T>): T | null | undefined {
  if (json === "") return null;
  try {
    const parsed = schema.safeParse(JSON.parse(json));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

function invalid(field: string, allowed: string): Refused {
  return refuse("load-setting-invalid", { field, allowed });
}
