import type { ODataCondition, ODataExpression, ODataFamily } from "#domain/core/odata/odata-query.ts";
import type { ReadableColumn } from "../column-sql.ts";
import { familyOfExpression, FUNCTIONS } from "./functions.ts";
import { familyOf } from "./literal.ts";

/** Collects the values of a statement: `add` returns their place in it. */
export type Parameters = { readonly values: unknown[]; add(value: unknown): string };

export function parameters(): Parameters {
  const values: unknown[] = [];
  return { values, add: (value) => `$${values.push(value)}` };
}

const TYPES: Readonly<Record<ODataFamily, string>> = {
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

/** Writes the value of a column as others of its family are compared with it. Text is ordered by code points. */
export function comparableSql(column: Pick<ReadableColumn, "sql" | "type">): string {
  return inOrder(valueSql(column), familyOf(column.type));
}

/** The value of a column, in the one type of its family. */
function valueSql({ sql, type }: Pick<ReadableColumn, "sql" | "type">): string {
  if (type === "jsonb") return `(${sql})::text`;
  return type === "date" || type === "timestamp" ? `(${sql})::timestamptz` : sql;
}

function inOrder(sql: string, family: ODataFamily): string {
  return family === "text" ? `(${sql}) COLLATE "C"` : sql;
}

type ColumnNamed = (name: string) => ReadableColumn;

/** Writes a condition as SQL, with OData's rules for null: it equals itself, and is neither more nor less than anything. */
export function conditionSql(condition: ODataCondition, column: ColumnNamed, given: Parameters): string {
  const sqlOf = (expression: ODataExpression) => comparedSql(expression, column, given);
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
      return `coalesce(${sqlOf(condition.left)} IN (${condition.values.map((value) => expressionSql(value, column, given)).join(", ")}), FALSE)`;
    case "text": {
      const [text, wanted] = [sqlOf(condition.left), expressionSql(condition.wanted, column, given)];
      if (condition.test === "contains") return `(strpos(${text}, ${wanted}) > 0)`;
      if (condition.test === "startswith") return `starts_with(${text}, ${wanted})`;
      return `(right(${text}, length(${wanted})) = ${wanted})`;
    }
    case "compare": {
      const { left, operator, right } = condition;
      if (right === null && operator !== "eq" && operator !== "ne") return "FALSE";
      const comparison = `${sqlOf(left)} ${COMPARE[operator]} ${right === null ? "NULL" : sqlOf(right)}`;
      return operator === "eq" || operator === "ne" ? `(${comparison})` : `coalesce(${comparison}, FALSE)`;
    }
  }
}

function comparedSql(expression: ODataExpression, column: ColumnNamed, given: Parameters): string {
  const sql = expressionSql(expression, column, given);
  if (expression.kind === "value") return sql;
  return inOrder(
    sql,
    familyOfExpression(expression, (name) => familyOf(column(name).type)),
  );
}

function expressionSql(expression: ODataExpression, column: ColumnNamed, given: Parameters): string {
  switch (expression.kind) {
    case "column":
      return valueSql(column(expression.column));
    case "value":
      return `${given.add(expression.value)}::${TYPES[expression.family]}`;
    case "call":
      return FUNCTIONS[expression.name].sql(...expression.of.map((each) => expressionSql(each, column, given)));
  }
}
