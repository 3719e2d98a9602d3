import { CELL, cellKindOfText, NUMBERS } from "#domain/core/values/cell-kind.ts";
import type { LineFormat } from "./split-line.ts";
import { splitLine } from "./split-line.ts";
import type { Rewrite } from "./rewrite-lines.ts";

const LOOKED_AT = 400;
const MOST_BEFORE = 6;
const LEAST_LINES = 3;
/** Lines with cells of one number, of all that have a value; one line may always have another. */
const NEARLY_ALL = 0.95;
const TEXTS = ["::", "||", ";;", "~", "^"];
const TYPED = NUMBERS | CELL.boolean | CELL.date | CELL.timestamp | CELL.timestamptz | CELL.time;
/** So many times as many columns are worth a line left out above the table. */
const MORE_COLUMNS = 1.5;
/** Lines that have a cell in a column. */
const LEAST_USED = 0.2;
/** Lines that must line up for columns of characters: fewer may by chance. */
const LEAST_ALIGNED = 8;

/** What the usual dialects make of a file. `typed`: columns whose cells below the first are of one type. */
export type UsualReading = { readonly width: number; readonly isUniform: boolean };

/** A format that explains the lines of a head better than the usual dialects; null: none does. */
export function detectFormat(head: Uint8Array, whole: boolean, usual: UsualReading): Rewrite | null {
  const lines = linesOf(head, whole);
  const used = lines.filter(({ text }) => text.trim() !== "");
  let best: { readonly format: LineFormat | null; readonly width: number; readonly line: number } = {
    format: null,
    width: 1,
    line: 1,
  };
  for (let before = 0; before <= MOST_BEFORE && used.length - before >= LEAST_LINES; before += 1) {
    const table = used.slice(before).filter(({ text }) => !text.startsWith("#"));
    const texts = table.map(({ text }) => text);
    const format = textBetween(texts, usual) ?? (usual.width < 2 ? spacesBetween(texts) : null);
    const width = format ? splitLine(format, texts[0] ?? "").filter((cell) => cell !== "").length : 0;
    const isApart =
      before > 0 && (used[before]?.line ?? 0) > (used[before - 1]?.line ?? 0) + 1 && hasNotes(used, before, format);
    // One space stands in notes too, so the lines left out must be apart.
    if (format?.kind === "spaces" && format.least === 1 && before > 0 && !isApart) continue;
    // Without its labels a table may have more columns that line up by chance.
    const least = isApart ? best.width : best.format ? best.width * MORE_COLUMNS : 2;
    if (format && width >= least && width > 1) best = { format, width, line: table[0]?.line ?? 1 };
  }
  return best.format && { format: best.format, linesBefore: best.line - 1 };
}

type Line = { readonly text: string; readonly line: number };

/** Whether one of the lines before the table has another number of cells than its first one. */
function hasNotes(lines: readonly Line[], before: number, format: LineFormat | null): boolean {
  if (!format) return false;
  const width = (at: number) => splitLine(format, lines[at]?.text ?? "").filter((cell) => cell !== "").length;
  return lines.slice(0, before).some((_, at) => width(at) !== width(before));
}

function linesOf(head: Uint8Array, whole: boolean): Line[] {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString("utf8");
  const all = text.split(/\r\n|\n|\r/, LOOKED_AT + 1);
  if (!whole || all.length > LOOKED_AT) all.pop();
  return all.map((each, at) => ({ text: each, line: at + 1 }));
}

/** The number of cells that nearly all lines have, in the first one too; null: there is none. */
function uniformWidth(format: LineFormat, lines: readonly string[]): number | null {
  const widths = lines.map((line) => splitLine(format, line).length);
  const width = widths[0] as number;
  const others = widths.filter((each) => each !== width).length;
  return width >= 2 && others <= Math.max(1, lines.length * (1 - NEARLY_ALL)) ? width : null;
}

