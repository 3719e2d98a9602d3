import { type Finding, finding } from "../../core/findings/finding.ts";
import type { Operation } from "../definition/definition.ts";
import { jsonEquals, scalarText } from "../json/json.ts";
import type { JsonObject } from "../json/json.ts";
import { valueAt } from "../json/paths.ts";

/** The rows of a page, or the first of a streamed one. */
type Rows = readonly JsonObject[];

/**
 * Notices a page with the rows of the page before: the API does not know the paging parameter. Rows are the same if they
 * are equal, or if their keys are, since a field such as the time of the answer may move.
 */
export class RepeatedPages {
  private readonly operation: Operation;
  private before: Rows | null = null;
  /** Rows of the first page and of the one before. */
  private firstRows: number | null = null;
  private rowsBefore = 0;

  constructor(operation: Operation) {
    this.operation = operation;
  }

  /**
   * Tells whether a page that begins with these rows is the page before again: `ignored` if the parameter may be
   * unknown, `last` if the page before was shorter than the first, so that it was the last one.
   */
  repeats(page: Rows): "ignored" | "last" | null {
    const isAgain = this.before !== null && this.operation.pagination.strategy !== "none" && this.isSame(page);
    if (!isAgain) return null;
    return this.firstRows !== null && this.rowsBefore < this.firstRows ? "last" : "ignored";
  }

  /** Remembers the first rows of a page that is no repeat, and how many it had in all. */
  note(page: Rows, rows: number): void {
    this.before = page;
    this.firstRows ??= rows;
    this.rowsBefore = rows;
  }

  private isSame(page: Rows): boolean {
    const before = this.before ?? [];
    if (page.length === 0 || before.length !== page.length) return false;
    if (page.every((record, index) => jsonEquals(record, before[index]))) return true;
    const [known, keys] = [keysOf(this.operation, before), keysOf(this.operation, page)];
    return known !== null && keys !== null && [...keys].every((key) => known.has(key));
  }
}

/** The keys of rows; null if there is no key, a row lacks it, or two rows share one. */
function keysOf(operation: Operation, rows: Rows): ReadonlySet<string> | null {
  const { primaryKey } = operation;
  if (primaryKey.length === 0) return null;
  const keys = new Set<string>();
  for (const row of rows) {
    const values = primaryKey.map((label) => scalarText(keyValue(operation, row, label)));
    if (values.includes(null)) return null;
    keys.add(JSON.stringify(values));
  }
  return keys.size === rows.length ? keys : null;
}

/** The value in a record that becomes the column of a key. */
function keyValue({ columns }: Operation, record: JsonObject, label: string) {
  const column = columns?.find(({ name }) => name === label);
  if (column !== undefined) return valueAt(record, column.path ?? [label]);
  return valueAt(record, Object.hasOwn(record, label) ? [label] : label.split("__"));
}

/** Makes the finding for a page that repeats the one before. */
export function pageIgnored({ pagination }: Operation, page: number): Finding {
  const { strategy, page_param = "page", offset_param = "offset", cursor_param = "cursor" } = pagination;
  const parameter =
    strategy === "link" ? null : strategy === "page" ? page_param : strategy === "offset" ? offset_param : cursor_param;
  return finding("page-ignored", { page, parameter });
}
