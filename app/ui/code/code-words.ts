/** A piece of code and the class that colours it: k keyword, s string, v name of a JSON member, c comment. */
export type CodeWord = { readonly text: string; readonly kind: "k" | "s" | "v" | "c" | null };

/** Longer code stays plain: each piece is an element of the page. */
const COLOURED_CHARACTERS = 20_000;

const KEYWORDS = "import|from|as|print|let|in|def|return|for|if|else|true|false|null|True|False|None";
const PIECES = new RegExp(
  [
    String.raw`(?<v>"(?:[^"\\\n]|\\.)*")(?=\s*:)`,
    String.raw`(?<s>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')`,
    String.raw`(?<c>^\s*#.*$)`,
    String.raw`\b(?<k>${KEYWORDS})\b`,
  ].join("|"),
  "gm",
);

/**
 * Code in pieces to colour, by what JSON, Python, Power Query and shell have in common. The pieces together are the
 * text.
 */
export function codeWords(text: string): CodeWord[] {
  if (text.length > COLOURED_CHARACTERS) return [{ text, kind: null }];
  const words: CodeWord[] = [];
  let at = 0;
  for (const { 0: found, index, groups = {} } of text.matchAll(PIECES)) {
    if (index > at) words.push({ text: text.slice(at, index), kind: null });
    const kind = (["v", "s", "c", "k"] as const).find((name) => groups[name] !== undefined) ?? null;
    words.push({ text: found, kind });
    at = index + found.length;
  }
  if (at < text.length) words.push({ text: text.slice(at), kind: null });
  return words;
}
