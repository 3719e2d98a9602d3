import { QueryFault, quoted } from "./query-fault.ts";

export type TokenKind = "mark" | "name" | "string" | "number" | "date" | "moment" | "time" | "end";

/** A part of a `$filter` or an `$apply`. `text` of a string is its value, without quotes; `at` counts characters from 1. */
export type Token = { readonly kind: TokenKind; readonly text: string; readonly at: number };

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
export function tokensOf(option: string, filter: string): readonly Token[] {
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
