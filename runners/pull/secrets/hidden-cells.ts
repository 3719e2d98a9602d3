import { type Cell, cellText, JsonCell } from "#domain/connector-language/json/cells.ts";
import type { Row } from "#domain/connector-language/table/row.ts";
import type { KnownSecrets } from "./known-secrets.ts";

/** Columns that a warning names. */
const MOST_NAMED = 5;

/** The columns of an operation in which the API repeated a credential. */
export type HiddenCells = {
  readonly columns: ReadonlySet<string>;
  /** Takes the credentials out of the rows, which are changed in place. */
  hide(rows: readonly Row[]): void;
};

/** Takes credentials out of the rows of one operation: what an API repeats of its request is not data. */
export function hiddenCells({ hideInCell }: Pick<KnownSecrets, "hideInCell">): HiddenCells {
  const columns = new Set<string>();
  return {
    columns,
    hide(rows) {
      for (const row of rows)
        for (let at = 0; at < row.cells.length; at += 1) {
          const cell = row.cells[at] as Cell;
          const text = cellText(cell);
          const safe = text === null ? null : hideInCell(text);
          if (text === safe || safe === null) continue;
          columns.add(row.labels[at] ?? "");
          row.cells[at] = cell instanceof JsonCell ? new JsonCell(safe) : safe;
        }
    },
  };
}

/** The warning of a run about hidden cells; null: there are none. */
export function hiddenCellsWarning({ columns }: Pick<HiddenCells, "columns">): string | null {
  if (columns.size === 0) return null;
  const named = [...columns].slice(0, MOST_NAMED).map((column) => `"${column}"`);
  const more = columns.size - named.length;
  const where = `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return `The API repeated a credential of this connection in ${columns.size === 1 ? "the column" : "the columns"} ${where}. It was stored as •••.`;
}
