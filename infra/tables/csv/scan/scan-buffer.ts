import type { Dialect } from "../dialect.ts";

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const EQUALS = 0x3d;
const BACKSLASH = 0x5c;
const ROOM = 64;
const OUTPUT_STEP = 131_072;

/**
 * The input and output bytes of the scanner, and the loops that copy text between them. The rest of one chunk precedes
 * the next; a line end after the input stops the loops.
 */
export class ScanBuffer {
  /** Input bytes, `size` of them, and the position of the next one. */
  in = Buffer.allocUnsafeSlow(0);
  size = 0;
  at = 0;
  /** There is no more input. */
  last = false;
  /** Output bytes, `written` of them. */
  out = Buffer.allocUnsafeSlow(0);
  written = 0;
  /**
   * Lines begun, NUL bytes left out, and whether text had a quote, delimiter, backslash, line end, tab or NUL, since
   * these were last reset.
   */
  line: number;
  nuls = 0;
  special = false;

  /** Bytes; -1: there is none. */
  readonly delimiter: number;
  readonly quote: number;
  readonly #backslash: boolean;
  readonly #padded: boolean;
  readonly #formulas: boolean;
  readonly #crInCells: boolean;
  readonly #recordLines: boolean;
  readonly #growth: number;
  /** 1 for each byte at which the loops must stop. */
  readonly #special = new Uint8Array(256);
  #kept = 0;
  /** Without them each chunk would leave memory behind that is freed late. */
  readonly #spare: ArrayBuffer[] = [];

  /** `growth`: the most bytes that are written for one that is read. */
  constructor(dialect: Dialect, line: number, growth: number) {
    this.line = line;
    this.#growth = growth;
    this.delimiter = dialect.delimiter === null ? -1 : dialect.delimiter.charCodeAt(0);
    this.quote = dialect.quote === "" ? -1 : dialect.quote.charCodeAt(0);
    this.#backslash = dialect.escape === "backslash";
    this.#padded = dialect.padded === true;
    this.#formulas = dialect.formulas === true;
    this.#crInCells = dialect.crInCells === true;
    this.#recordLines = dialect.recordLines === true;
    for (const byte of [0, TAB, LF, CR, BACKSLASH, this.quote, this.delimiter]) if (byte >= 0) this.#special[byte] = 1;
  }

