const LF = 0x0a;
const CR = 0x0d;
const BYTE_ORDER_MARK = Buffer.from("\ufeff");
/** Ctrl-Z, the end of a file in DOS. */
const END_MARK = 0x1a;

/**
 * Leaves out marks of files that are no text, from a text that comes in chunks: byte order marks and Ctrl-Z at the
 * beginning of lines, as files that were joined have them, and Ctrl-Z at the end.
 */
export class FileMarks {
  /** How many were left out; several Ctrl-Z in a row are one. */
  count = 0;
  #startsLine = true;
  /** Ctrl-Z at the end of a chunk: they may be the end of the text. */
  #held = 0;

  /** Returns the chunk without marks. With `last` it is the end of the text. Chunks are cut between characters. */
  strip(chunk: Buffer, last: boolean): Buffer {
    let bytes = chunk;
    if (this.#held > 0 && (last || chunk.length > 0)) {
      bytes = Buffer.concat([Buffer.alloc(this.#held, END_MARK), chunk]);
      this.#held = 0;
    }
    let end = bytes.length;
    while (end > 0 && bytes[end - 1] === END_MARK) end -= 1;
    if (!last) this.#held += bytes.length - end;
    else if (end < bytes.length) this.count += 1;
    return this.#withoutLineMarks(bytes.subarray(0, end));
  }

  #withoutLineMarks(bytes: Buffer): Buffer {
    if (bytes.length === 0) return bytes;
    const kept: Buffer[] = [];
    let from = 0;
    let mark = bytes.indexOf(BYTE_ORDER_MARK);
    let endMark = bytes.indexOf(END_MARK);
    while (mark >= 0 || endMark >= 0) {
      const isEnd = mark < 0 || (endMark >= 0 && endMark < mark);
      const at = isEnd ? endMark : mark;
      const after = isEnd ? afterRun(bytes, at) : at + BYTE_ORDER_MARK.length;
      const startsLine = at === from && (at > 0 || this.#startsLine);
      if (startsLine || isLineEnd(bytes[at - 1])) {
        kept.push(bytes.subarray(from, at));
        from = after;
        this.count += 1;
      }
      if (isEnd) endMark = bytes.indexOf(END_MARK, after);
      else mark = bytes.indexOf(BYTE_ORDER_MARK, after);
    }
    this.#startsLine = from === bytes.length || isLineEnd(bytes[bytes.length - 1]);
    return from === 0 ? bytes : Buffer.concat([...kept, bytes.subarray(from)]);
  }
}

function afterRun(bytes: Buffer, at: number): number {
  let after = at;
  while (bytes[after] === END_MARK) after += 1;
  return after;
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === LF || byte === CR;
}
