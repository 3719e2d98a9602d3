/** The format of a file's cells. `delimiter` null: one column, no byte separates cells. */
export type Dialect = {
  readonly delimiter: "," | ";" | "\t" | "|" | null;
  readonly quote: '"' | "'";
  /** `double`: a quote inside a quoted cell is doubled. `backslash`: it is escaped with a backslash. */
  readonly escape: "double" | "backslash";
};

/** A record of the head: its cells, its start and the start of the next one (bytes from 0, lines from 1). */
export type HeadRecord = {
  readonly cells: readonly { readonly text: string; readonly quoted: boolean }[];
  readonly start: number;
  readonly line: number;
  readonly end: number;
  readonly endLine: number;
  /** Something other than a delimiter or a line end followed a closing quote. */
  readonly broken: boolean;
};

/**
 * Records of the head of a file (UTF-8), at most `most`. The last one is left out if it may continue after the head.
 * Gives the same result as the scanner for the whole file (a test compares them).
 */
export function readHead(
  bytes: Uint8Array,
  dialect: Dialect,
  options: { whole: boolean; most?: number },
): HeadRecord[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const records: HeadRecord[] = [];
  const most = options.most ?? Infinity;
  let at = 0;
  let line = 1;
  while (at < text.length && records.length < most) {
    const record = readRecord(text, at, line, dialect);
    const complete = record.end < text.length || options.whole || /[\n\r]$/.test(text);
    if (!complete || record.unclosed) break;
    records.push(record);
    at = record.end;
    line = record.endLine;
  }
  return records;
}

function readRecord(
  text: string,
  start: number,
  line: number,
  { delimiter, quote, escape }: Dialect,
): HeadRecord & { unclosed: boolean } {
  const cells: { text: string; quoted: boolean }[] = [];
  const firstLine = line;
  let at = start;
  let broken = false;
  for (;;) {
    let cell = "";
    const quoted = text[at] === quote;
    if (quoted) {
      at += 1;
      for (;;) {
        const c = text[at];
        if (c === undefined)
          return { cells, start, line: firstLine, end: text.length, endLine: line, broken, unclosed: true };
        if (c === quote) {
          if (text[at + 1] !== quote || escape === "backslash") break;
          at += 1;
        } else if (c === "\\" && escape === "backslash" && (text[at + 1] === quote || text[at + 1] === "\\")) {
          at += 1;
        } else if (c === "\n" || (c === "\r" && text[at + 1] !== "\n")) {
          line += 1;
        }
        if (text[at] !== "\0") cell += text[at];
        at += 1;
      }
      at += 1;
      broken ||= !isEnd(text[at], delimiter);
    }
    let from = at;
    while (!isEnd(text[at], delimiter)) at += 1;
    cell += text.slice(from, at).replaceAll("\0", "");
    cells.push({ text: Buffer.from(cell, "latin1").toString("utf8"), quoted });
    from = at;
    at += 1;
    if (from < text.length && text[from] === delimiter) continue;
    if (text[from] === "\r" && text[at] === "\n") at += 1;
    return {
      cells,
      start,
      line: firstLine,
      end: Math.min(at, text.length),
      endLine: line + 1,
      broken,
      unclosed: false,
    };
  }
}

function isEnd(c: string | undefined, delimiter: Dialect["delimiter"]): boolean {
  return c === undefined || c === "\n" || c === "\r" || c === delimiter;
}

const DELIMITERS = ["\t", ";", ",", "|"] as const;
const LOOKED_AT = 1000;

/** The dialect in which the head looks most like a table. */
export function detectDialect(
  head: Uint8Array,
  options: { whole: boolean; delimiter?: Dialect["delimiter"] },
): Dialect {
  const separators = options.delimiter === undefined ? DELIMITERS : [options.delimiter];
  let best: { dialect: Dialect; score: number } | null = null;
  for (const quote of ['"', "'"] as const) {
    for (const delimiter of separators) {
      const dialect: Dialect = { delimiter, quote, escape: "double" };
      const score = tableScore(head, dialect, options.whole);
      if (score > (best?.score ?? 0)) best = { dialect, score };
    }
  }
  const found: Dialect = best?.dialect ?? { delimiter: options.delimiter ?? null, quote: '"', escape: "double" };
  return head.includes(0x5c) ? withEscape(head, found, options.whole) : found;
}

/** A backslash dialect is detected by records that only split well if `\"` is read as a quote. */
function withEscape(head: Uint8Array, dialect: Dialect, whole: boolean): Dialect {
  const backslash: Dialect = { ...dialect, escape: "backslash" };
  const faults = (tried: Dialect) => {
    const records = readHead(head, tried, { whole, most: LOOKED_AT });
    const read = records.at(-1)?.end ?? 0;
    return { read, broken: records.filter((record) => record.broken).length };
  };
  const doubled = faults(dialect);
  const escaped = faults(backslash);
  const better =
    escaped.broken < doubled.broken || (escaped.broken === doubled.broken && escaped.read > doubled.read * 2);
  return better ? backslash : dialect;
}

/**
 * 0: not a table. Records of the most common width count; whole quotes count in favour of a quote, other delimiters in
 * cells against.
 */
function tableScore(head: Uint8Array, dialect: Dialect, whole: boolean): number {
  const all = readHead(head, dialect, { whole, most: LOOKED_AT });
  const records = all.filter((record) => record.cells.some((cell) => cell.text !== ""));
  // A wrong quote opens somewhere and swallows the rest: unread bytes count against the dialect.
  const readShare = all.length === LOOKED_AT ? 1 : (all.at(-1)?.end ?? 0) / head.length;
  const widths = new Map<number, number>();
  for (const record of records) widths.set(record.cells.length, (widths.get(record.cells.length) ?? 0) + 1);
  const [width, count] = [...widths].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [0, 0];
  if (dialect.delimiter !== null && width < 2) return 0;
  const cells = records.filter((record) => record.cells.length === width).flatMap((record) => record.cells);
  const foreign = cells.filter((cell) => !cell.quoted && holdsOther(cell.text, dialect.delimiter)).length;
  const quoted = cells.filter((cell) => cell.quoted).length;
  // Only cells in single quotes count in their favour: an apostrophe does not, otherwise any file without double quotes
  // would match.
  if (dialect.quote === "'" && quoted === 0) return 0;
  const broken = records.filter((record) => record.broken).length;
  return (
    (readShare * (count - broken)) / records.length -
    foreign / cells.length / 2 +
    quoted / cells.length / 20 +
    Math.min(width, 50) / 10_000
  );
}

function holdsOther(text: string, delimiter: Dialect["delimiter"]): boolean {
  if (/^\s*-?[\d.\s]*,\d+\s*%?$/.test(text)) return false;
  return DELIMITERS.some((other) => other !== delimiter && text.includes(other));
}
