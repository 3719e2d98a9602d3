import { cellKindOfText } from "#domain/core/values/cell-kind.ts";
import { type Dialect, hasQuotesInPlace, type HeadRecord, lineLength, type Place, recordsBehind } from "../dialect.ts";

export const AFTER_QUOTE = "text after a closing quote";
export const OPEN_QUOTE = "a quote that is not closed";
/** Records set aside because a quote in them is not closed: each may have been read up to the end of the file. */
export const MOST_OPEN_QUOTES = 20;

/** Records with a quote in a wrong place whose lines are tried as rows: each of them is read again. */
export const MOST_TRIES = 1_000;

/** What a row of the table is. `allowed`: per column the kinds of cells that its type allows; -1: anything. */
export type Rows = { readonly dialect: Dialect; readonly width: number; readonly allowed: Int32Array };

/**
 * How many bytes of a record whose quote ends in a wrong place, or nowhere, are set aside: those of its first line if all that
 * is behind it are rows, else all of it.
 */
export function bytesOfOpenRecord(bytes: Uint8Array, place: Place, rows: Rows): number {
  const behind = recordsBehind(bytes, place, rows.dialect);
  const areRows = behind.length > 0 && behind.every((record) => isCleanRow(record, rows));
  return areRows ? lineLength(bytes.subarray(place.start, place.end)) : place.end - place.start;
}

function isCleanRow(record: HeadRecord, { dialect, width, allowed }: Rows): boolean {
  // In one column each line of a text would be a row.
  if (width === 1 || record.cells.length !== width || !hasQuotesInPlace(record, dialect)) return false;
  return record.cells.every(({ text }, column) => {
    const kinds = allowed[column] as number;
    return text === "" || kinds <= 0 || (cellKindOfText(text) & ~kinds) === 0;
  });
}
