import type { ODataCondition, ODataOperand } from "#domain/core/odata/odata-query.ts";
import type { ReadableColumn } from "../column-sql.ts";
import { type Family, familyOf } from "./literal.ts";

/** Collects the values of a statement: `add` returns their place in it. */
export type Parameters = { readonly values: unknown[]; add(value: unknown): string };

export function parameters(): Parameters {
  const values: unknown[] = [];
  return { values, add: (value) => `$${values.push(value)}` };
}

const TYPES: Readonly<Record<Family, string>> = {
  ...{ text: "text", number: "numeric", boolean: "boolean" },
  ...{ moment: "timestamptz", time: "time" },
};
const COMPARE = {
  eq: "IS NOT DISTINCT FROM",
  ne: "IS DISTINCT FROM",
  gt: ">",
  ge: ">=",
  lt: "<",
  le: "<=",
} as const;

/** The value of a column for comparisons with others of its family. Text is ordered by code points. */
export function comparableSql({ sql, type }: Pick<ReadableColumn, "sql" | "type">): string {
  const family = familyOf(type);
  if (family === "text") return `(${type === "jsonb" ? `(${sql})::text` : sql}) COLLATE "C"`;
  return family === "moment" && type !== "timestamptz" ? `(${sql})::timestamptz` : sql;
}

/** A condition as SQL, with OData's rules for null: it equals itself, and is neither more nor less than anything. */
export function conditionSql(
  condition: ODataCondition,
  column: (name: string) => ReadableColumn,
  given: Parameters,
): string {
  const sqlOf = (name: string) => comparableSql(column(name));
  const literal = (name: string, value: string) => `${given.add(value)}::${TYPES[familyOf(column(name).type)]}`;
  switch (condition.kind) {
    case "and":
    case "or":
      return `(${condition.parts.map((part) => conditionSql(part, column, given)).join(` ${condition.kind.toUpperCase()} `)})`;
    case "not":
      return `(NOT ${conditionSql(condition.of, column, given)})`;
    case "constant":
      return condition.value ? "TRUE" : "FALSE";
    case "is-true":
      return `(${column(condition.column).sql})`;
    case "in":
      return `coalesce(${sqlOf(condition.column)} IN (${condition.values.map((value) => literal(condition.column, value)).join(", ")}), FALSE)`;
    case "text": {
      const text = sqlOf(condition.column);
      const wanted = `${given.add(condition.value)}::text`;
      if (condition.test === "contains") return `(strpos(${text}, ${wanted}) > 0)`;
      if (condition.test === "startswith") return `starts_with(${text}, ${wanted})`;
      return `(right(${text}, length(${wanted})) = ${wanted})`;
    }
    case "compare": {
      const to = rightSql(condition.to, sqlOf, (value) => literal(condition.column, value));
      const comparison = `${sqlOf(condition.column)} ${COMPARE[condition.operator]} ${to}`;
      if (condition.operator === "eq" || condition.operator === "ne") return `(${comparison})`;
      return to === "NULL" ? "FALSE" : `coalesce(${comparison}, FALSE)`;
    }
  }
}

function rightSql(to: ODataOperand, sqlOf: (name: string) => string, literal: (value: string) => string): string {
  if (to === null) return "NULL";
  return "column" in to ? sqlOf(to.column) : literal(to.value);
}
