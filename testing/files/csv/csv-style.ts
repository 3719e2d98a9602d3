import type { Freedom } from "./csv-table.ts";

/** How a program writes the records of a file. */
export type CsvStyle = {
  /** Between cells. */
  readonly between: string;
  readonly quote: '"' | "'" | "";
  /** Which cells are in quotes. */
  readonly quoted: "needed" | "all" | "none";
  readonly escape: "double" | "backslash";
  readonly lineEnd: "\n" | "\r\n" | "\r";
  /** What it can write. */
  readonly freedom: Freedom;
  /** Cells stand in columns of characters. */
  readonly aligned?: true;
  /** An empty cell. */
  readonly empty?: string;
  /** Cells that begin with a zero are written for Excel. */
  readonly formulas?: true;
};

const usual = { quote: '"', quoted: "needed", escape: "double", lineEnd: "\n", freedom: "anything" } as const;

export const STYLES: Readonly<Record<string, CsvStyle>> = {
  commas: { ...usual, between: "," },
  "commas, all quoted": { ...usual, between: ",", quoted: "all", lineEnd: "\r\n" },
  semicolons: { ...usual, between: ";", lineEnd: "\r\n" },
  tabs: { ...usual, between: "\t" },
  bars: { ...usual, between: "|" },
  "old line ends": { ...usual, between: ";", lineEnd: "\r" },
  "commas and spaces": { ...usual, between: ", " },
  apostrophes: { ...usual, between: ",", quote: "'", quoted: "all" },
  "backslash escapes": { ...usual, between: ",", escape: "backslash", quoted: "all" },
  "database dump": { ...usual, between: "\t", quote: "", quoted: "none", empty: "\\N", freedom: "lines" },
  "formulas of Excel": { ...usual, between: ",", formulas: true },
  "double colons": { ...usual, between: "::", quoted: "none", freedom: "words" },
  "double bars": { ...usual, between: "||", quoted: "none", freedom: "words" },
  "one space": { ...usual, between: " ", quoted: "none", freedom: "words" },
  "runs of spaces": { ...usual, between: "  ", quoted: "none", freedom: "words", aligned: true },
  "fixed width": { ...usual, between: " ", quoted: "none", freedom: "spaces", aligned: true },
};

/** Writes one record without its line end. `widths`: characters of each column, if cells are aligned. */
export function recordText(style: CsvStyle, cells: readonly string[], widths: readonly number[]): string {
  if (style.aligned) return cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(style.between);
  return cells.map((cell) => cellText(style, cell)).join(style.between);
}

function cellText(style: CsvStyle, cell: string): string {
  const { quote, quoted, between, escape } = style;
  if (cell === "" && style.empty !== undefined) return style.empty;
  if (quoted === "none") return cell;
  if (style.formulas && /^0\d/.test(cell)) return `="${cell}"`;
  const mustQuote = cell.includes(between.trim() || between) || cell.includes(quote) || cell.includes("\n");
  if (quoted === "needed" && !mustQuote) return cell;
  const inner = escape === "backslash" ? cell.replace(/[\\"]/g, "\\$&") : cell.replaceAll(quote, quote + quote);
  return quote + inner + quote;
}
