/** A part of a text, from its first character to before `end`. */
export type Token = { readonly start: number; readonly end: number };

/** A place between two values where a text can be divided: the comma, and what is open around it, outermost first. */
export type Cut = { readonly comma: number; readonly open: readonly Container[] };
/** An array (`key` is null), or an object with the text of the key whose value is open; null for the innermost one. */
export type Container = { readonly isArray: boolean; readonly key: string | null };

export type ScanLimits = {
  readonly maxDepth: number;
  /** Arrays, objects and commas. */
  readonly maxValues: number;
  /** Commas of one object. */
  readonly maxMembers: number;
  /** Least characters between two cuts; infinite for none. */
  readonly pieceChars: number;
  /** Whether a number would change as a double. */
  readonly isLossy: (number: string) => boolean;
};

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const MINUS = 0x2d;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * One pass before parsing. Only a valid JSON number in the position of a value counts as lossy, so that marking it never
 * makes a broken text valid. A cut never hides a comma that is out of place.
 */
export class JsonScan {
  /** The numbers that a double would change. */
  readonly lossy: Token[] = [];
  readonly cuts: Cut[] = [];
  /** Why the text must not be parsed. */
  fault: "depth" | "values" | null = null;
  /** Whether an object that was cut has a key twice, so that its pieces cannot be joined. */
  hasTwins = false;
  private readonly text: string;
  private readonly limits: ScanLimits;
  private at = 0;
  private depth = 0;
  /** Every value but the first follows one of these characters. */
  private signs = 0;
  private lastCut = 0;
  private lastString: Token = { start: 0, end: 0 };
  private readonly members: number[] = [];
  private readonly isArray: boolean[] = [];
  private readonly keys: (string | null)[] = [];
  /** The key at which an object was last cut, by depth. */
  private readonly cutKeys: (string | null)[] = [];

  constructor(text: string, limits: ScanLimits) {
    this.text = text;
    this.limits = limits;
  }

  /** Reads on until this character, and ends a string or number that it began. */
  to(end: number): void {
    const { text } = this;
    const { pieceChars } = this.limits;
    const cutting = pieceChars < text.length;
    const stop = Math.min(end, text.length);
    let i = this.at;
    for (; i < stop && this.fault === null; i++) {
      const code = text.charCodeAt(i);
      if (code === QUOTE) {
        const start = i;
        for (i++; i < text.length; i++) {
          const inside = text.charCodeAt(i);
          if (inside === BACKSLASH) i++;
          else if (inside === QUOTE) break;
        }
        if (cutting) this.lastString = { start, end: i + 1 };
      } else if (code === 0x5b || code === 0x7b) {
        this.open(code === 0x5b);
      } else if (code === COMMA) {
        this.countComma();
        if (i - this.lastCut >= pieceChars) this.cutAt(i);
      } else if (code === COLON) {
        if (cutting) this.noteKey();
      } else if (code === 0x5d || code === 0x7d) {
        this.depth--;
      } else if (code === MINUS || (code >= 0x30 && code <= 0x39)) {
        const start = i;
        let exponent = false;
        for (; i + 1 < text.length; i++) {
          const next = text.charCodeAt(i + 1);
          if (next === 0x65 || next === 0x45) exponent = true;
          else if (!((next >= 0x30 && next <= 0x39) || next === 0x2e || next === 0x2b || next === MINUS)) break;
        }
        // A double is exact up to 15 digits, not counting sign and point.
        if (exponent || i - start >= 15) this.noteNumber(start, i + 1);
      }
    }
    this.at = i;
  }

  private open(isArray: boolean): void {
    const { maxDepth, maxValues } = this.limits;
    if (++this.depth > maxDepth) this.fault = "depth";
    else if (++this.signs > maxValues) this.fault = "values";
    this.members[this.depth] = isArray ? -maxValues : 0;
    this.isArray[this.depth] = isArray;
    this.cutKeys[this.depth] = null;
  }

  private countComma(): void {
    const own = (this.members[this.depth] ?? 0) + 1;
    this.members[this.depth] = own;
    if (++this.signs > this.limits.maxValues || own >= this.limits.maxMembers) this.fault = "values";
  }

  private cutAt(comma: number): void {
    const { text, depth, isArray } = this;
    if (depth < 1 || /[[{:,]/.test(besides(text, comma, -1)) || /[\]},:]/.test(besides(text, comma, 1))) return;
    const open: Container[] = [];
    for (let level = 1; level <= depth; level++) {
      const key = isArray[level] === true || level === depth ? null : (this.keys[level] ?? null);
      open.push({ isArray: isArray[level] === true, key });
      this.cutKeys[level] = key;
    }
    this.cuts.push({ comma, open });
    this.lastCut = comma;
  }

  private noteKey(): void {
    const { depth } = this;
    if (this.isArray[depth] === true) return;
    const key = this.text.slice(this.lastString.start, this.lastString.end);
    // An escaped key may be the same key in another spelling.
    if (typeof this.cutKeys[depth] === "string" && (this.cutKeys[depth] === key || key.includes("\\")))
      this.hasTwins = true;
    this.keys[depth] = key;
  }

  private noteNumber(start: number, end: number): void {
    const number = this.text.slice(start, end);
    if (NUMBER.test(number) && this.limits.isLossy(number) && besides(this.text, end - 1, 1) !== ":")
      this.lossy.push({ start, end });
  }
}

/** The next character before or after this one that is not white space; "" at the end. */
function besides(text: string, at: number, step: 1 | -1): string {
  let next = at + step;
  while (next >= 0 && next < text.length && text.charCodeAt(next) <= 0x20) next += step;
  return text[next] ?? "";
}