function textBetween(lines: readonly string[], usual: UsualReading): LineFormat | null {
  for (const between of TEXTS) {
    if (!lines[0]?.includes(between)) continue;
    const format = { kind: "text", between } as const;
    const width = uniformWidth(format, lines);
    if (width === null) continue;
    if (!usual.isUniform || width > usual.width || (width === usual.width && hasCommasInNumbers(format, lines)))
      return format;
  }
  return null;
}

const isTyped = (text: string) => (cellKindOfText(text) & TYPED) !== 0;

/** Whether all commas below the first line are in numbers: they divide nothing. */
function hasCommasInNumbers(format: LineFormat, lines: readonly string[]): boolean {
  const cells = lines.filter((line) => line !== lines[0]).flatMap((line) => splitLine(format, line));
  return cells.every((cell) => !cell.includes(",") || /^-?[\d.]*\d,\d{1,3}$/.test(cell));
}

function spacesBetween(lines: readonly string[]): LineFormat | null {
  // Dates with times are one value.
  const whole = lines.slice(1).filter((line) => isTyped(line)).length;
  if (whole >= (lines.length - 1) * NEARLY_ALL) return null;
  const single: LineFormat = { kind: "spaces", least: 1 };
  const inRuns: LineFormat = { kind: "spaces", least: 2 };
  const places = placesOf(lines);
  const inPlaces: LineFormat = { kind: "places", starts: places };
  if (!isPadded(lines) && uniformWidth(single, lines) !== null && hasTypes(single, lines, 1)) return single;
  const runs = uniformWidth(inRuns, lines) ?? 0;
  if (places.length > 1 && places.length >= runs && (isPadded(lines) || hasTypes(inPlaces, lines, 0))) return inPlaces;
  if (runs > 2 || (runs > 1 && hasTypes(inRuns, lines, 1))) return inRuns;
  return uniformWidth(single, lines) !== null && hasTypes(single, lines, 1) ? single : null;
}

/** Where cells begin if lines have spaces in the same places: behind each place that is empty in all of them. */
function placesOf(lines: readonly string[]): readonly number[] {
  if (lines.length < LEAST_ALIGNED) return [];
  const longest = Math.max(...lines.map((line) => line.length));
  if (longest > 10_000) return [];
  const filled = new Uint8Array(longest);
  for (const line of lines) for (let at = 0; at < line.length; at += 1) if (line[at] !== " ") filled[at] = 1;
  const starts: number[] = [];
  filled.forEach((each, at) => {
    if (each === 1 && (at === 0 || filled[at - 1] === 0)) starts.push(at);
  });
  const places = labelled([0, ...starts.slice(1)], lines[0] as string);
  const isUsed = places.every((start, at) => {
    const cells = lines.filter((line) => line.slice(start, places[at + 1]).trim() !== "").length;
    return cells >= lines.length * LEAST_USED;
  });
  return starts.length > 1 && isUsed ? places : [];
}

/** The places that have a label in the first line, if that is one of labels: words in a cell may line up too. */
function labelled(places: readonly number[], first: string): readonly number[] {
  const cells = splitLine({ kind: "places", starts: places }, first);
  if (cells.some(isTyped)) return places;
  return places.filter((_, at) => at === 0 || cells[at] !== "");
}

/** Whether cells are filled with spaces up to their ends. */
const isPadded = (lines: readonly string[]) =>
  lines.filter((line) => / {2}\S| $/.test(line)).length >= lines.length / 2;

/** Whether more columns than `least` have numbers, dates or cells of another type below the first line, nearly all of them. */
function hasTypes(format: LineFormat, lines: readonly string[], least: number): boolean {
  // A header may occur again.
  const rows = lines.filter((line) => line !== lines[0]).map((line) => splitLine(format, line));
  const width = Math.max(...rows.map((row) => row.length));
  let typed = 0;
  for (let column = 0; column < width; column += 1) {
    const cells = rows.map((row) => row[column] ?? "").filter((cell) => cell !== "");
    const fit = cells.filter((cell) => /^[\d.,:/-]+$/.test(cell) || isTyped(cell)).length;
    if (cells.length > 0 && fit >= cells.length * NEARLY_ALL) typed += 1;
  }
  return typed > least;
}
