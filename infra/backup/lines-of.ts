import { createReadStream } from "node:fs";

const NEWLINE = 0x0a;

/** The lines of a file in UTF-8, each without its newline; one that does not end with a newline counts too. */
export async function* linesOf(file: string): AsyncIterable<string> {
  let parts: Buffer[] = [];
  for await (const chunk of createReadStream(file, { highWaterMark: 1_000_000 }) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, at)]).toString("utf8");
      parts = [];
      from = at + 1;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  }
  if (parts.length > 0) yield Buffer.concat(parts).toString("utf8");
}
