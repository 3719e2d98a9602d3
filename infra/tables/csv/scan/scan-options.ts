import type { ColumnType } from "#domain/core/values/table.ts";
import type { MisfitChoice } from "#domain/dataset/load-settings.ts";
import type { PlannedColumn } from "../plan-columns.ts";
import type { Dialect } from "../dialect.ts";
import type { NotRows } from "../head/not-rows.ts";
import type { RowRule } from "../head/row-rule.ts";
import type { Layout } from "../row-format.ts";

export type ScanOptions = {
  readonly dialect: Dialect;
  readonly layout: Layout;
  /** Which records are rows. */
  readonly rule: RowRule;
  /** Lines whose records are no rows, in order. */
  readonly notRows?: readonly NotRows[];
  /** The record of the labels: where it occurs again it is no row. */
  readonly header?: Uint8Array | null;
  /** 1 for each column that is written, 0 for one that is expected to be empty and is left out. */
  readonly keep: Uint8Array;
  /** Per column the type that its cells are checked for and written as; null: it has had no value so far, and allows none. */
  readonly types: readonly (ColumnType | null)[];
  /** Per column its label, how its cells are read, if that was chosen, and words that mean an empty cell. */
  readonly columns?: readonly Pick<PlannedColumn, "label" | "reading" | "empty">[];
  /** What happens to a row with a cell that is not what its column is read as; set aside if it is not said. */
  readonly onMisfit?: MisfitChoice;
  /** Line of the first byte, from 1. */
  readonly line: number;
  readonly maxCellBytes: number;
  /** Cells without quotes are values of a format, and in the notation of none. */
  readonly nativeCells?: boolean;
  /** Each line that is not empty is a row, also without a value. */
  readonly everyLine?: boolean;
  /** Called with each rejected row; `raw` is only valid during the call. */
  onReject(reject: { line: number; record: number; reason: string; raw: Uint8Array }): void;
};

/** Why the scan cannot continue. */
export type ScanFault = {
  readonly kind: "unclosed-quote" | "cell-too-large" | "misfit";
  readonly line: number;
  readonly record: number;
  /** Of a misfit. */
  readonly column?: number;
};