  /** Appends a chunk to the rest, and makes room for its output. */
  fill(chunk: Uint8Array, last: boolean): void {
    this.size = this.#kept + chunk.length;
    this.last = last;
    if (this.in.length < this.size + 2) this.in = grown(this.in, this.#kept, this.size + 65_536);
    this.in.set(chunk, this.#kept);
    this.in[this.size] = LF;
    this.in[this.size + 1] = LF;
    const room = this.written + this.size * this.#growth + ROOM;
    if (this.out.length < room) this.out = grown(this.out, this.written, room);
  }

  /** Makes room for more output than the input leads to. */
  makeRoom(bytes: number): void {
    const room = this.written + (this.size - this.at) * this.#growth + bytes + ROOM;
    if (this.out.length < room) this.out = grown(this.out, this.written, room * 2);
  }

  /** Keeps the unread bytes from `start` on for the next chunk; returns how many. */
  keepFrom(start: number): number {
    this.in.copyWithin(0, start, this.size);
    this.#kept = this.size - start;
    return this.#kept;
  }

  /** A copy of the output since the last call, or null. */
  take(): Uint8Array<ArrayBuffer> | null {
    if (this.written === 0) return null;
    const spare = this.#spare.pop();
    const memory = spare && spare.byteLength >= this.written ? spare : new ArrayBuffer(roomFor(this.written));
    const bytes = new Uint8Array(memory, 0, this.written);
    bytes.set(this.out.subarray(0, this.written));
    this.written = 0;
    return bytes;
  }

  /** Gives memory for a copy of the output. */
  reuse(spare: ArrayBuffer): void {
    this.#spare.push(spare);
  }

  /** Whether a quote opens the cell at `at`, after what is skipped before cells. */
  opensQuote(): boolean {
    if (this.#padded) while (this.in[this.at] === SPACE) this.at += 1;
    if (this.#formulas && this.in[this.at] === EQUALS && this.in[this.at + 1] === this.quote) this.at += 1;
    return this.at < this.size && this.in[this.at] === this.quote;
  }

  /** Whether the CR at a place is a character of a cell. */
  #isText(at: number): boolean {
    return this.#crInCells && this.in[at] === CR && this.in[at + 1] !== LF;
  }

  /** Skips spaces after a closing quote up to the end of the cell. False: something else follows. */
  endsAfterQuote(): boolean {
    let at = this.at;
    while (this.in[at] === SPACE) at += 1;
    const byte = this.in[at];
    if ((byte !== this.delimiter && byte !== LF && byte !== CR) || this.#isText(at)) return false;
    this.at = at;
    return true;
  }

  /** Copies text after an opening quote up to the closing one, and skips that. False: it is not closed here. */
  quotedText(): boolean {
    const bytes = this.in;
    const out = this.out;
    const special = this.#special;
    const quote = this.quote;
    let at = this.at + 1;
    let o = this.written;
    for (;;) {
      let byte = bytes[at] as number;
      while (special[byte] === 0) {
        out[o++] = byte;
        byte = bytes[++at] as number;
      }
      if (at >= this.size || (at + 1 >= this.size && !this.last)) return false;
      if (byte === quote) {
        if (this.#backslash || bytes[at + 1] !== quote) break;
        at += 1;
      } else if (byte === BACKSLASH) {
        const next = bytes[at + 1] as number;
        if (this.#backslash && (next === quote || next === BACKSLASH)) {
          byte = next;
          at += 1;
        }
      } else if (byte === CR || (byte === LF && bytes[at - 1] !== CR)) {
        if (!this.#recordLines) this.line += 1;
      }
      at += 1;
      o = this.#writeSpecial(byte, o);
    }
    this.at = at + 1;
    this.written = o;
    return true;
  }

  /** Skips text up to the next delimiter or line end (also the one after the input). False: it is not all plain. */
  skipPlainText(): boolean {
    const bytes = this.in;
    const special = this.#special;
    let at = this.at;
    while (special[bytes[at] as number] === 0) at += 1;
    const byte = bytes[at];
    if ((byte !== this.delimiter && byte !== LF && byte !== CR) || this.#isText(at)) return false;
    this.at = at;
    return true;
  }

  /** Copies text up to the next delimiter or line end (also the one after the input). */
  plainText(): void {
    const bytes = this.in;
    const out = this.out;
    const special = this.#special;
    const delimiter = this.delimiter;
    let at = this.at;
    let o = this.written;
    for (;;) {
      let byte = bytes[at] as number;
      while (special[byte] === 0) {
        out[o++] = byte;
        byte = bytes[++at] as number;
      }
      if (byte === delimiter || byte === LF || (byte === CR && !this.#isText(at))) break;
      if (byte === BACKSLASH && this.#backslash) {
        const next = bytes[at + 1] as number;
        if (at + 1 < this.size && (next === delimiter || next === this.quote || next === BACKSLASH)) {
          byte = next;
          at += 1;
        }
      }
      at += 1;
      o = this.#writeSpecial(byte, o);
    }
    this.at = at;
    this.written = o;
  }

  /** Skips LF, CR or CRLF. False: a CR at the end of a chunk may be half a CRLF. */
  lineEnd(): boolean {
    if (this.in[this.at] === CR) {
      if (this.at + 1 >= this.size && !this.last) return false;
      if (this.in[this.at + 1] === LF && this.at + 1 < this.size) this.at += 1;
    }
    this.at = Math.min(this.at + 1, this.size);
    this.line += 1;
    return true;
  }

  #writeSpecial(byte: number, o: number): number {
    this.special = true;
    if (byte === 0) this.nuls += 1;
    else this.out[o++] = byte;
    return o;
  }
}

/** Rounded up, so that the next output most likely has room too. */
function roomFor(bytes: number): number {
  return Math.ceil(bytes / OUTPUT_STEP) * OUTPUT_STEP;
}

function grown(bytes: Buffer<ArrayBuffer>, used: number, size: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(size + 2);
  bytes.copy(larger, 0, 0, used);
  return larger;
}
