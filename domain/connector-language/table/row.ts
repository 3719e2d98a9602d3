import type { Cell } from "../json/cells.ts";

/**
 * One row: cells by label, in the order of the fields. The rows of a pull are alike: a row made `like` another shares
 * its list of labels as long as they agree, so that it costs little more than its cells.
 */
export class Row implements Iterable<[label: string, cell: Cell]> {
  readonly cells: Cell[] = [];
  /** Holds the labels, and maybe more, unless `own` is set. */
  private known: readonly string[];
  private own: Set<string> | null = null;

  constructor(like?: Row) {
    this.known = like?.labels ?? [];
  }

  /** The label of every cell; rows that agree share the list, so it must not be changed. */
  get labels(): readonly string[] {
    if (this.own !== null) this.known = [...this.own];
    else if (this.known.length > this.cells.length) this.known = this.known.slice(0, this.cells.length);
    this.own = null;
    return this.known;
  }

  /** Adds a cell at the end, unless the row has one with this label; returns whether it was added. */
  add(label: string, cell: Cell): boolean {
    if (this.own === null && this.known[this.cells.length] !== label) this.own = new Set(this.labels);
    if (this.own?.has(label)) return false;
    this.own?.add(label);
    this.cells.push(cell);
    return true;
  }

  /** Adds a cell, or puts it in place of the one with this label. */
  set(label: string, cell: Cell): void {
    if (!this.add(label, cell)) this.cells[this.labels.indexOf(label)] = cell;
  }

  get(label: string): Cell | undefined {
    return this.cells[this.labels.indexOf(label)];
  }

  *[Symbol.iterator](): Generator<[string, Cell], void> {
    for (const [index, label] of this.labels.entries()) yield [label, this.cells[index] as Cell];
  }
}
