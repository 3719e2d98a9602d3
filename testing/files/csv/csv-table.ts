import { picked } from "../../chaos/random.ts";

/** A table as it should be read. Cells are texts as they are written; "" is an empty one. */
export type CsvTable = {
  readonly labels: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

type Random = () => number;
/** How a column is filled: the cell of a row, counted from 0. */
type Fill = (random: Random, row: number) => string;

const WORDS = ["north", "Bergen", "Oslo", "late", "blue", "Mueller", "copper", "Rome", "valve", "Ann", "seven", "wide"];
const whole = (random: Random, most: number) => Math.floor(random() * most);
const word: Fill = (random) => picked(random, WORDS);
const two = (number: number) => String(number).padStart(2, "0");

/** Kinds of columns whose cells are one word, by the label that they have. */
const PLAIN: Readonly<Record<string, Fill>> = {
  id: (_, row) => String(row + 1),
  city: word,
  count: (random) => String(whole(random, 900)),
  level: (random) => (random() * 900).toFixed(2),
  day: (random) => `2024-${two(1 + whole(random, 12))}-${two(1 + whole(random, 28))}`,
  valid: (random) => picked(random, ["true", "false"]),
  code: (random) => `AB-${100 + whole(random, 900)}`,
  year: (random) => String(1950 + whole(random, 75)),
  zip: (random) => `0${1000 + whole(random, 9000)}`,
  price: (random) => `${1 + whole(random, 9)}.${100 + whole(random, 900)},${two(whole(random, 100))}`,
  seen: (random) => `${two(1 + whole(random, 28))}.${two(1 + whole(random, 12))}.2023`,
};

/** Kinds of columns with spaces, punctuation and gaps. */
const FREE: Readonly<Record<string, Fill>> = {
  title: (random, row) => `${word(random, row)} ${word(random, row)}`,
  remark: (random, row) => (random() < 0.7 ? "" : word(random, row)),
  street: (random, row) => `${word(random, row)} street ${1 + whole(random, 99)}, ${word(random, row)}`,
  "said by": (random, row) => `"${word(random, row)}" he said; ${word(random, row)}`,
  text: (random, row) => (random() < 0.2 ? `${word(random, row)}\n${word(random, row)}` : word(random, row)),
};

/** What a header looks like. */
export const HEADERS = ["labels", "questions", "codes", "years", "words", "none"] as const;
export type Header = (typeof HEADERS)[number];

/** What cells may have in them: anything, no line ends, spaces, or only what is one word; the last two are never empty. */
export type Freedom = "anything" | "lines" | "spaces" | "words";

/** Makes a table. */
export function csvTable(random: Random, header: Header, freedom: Freedom): CsvTable {
  const height = 20 + whole(random, 60);
  const plain = freedom === "spaces" || freedom === "words";
  if (header === "years") return yearsTable(random, height);
  const kinds = header === "words" ? wordKinds(plain) : { ...PLAIN, ...freeKinds(freedom) };
  const names = shuffled(random, Object.keys(kinds)).slice(0, 2 + whole(random, 5));
  // A table of one kind of words has no place where its cells differ from its labels.
  if (header === "none" || header === "codes")
    names.unshift(...["count", "id"].filter((name) => !names.includes(name)));
  const rows = Array.from({ length: height }, (_, row) => names.map((name) => (kinds[name] ?? word)(random, row)));
  return { labels: header === "none" ? [] : names.map((name, at) => labelOf(header, name, at, plain)), rows };
}

function freeKinds(freedom: Freedom): Record<string, Fill> {
  const { text: _, ...lines } = FREE;
  if (freedom === "spaces") return { title: FREE.title as Fill };
  return freedom === "words" ? {} : freedom === "lines" ? lines : FREE;
}

function wordKinds(plain: boolean): Record<string, Fill> {
  const kinds = { city: word, colour: word, owner: word, state: word };
  return plain ? kinds : { ...kinds, title: FREE.title as Fill, remark: FREE.remark as Fill };
}

function labelOf(header: Header, name: string, at: number, plain: boolean): string {
  if (header === "codes") return `q${at + 1}`;
  if (header !== "questions") return plain ? name.replace(" ", "_") : name;
  const question = `How satisfied are you with the ${name} that you received from our service desk during the last twelve months`;
  const long =
    at % 2 === 0
      ? question
      : `${question}, and would you recommend it to others who have asked you about it since then: ${at}?`;
  return plain ? long.replaceAll(" ", "_") : long;
}

function yearsTable(random: Random, height: number): CsvTable {
  const years = Array.from({ length: 2 + whole(random, 4) }, (_, at) => String(2015 + at));
  const rows = Array.from({ length: height }, () =>
    ["", ...years].map((_, at) => (at === 0 ? word(random, 0) : (PLAIN.level?.(random, 0) ?? ""))),
  );
  return { labels: ["country", ...years], rows };
}

function shuffled<T>(random: Random, list: readonly T[]): T[] {
  return list
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
