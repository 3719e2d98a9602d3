import { picked } from "../../chaos/random.ts";
import type { CsvTable } from "./csv-table.ts";

/** A record to write. `row`: which row of the table it is, from 0; null: it is none. `text` stands in place of its cells. */
export type WrittenRecord = {
  readonly cells: readonly string[];
  readonly row: number | null;
  readonly text?: string;
  /** The cells that it should be read as, if they are not those of the table. */
  readonly means?: readonly string[];
  /** Its cells are not where they belong: it may be set aside. */
  readonly damaged?: boolean;
  /** The labels, as they should be. */
  readonly header?: boolean;
  /** Follows the end of its line. */
  readonly lineEnd?: string;
};

type Random = () => number;
/** Changes the records of a file, or gives null if it has no place for the damage. */
type Damage = (records: readonly WrittenRecord[], random: Random, table: CsvTable) => WrittenRecord[] | null;

const note = (...cells: string[]): WrittenRecord => ({ cells, row: null });
const isRow = ({ row }: WrittenRecord) => row !== null;
const inRow = (records: readonly WrittenRecord[], random: Random, change: (cells: string[]) => string[] | null) =>
  inPlace(records, picked(random, placesOf(records)), change);
const placesOf = (records: readonly WrittenRecord[]) => records.flatMap((record, at) => (isRow(record) ? [at] : []));

function inPlace(records: readonly WrittenRecord[], at: number, change: (cells: string[]) => string[] | null) {
  const found = records[at];
  const cells = found && change([...found.cells]);
  return cells ? records.with(at, { ...found, cells, damaged: true }) : null;
}

const spliced =
  (random: Random, remove: number, ...add: string[]) =>
  (cells: string[]) => {
    cells.splice(Math.floor(random() * (cells.length - remove)), remove, ...add);
    return cells;
  };

const endsOff = (cells: readonly string[], least: number): string[] =>
  cells.slice(0, Math.max(least, cells.findLastIndex((cell) => cell !== "") + 1));

function mapRows(records: readonly WrittenRecord[], change: (cells: readonly string[], at: number) => string[]) {
  return records.map((record, at) => ({ ...record, cells: change(record.cells, at) }));
}

/** Leaves out empty cells at the ends of blocks of 16 records, as spreadsheets do. */
const blocks: Damage = (records) => {
  const lasts = records.map(({ cells }) => cells.findLastIndex((cell) => cell !== "") + 1);
  const cut = mapRows(records, (cells, at) => {
    const from = at - (at % 16);
    return cells.slice(0, Math.max(1, ...lasts.slice(from, from + 16)));
  });
  return cut.some(({ cells }, at) => cells.length < (records[at]?.cells.length ?? 0)) ? cut : null;
};

const secondTable =
  (labels: readonly string[], height: number): Damage =>
  (records, random) => [
    ...records,
    note(),
    note(...labels),
    ...Array.from({ length: height }, () =>
      note(...labels.map((_, at) => (at === 0 ? picked(random, ["Nice", "Lima"]) : String(Math.floor(random() * 99))))),
    ),
  ];

