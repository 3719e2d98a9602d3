/** Letters that do not come apart into a letter and its accent, and those of German, as they are spelled in ASCII. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ä: "ae", ö: "oe", ü: "ue", ß: "ss" },
  ...{ æ: "ae", ø: "o", œ: "oe", đ: "d", ð: "d", ł: "l", þ: "th", ı: "i" },
};

/** Spells a text in small letters, the Latin ones in ASCII; letters of other scripts stay. */
export function toLatin(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[äöüßæøœđðłþı]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "");
}
