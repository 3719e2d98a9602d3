import { type Dialect, type HeadRecord, readHead } from "../dialect.ts";
import { hasValue, shapeOf, withoutComments } from "./find-table.ts";
import { fitsWidth, isConvincing, longestRun } from "./runs.ts";

export const DELIMITERS = ["\t", ";", ",", "|"] as const;
export const QUOTES = ['"', "'", ""] as const;
const LOOKED_AT = 1000;
/** Of a file with tabs: whether its quotes are characters like others shows in a few lines only. */
const LOOKED_AT_WITH_TABS = 5000;
const BACKSLASH = 0x5c;
const NEARLY_ALL = 0.95;
const MOST_COVERED = 0.85;
const HALF = 0.5;
const MOST_OF_COMMAS = 0.75;
const ROWS_OF_TABLE = 8;
const LOOKED_AT_BYTES = 65_536;

/** What is known of the dialect: a hint in the file, or the user's choice. */
export type KnownDialect = {
  readonly delimiter?: Dialect["delimiter"] | undefined;
  readonly quote?: Dialect["quote"] | undefined;
};

/** A dialect and how well it explains the head: cells of a row; nearly all records are rows, and no value is divided. */
export type DetectedDialect = {
  readonly dialect: Dialect;
  readonly width: number;
  readonly isUniform: boolean;
  /** Another delimiter that divides the head nearly as well; null: there is none. */
  readonly otherDelimiter: Dialect["delimiter"];
};

/** The dialect in which the head looks most like a table. */
export function detectDialect(head: Uint8Array, options: KnownDialect & { whole: boolean }): DetectedDialect {
  // A delimiter that the head does not have makes no table.
  const separators = (options.delimiter === undefined ? DELIMITERS : [options.delimiter]).filter(
    (delimiter) => delimiter !== null && head.includes(delimiter.charCodeAt(0)),
  );
  const none: Dialect = { delimiter: options.delimiter ?? null, quote: options.quote ?? '"', escape: "double" };
  let best: { readonly dialect: Dialect } & TableScore = { dialect: none, ...NO_TABLE };
  const scores = new Map<Dialect["delimiter"], number>();
  for (const quote of options.quote === undefined ? QUOTES : [options.quote]) {
    for (const delimiter of separators) {
      // Only files with tabs are written without any quoting, as exports of databases are.
      if (quote === "" && options.quote === undefined && delimiter !== "\t") continue;
      for (const dialect of variantsOf(head, { delimiter, quote, escape: "double" })) {
        const score = tableScore(head, dialect, options);
        scores.set(delimiter, Math.max(score.whole, scores.get(delimiter) ?? 0));
        if (score.whole > best.whole) best = { dialect, ...score };
      }
    }
  }
  const isTable = best.rows > 0 && (isPlain(best) || best.read > singleColumnScore(head, none, options));
  const found = isTable ? best.dialect : none;
  const escaped = head.includes(BACKSLASH) ? withEscape(head, found, options.whole) : found;
  const dialect = withMarks(head, withCr(head, escaped, options), options.whole);
  const width = !isTable || best.covered < HALF || onlyDividesNumbers(head, best.dialect) ? 1 : best.width;
  const rival = [...scores].find(
    ([delimiter, score]) => isTable && delimiter !== found.delimiter && score >= best.whole * NEARLY_ALL,
  );
  return {
    ...{ dialect, width, isUniform: width > 1 && best.covered >= NEARLY_ALL },
    otherDelimiter: rival?.[0] ?? null,
  };
}

/** So many rows of one width are no accident of commas in a text, if nearly no record is without them. */
const isPlain = ({ rows, records, undivided }: TableScore) =>
  rows >= ROWS_OF_TABLE && rows >= records / 2 && undivided <= records * (1 - MOST_COVERED);

/** Whether all commas are between digits, as in numbers of another notation. */
function onlyDividesNumbers(head: Uint8Array, { delimiter }: Dialect): boolean {
  const text = textOf(head.subarray(0, LOOKED_AT_BYTES));
  const between = text.match(/(?<=^|\s)-?[\d.]+,\d{1,3}(?=\s|$)/gm)?.length ?? 0;
  return delimiter === "," && between >= (text.match(/,/g)?.length ?? 0) * MOST_OF_COMMAS;
}