export const DAMAGES: Readonly<Record<string, Damage>> = {
  none: (records) => [...records],
  "empty cell too many in a row": (records, random) => inRow(records, random, spliced(random, 0, "")),
  "cell too many in a row": (records, random) => inRow(records, random, spliced(random, 0, "extra")),
  "cell too few in a row": (records, random) =>
    inRow(records, random, (cells) => (cells.length < 3 ? null : spliced(random, 1)(cells))),
  "first row with a cell too many": (records, random) =>
    inPlace(records, records.findIndex(isRow), spliced(random, 0, "extra")),
  "first row with a cell too few": (records, random) =>
    inPlace(records, records.findIndex(isRow), (cells) => (cells.length < 3 ? null : spliced(random, 1)(cells))),
  "last row with an empty cell too many": (records, random) =>
    inPlace(records, records.findLastIndex(isRow), spliced(random, 0, "")),
  "two labels in one": (records) =>
    inPlace(
      records,
      records.findIndex(({ header }) => header),
      (cells) => (cells.length < 3 ? null : [`${cells[0]}${cells[1]}`, ...cells.slice(2)]),
    ),
  "five rows with a cell too few": (records, random, table) => {
    if ((table.rows[0]?.length ?? 0) < 3) return null;
    let damaged: WrittenRecord[] | null = [...records];
    for (let times = 0; times < 5 && damaged; times += 1) {
      const places: number[] = placesOf(damaged).filter((at) => damaged?.[at]?.damaged !== true);
      damaged = inPlace(damaged, picked(random, places), spliced(random, 1));
    }
    return damaged;
  },
  "blocks without empty ends": blocks,
  "rows without empty ends": (records, _, table) => {
    const short = table.rows.filter((row) => row.at(-1) === "").length;
    return short < 3 ? null : mapRows(records, (cells) => endsOff(cells, 1));
  },
  "a delimiter at each end": (records) => mapRows(records, (cells) => [...cells, ""]),
  "a delimiter at the end of rows": (records) =>
    records.map((record) => (isRow(record) ? { ...record, cells: [...record.cells, ""] } : record)),
  "a delimiter at each end, and a cell too few in a row": (records, random) => {
    const cut = inRow(records, random, (cells) => (cells.length < 3 ? null : spliced(random, 1)(cells)));
    return cut && mapRows(cut, (cells) => [...cells, ""]);
  },
  "titles above": (records) => [note("Report of the station"), note("made by hand"), note(), ...records],
  "a padded title above": (records, _, { rows }) =>
    (rows[0]?.length ?? 0) < 3 ? null : [padded("Report 2024", rows[0]?.length ?? 0), ...records],
  "comments above": (records) => [note("# made by a program"), note("# of ours"), ...records],
  "a note below": (records) => [...records, note(), note("Source: own count")],
  "a padded note below": (records, _, { rows }) =>
    (rows[0]?.length ?? 0) < 3 ? null : [...records, padded("Source: own count", rows[0]?.length ?? 0)],
  "blank lines": (records, random) => records.flatMap((record) => (random() < 0.1 ? [record, note()] : [record])),
  "the header again": (records, random, { labels }) => {
    if (labels.length === 0) return null;
    const every = 8 + Math.floor(random() * 8);
    return records.flatMap((record, at) => (at % every === every - 1 ? [record, note(...labels)] : [record]));
  },
  "a second table of the same width": (records, random, table) => {
    const width = table.rows[0]?.length ?? 0;
    return table.labels.length === 0
      ? null
      : secondTable(["place", "depth", "weight", "share", "x", "y", "z", "w", "v"].slice(0, width), 8)(
          records,
          random,
          table,
        );
  },
  "a narrower table behind": (records, random, table) =>
    (table.rows[0]?.length ?? 0) < 3 ? null : secondTable(["place", "depth"], 12)(records, random, table),
  "a wider table behind": (records, random, table) =>
    secondTable(
      ["place", "depth", "weight", "share", "x", "y", "z", "w", "v", "u"].slice(0, (table.rows[0]?.length ?? 0) + 1),
      12,
    )(records, random, table),
  "a small table above": (records) => [
    note("key", "value"),
    note("from", "2024"),
    note("to", "2025"),
    note(),
    ...records,
  ],
  "an open quote in the last line": (records, _, table) => openQuote(records, records.findLastIndex(isRow), table),
  "an open quote in a line": (records, random, table) => openQuote(records, picked(random, placesOf(records)), table),
  "a line end in quotes at the end": (records) => [...records, { ...note(), text: '"\n"' }],
  "a line end of another system in a cell": (records, random) =>
    inRowKeeping(records, random, (cell) => `${cell.slice(0, 2)}\r${cell.slice(2)}`),
  "line ends of two systems": (records) =>
    records.map((record, at) => (at % 3 === 1 ? { ...record, lineEnd: "\r\n" } : record)),
  "far empty columns": (records) => mapRows(records, (cells) => [...cells, ...Array.from({ length: 40 }, () => "")]),
  "units below the labels": (records, _, { labels, rows }) =>
    labels.length === 0 || (rows[0] ?? []).filter(isOfType).length < 2
      ? null
      : records.flatMap((record) =>
          record.header ? [record, note(...labels.map((__, at) => (at === 0 ? "unit" : "kg")))] : [record],
        ),
  "groups above the labels": (records, _, { labels }) =>
    labels.length < 4
      ? null
      : [note(...labels.map((__, at) => (at === 0 ? "" : at === 1 ? "North" : at === 3 ? "South" : ""))), ...records],
};

/** Whether a cell of these tables is of a type: among words alone nobody can know units, for example. */
export const isOfType = (cell: string) => /^(?:[1-9]\d*(?:\.\d+)?|\d{4}-\d\d-\d\d|true|false)$/.test(cell);
const padded = (text: string, width: number) => note(text, ...Array.from({ length: width - 1 }, () => ""));

/** Opens a quote in the last cell of words that a row has; the rest of the line is as it was. */
function openQuote(records: readonly WrittenRecord[], at: number, { rows }: CsvTable): WrittenRecord[] | null {
  const found = records[at];
  const column = found?.cells.findLastIndex((cell) => /^[a-z]+$/i.test(cell)) ?? -1;
  if (!found || column < 0 || rows.length === 0) return null;
  return records.with(at, { ...found, cells: found.cells.with(column, `\0${found.cells[column]}`), damaged: true });
}

function inRowKeeping(
  records: readonly WrittenRecord[],
  random: Random,
  change: (cell: string) => string,
): WrittenRecord[] | null {
  const at = picked(random, placesOf(records));
  const found = records[at];
  const column = found?.cells.findIndex((cell) => /^[a-z]{4,}$/i.test(cell)) ?? -1;
  if (!found || column < 0) return null;
  const cells = found.cells.with(column, change(found.cells[column] as string));
  return records.with(at, { ...found, cells, means: cells });
}
