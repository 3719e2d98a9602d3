const LF = 0x0a;
const CR = 0x0d;
const REPLACEMENT = Buffer.from("\ufffd");
const MOST_LINES = 20;

/** Counts the characters U+FFFD in a text that is read in chunks, and remembers the first lines that have one. */
export class ReplacedLines {
  readonly lines: number[] = [];
  count = 0;
  #line = 1;
  #afterCr = false;
  /** A character may be cut between two chunks. */
  #rest = Buffer.alloc(0);

  add(chunk: Uint8Array): void {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : Buffer.from(chunk);
    let from = 0;
    for (let at = bytes.indexOf(REPLACEMENT); at >= 0; at = bytes.indexOf(REPLACEMENT, from)) {
      this.#countLines(bytes, from, at);
      this.count += 1;
      if (this.lines.length < MOST_LINES && this.lines.at(-1) !== this.#line) this.lines.push(this.#line);
      from = at + REPLACEMENT.length;
    }
    const end = Math.max(from, bytes.length - REPLACEMENT.length + 1);
    this.#countLines(bytes, from, end);
    this.#rest = Buffer.from(bytes.subarray(end));
  }

  #countLines(bytes: Uint8Array, from: number, to: number): void {
    for (let at = from; at < to; at += 1) {
      const byte = bytes[at];
      if (byte === CR || (byte === LF && !this.#afterCr)) this.#line += 1;
      this.#afterCr = byte === CR;
    }
  }
}