/** A CR alone is a character of cells, and no line end, if more records fit the table then. */
function withCr(head: Uint8Array, dialect: Dialect, options: { whole: boolean }): Dialect {
  const text = textOf(head);
  const alone = text.match(/\r(?!\n|$)/g)?.length ?? 0;
  if (alone === 0 || alone > (text.match(/\n/g)?.length ?? 0)) return dialect;
  const other: Dialect = { ...dialect, crInCells: true };
  return tableScore(head, other, options).read > tableScore(head, dialect, options).read ? other : dialect;
}

/** What cells have in them that are no values: spaces before all of them, signs for Excel, the null of databases. */
function withMarks(head: Uint8Array, dialect: Dialect, whole: boolean): Dialect {
  const records = readHead(head, dialect, { whole, most: LOOKED_AT });
  const isPlain = ({ text, quoted }: HeadRecord["cells"][number]) => !quoted && !/^[-+=:]*$/.test(text);
  const plain = records.flatMap(({ cells }) => cells.slice(1).filter(isPlain));
  const spaced = plain.filter(({ text }) => text.startsWith(" ")).length;
  const padded = dialect.padded === true || (spaced > 1 && spaced >= plain.length * NEARLY_ALL);
  const nulls = records.some(({ cells }) => cells.some((cell) => isPlain(cell) && cell.text.trim() === "\\N"));
  return { ...dialect, ...(padded ? { padded } : {}), ...(nulls ? { nulls } : {}) };
}

const textOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");

/** The dialect, and the same with spaces before quotes or backslashes before quotes inside if the head has any. */
function variantsOf(head: Uint8Array, plain: Dialect): Dialect[] {
  if (plain.delimiter === null) return [plain];
  const { delimiter, quote } = plain;
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const formulas = quote !== "" && (text.includes(`${delimiter}=${quote}`) || text.includes(`\n=${quote}`));
  const dialect: Dialect = formulas ? { ...plain, formulas } : plain;
  const padded = quote !== "" && (text.includes(`${delimiter} ${quote}`) || text.includes(`${delimiter}  ${quote}`));
  const spaced: Dialect[] = padded ? [dialect, { ...dialect, padded: true }] : [dialect];
  const escaped = quote !== "" && text.includes(`\\${quote}`);
  return escaped ? [...spaced, ...spaced.map((each) => ({ ...each, escape: "backslash" as const }))] : spaced;
}

/** A file of one column wins over a delimiter that explains fewer of its lines. */
function singleColumnScore(head: Uint8Array, dialect: Dialect, options: KnownDialect & { whole: boolean }): number {
  return options.delimiter === undefined ? tableScore(head, { ...dialect, delimiter: null }, options).read : 0;
}

/** A backslash dialect is detected by records that only split well if backslashes escape what follows them. */
function withEscape(head: Uint8Array, dialect: Dialect, whole: boolean): Dialect {
  const backslash: Dialect = { ...dialect, escape: "backslash" };
  const faults = (tried: Dialect) => {
    const records = readHead(head, tried, { whole, most: LOOKED_AT });
    const shapes = records.filter(hasValue).map(shapeOf);
    const run = longestRun(shapes);
    const odd = run ? shapes.filter((shape) => !fitsWidth(shape, run.width)).length : 0;
    return { read: records.at(-1)?.end ?? 0, odd };
  };
  const doubled = faults(dialect);
  const escaped = faults(backslash);
  const better = escaped.odd < doubled.odd || (escaped.odd === doubled.odd && escaped.read > doubled.read * 2);
  return better && escaped.read >= doubled.read ? backslash : dialect;
}

/** How well a dialect explains the records that were read, and the same with unread bytes counted against it. */
type TableScore = {
  readonly read: number;
  readonly whole: number;
  /** The share of the records that are rows, their number and their cells. */
  readonly covered: number;
  readonly rows: number;
  readonly width: number;
  /** Records, and those of one cell. */
  readonly records: number;
  readonly undivided: number;
};
const NO_TABLE: TableScore = { read: 0, whole: 0, covered: 0, rows: 0, width: 0, records: 0, undivided: 0 };

/**
 * Records of the width of the longest run count; whole quotes count in favour of a quote, other delimiters in cells
 * against.
 */
