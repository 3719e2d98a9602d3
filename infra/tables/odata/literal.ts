import type { ODataFamily } from "#domain/core/odata/odata-query.ts";
import type { ColumnType } from "#domain/core/values/table.ts";
import { comparable } from "../stream/filter-value.ts";
import { said, type Token } from "./filter-tokens.ts";
import { QueryFault, quoted } from "./query-fault.ts";

/** Tells how values of a column of this type are compared. */
export function familyOf(type: ColumnType): ODataFamily {
  switch (type) {
    case "text":
    case "jsonb":
      return "text";
    case "bigint":
    case "double precision":
    case "numeric":
      return "number";
    case "date":
    case "timestamp":
    case "timestamptz":
      return "moment";
    case "boolean":
    case "time":
      return type;
  }
}

/** What a value of a family looks like, in words. */
export const WORDS: Readonly<Record<ODataFamily, string>> = {
  text: "a text in quotes",
  number: "a number",
  boolean: "true or false",
  moment: "a date or a time with a zone, as in 2026-01-31 or 2026-01-31T08:00:00Z",
  time: "a time of day, as in 08:00:00",
};

/** The type by which a literal is checked, by the family of the column. */
const CHECKED_AS: Readonly<Record<ODataFamily, Partial<Record<Token["kind"], ColumnType>>>> = {
  text: { string: "text" },
  number: { number: "numeric" },
  boolean: { name: "boolean" },
  moment: { date: "date", moment: "timestamptz" },
  time: { time: "time" },
};

/** Numbers without an end, as OData and Postgres write them. */
const ENDLESS: Readonly<Record<string, string>> = { INF: "Infinity", "-INF": "-Infinity", NaN: "NaN" };

/** Returns a literal as text for Postgres, for comparisons with values of the type; null if it is of another. */
export function readLiteral(type: ColumnType, token: Token): string | null {
  const family = familyOf(type);
  const endless = family === "number" && token.kind !== "string" ? ENDLESS[token.text] : undefined;
  if (endless !== undefined) return endless;
  const allowed = token.text.includes("\0") ? undefined : CHECKED_AS[family][token.kind];
  // Whether a double can hold the number depends on the column.
  const as = allowed === "numeric" ? type : allowed;
  const value = as === undefined ? null : comparable(as, token.text);
  return family === "boolean" && value !== "true" && value !== "false" ? null : value;
}

/** The same for a property; throws a QueryFault with one sentence if the literal is of another type. */
export function literalFor(property: string, type: ColumnType, token: Token): string {
  const value = readLiteral(type, token);
  if (value === null)
    throw new QueryFault(
      `${quoted(property)} can only be compared with ${WORDS[familyOf(type)]}, not with ${said(token)}.`,
    );
  return value;
}
