import { z } from "zod";
import { countSchema, lineSchema } from "../core/values/schemas.ts";

/** Encodings that a user can choose for a file. */
export const FILE_ENCODINGS = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "windows-1257",
  "windows-1258",
  "windows-874",
  "iso-8859-2",
  "iso-8859-3",
  "iso-8859-4",
  "iso-8859-5",
  "iso-8859-6",
  "iso-8859-7",
  "iso-8859-8",
  "iso-8859-9",
  "iso-8859-10",
  "iso-8859-13",
  "iso-8859-14",
  "iso-8859-15",
  "iso-8859-16",
  "macintosh",
  "maccenteuro",
  "maccroatian",
  "maccyrillic",
  "macgreek",
  "maciceland",
  "macromania",
  "macturkish",
  "koi8-r",
  "koi8-u",
  "cp437",
  "cp720",
  "cp737",
  "cp775",
  "cp850",
  "cp852",
  "cp855",
  "cp857",
  "cp860",
  "cp861",
  "cp862",
  "cp863",
  "cp864",
  "cp865",
  "cp866",
  "cp869",
  "shift_jis",
  "euc-jp",
  "gb18030",
  "big5",
  "euc-kr",
] as const;

export const FILE_DELIMITERS = [",", ";", "\t", "|"] as const;
/** Empty: no cell is quoted. */
export const FILE_QUOTES = ['"', "'", ""] as const;
export const MOST_SKIPPED_LINES = 1_000;

/** Formats of files. `csv`: text with cells in lines, whatever divides them. */
export const FILE_FORMATS = ["csv", "xlsx", "json", "ndjson", "parquet"] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/**
 * What happens to a row with a cell that is not what its column is read as: the row is set aside, the file is refused, or
 * the column is text.
 */
export const MISFIT_CHOICES = ["set-aside", "refuse", "text"] as const;
export type MisfitChoice = (typeof MISFIT_CHOICES)[number];

/** Most words that mean an empty cell, for a file or a column. */
export const MAX_EMPTY_WORDS = 20;
const emptyWords = z.array(lineSchema.min(1)).max(MAX_EMPTY_WORDS);

/** What the uploader decides about a file; all else is detected. Its values are among the lists above. */
export const loadSettingsSchema = z.strictObject({
  encoding: lineSchema.optional(),
  delimiter: lineSchema.optional(),
  quote: lineSchema.optional(),
  header: z.boolean().optional(),
  /** Lines before the table. */
  skipLines: countSchema.max(MOST_SKIPPED_LINES).optional(),
  /** Absent: the bytes of the file show it. */
  format: z.enum(FILE_FORMATS).optional(),
  /** The sheet of a workbook, by its name. Absent: the first one that is shown and has cells. */
  sheet: lineSchema.optional(),
  /** The file within a ZIP file, by its name there. Absent: the only one. */
  entry: lineSchema.optional(),
  /** The file is not in the dialect of the other files of its dataset: its rows were pasted, or sent as JSON. */
  ownDialect: z.literal(true).optional(),
  /** How columns are read, by their names (column-reading.ts). */
  columns: z.record(lineSchema, lineSchema).optional(),
  /** Absent: rows are set aside. */
  onMisfit: lineSchema.optional(),
  /** Words that mean an empty cell: in all columns, or by their names. */
  empty: z.union([emptyWords, z.record(lineSchema, emptyWords)]).optional(),
});
export type LoadSettings = Readonly<z.infer<typeof loadSettingsSchema>>;

/** What could garble or drop rows if it held for a file that nobody chose it for. */
export const PARTS_OF_ONE_FILE = ["encoding", "quote", "header", "skipLines"] as const;
export type RememberedDialect = Pick<LoadSettings, (typeof PARTS_OF_ONE_FILE)[number]>;

/** How a file is read. `remembered`: what was chosen for the file before, and holds only if this one shows that it fits. */
export type ReadSettings = LoadSettings & { readonly remembered?: RememberedDialect };
