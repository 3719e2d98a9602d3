import type { ColumnType } from "#domain/core/values/table.ts";
import { comparable } from "../stream/filter-value.ts";
import type { Token } from "./filter-tokens.ts";
import { QueryFault, quoted } from "./query-fault.ts";

/** How values of a type are compared: numbers exactly, dates and times with dates as moments in UTC. */
export type Family = "text" | "number" | "boolean" | "moment" | "time";

export function familyOf(type: ColumnType): Family {
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

const WORDS: Readonly<Record<Family, string>> = {
  text: "a text in quotes",
  number: "a number",
  boolean: "true or false",
  moment: "a date or a time with a zone, as in 2026-01-31 or 2026-01-31T08:00:00Z",
  time: "a time of day, as in 08:00:00",
};

/** The type by which a literal is checked, by the family of the column. */
const CHECKED_AS: Readonly<Record<Family, Partial<Record<Token["kind"], ColumnType>>>> = {
  text: { string: "text" },
  number: { number: "numeric" },
  boolean: { name: "boolean" },
  moment: { date: "date", moment: "timestamptz" },
  time: { time: "time" },
};

/** The value of a literal as text for Postgres, for comparisons with a column of the type. */
export function literalFor(property: string, type: ColumnType, token: Token): string {
  const family = familyOf(type);
  const allowed = token.text.includes("\0") ? undefined : CHECKED_AS[family][token.kind];
  // Whether a double can hold the number depends on the column.
  const as = allowed === "numeric" ? type : allowed;
  const value = as === undefined ? null : comparable(as, token.text);
  if (value === null || (family === "boolean" && value !== "true" && value !== "false"))
    throw new QueryFault(`${quoted(property)} can only be compared with ${WORDS[family]}, not with ${said(token)}.`);
  return value;
}

/** A token as a sentence calls it. */
export function said({ kind, text }: Token): string {
  if (kind === "end") return "the end of it";
  return quoted(kind === "string" ? `'${text}'` : text);
}
