/** Names the encoding of text that is not UTF-8. */
export type EncodingOf = (sample: Uint8Array) => string;

/** Decodes an answer in pieces. */
export interface AnswerDecoder {
  /** The text of these bytes, as far as it is known yet; `last` marks the final piece. */
  write(bytes: Uint8Array, last: boolean): string;
}

/** Bytes from the first one outside ASCII on by which the encoding is found. */
const SAMPLE_BYTES = 16_000;
/** Bytes before them that belong to the same word. */
const BYTES_BEFORE = 64;

/**
 * Makes a decoder for an answer that begins with `head`: in the encoding of its byte order mark, its Content-Type or its
 * XML declaration. If none of them names one it is UTF-8, or else what `encodingOf` finds. A byte that the encoding does
 * not have becomes U+FFFD.
 */
export function answerDecoder(contentType: string | null, head: Uint8Array, encodingOf: EncodingOf): AnswerDecoder {
  const named = markOf(head) ?? knownLabel(declaredIn(contentType, head)) ?? withoutMark(head);
  return named === null ? new FoundEncoding(encodingOf) : new NamedEncoding(named);
}

class NamedEncoding implements AnswerDecoder {
  private readonly decoder: TextDecoder;

  constructor(label: string) {
    this.decoder = new TextDecoder(label);
  }

  write(bytes: Uint8Array, last: boolean): string {
    return this.decoder.decode(bytes, { stream: !last });
  }
}

/** Passes ASCII on, and waits for a sample from the first other byte on. */
class FoundEncoding implements AnswerDecoder {
  private readonly encodingOf: EncodingOf;
  private known: AnswerDecoder | null = null;
  private before: Uint8Array = new Uint8Array();
  private held: Uint8Array = new Uint8Array();

  constructor(encodingOf: EncodingOf) {
    this.encodingOf = encodingOf;
  }

  write(bytes: Uint8Array, last: boolean): string {
    if (this.known !== null) return this.known.write(bytes, last);
    const from = this.held.length > 0 ? 0 : bytes.findIndex((byte) => byte > 0x7f);
    const plain = from < 0 ? bytes : bytes.subarray(0, from);
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(plain);
    this.before = joined(this.before, plain.slice(-BYTES_BEFORE)).slice(-BYTES_BEFORE);
    if (from >= 0) this.held = joined(this.held, bytes.subarray(from));
    if (this.held.length === 0 || (this.held.length < SAMPLE_BYTES && !last)) return text;
    const sample = joined(this.before, this.held.subarray(0, SAMPLE_BYTES));
    const isWhole = last && this.held.length <= SAMPLE_BYTES;
    const label = isUtf8(sample, isWhole) ? "utf-8" : (knownLabel(this.encodingOf(sample)) ?? "utf-8");
    this.known = new NamedEncoding(label);
    return text + this.known.write(this.held, last);
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function isUtf8(sample: Uint8Array, isWhole: boolean): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(sample, { stream: !isWhole });
    return true;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return false;
  }
}

function markOf(head: Uint8Array): string | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return "utf-8";
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  return head[0] === 0xfe && head[1] === 0xff ? "utf-16be" : null;
}

/** UTF-16 without a mark: an answer in any format begins with a character of ASCII. */
function withoutMark(head: Uint8Array): string | null {
  const [first = 0, second = 0] = head;
  if (head.length < 2 || (first === 0) === (second === 0)) return null;
  return first === 0 ? "utf-16be" : "utf-16le";
}

const LESS_THAN = 0x3c;

function declaredIn(contentType: string | null, head: Uint8Array): string | null {
  const inType = /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? "");
  if (inType !== null || head[0] !== LESS_THAN) return inType?.[1] ?? null;
  return /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)/.exec(String.fromCharCode(...head.subarray(0, 200)))?.[1] ?? null;
}

/** The label if there is such an encoding. */
function knownLabel(label: string | null): string | null {
  try {
    return label === null ? null : new TextDecoder(label).encoding;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}
