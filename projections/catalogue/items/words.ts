import { cutText } from "#domain/core/text/text.ts";

/** Longest word that is told from another, in characters. */
const WORD_CHARACTERS = 60;
/** Words of one item that a search can find. */
const ITEM_WORDS = 2_000;
/** Words of a search that count. */
const SEARCH_WORDS = 12;
const LAST_POSITION = 16_383;
/** Most texts: their letters have no accents, and are told from other characters at half of the cost. */
const ASCII = /^[\x00-\x7f]*$/;

/** The parts of an item that a search looks at, by weight: A counts most. */
export type SearchedTexts = Readonly<Record<"A" | "B" | "C" | "D", readonly string[]>>;

/** The words of a text as searches compare them: letters and digits in lower case, Latin letters without accents. */
export function wordsOf(text: string): readonly string[] {
  const words = ASCII.test(text)
    ? text.toLowerCase().match(/[a-z0-9]+/g)
    : withoutAccents(text)
        .normalize("NFC")
        .toLowerCase()
        .match(/[\p{L}\p{N}\p{M}]+/gu);
  return (words ?? []).map((word) =>
    word.length <= WORD_CHARACTERS ? word : [...word].slice(0, WORD_CHARACTERS).join(""),
  );
}

const withoutAccents = (text: string): string => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");

/** The words that somebody searches for, each once. A text without letters and digits has none. */
export function searchedWords(text: string): readonly string[] {
  return [...new Set(wordsOf(text))].slice(0, SEARCH_WORDS);
}

/** What an item is ordered by when a list is in the order of titles: capitals and accents make no difference. */
export function titleKey(title: string): string {
  return cutText((ASCII.test(title) ? title : withoutAccents(title)).toLowerCase(), 200);
}

/**
 * The words of an item as a tsvector, each with the weight and the position where it counts most, and the item's own
 * words as a list: those of its author's name, which has weight C, are only in the tsvector. It is made here and not by
 * Postgres, so that it does not depend on the server's text search configuration.
 */
export function documentOf(
  texts: SearchedTexts,
  author: string,
): { readonly document: string; readonly words: readonly string[] } {
  const found = new Map<string, string>();
  const own = new Set<string>();
  let position = 0;
  const note = (word: string, weight: string) => {
    position = Math.min(position + 1, LAST_POSITION);
    if (!found.has(word) && found.size < ITEM_WORDS) found.set(word, `'${word}':${position}${weight}`);
  };
  for (const weight of ["A", "B", "C", "D"] as const) {
    for (const text of texts[weight])
      for (const word of wordsOf(text)) {
        note(word, weight);
        if (own.size < ITEM_WORDS) own.add(word);
      }
    if (weight === "C") for (const word of wordsOf(author)) note(word, weight);
  }
  return { document: [...found.values()].join(" "), words: [...own] };
}
