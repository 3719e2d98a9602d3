import { type LineFormat, splitLine, usualLine } from "./split-line.ts";

/** How a file is written anew before it is read. */
export type Rewrite = {
  readonly format: LineFormat;
  /** Lines before the table: each is one cell. */
  readonly linesBefore: number;
};

/** A longer line is passed on as it is: the scanner refuses its cell. */
const MOST_LINE_CHARACTERS = 16_000_000;

/**
 * Writes lines of a format as lines of commas and quotes. Takes UTF-8 in chunks that are cut between characters; gives
 * for each what is complete. The lines stay the same in number and order.
 */
export function lineRewriter({ format, linesBefore }: Rewrite): (chunk: Uint8Array, last: boolean) => Buffer {
  let rest = "";
  let line = 0;
  const rewritten = (text: string) => {
    line += 1;
    if (text.trim() === "") return "";
    const isCell = line <= linesBefore || (text.startsWith("#") && line > linesBefore + 1);
    return usualLine(isCell ? [text] : splitLine(format, text));
  };
  return (chunk, last) => {
    const text = rest + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString("utf8");
    const lines = text.split(/\r\n|\n|\r(?!$)/);
    // The second half of a line end may follow in the next chunk.
    rest = last ? "" : (lines.pop() ?? "");
    const out = lines.map(rewritten);
    if (rest.length > MOST_LINE_CHARACTERS) {
      out.push(rest);
      rest = "";
    }
    const ends = last && out.at(-1) === "" ? out.slice(0, -1) : out;
    return Buffer.from(ends.map((each) => `${each}\n`).join(""));
  };
}
