/** The bytes that COPY's text format is made of. */
export const TAB = 0x09;
export const NEWLINE = 0x0a;
export const BACKSLASH = 0x5c;
const CAPITAL_N = 0x4e;

/** Turns complete rows of COPY's text format, each with its line break, into bytes of another format. */
export type RowEncoder = (rows: Buffer) => Uint8Array;

/**
 * Cuts chunks of COPY's text format after whole rows. A line break always ends a row, because COPY writes those of a
 * value as `\n`. A row that is longer than a chunk is joined once, when its end has come.
 */
export function wholeRows(): (chunk: Buffer) => Buffer | null {
  let begun: Buffer[] = [];
  return (chunk) => {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end === 0) {
      begun.push(chunk);
      return null;
    }
    const rows = chunk.subarray(0, end);
    const whole = begun.length === 0 ? rows : Buffer.concat([...begun, rows]);
    begun = end < chunk.length ? [chunk.subarray(end)] : [];
    return whole;
  };
}

/** Whether the cell at `at` is null, which COPY writes as `\N`. */
export function isNullAt(rows: Uint8Array, at: number): boolean {
  return rows[at] === BACKSLASH && rows[at + 1] === CAPITAL_N;
}

/** The characters that COPY writes after a backslash. */
const UNESCAPED: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

/** The text of a cell as COPY writes it. */
export function unescaped(cell: string): string {
  return cell.includes("\\") ? cell.replace(/\\(.)/gs, (_, letter: string) => UNESCAPED[letter] ?? letter) : cell;
}
