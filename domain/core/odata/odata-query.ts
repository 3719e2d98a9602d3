import type { ExactNumbers } from "../values/table.ts";

export type ODataComparison = "eq" | "ne" | "gt" | "ge" | "lt" | "le";
export type ODataTextTest = "contains" | "startswith" | "endswith";

/** The right side of a comparison: a value as text that fits the column, another column, or null. */
export type ODataOperand = { readonly value: string } | { readonly column: string } | null;

/** A condition of `$filter`. Columns are names of the table; values were checked against their types. */
export type ODataCondition =
  | { readonly kind: "and" | "or"; readonly parts: readonly ODataCondition[] }
  | { readonly kind: "not"; readonly of: ODataCondition }
  | {
      readonly kind: "compare";
      readonly column: string;
      readonly operator: ODataComparison;
      readonly to: ODataOperand;
    }
  | { readonly kind: "in"; readonly column: string; readonly values: readonly string[] }
  | { readonly kind: "text"; readonly test: ODataTextTest; readonly column: string; readonly value: string }
  /** A column of booleans by itself. */
  | { readonly kind: "is-true"; readonly column: string }
  | { readonly kind: "constant"; readonly value: boolean };

/** Which rows and columns of a table an OData request asks for. */
export type ODataQuery = {
  /** Column names; null: all. */
  readonly select: readonly string[] | null;
  readonly filter: ODataCondition | null;
  readonly orderBy: readonly { readonly column: string; readonly descending: boolean }[];
  readonly skip: number;
  readonly top: number | null;
  /** Whether the number of all matching rows is asked for. */
  readonly count: boolean;
  readonly exactNumbers: ExactNumbers;
};

/** Where a page of an answer begins: after this row of the order. */
export type ODataAfter = { readonly rowId: string };

/** A row as JSON, and its id, after which the next page begins. */
export type ODataRow = { readonly id: string; readonly json: string };
