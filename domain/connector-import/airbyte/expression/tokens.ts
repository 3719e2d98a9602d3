/** A token of an expression: a text or number, a name, or an operator. */
export type Token =
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "name" | "operator"; readonly value: string };

const TOKEN =
  /\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|(==|!=|>=|<=|\/\/|[-+*/%~|.,:()[\]{}<>=]))/sy;

/** Splits an expression; null for a character that it cannot have. */
export function tokensOf(text: string): Token[] | null {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const match = TOKEN.exec(text);
    if (match === null) return null;
    const [, single, double, number, name, operator] = match;
    const quoted = single ?? double;
    if (quoted !== undefined) tokens.push({ kind: "text", value: unescaped(quoted) });
    else if (number !== undefined) tokens.push({ kind: "number", value: Number(number) });
    else if (name !== undefined) tokens.push({ kind: "name", value: name });
    else tokens.push({ kind: "operator", value: operator ?? "" });
  }
  return tokens;
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/gs, (_all, char: string) => ({ n: "\n", t: "\t", r: "\r" })[char] ?? char);
}
