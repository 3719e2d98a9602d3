/** Mark the name of a shell variable in a word; a text that contains them is refused. */
const VARIABLE_START = "\ue000";
const VARIABLE_END = "\ue001";

export type ShellWords = { ok: true; words: string[]; rest: string | null } | { ok: false; message: string };

const ANSI: Record<string, string> = {
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "?": "?",
};
const VARIABLE = /\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})/y;

/**
 * Splits a command line into words as a POSIX shell does: quotes '…', "…" and $'…', backslashes, line continuations.
 * Variables stay as marked names. A pipe, `;`, `&&` or redirection ends the command (`rest`); a command substitution is
 * refused. A bare line end counts as a space, because pasting often loses the backslash before it.
 */
export function shellWords(text: string): ShellWords {
  if (text.includes(VARIABLE_START) || text.includes(VARIABLE_END))
    return { ok: false, message: "The line holds characters that no command line has." };
  const words: string[] = [];
  let word: string | null = null;
  let at = 0;
  const add = (piece: string) => {
    word = (word ?? "") + piece;
  };
  const close = () => {
    if (word !== null) words.push(word);
    word = null;
  };
  const take = ({ value, after }: Piece) => {
    add(value);
    at = after;
  };

  while (at < text.length) {
    const char = text[at] ?? "";
    const next = text[at + 1] ?? "";
    if (runsCommand(char, next)) return NESTED_COMMAND;
    if (char === "\\") {
      const lineEnd = /^\\[ \t]*\r?\n/.exec(text.slice(at, at + 200));
      if (lineEnd) at += lineEnd[0].length;
      else {
        if (next !== "") add(next);
        at += 2;
      }
    } else if (char === "'") {
      const end = text.indexOf("'", at + 1);
      if (end < 0) return unclosed("'");
      add(text.slice(at + 1, end));
      at = end + 1;
    } else if (char === "$" && next === "'") {
      const read = ansiQuoted(text, at + 2);
      if (read === null) return unclosed("$'");
      take(read);
    } else if (char === '"') {
      const read = doubleQuoted(text, at + 1);
      if ("message" in read) return read;
      take(read);
    } else if (/\s/.test(char)) {
      close();
      at += 1;
    } else if (char === "#" && word === null) {
      const end = text.indexOf("\n", at);
      at = end < 0 ? text.length : end;
    } else if (/[|;<>]/.test(char) || (char === "&" && (next === "&" || word === null || /^\s*$/.test(next)))) {
      close();
      return { ok: true, words, rest: text.slice(at).trim() };
    } else take((char === "$" ? variableAt(text, at) : null) ?? { value: char, after: at + 1 });
  }
  close();
  return { ok: true, words, rest: null };
}

/** A piece of a word, and the index after it. */
type Piece = { value: string; after: number };
type Refused = Extract<ShellWords, { ok: false }>;

const NESTED_COMMAND: Refused = {
  ok: false,
  message: "The line runs a command inside the command. Paste it with the value written out.",
};

function runsCommand(char: string, next: string): boolean {
  return char === "`" || (char === "$" && next === "(");
}

function unclosed(quote: string): Refused {
  return { ok: false, message: `The quote ${quote} is not closed.` };
}

function variableAt(text: string, at: number): Piece | null {
  VARIABLE.lastIndex = at;
  const found = VARIABLE.exec(text);
  return found === null
    ? null
    : { value: VARIABLE_START + (found[1] ?? found[2] ?? "") + VARIABLE_END, after: VARIABLE.lastIndex };
}

function doubleQuoted(text: string, from: number): Piece | Refused {
  let value = "";
  let at = from;
  while (at < text.length && text[at] !== '"') {
    const char = text[at] ?? "";
    const next = text[at + 1] ?? "";
    if (runsCommand(char, next)) return NESTED_COMMAND;
    if (char === "\\" && next === "\n") {
      at += 2;
      continue;
    }
    const escaped = char === "\\" && next !== "" && '$`"\\'.includes(next);
    const piece = escaped
      ? { value: next, after: at + 2 }
      : ((char === "$" ? variableAt(text, at) : null) ?? { value: char, after: at + 1 });
    value += piece.value;
    at = piece.after;
  }
  return at >= text.length ? unclosed('"') : { value, after: at + 1 };
}

function ansiQuoted(text: string, from: number): Piece | null {
  let value = "";
  let at = from;
  while (at < text.length) {
    const char = text[at] ?? "";
    if (char === "'") return { value, after: at + 1 };
    if (char !== "\\") {
      value += char;
      at += 1;
      continue;
    }
    const code = /^\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|c(.))/.exec(
      text.slice(at, at + 10),
    );
    if (code) {
      const hex = code[1] ?? code[2] ?? code[3];
      const point =
        hex !== undefined
          ? parseInt(hex, 16)
          : code[4] !== undefined
            ? parseInt(code[4], 8) & 0xff
            : (code[5] ?? "@").charCodeAt(0) & 0x1f;
      value += point <= 0x10ffff ? String.fromCodePoint(point) : "";
      at += code[0].length;
    } else {
      const letter = text[at + 1] ?? "";
      value += Object.hasOwn(ANSI, letter) ? (ANSI[letter] ?? "") : `\\${letter}`;
      at += 2;
    }
  }
  return null;
}
