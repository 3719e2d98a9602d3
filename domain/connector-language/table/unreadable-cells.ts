import { type Finding, finding } from "../../core/findings/finding.ts";
import { JsonCell } from "../json/cells.ts";
import { cutOff } from "../json/cut-off.ts";
import type { Row } from "./row.ts";

/** Stands for a character that the encoding of a text, or Postgres, does not have. */
const REPLACED = "\ufffd";

/** Finds the cells in which a character was replaced. */
export class UnreadableCells {
  private cells = 0;
  private first: { row: number; label: string } | null = null;

  /** Looks through rows; `before`: how many came before them. */
  note(rows: readonly Row[], before: number): void {
    for (const [index, row] of rows.entries())
      for (const [at, cell] of row.cells.entries()) {
        const text = cell instanceof JsonCell ? cell.json : cell;
        if (typeof text !== "string" || !text.includes(REPLACED)) continue;
        this.cells += 1;
        this.first ??= { row: before + index + 1, label: row.labels[at] ?? "" };
      }
  }

  /** The warning, with the place of the first; null if there are none. */
  warning(): Finding | null {
    if (this.first === null) return null;
    const { row, label } = this.first;
    return finding("cells-unreadable", { cells: this.cells, row, column: cutOff(label, 80) });
  }
}
