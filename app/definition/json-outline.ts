/** A JSON text as a tree of places, even if the text is broken. */
export type OutlineNode =
  | { kind: "object"; from: number; to: number; closed: boolean; entries: OutlineEntry[] }
  | { kind: "array"; from: number; to: number; closed: boolean; items: OutlineNode[] }
  | { kind: "text"; from: number; to: number; value: string }
  | { kind: "word"; from: number; to: number };
export interface OutlineEntry {
  key: string;
  keyFrom: number;
  keyTo: number;
  /** The offset after the colon; -1 without one. */
  after: number;
  value: OutlineNode | null;
}
/** Where and why a text is not JSON. */
export interface SyntaxFault {
  from: number;
  to: number;
  message: string;
}
export interface Outline {
  root: OutlineNode | null;
  faults: SyntaxFault[];
}

const MAX_DEPTH = 200;
const WORD = /[^\s,:[\]{}"]+/y;
const LITERAL = /^(true|false|null|-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?)$/;

/** Parses a text as far as possible, and returns where it is not JSON. */
export function outlineOf(text: string): Outline {
  return new OutlineReader(text).read();
}

class OutlineReader {
  private readonly faults: SyntaxFault[] = [];
  private readonly text: string;
  private at: number;

  constructor(text: string) {
    this.text = text;
    this.at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  }

  read(): Outline {
    this.space();
    const root = this.value(0);
    this.space();
    if (root === null) this.fault(Math.max(0, this.at - 1), this.at, "A definition is missing.");
    else if (this.at < this.text.length) this.fault(this.at, this.text.length, "Something follows the end.");
    return { root, faults: this.faults };
  }

  private fault(from: number, to: number, message: string): void {
    this.faults.push({ from, to: Math.max(to, Math.min(from + 1, this.text.length)), message });
  }

  private space(): void {
    while (this.at < this.text.length && " \t\r\n".includes(this.text[this.at] ?? "")) this.at += 1;
  }

  private value(depth: number): OutlineNode | null {
    const char = this.text[this.at];
    const from = this.at;
    if (depth > MAX_DEPTH) {
      this.fault(from, from + 1, "This nests too deep.");
      this.at = this.text.length;
      return null;
    }
    if (char === "{") return this.object(depth);
    if (char === "[") return this.array(depth);
    if (char === '"') return this.string();
    const written = this.word();
    if (written === "") return null;
    if (!LITERAL.test(written))
      this.fault(
        from,
        this.at,
        /^[-\d.]/.test(written)
          ? "This number is not written as JSON writes numbers."
          : "A text must be in double quotes.",
      );
    return { kind: "word", from, to: this.at };
  }

  private word(): string {
    WORD.lastIndex = this.at;
    const found = WORD.exec(this.text)?.[0] ?? "";
    this.at += found.length;
    return found;
  }

  private string(): OutlineNode & { kind: "text" } {
    const { text, at: from } = this;
    let at = from + 1;
    while (at < text.length && text[at] !== '"' && text[at] !== "\n")
      at += text[at] === "\\" && text[at + 1] !== "\n" ? 2 : 1;
    this.at = Math.min(at, text.length);
    if (text[this.at] !== '"') {
      this.fault(from, this.at, "The quote is not closed.");
      return { kind: "text", from, to: this.at, value: text.slice(from + 1, this.at) };
    }
    this.at += 1;
    try {
      return { kind: "text", from, to: this.at, value: String(JSON.parse(text.slice(from, this.at))) };
    } catch {
      this.fault(from, this.at, "This text holds a character or an escape that JSON does not allow.");
      return { kind: "text", from, to: this.at, value: text.slice(from + 1, this.at - 1) };
    }
  }

  private object(depth: number): OutlineNode {
    const node: OutlineNode = { kind: "object", from: this.at, to: this.at, closed: false, entries: [] };
    this.members(node, "}", () => this.entry(node.entries, depth));
    return node;
  }

  /** Reads a name and its value. False if there is none. */
  private entry(entries: OutlineEntry[], depth: number): boolean {
    const keyFrom = this.at;
    const quoted = this.text[keyFrom] === '"';
    const key = quoted ? this.string().value : this.word();
    if (!quoted && key === "") return false;
    if (!quoted) this.fault(keyFrom, this.at, "A name must be in double quotes.");
    const entry: OutlineEntry = { key, keyFrom, keyTo: this.at, after: -1, value: null };
    entries.push(entry);
    this.space();
    if (this.text[this.at] !== ":") {
      this.fault(keyFrom, entry.keyTo, "A colon and a value are missing.");
      return true;
    }
    this.at += 1;
    entry.after = this.at;
    this.space();
    entry.value = this.value(depth + 1);
    if (entry.value === null) this.fault(entry.after - 1, entry.after, "A value is missing.");
    return true;
  }

  private array(depth: number): OutlineNode {
    const node: OutlineNode = { kind: "array", from: this.at, to: this.at, closed: false, items: [] };
    this.members(node, "]", () => {
      const item = this.value(depth + 1);
      if (item !== null) node.items.push(item);
      return item !== null;
    });
    return node;
  }

  /** Reads what is between brackets: members with commas. `member` reads one and returns whether there was one. */
  private members(node: OutlineNode & { closed?: boolean }, end: string, member: () => boolean): void {
    this.at += 1;
    let comma: number | null = null;
    let last: number | null = null;
    for (;;) {
      this.space();
      const char = this.text[this.at];
      if (char === undefined || char === "}" || char === "]") {
        if (comma !== null) this.fault(comma, comma + 1, "There is a comma too many.");
        if (char === end) {
          this.at += 1;
          node.closed = true;
        } else this.fault(node.from, node.from + 1, `The bracket is not closed: a ${end} is missing.`);
        node.to = this.at;
        return;
      }
      if (char === ",") {
        if (comma !== null || last === null) this.fault(this.at, this.at + 1, "There is a comma too many.");
        comma = this.at;
        this.at += 1;
        continue;
      }
      if (last !== null && comma === null) this.fault(last - 1, last, "A comma is missing.");
      comma = null;
      if (member()) last = this.at;
      else if (this.at < this.text.length && !"}],".includes(this.text[this.at] ?? "")) {
        this.fault(this.at, this.at + 1, "This is not JSON.");
        this.at += 1;
      }
    }
  }
}

export type Step = string | number;

/** The position of a cursor: in which key or value, and which part of the text a completion replaces. */
export interface CursorContext {
  /** The path to the object for a key, to the value for a value. */
  path: Step[];
  role: "key" | "value";
  from: number;
  to: number;
  /** The object's other keys. */
  present: string[];
  /** This key already has its colon. */
  hasColon: boolean;
}

/** The place of an offset in an outline; null where nothing can be inserted. */
export function cursorContextAt({ root }: Outline, offset: number): CursorContext | null {
  let node = root;
  const path: Step[] = [];
  if (node === null || offset <= node.from) return null;
  while (node !== null) {
    const here: OutlineNode = node;
    if (here.kind === "text" || here.kind === "word")
      return { path, role: "value", from: here.from, to: here.to, present: [], hasColon: false };
    if (offset <= here.from || (here.closed && offset >= here.to)) return null;
    if (here.kind === "array") {
      const index = here.items.findIndex((item) => offset >= item.from && offset <= item.to);
      const inside: OutlineNode | undefined = here.items[index];
      const before = here.items.filter((item) => item.to <= offset).length;
      path.push(index < 0 ? before : index);
      if (inside === undefined || !isInside(inside, offset))
        return { path, role: "value", from: offset, to: offset, present: [], hasColon: false };
      node = inside;
      continue;
    }
    const found: OutlineEntry | undefined = here.entries.findLast((entry) => offset >= entry.keyFrom);
    const present = (except?: OutlineEntry) => here.entries.filter((entry) => entry !== except).map(({ key }) => key);
    if (found !== undefined && offset <= found.keyTo)
      return {
        path,
        role: "key",
        from: found.keyFrom,
        to: found.keyTo,
        present: present(found),
        hasColon: found.after >= 0,
      };
    const value: OutlineNode | null = found?.value ?? null;
    if (found !== undefined && found.after >= 0 && offset >= found.after && (value === null || offset < value.from)) {
      return { path: [...path, found.key], role: "value", from: offset, to: offset, present: [], hasColon: false };
    }
    if (found === undefined || value === null || offset > value.to || !isInside(value, offset))
      return { path, role: "key", from: offset, to: offset, present: present(), hasColon: false };
    path.push(found.key);
    node = value;
  }
  return null;
}

function isInside(node: OutlineNode, offset: number): boolean {
  if (node.kind === "text" || node.kind === "word") return offset >= node.from && offset <= node.to;
  return offset > node.from && (!node.closed || offset < node.to);
}
