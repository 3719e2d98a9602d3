import { QueryFault, quoted } from "./query-fault.ts";

export type TokenKind = "mark" | "name" | "string" | "number" | "date" | "moment" | "time" | "end";

/** A part of a `$filter` or an `$apply`. `text` of a string is its value, without quotes; `at` counts characters from 1. */
export type Token = { readonly kind: TokenKind; readonly text: string; readonly at: number };

const MAX_CHARS = 10_000;
const NAME = String.raw`[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}_]*`;
const DATE = String.raw`\d{4}-\d\d-\d\d`;
const TIME = String.raw`\d\d:\d\d(?::\d\d(?:\.\d{1,12})?)?`;

/** In the order in which they are tried. In an address a plus sign is a space, also before an offset. */
const KINDS: readonly (readonly [Exclude<TokenKind, "end">, RegExp])[] = [
  ["mark", /[(),/]|\$count\b/y],
  ["string", /'(?:[^']|'')*'/y],
  ["moment", new RegExp(String.raw`${DATE}T${TIME}(?:Z|[+\- ]\d\d:\d\d)`, "iy")],
  ["date", new RegExp(DATE, "y")],
  ["time", new RegExp(TIME, "y")],
  ["number", /[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?|-INF\b/iy],
  ["name", new RegExp(NAME, "uy")],
];

/** Divides the text of a query option into its parts; the last one is the end. */
function tokensOf(option: string, filter: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const skipSpaces = (): void => {
    while (/\s/.test(filter.charAt(at))) at += 1;
  };
  for (skipSpaces(); at < filter.length; skipSpaces()) {
    const found = tokenAt(filter, at);
    if (!found) throw new QueryFault(`${option} cannot be read from ${quoted(restFrom(filter, at))} on.`);
    tokens.push({ kind: found.kind, text: valueOf(found), at: at + 1 });
    at += found.text.length;
  }
  return [...tokens, { kind: "end", text: "", at: at + 1 }];
}

function tokenAt(filter: string, at: number): { readonly kind: TokenKind; readonly text: string } | null {
  for (const [kind, pattern] of KINDS) {
    pattern.lastIndex = at;
    const text = pattern.exec(filter)?.[0];
    if (text !== undefined) return { kind, text };
  }
  return null;
}

/** The beginning of what could not be read. */
function restFrom(filter: string, at: number): string {
  const beginning = /.{1,30}/suy;
  beginning.lastIndex = at;
  return beginning.exec(filter)?.[0] ?? "";
}

/** Fractions have as many digits as Postgres keeps: some clients send seven. */
function valueOf({ kind, text }: { readonly kind: TokenKind; readonly text: string }): string {
  if (kind === "string") return text.replace(/^'|'$/g, "").replaceAll("''", "'");
  if (kind === "moment")
    return text
      .toUpperCase()
      .replace(" ", "+")
      .replace(/(\.\d{6})\d+/, "$1");
  return kind === "time" ? text.replace(/(\.\d{6})\d+/, "$1") : text;
}

/** Returns a token as a sentence calls it. */
export function said({ kind, text }: Token): string {
  if (kind === "end") return "the end of it";
  return quoted(kind === "string" ? `'${text}'` : text);
}

/** Reads the parts of a query option one after the other. */
export class TokenReader {
  /** For sentences: `$filter` or `$apply`. */
  readonly option: string;
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(option: string, text: string) {
    if (text.length > MAX_CHARS) throw new QueryFault(`${option} is longer than 10,000 characters.`);
    this.option = option;
    this.#tokens = tokensOf(option, text);
  }

  get next(): Token {
    return this.#tokens[this.#at] as Token;
  }

  /** How many parts were read. */
  get place(): number {
    return this.#at;
  }

  /** Whether the next part is a name with a bracket behind it. */
  get isCall(): boolean {
    const after = this.#tokens[this.#at + 1];
    return this.next.kind === "name" && after?.kind === "mark" && after.text === "(";
  }

  take(): Token {
    const token = this.next;
    this.#at += 1;
    return token;
  }

  takeIf(kind: Token["kind"], text: string): boolean {
    const found = this.next.kind === kind && this.next.text === text;
    if (found) this.#at += 1;
    return found;
  }

  expect(mark: string): void {
    if (!this.takeIf("mark", mark)) throw this.unexpected(mark);
  }

  /** Characters of the texts in quotes since a place. */
  textsSince(place: number): number {
    const read = this.#tokens.slice(place, this.#at).filter(({ kind }) => kind === "string");
    return read.reduce((sum, { text }) => sum + text.length, 0);
  }

  /** Makes the fault that something else should be next. */
  unexpected(wanted: string): QueryFault {
    return new QueryFault(
      `${this.option} has ${said(this.next)} at character ${this.next.at}, where ${wanted} should be.`,
    );
  }
}
