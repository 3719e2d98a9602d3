import { type Cell, cellOf, JsonCell } from "#domain/connector-language/json/cells.ts";
import {
  type ColumnProfile,
  laterProfiles,
  widenByCell,
  type TableProfile,
  UNSEEN,
} from "#domain/connector-language/table/column-types.ts";
import type { Json } from "#domain/connector-language/json/json.ts";
import { Row } from "#domain/connector-language/table/row.ts";
import type { TableFailure } from "#domain/run/run-failure.ts";
import type { JsonValue } from "#domain/core/values/json.ts";
import { boundedLabel } from "../column-names.ts";
import { MOST_COLUMNS } from "../csv/row-format.ts";

/** A row from the engine, or a plain record. */
export type PullRow = Row | Readonly<Record<string, JsonValue | bigint>>;

/** Thrown for what a table cannot hold. */
export class PullRefused extends Error {
  readonly failure: TableFailure;

  constructor(failure: TableFailure) {
    super(failure.code);
    this.failure = failure;
  }
}

export type PullColumn = { readonly label: string; profile: ColumnProfile };

/** Lines of COPY's text format that all have cells for the first `columns` columns. */
export type Lines = { text: string; readonly columns: number };

/** The state of the lines at a mark, for rolling back. */
export type LinesMark = { readonly rows: number; readonly profiles: readonly ColumnProfile[] };

/** Turns rows into lines and records their columns: names in order of appearance, types that fit every value so far. */
export type PullLines = {
  readonly columns: readonly PullColumn[];
  rows(): number;
  /** Characters of the waiting lines. */
  waiting(): number;
  add(row: PullRow): void;
  /** Returns and removes the waiting lines. */
  take(): readonly Lines[];
  /** Both need that no lines are waiting. */
  mark(): LinesMark;
  backTo(mark: LinesMark): void;
};

const TOO_MANY_COLUMNS: TableFailure = { code: "too-many-columns", facts: { maxColumns: MOST_COLUMNS } };
const NULL_CELL = "\\N";

/**
 * `start`: columns known before the first row. Row ids count up from `after`. `declared`: has the types of columns
 * that stand where the first row has them.
 */
export function pullLines(start: TableProfile, after: number, declared: TableProfile = new Map()): PullLines {
  const columns: PullColumn[] = [];
  const indexes = new Map<string, number>();
  const cells: string[] = [];
  let labels: readonly string[] = [];
  /** The column index of each label. */
  let at: readonly number[] = [];
  let rows = 0;
  let chunks: Lines[] = [];
  let length = 0;

  const indexOf = (given: string): number => {
    const label = boundedLabel(given);
    const known = indexes.get(label);
    if (known !== undefined) return known;
    if (columns.length === MOST_COLUMNS) throw new PullRefused(TOO_MANY_COLUMNS);
    // A cut label could not be told from a similar one in the next pull.
    indexes.set(label, columns.length);
    columns.push({ label, profile: laterProfiles(declared).get(given) ?? UNSEEN });
    cells.push(NULL_CELL);
    return columns.length - 1;
  };
  for (const [label, profile] of start) (columns[indexOf(label)] as PullColumn).profile = profile;

  return {
    columns,
    rows: () => rows,
    waiting: () => length,
    add(row) {
      const { labels: own, cells: given } = row instanceof Row ? row : rowOf(row);
      // Rows mostly have the same labels in the same order.
      if (own !== labels) [labels, at] = [own, own.map(indexOf)];
      cells.fill(NULL_CELL);
      for (let index = 0; index < given.length; index += 1) {
        const cell = given[index] as Cell;
        if (cell === null) continue;
        const column = columns[at[index] as number] as PullColumn;
        column.profile = widenByCell(column.profile, cell);
        cells[at[index] as number] =
          typeof cell === "string" ? escaped(cell) : cell instanceof JsonCell ? escaped(cell.json) : String(cell);
      }
      rows += 1;
      let line = String(after + rows);
      for (const cell of cells) line += `\t${cell}`;
      const last = chunks.at(-1);
      if (last?.columns === columns.length) last.text += `${line}\n`;
      else chunks.push({ text: `${line}\n`, columns: columns.length });
      length += line.length + 1;
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
      for (const { label } of columns.splice(mark.profiles.length)) indexes.delete(label);
      cells.length = columns.length;
      labels = [];
      columns.forEach((column, index) => (column.profile = mark.profiles[index] ?? UNSEEN));
    },
  };
}

function rowOf(record: Exclude<PullRow, Row>): Row {
  const row = new Row();
  for (const [label, value] of Object.entries(record)) row.add(label, cellOf(value as Json));
  return row;
}

const SPECIAL = /[\\\t\n\r]/;
const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

function escaped(text: string): string {
  return SPECIAL.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] as string) : text;
}

/** A line with its cells as one array literal, for tables that store their cells in an array. */
export function arrayLine(line: string): string {
  const [id = "", ...cells] = line.split("\t");
  const quoted = cells.map((cell) =>
    cell === NULL_CELL ? "NULL" : `"${cell.replace(/\\\\|"/g, (found) => (found === '"' ? '\\\\"' : "\\\\\\\\"))}"`,
  );
  return `${id}\t{${quoted.join(",")}}`;
}
