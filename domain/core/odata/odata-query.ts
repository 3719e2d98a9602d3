import type { ExactNumbers } from "../values/table.ts";

export type ODataComparison = "eq" | "ne" | "gt" | "ge" | "lt" | "le";
/** Functions of `$filter` that are conditions. */
const TEXT_TESTS = ["contains", "startswith", "endswith"] as const;
export type ODataTextTest = (typeof TEXT_TESTS)[number];
/** Functions of `$filter` that give a value. */
const VALUE_FUNCTIONS = [
  ...(["year", "month", "day", "hour", "minute", "second", "date", "time"] as const),
  ...(["tolower", "toupper", "trim", "length", "indexof", "substring", "round", "floor", "ceiling"] as const),
] as const;
export type ODataFunction = (typeof VALUE_FUNCTIONS)[number];
/** All functions of `$filter`: clients compute themselves what is not among them. */
export const FILTER_FUNCTIONS: readonly string[] = [...TEXT_TESTS, ...VALUE_FUNCTIONS];

/** Finds the condition on texts with this name; undefined: there is none. */
export function textTestNamed(name: string): ODataTextTest | undefined {
  return TEXT_TESTS.find((known) => known === name);
}

/** Finds the function with this name; undefined: OData may have it, this service has not. */
export function functionNamed(name: string): ODataFunction | undefined {
  return VALUE_FUNCTIONS.find((known) => known === name);
}

/** How values of a type are compared: numbers exactly, dates and times with dates as moments in UTC. */
export type ODataFamily = "text" | "number" | "boolean" | "moment" | "time";

/** A value of each row: a column, a literal as text that was checked against its family, or a function of others. */
export type ODataExpression =
  | { readonly kind: "column"; readonly column: string }
  | { readonly kind: "value"; readonly value: string; readonly family: ODataFamily }
  | { readonly kind: "call"; readonly name: ODataFunction; readonly of: readonly ODataExpression[] };

/** A condition of `$filter`. Columns are names of the table; both sides of a comparison are of one family. */
export type ODataCondition =
  | { readonly kind: "and" | "or"; readonly parts: readonly ODataCondition[] }
  | { readonly kind: "not"; readonly of: ODataCondition }
  | {
      readonly kind: "compare";
      readonly left: ODataExpression;
      readonly operator: ODataComparison;
      readonly right: ODataExpression | null;
    }
  | { readonly kind: "in"; readonly left: ODataExpression; readonly values: readonly ODataExpression[] }
  | {
      readonly kind: "text";
      readonly test: ODataTextTest;
      readonly left: ODataExpression;
      readonly wanted: ODataExpression;
    }
  /** A column of booleans by itself. */
  | { readonly kind: "is-true"; readonly column: string }
  | { readonly kind: "constant"; readonly value: boolean };

export type ODataOrder = { readonly column: string; readonly descending: boolean };

/** Which rows and columns of a table an OData request asks for. */
export type ODataQuery = {
  /** Column names; null: all. */
  readonly select: readonly string[] | null;
  readonly filter: ODataCondition | null;
  readonly orderBy: readonly ODataOrder[];
  readonly skip: number;
  readonly top: number | null;
  /** Whether the number of all matching rows is asked for. */
  readonly count: boolean;
  readonly exactNumbers: ExactNumbers;
};

export type ODataAggregateMethod = "sum" | "min" | "max" | "average" | "countdistinct";

/** A value of a group of rows, under the name that the request gives it; without a column the rows are counted. */
export type ODataAggregate =
  | { readonly name: string; readonly method: ODataAggregateMethod; readonly column: string }
  | { readonly name: string; readonly method: "count" };

/** What `$apply` asks for: the groups of the rows that match, each with its values. `orderBy` names both. */
export type ODataGroups = {
  readonly filter: ODataCondition | null;
  /** Columns whose values make a group, with the names of their properties; none: all rows are one group. */
  readonly by: readonly { readonly name: string; readonly column: string }[];
  readonly aggregates: readonly ODataAggregate[];
  readonly orderBy: readonly { readonly name: string; readonly descending: boolean }[];
  readonly skip: number;
  readonly top: number | null;
  readonly exactNumbers: ExactNumbers;
};

/** Where a page of an answer begins: after this row of the order. */
export type ODataAfter = { readonly rowId: string };

/** A row as JSON, and its id, after which the next page begins. */
export type ODataRow = { readonly id: string; readonly json: string };
