import { cutText } from "#domain/core/text/text.ts";
import { type DocFacts, type DocPage, type DocSection, textOfBlock } from "./doc-page.ts";

/** A place in the documentation: its heading and the start of its text. */
export type DocMatch = { readonly href: string; readonly title: string; readonly page: string; readonly text: string };
type Place = DocMatch & { readonly titleWords: readonly string[]; readonly words: readonly string[] };

const MOST_MATCHES = 20;
const SHOWN_CHARACTERS = 160;
const FACTS: DocFacts = { origin: "", table: null };

/** The places that have all words of a search, those with the words in their heading first. */
export function searchDocs(pages: readonly DocPage[], q: string): { total: number; matches: DocMatch[] } {
  const asked = wordsOf(q);
  if (asked.length === 0) return { total: 0, matches: [] };
  const has = (words: readonly string[]) => asked.every((word) => words.some((each) => each.startsWith(word)));
  const found = placesOf(pages).filter(({ words }) => has(words));
  const ranked = [...found.filter((one) => has(one.titleWords)), ...found.filter((one) => !has(one.titleWords))];
  return {
    total: found.length,
    matches: ranked.slice(0, MOST_MATCHES).map(({ href, title, page, text }) => ({ href, title, page, text })),
  };
}

const known = new WeakMap<readonly DocPage[], readonly Place[]>();

/** Every section and every key. The texts are those of the program, so they are read once. */
function placesOf(pages: readonly DocPage[]): readonly Place[] {
  const before = known.get(pages);
  if (before) return before;
  const places = pages.flatMap((page) => page.sections(FACTS).flatMap((section) => inSection(page, section)));
  known.set(pages, places);
  return places;
}

function inSection(page: DocPage, section: DocSection): Place[] {
  const text = section.blocks.map(textOfBlock).join(" ");
  const place: Place = {
    href: `${page.path}#${section.id}`,
    title: section.title,
    page: page.title,
    text: cutText(text, SHOWN_CHARACTERS),
    titleWords: wordsOf(`${section.title} ${section.id}`),
    words: wordsOf(`${section.title} ${section.id} ${text}`),
  };
  return [place, ...(section.parts ?? []).flatMap((part) => inSection({ ...page, title: section.title }, part))];
}

function wordsOf(text: string): readonly string[] {
  return [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))];
}
