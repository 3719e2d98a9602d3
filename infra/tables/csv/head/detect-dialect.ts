import { type Dialect, type HeadRecord, readHead } from "../dialect.ts";
import { hasValue, shapeOf, withoutComments } from "./find-table.ts";
import { fitsWidth, isConvincing, longestRun } from "./runs.ts";

export const DELIMITERS = ["\t", ";", ",", "|"] as const;
export const QUOTES = ['"', "'", ""] as const;
const LOOKED_AT = 1000;
/** Of a file with tabs: whether its quotes are characters like others shows in a few lines only. */
const LOOKED_AT_WITH_TABS = 5000;
const BACKSLASH = 0x5c;

/** What is known of the dialect: a hint in the file, or the user's choice. */
export type KnownDialect = {
  readonly delimiter?: Dialect["delimiter"] | undefined;
  readonly quote?: Dialect["quote"] | undefined;
};

/** The dialect in which the head looks most like a table. */
export function detectDialect(head: Uint8Array, options: KnownDialect & { whole: boolean }): Dialect {
  // A delimiter that the head does not have makes no table.
  const separators = (options.delimiter === undefined ? DELIMITERS : [options.delimiter]).filter(
    (delimiter) => delimiter !== null && head.includes(delimiter.charCodeAt(0)),
  );
  let best: ({ dialect: Dialect } & TableScore) | null = null;
  for (const quote of options.quote === undefined ? QUOTES : [options.quote]) {
    for (const delimiter of separators) {
      // Only files with tabs are written without any quoting, as exports of databases are.
      if (quote === "" && options.quote === undefined && delimiter !== "\t") continue;
      for (const dialect of withPadding(head, { delimiter, quote, escape: "double" })) {
        const score = tableScore(head, dialect, options);
        if (score.whole > (best?.whole ?? 0)) best = { dialect, ...score };
      }
    }
  }
  const none: Dialect = { delimiter: options.delimiter ?? null, quote: options.quote ?? '"', escape: "double" };
  const found = best && best.read > singleColumnScore(head, none, options) ? best.dialect : none;
  return head.includes(BACKSLASH) ? withEscape(head, found, options.whole) : found;
}

/** The dialect, and the same with spaces before quotes if the head has any. */
function withPadding(head: Uint8Array, dialect: Dialect): Dialect[] {
  if (dialect.delimiter === null) return [dialect];
  const { delimiter, quote } = dialect;
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const padded = quote !== "" && (text.includes(`${delimiter} ${quote}`) || text.includes(`${delimiter}  ${quote}`));
  return padded ? [dialect, { ...dialect, padded: true }] : [dialect];
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
type TableScore = { readonly read: number; readonly whole: number };
const NO_TABLE: TableScore = { read: 0, whole: 0 };

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
  const foreign = cells.filter((cell) => !cell.quoted && holdsOther(cell.text, dialect.delimiter)).length;
  const covered = coverage(records, run);
  const rest =
    quoted / cells.length / 20 +
    Math.min(run.width, 50) / 10_000 -
    (foreign / cells.length) * (dialect.delimiter === null ? FOREIGN_IN_ONE : FOREIGN);
  return { read: covered + rest, whole: covered * readShare + rest };
}

/** How much it counts against a dialect that all its cells have other delimiters in them. */
const FOREIGN = 0.5;
const FOREIGN_IN_ONE = 0.8;
/** Most that lines above a table count against its dialect. */
const ABOVE = 0.1;

/** The share of the records that are rows. Lines above a convincing table count little. */
function coverage(records: readonly HeadRecord[], run: NonNullable<ReturnType<typeof longestRun>>): number {
  const fitting = records.filter((record) => fitsWidth(shapeOf(record), run.width)).length;
  if (!isConvincing(run)) return fitting / records.length;
  const within = records.slice(run.from);
  const rows = within.filter((record) => fitsWidth(shapeOf(record), run.width)).length;
  return (rows / within.length) * (1 - (ABOVE * run.from) / records.length);
}

/** Whether an unquoted cell has another delimiter in it that is neither a decimal comma nor punctuation. */
function holdsOther(text: string, delimiter: Dialect["delimiter"]): boolean {
  const punctuation = delimiter === null ? /[,;](?= )|[,;]$/g : /(?<=\d),(?=\d)|[,;](?= )|[,;]$/g;
  const plain = text.replace(punctuation, "");
  return DELIMITERS.some((other) => other !== delimiter && plain.includes(other));
}