function tableScore(head: Uint8Array, dialect: Dialect, { whole }: { whole: boolean }): TableScore {
  const most = dialect.delimiter === "\t" ? LOOKED_AT_WITH_TABS : LOOKED_AT;
  const all = readHead(head, dialect, { whole, most });
  const records = withoutComments(all.filter(hasValue));
  const run = longestRun(records.map(shapeOf));
  if (!run || (dialect.delimiter !== null && run.width < 2)) return NO_TABLE;
  // A wrong quote opens somewhere and swallows the rest: unread bytes count against the dialect.
  const readShare = all.length === most ? 1 : (all.at(-1)?.end ?? 0) / head.length;
  const rows = records.filter((record) => fitsWidth(shapeOf(record), run.width));
  const cells = rows.flatMap((record) => record.cells);
  const quoted = cells.filter((cell) => cell.quoted).length;
  // Only cells in single quotes count in their favour: an apostrophe does not, otherwise any file without double quotes
  // would match.
  if (dialect.quote === "'" && quoted === 0) return NO_TABLE;
  const plain = cells.filter((cell) => !cell.quoted);
  const divided = plain.filter(({ text }) => isHalf(text, dialect)).length;
  const foreign = plain.filter(({ text }) => isForeign(text, dialect)).length + divided * HALVES;
  const covered = coverage(records, run);
  const rest =
    quoted / cells.length / 20 +
    Math.min(run.width, 50) / 10_000 -
    (foreign / cells.length) * (dialect.delimiter === null ? FOREIGN_IN_ONE : FOREIGN);
  const undivided = records.filter((record) => record.cells.length === 1).length;
  return {
    ...{ read: covered + rest, whole: covered * readShare + rest, covered },
    ...{ rows: rows.length, width: run.width, records: records.length, undivided },
  };
}

/** How much it counts against a dialect that all its cells have other delimiters in them. */
const FOREIGN = 0.5;
const FOREIGN_IN_ONE = 0.8;
/** Cells that are halves of others count so many times as much. */
const HALVES = 3;
/** Most that lines above a table count against its dialect. */
const ABOVE = 0.1;

/** The share of the records that are rows. Lines above a convincing table count little. */
function coverage(records: readonly HeadRecord[], run: NonNullable<ReturnType<typeof longestRun>>): number {
  const fitting = records.filter((record) => fitsWidth(shapeOf(record), run.width)).length;
  if (!isConvincing(run)) return fitting / records.length;
  const within = records.slice(run.from);
  const rows = within.filter((record) => fitsWidth(shapeOf(record), run.width)).length;
  const divided = records.slice(0, run.from).filter((record) => record.broken || record.cells.length > 1).length;
  return (rows / (within.length + divided / 2)) * (1 - (ABOVE * run.from) / records.length);
}

/** Whether an unquoted cell has a quote at one of its ends only: it is half of another one. */
function isHalf(text: string, { quote }: Dialect): boolean {
  const cell = text.trim();
  return quote === '"' && cell.length > 1 && cell.startsWith(quote) !== cell.endsWith(quote);
}

/** Whether an unquoted cell has another delimiter in it, or is in other quotes. */
function isForeign(text: string, { delimiter, quote }: Dialect): boolean {
  if (quote === "" && holdsDoubledQuotes(text)) return true;
  if (quote !== "" && (/^(['"]).*\1$/.test(text) || text.split(quote).length % 2 === 0)) return true;
  return holdsOther(text, delimiter);
}

/** Whether a text is in quotes and has quotes in it, all of them doubled. */
function holdsDoubledQuotes(text: string): boolean {
  if (text.length < 4 || !text.startsWith('"') || !text.endsWith('"')) return false;
  const inner = text.slice(1, -1);
  return inner.includes('""') && !inner.replaceAll('""', "").includes('"');
}

/** Whether an unquoted cell has another delimiter in it that is neither a decimal comma nor punctuation. */
function holdsOther(text: string, delimiter: Dialect["delimiter"]): boolean {
  const punctuation = delimiter === null ? /[,;](?= )|[,;]$/g : /(?<=\d),(?=\d)|[,;](?= )|[,;]$/g;
  const plain = text.replace(punctuation, "");
  return DELIMITERS.some((other) => other !== delimiter && plain.includes(other));
}
