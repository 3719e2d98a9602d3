import { type Cell, cellOf, JsonCell, type Row } from "#domain/connector-language/cells.ts";
import { type ColumnProfile, seen, type TableProfile, UNSEEN } from "#domain/connector-language/column-types.ts";
import type { Json } from "#domain/connector-language/json.ts";
import type { JsonValue } from "#domain/core/json.ts";
import { MOST_COLUMNS } from "./csv/row-format.ts";

/** A row as the engine yields it (label to cell), or as a plain record. */
export type PullRow = Row | Readonly<Record<string, JsonValue | bigint>>;

/** Thrown for what a pull cannot hold; the message is a sentence for people. */
export class PullRefused extends Error {}

export type PullColumn = { readonly label: string; profile: ColumnProfile };

/** Lines of COPY's text format that all have cells for the first `columns` columns. */
export type Lines = { text: string; readonly columns: number };

/** What a pull was at some moment, to come back to. */
export type LinesMark = { readonly rows: number; readonly profiles: readonly ColumnProfile[] };

/** Makes lines of rows and keeps what they show of their columns: names in the order of their coming, types over everything seen. */
export type PullLines = {
  readonly columns: readonly PullColumn[];
  rows(): number;
  /** Characters that wait. */
  waiting(): number;
  add(row: PullRow): void;
  /** The lines that wait; from then on they wait no more. */
  take(): readonly Lines[];
  /** Both ask that nothing waits. */
  mark(): LinesMark;
  backTo(mark: LinesMark): void;
};

const EMPTY = "\\N";

/** `start`: columns that are known before the first row. Row ids count up from `after`. */
export function pullLines(start: TableProfile, after: number): PullLines {
  const columns: PullColumn[] = [];
  const places = new Map<string, number>();
  const cells: string[] = [];
  let rows = 0;
  let chunks: Lines[] = [];
  let length = 0;

  const place = (label: string): number => {
    const known = places.get(label);
    if (known !== undefined) return known;
    if (columns.length === MOST_COLUMNS) throw new PullRefused(`The rows have more than ${MOST_COLUMNS} columns.`);
    places.set(label, columns.length);
    columns.push({ label, profile: UNSEEN });
    cells.push(EMPTY);
    return columns.length - 1;
  };
  for (const [label, profile] of start) (columns[place(label)] as PullColumn).profile = profile;

  return {
    columns,
    rows: () => rows,
    waiting: () => length,
    add(row) {
      cells.fill(EMPTY);
      let next = 0;
      for (const [label, cell] of cellsOf(row)) {
        // Rows mostly have the same labels in the same order.
        const at = columns[next]?.label === label ? next : place(label);
        next = at + 1;
        if (cell === null) continue;
        const column = columns[at] as PullColumn;
        column.profile = seen(column.profile, cell);
        cells[at] = typeof cell === "string" ? escaped(cell) : cell instanceof JsonCell ? escaped(cell.json) : String(cell);
      }
      rows += 1;
      const line = `${[after + rows, ...cells].join("\t")}\n`;
      const last = chunks.at(-1);
      if (last?.columns === columns.length) last.text += line;
      else chunks.push({ text: line, columns: columns.length });
      length += line.length;
    },
    take() {
      const taken = chunks;
      chunks = [];
      length = 0;
      return taken;
    },
    mark: () => ({ rows, profiles: columns.map(({ profile }) => profile) }),
    backTo(mark) {
      rows = mark.rows;
      for (const { label } of columns.splice(mark.profiles.length)) places.delete(label);
      cells.length = columns.length;
      columns.forEach((column, index) => (column.profile = mark.profiles[index] ?? UNSEEN));
    },
  };
}

function cellsOf(row: PullRow): Iterable<[string, Cell]> {
  return row instanceof Map ? row : Object.entries(row).map(([label, value]): [string, Cell] => [label, cellOf(value as Json)]);
}

const SPECIAL = /[\\\t\n\r]/;
const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

function escaped(text: string): string {
  return SPECIAL.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] as string) : text;
}

/** A line with its cells as one array literal, for tables that keep their cells in an array. */
export function arrayLine(line: string): string {
  const [id = "", ...cells] = line.split("\t");
  const quoted = cells.map((cell) => (cell === EMPTY ? "NULL" : `"${cell.replace(/\\\\|"/g, (found) => (found === '"' ? '\\\\"' : "\\\\\\\\"))}"`));
  return `${id}\t{${quoted.join(",")}}`;
}
