import type { JsonValue } from "../../values/json.ts";
import type { Column, TableVersion } from "../../values/table.ts";
import type { RejectedRow } from "../uploads.ts";

type Row = Readonly<Record<string, JsonValue>>;

/** A cell that is different in two versions of a row. */
export type ChangedCell = { readonly column: string; readonly before: JsonValue; readonly after: JsonValue };

/** What is different between two versions of a table. */
export type Comparison = {
  readonly columns: {
    readonly added: readonly Column[];
    readonly removed: readonly Column[];
    readonly retyped: readonly { readonly name: string; readonly before: string; readonly after: string }[];
  };
  /** The columns that rows were matched by; empty: whole rows were compared, and none counts as changed. */
  readonly key: readonly string[];
  readonly counts: {
    readonly added: number;
    readonly removed: number;
    readonly changed: number;
    readonly unchanged: number;
  };
  /** The first few of each; long cells are cut. */
  readonly samples: {
    readonly added: readonly Row[];
    readonly removed: readonly Row[];
    readonly changed: readonly { readonly row: Row; readonly cells: readonly ChangedCell[] }[];
  };
};

/** Why the columns of a key do not identify the rows. `version`: of which of the two. */
export type KeyFault =
  | { readonly code: "key-column-unknown"; readonly column: string }
  | { readonly code: "key-value-missing"; readonly version: "before" | "after"; readonly row: number }
  | { readonly code: "key-value-twice"; readonly version: "before" | "after"; readonly value: readonly string[] };

/** Why nothing was compared. */
export type ComparisonFault = KeyFault | { readonly code: "gone" | "too-slow" };

export type Compared =
  { readonly ok: true; readonly comparison: Comparison } | { readonly ok: false; readonly fault: ComparisonFault };

/** What rows would do to a table, before they are stored. `rejected`: some of those that do not fit; `F`: failures of loads. */
export type RowsPreview<F> =
  | {
      readonly ok: true;
      readonly comparison: Comparison;
      readonly rejected: readonly RejectedRow[];
      readonly rejectedCount: number;
    }
  | { readonly ok: false; readonly fault: ComparisonFault }
  | { readonly ok: false; readonly failure: F };

/** Versions of data tables beside their rows. Rights are checked before. */
export interface TableVersions<F, S> {
  /** Of a table that is kept; null: it is gone. */
  tableOf(physical: string): Promise<TableVersion | null>;
  /** Compares two versions in the database, within a limit of time. */
  compare(
    before: TableVersion,
    after: TableVersion,
    asked: { readonly key: readonly string[]; readonly signal?: AbortSignal },
  ): Promise<Compared>;
  /** Compares rows, as the text of a CSV file, with a table without storing them. `settings`: how they are read. No key: all of them are added. */
  previewRows(
    table: TableVersion,
    rows: string,
    asked: { readonly key: readonly string[]; readonly settings: S; readonly signal?: AbortSignal },
  ): Promise<RowsPreview<F>>;
}
