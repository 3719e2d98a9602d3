import { CELL, cellKindOfText } from "#domain/core/values/cell-kind.ts";
import { allowedIn, typesOfMasks } from "../cell-types.ts";
import type { HeadRecord } from "../dialect.ts";

/**
 * Which records are rows: those of `width` cells. `bare`: those too that end after so many cells, the last of them with a
 * value, because the others end in delimiters with nothing between them. `least`: those too of at least so many cells:
 * the ones that lack are empty. `cut`: those too with empty cells behind the last column, if no other is empty: none of
 * the file's other rows has an empty cell.
 */
export type RowRule = {
  readonly width: number;
  readonly bare: number | null;
  readonly least: number;
  readonly cut: boolean;
};

/** How many cells a record has, how many of them have a value, and how many there are up to the last of those. */
export type RecordShape = { readonly cells: number; readonly values: number; readonly filled: number };

/** Whether a record is a row. */
export function takesRecord({ width, bare, least, cut }: RowRule, { cells, values, filled }: RecordShape): boolean {
  if (cells === width) return true;
  if (cells > width) return cut && values === width && filled === width;
  return cells >= least || (cells === bare && filled === cells);
}

/** Records that a spreadsheet writes with as many cells as the longest of them has. */
const BLOCK = 16;
/** Rows without empty ends are no coincidence of a few damaged rows if they are at least this share of all. */
const LEAST_SHORT = 0.3;
const LEAST_ROWS = 8;

/**
 * Whether a file leaves out empty cells at the ends of rows: in blocks of records, as spreadsheets do, or in each row. The
 * cells of short rows must be of the types that the columns of whole rows have.
 */
export function leavesOutEnds(records: readonly HeadRecord[], first: number, width: number): boolean {
  const short = records.slice(first).filter(({ cells }) => cells.length < width);
  if (
    short.length < 2 ||
    short.length === records.length - first ||
    records.slice(first).some(({ cells }) => cells.length > width)
  )
    return false;
  // Another table may follow behind a blank line.
  if (records.some(({ cells, line }, at) => at > 0 && cells.length < width && records[at - 1]?.endLine !== line))
    return false;
  if (first > 0 && records[0]?.cells.length === width && hasNoEmptyEnds(records, short.length))
    return fitTypes(records.slice(first), width, true);
  return isInBlocks(records, width) && fitTypes(records.slice(first), width, false);
}

function isInBlocks(records: readonly HeadRecord[], width: number): boolean {
  let short = 0;
  for (let from = 0; from < records.length; from += BLOCK) {
    const block = records.slice(from, from + BLOCK);
    const cells = block[0]?.cells.length ?? 0;
    if (block.some((record) => record.cells.length !== cells)) return false;
    if (cells === width) continue;
    // A block is as long as its longest record.
    if (!block.some((record) => record.cells.at(-1)?.text !== "")) return false;
    if (block.length > 3 || short > 0) short += 1;
  }
  return short > 0;
}

function hasNoEmptyEnds(rows: readonly HeadRecord[], short: number): boolean {
  if (rows.length < LEAST_ROWS || short < rows.length * LEAST_SHORT) return false;
  return rows.every(({ cells }) => cells.at(-1)?.text !== "");
}

/** Whether cells of short rows are of the kinds that those of whole rows have: numbers only where others are numbers. */
function fitTypes(rows: readonly HeadRecord[], width: number, orWords: boolean): boolean {
  const masks = new Int32Array(width);
  for (const { cells } of rows)
    if (cells.length === width) cells.forEach(({ text }, at) => (masks[at] = (masks[at] as number) | kindOf(text)));
  const types = typesOfMasks(masks);
  if (!orWords && types.every((type) => type === "text" || type === null)) return false;
  return rows.every(
    ({ cells }) =>
      cells.length === width ||
      cells.every(({ text }, at) => {
        const type = types[at] ?? null;
        if (text === "" || type === null) return true;
        return (kindOf(text) & ~(type === "text" ? (masks[at] as number) | CELL.text : allowedIn(type))) === 0;
      }),
  );
}

const kindOf = (text: string) => (text === "" ? 0 : cellKindOfText(text));
