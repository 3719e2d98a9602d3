import { type Kysely, type RawBuilder, sql } from "kysely";
import { changesBetween } from "#domain/core/text/nearest.ts";
import type { CatalogueTables } from "../tables.ts";
import { searchedWords } from "./words.ts";

/** Words of items that stand for one word of a search, in addition to those that begin with it. */
const OTHER_WORDS = 20;
const DIGITS = /^\p{N}+$/u;
const ANY_DIGIT = /\p{N}/u;

/**
 * A search as tsquery texts: each word in turn, words that begin with it, and all words that stand for it. `listed` finds
 * the same as `any` among the items that everybody sees, and sooner: the vocabulary has all their words, so most words of a
 * search are looked up as they are and not as beginnings of others.
 */
export type TextMatch = {
  readonly exact: string;
  readonly prefix: string;
  readonly any: string;
  readonly listed: string;
  /** Among the items that everybody sees no other word stands for one of the search: the four texts find the same. */
  readonly alone: boolean;
};
/** Words that stand for one of a search. `complete`: the vocabulary has no others that contain it. */
type Others = { readonly words: readonly string[]; readonly complete: boolean };
type Known = (words: readonly string[]) => Promise<ReadonlyMap<string, Others>>;
const NO_OTHERS: Others = { words: [], complete: false };

/** The words of a search; null: it has none, so it finds nothing. */
export async function matchOf(
  db: Kysely<CatalogueTables>,
  viewer: string | null,
  text: string,
  how: "contained" | "similar",
): Promise<TextMatch | null> {
  const words = searchedWords(text);
  if (words.length === 0) return null;
  const known: Known = (asked) => (how === "contained" ? containing(db, viewer, asked) : similar(db, viewer, asked));
  const others = await known(words);
  const each = (write: (word: string, others: Others) => string) =>
    words.map((word) => write(word, others.get(word) ?? NO_OTHERS)).join(" & ");
  const either = (first: string, others: Others) => `(${[first, ...others.words.map(quoted)].join(" | ")})`;
  return {
    exact: each(quoted),
    prefix: each(beginning),
    any: each((word, known) => either(beginning(word), known)),
    listed: each((word, known) => either(known.complete ? quoted(word) : beginning(word), known)),
    alone: words.every((word) => {
      const known = others.get(word) ?? NO_OTHERS;
      return known.complete && known.words.length === 0;
    }),
  };
}

/** Words have letters, digits and accents only: nothing in them has a meaning in a tsquery. */
const quoted = (word: string) => `'${word}'`;
/** Numbers are compared whole, and so is one Latin letter: almost every item has a word that begins with it. */
const beginning = (word: string) => (DIGITS.test(word) || /^[a-z]$/.test(word) ? quoted(word) : `${quoted(word)}:*`);

/** Words with the searched one inside them. */
async function containing(db: Kysely<CatalogueTables>, viewer: string | null, asked: readonly string[]) {
  const wanted = asked.filter((word) => [...word].length >= 3 && !DIGITS.test(word));
  const found = await lookUp(
    db,
    viewer,
    wanted,
    sql<boolean>`words.word like '%' || wanted.word || '%'`,
    sql`length(words.word)`,
  );
  return new Map(
    wanted.map((word) => {
      const rows = found.get(word) ?? [];
      return [word, { words: [...new Set(rows)], complete: rows.length < OTHER_WORDS }] as const;
    }),
  );
}

/** Words that differ by a letter, or by two where they are long, as typing errors do. */
async function similar(db: Kysely<CatalogueTables>, viewer: string | null, asked: readonly string[]) {
  const wanted = asked.filter((word) => [...word].length >= 4 && !ANY_DIGIT.test(word));
  const found = await lookUp(
    db,
    viewer,
    wanted,
    sql<boolean>`words.word % wanted.word`,
    sql`similarity(words.word, wanted.word) desc`,
  );
  return new Map(
    wanted.map((word) => {
      const most = word.length < 6 ? 1 : 2;
      const near = (found.get(word) ?? []).filter((other) => changesBetween(word, other) <= most);
      return [word, { words: [...new Set([...near, ...swapped(word)])], complete: false }] as const;
    }),
  );
}

/** The word with two neighbouring letters swapped: short words have too few parts in common to be found as similar. */
function swapped(word: string): readonly string[] {
  const letters = [...word];
  return letters.slice(1).map((letter, at) =>
    letters
      .with(at, letter)
      .with(at + 1, letters[at]!)
      .join(""),
  );
}

/** For each word, a row for each that was found; one may be in two scopes. */
async function lookUp(
  db: Kysely<CatalogueTables>,
  viewer: string | null,
  wanted: readonly string[],
  condition: RawBuilder<boolean>,
  order: RawBuilder<unknown>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (wanted.length === 0) return new Map();
  const scopes = viewer === null ? [""] : ["", viewer];
  const rows = await db
    .selectFrom(sql<{ word: string }>`unnest(${[...wanted]}::text[])`.as<"wanted">(sql`wanted (word)`))
    .crossJoinLateral((inner) =>
      inner
        .selectFrom("words")
        .select("words.word")
        .where(condition)
        .where("words.scope", "in", scopes)
        .whereRef("words.word", "!=", "wanted.word")
        // Several authors may have one name.
        .groupBy("words.word")
        .orderBy(order)
        .orderBy("words.word")
        .limit(sql.lit(OTHER_WORDS))
        .as("found"),
    )
    .select(["wanted.word as wanted", "found.word as word"])
    .execute();
  const found = Map.groupBy(rows, (row) => row.wanted);
  return new Map([...found].map(([word, group]) => [word, group.map((row) => row.word)]));
}
