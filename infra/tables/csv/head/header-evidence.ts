import { CELL, cellKindOfText, NUMBERS } from "#domain/core/values/cell-kind.ts";

type Class = "number" | "boolean" | "date" | "time" | "text" | "none";
/** The cells of one column: the one that may be its label, and those below it. */
type ColumnCells = { readonly first: string; readonly below: readonly string[] };

/** Words for nothing: they say neither that a cell is a label nor that it is not. */
const NOTHING = /^(?:-+|n\/?a|nan|null|none|nil|\?|\.|unknown)$/i;
const MOST_OF = 0.8;
const LONG_TEXT = 80;
/** Questions of surveys are labels of some hundred characters. */
const LONGEST_LABEL = 1000;
/** Rows with one pattern that are no coincidence: `col1` is a label although `val1` is below it. */
const ROWS_OF_PATTERN = 2;

/** For a header (`names`) or against it (`data`), counted over the columns. */
export type HeaderEvidence = { readonly names: number; readonly data: number };

/**
 * What the first row says about itself in each column: text above numbers or dates is a label; a number above numbers,
 * and a code of the same pattern as the codes below are data. So are values that occur again below in half of the columns,
 * if no column has a label of that kind.
 */
export function headerEvidence(first: readonly string[], body: readonly (readonly string[])[]): HeaderEvidence {
  // A header occurs again as a whole, where files with headers were put one behind the other.
  const unequal = body.filter((row) => !first.every((text, at) => text === (row[at] ?? "")));
  const others = unequal.length * 2 < body.length ? body : unequal;
  const columns = first.map((text, at) => ({
    first: text.trim(),
    below: others.map((row) => (row[at] ?? "").trim()).filter((cell) => cell !== ""),
  }));
  if (numbersAsLabels(columns)) return { names: columns.length, data: 0 };
  let names = 0;
  let data = 0;
  let again = 0;
  for (const column of columns) {
    const says = columnSays(column);
    if (says === "name") names += 1;
    if (says === "data") data += 1;
    if (says === "again" && columns.length > 1) again += 1;
  }
  return { names, data: names > 0 || again * 2 < columns.length ? data : data + again };
}

function columnSays({ first, below }: ColumnCells): "name" | "data" | "again" | null {
  if (first === "" || NOTHING.test(first)) return null;
  const own = classOf(first);
  const others = commonClass(below);
  if (own !== "text") {
    if (below.length === 0) return "data";
    return others === own || others === "text" || others === "none" ? "data" : "name";
  }
  if (others !== "text" && others !== "none") return "name";
  if (first.length > LONGEST_LABEL) return "data";
  if (first.length > LONG_TEXT && below.length > 0)
    return below.some((cell) => cell.length > first.length / 2) ? "data" : "name";
  if (first.length > LONG_TEXT || /^(?:https?:\/\/|[^\s@]+@[^\s@]+\.[a-z]+$)/i.test(first)) return "data";
  if (below.length === 0) return null;
  const pattern = patternOf(first);
  const alike = pattern === null ? 0 : below.filter((cell) => patternOf(cell) === pattern).length;
  if (alike >= Math.max(ROWS_OF_PATTERN, below.length * MOST_OF)) return "data";
  return below.includes(first) ? "again" : null;
}

function classOf(text: string): Class {
  const kind = cellKindOfText(text);
  if ((kind & NUMBERS) !== 0) return "number";
  if ((kind & CELL.boolean) !== 0) return "boolean";
  if ((kind & (CELL.date | CELL.timestamp | CELL.timestamptz)) !== 0) return "date";
  if ((kind & CELL.time) !== 0) return "time";
  return (kind & CELL.text) !== 0 ? "text" : "none";
}

/** The class of most cells; text if there is none. */
function commonClass(cells: readonly string[]): Class {
  const counts = new Map<Class, number>();
  for (const cell of cells) {
    const found = NOTHING.test(cell) ? "none" : classOf(cell);
    if (found !== "none") counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (all === 0) return "none";
  return [...counts].find(([, count]) => count >= all * MOST_OF)?.[0] ?? "text";
}

/**
 * The pattern of a code with digits, such as `99.99.9999` or `AA-999`; null for words. Numbers in other notations have
 * one pattern whatever their length.
 */
function patternOf(text: string): string | null {
  if (!/\d/.test(text)) return null;
  const pattern = text.replace(/\p{L}/gu, "A").replace(/\d/g, "9");
  return pattern.includes("A") ? pattern : pattern.replace(/9+/g, "9");
}

/**
 * Years in either order, or at least three numbers that follow each other, as labels beside at least one other:
 * `country,1990,2000`.
 * Not if the cells below are such numbers too.
 */
function numbersAsLabels(columns: readonly ColumnCells[]): boolean {
  const numbered = columns.filter(({ first }) => (cellKindOfText(first) & CELL.shortInt) !== 0);
  const others = columns.filter((column) => !numbered.includes(column));
  if (numbered.length < 2) return false;
  const areWordsBelow = numbered.every(({ below }) => below.length > 1 && commonClass(below) === "text");
  if (others.length === 0 && !areWordsBelow) return false;
  if (others.some(({ first }) => first !== "" && classOf(first) !== "text")) return false;
  const numbers = numbered.map(({ first }) => Number(first));
  const rises = (step: (before: number, now: number) => boolean) =>
    numbers.every((number, at) => at === 0 || step(numbers[at - 1] as number, number));
  const isYear = (number: number) => number > 1500 && number < 2200;
  if (numbers.every(isYear) && (rises((before, now) => now > before) || rises((before, now) => now < before))) {
    const below = numbered.flatMap((column) => column.below);
    return below.filter((cell) => isYear(Number(cell))).length < below.length / 2;
  }
  const count = numbers.length;
  return (count > 2 || numbers[0] === 0) && rises((before, now) => now === before + 1);
}
