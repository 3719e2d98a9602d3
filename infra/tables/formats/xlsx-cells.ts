import type { ReadableColumn } from "../column-sql.ts";
import type { ColumnType } from "#domain/core/values/table.ts";
import { escapeMarkup } from "#domain/core/text/writers/markup.ts";
import { cutText } from "#domain/core/text/text.ts";
import { unescaped } from "./copy-rows.ts";

/** UTF-16 units of a cell. */
const MAX_CELL = 32_767;
const CUT = " … [cut: a cell of a spreadsheet holds 32,767 characters]";
/** Digits that a spreadsheet keeps of a number. */
const EXACT_DIGITS = 15;
const DAY_MS = 86_400_000;
/** The day 0 of spreadsheets. */
const EPOCH_DAYS = Date.UTC(1899, 11, 30) / DAY_MS;
/** Before it, spreadsheets count a 29 February 1900 that never was. */
const FIRST_DAY = "1900-03-01";
/** Styles of cells, in the order of xlsx-file.ts. */
const STYLES = { header: 1, date: 2, timestamp: 3, time: 4, text: 5 } as const;
/** So that dates and times are not shown as `####`; in characters. */
const WIDTHS: Partial<Record<ColumnType, number>> = { date: 12, timestamp: 20, timestamptz: 20 };

export function columnWidths(columns: readonly Pick<ReadableColumn, "type">[]): string {
  return columns
    .map(({ type }, at) => `<col min="${at + 1}" max="${at + 1}" width="${WIDTHS[type] ?? 14}" customWidth="1"/>`)
    .join("");
}

export function headerRow(columns: readonly Pick<ReadableColumn, "name">[]): string {
  return `<row r="1">${columns.map(({ name }, at) => cellAt(letters(at), 1, text(name, STYLES.header))).join("")}</row>`;
}

/** Makes the XML of one row after the other, below the header, each from a line of COPY's text format. */
export function xlsxRow(types: readonly ColumnType[]): (line: string) => string {
  const columns = types.map((type, at) => ({ letters: letters(at), make: cellOf(type) }));
  let row = 1;
  return (line) => {
    row += 1;
    const cells = line.split("\t");
    const xml = columns.map(({ letters, make }, at) => {
      const cell = cells[at] ?? "";
      return cell === "\\N" ? "" : cellAt(letters, row, make(cell));
    });
    return `<row r="${row}">${xml.join("")}</row>`;
  };
}

/** Readers may do without the addresses of cells, but not all can. */
function cellAt(letters: string, row: number, cell: string): string {
  return `<c r="${letters}${row}"${cell}</c>`;
}

/** The name of the nth column: A to Z, AA and so on. */
function letters(at: number): string {
  return (at >= 26 ? letters(Math.floor(at / 26) - 1) : "") + String.fromCharCode(0x41 + (at % 26));
}

/** The rest of a cell's element after its address. */
function cellOf(type: ColumnType): (cell: string) => string {
  switch (type) {
    case "bigint":
    case "numeric":
      return exactNumber;
    case "double precision":
      return double;
    case "boolean":
      return (cell) => ` t="b"><v>${cell === "t" ? 1 : 0}</v>`;
    case "date":
      return (cell) => (cell < FIRST_DAY ? text(cell) : value(serialDay(cell), STYLES.date));
    case "timestamp":
      return (cell) => moment(cell, "");
    case "timestamptz":
      return (cell) => moment(cell.replace("+00", ""), "Z");
    case "time":
      return (cell) => value(dayPart(cell), STYLES.time);
    case "text":
    case "jsonb":
      return (cell) => text(unescaped(cell));
  }
}

/** A number if no digit is lost, else text: so is an id of 16 digits, which a spreadsheet would round. */
function exactNumber(cell: string): string {
  const digits = cell.replace(/^-?0*(?:\.0*)?|\./g, "");
  return /^-?[\d.]+$/.test(cell) && digits.length <= EXACT_DIGITS ? value(cell) : text(cell, STYLES.text);
}

/** The numbers of a spreadsheet are doubles, but for those that are none, or too large. */
function double(cell: string): string {
  const number = Number(cell);
  return Number.isFinite(number) && Math.abs(number) < 9.99e307 ? value(cell) : text(cell);
}

function moment(cell: string, zone: string): string {
  if (cell < FIRST_DAY) return text(`${cell.replace(" ", "T")}${zone}`);
  const [day = "", time = ""] = cell.split(" ");
  return value(serialDay(day) + dayPart(time), STYLES.timestamp);
}

function serialDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS - EPOCH_DAYS;
}

/** The part of a day before a time. */
function dayPart(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) / 86_400;
}

function value(number: string | number, style?: number): string {
  return style === undefined ? `><v>${number}</v>` : ` s="${style}"><v>${number}</v>`;
}

function text(cell: string, style?: number): string {
  const short = cell.length > MAX_CELL ? `${cutText(cell, MAX_CELL - CUT.length)}${CUT}` : cell;
  const styled = style === undefined ? "" : ` s="${style}"`;
  return `${styled} t="inlineStr"><is><t xml:space="preserve">${escaped(short)}</t></is>`;
}

const UNWRITABLE = /[\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g;

/** XML text; what XML cannot hold, and what reads like it, as `_xHHHH_`, which readers of workbooks turn back. */
function escaped(cell: string): string {
  return escapeMarkup(
    cell.replace(
      UNWRITABLE,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
    ),
  );
}
