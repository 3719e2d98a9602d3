import { z } from "zod";
import { line } from "#domain/core/text/text-schemas.ts";
import type { ColumnType } from "#domain/core/values/table.ts";
import {
  type ColumnReading,
  isColumnReading,
  parseReading,
  type PlainReading,
} from "#domain/dataset/column-reading.ts";
import { MAX_EMPTY_WORDS } from "#domain/dataset/load-settings.ts";
import type { ExpectedColumn } from "#domain/dataset/schema.ts";
import { readingOfType } from "#domain/dataset/schema.ts";

const MAX_LISTED_WORDS = 100;

/** Words that mean an empty cell, as they are sent: the empty text may be among them, and words twice. */
export const emptyWords = z
  .array(line(60))
  .max(MAX_LISTED_WORDS)
  .refine((words) => filled(words).length <= MAX_EMPTY_WORDS, `More than ${MAX_EMPTY_WORDS} words.`);

/** Lists the words among texts, each once. */
export function filled(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ""))];
}

/** A column in a Frictionless Table Schema, with the reading that it stands for here. */
export const fieldBody = z.strictObject({
  name: line(200).describe("The name of the column."),
  title: line(200).optional().describe("As the file spells its name."),
  type: line(20).optional().describe("The type of Table Schema: string, integer, number, date and so on."),
  format: line(40).optional().describe("Of dates: default, any, or a pattern such as %d.%m.%Y."),
  decimalChar: z.enum([".", ","]).optional().describe("The sign before decimals; a point, if it is absent."),
  groupChar: line(1).optional().describe("The sign between thousands; absent: there is none."),
  bareNumber: z.boolean().optional().describe("false: the numbers have a sign of money or percent."),
  missingValues: emptyWords.optional().describe("Words that mean an empty cell in this column."),
  reading: line(60).optional().describe("As in `types` of an upload. It counts more than the fields above."),
  precision: z.number().optional().describe("Digits of an exact number."),
  scale: z.number().optional().describe("How many of them are behind the point."),
});
export type Field = z.infer<typeof fieldBody>;

/** The types of columns as Table Schema names them. */
export const TABLE_SCHEMA_TYPES: Readonly<Record<ColumnType, string>> = {
  bigint: "integer",
  "double precision": "number",
  numeric: "number",
  boolean: "boolean",
  date: "date",
  timestamp: "datetime",
  timestamptz: "datetime",
  time: "time",
  text: "string",
  jsonb: "any",
};

const COMMA = { decimalChar: "," } as const;
const GROUPED = { groupChar: "," } as const;
const GROUPED_COMMA = { decimalChar: ",", groupChar: "." } as const;
const SIGNED = { bareNumber: false } as const;
const ANY = { format: "any" } as const;
const NOTATIONS: Readonly<Partial<Record<PlainReading, Partial<Field>>>> = {
  "decimal-comma": COMMA,
  "thousands-comma": GROUPED,
  "thousands-point": GROUPED_COMMA,
  percent: { ...GROUPED, ...SIGNED },
  "percent-comma": { ...GROUPED_COMMA, ...SIGNED },
  currency: { ...GROUPED, ...SIGNED },
  "currency-comma": { ...GROUPED_COMMA, ...SIGNED },
  duration: { type: "duration" },
  ...{ "day-first": ANY, "month-first": ANY, "year-first": ANY, "month-name": ANY, week: ANY },
  ...{ "day-first-time": ANY, "month-first-time": ANY, "year-first-time": ANY, timestamp: ANY, timestamptz: ANY },
};

/** Gives a column as Table Schema has it. `empty`: its own words for an empty cell. */
export function fieldShape({ name, label, type, reading, decimal }: ExpectedColumn, empty: readonly string[]): Field {
  const read = reading ?? readingOfType(type);
  const notation = NOTATIONS[parseReading(read)?.name ?? "text"] ?? {};
  return {
    ...{ name, title: label, type: TABLE_SCHEMA_TYPES[type], reading: read },
    ...notation,
    ...(decimal ?? {}),
    ...(empty.length > 0 ? { missingValues: ["", ...empty] } : {}),
  };
}

/** Gives the reading that a field stands for; null: it stands for none. `before`: that of its column until now. */
export function readingOfField(field: Field, before: ExpectedColumn): ColumnReading | null {
  const { reading, type, format = "default" } = field;
  if (reading !== undefined) return isColumnReading(reading) ? reading : null;
  const same = before.reading ?? readingOfType(before.type);
  if (type === undefined || (format === "any" && TABLE_SCHEMA_TYPES[before.type] === type))
    return isColumnReading(same) ? same : null;
  switch (type) {
    case "string":
      return "text";
    case "integer":
    case "year":
      return "integer";
    case "number":
      return numberOf(field);
    case "boolean":
    case "time":
      return format === "default" ? type : null;
    case "date":
      return format === "default" ? "date" : orderOf(format);
    case "datetime":
      return format === "default" ? "timestamptz" : null;
    case "duration":
      return "duration";
    default:
      return null;
  }
}

function numberOf({ decimalChar = ".", groupChar, bareNumber, precision, scale }: Field): ColumnReading | null {
  // Money and percentages have more to them than Table Schema says.
  if (bareNumber === false) return null;
  const name =
    decimalChar === ","
      ? groupChar === undefined
        ? "decimal-comma"
        : "thousands-point"
      : groupChar === undefined
        ? "decimal"
        : "thousands-comma";
  if (precision === undefined) return name === "decimal" ? "double" : name;
  const sized = `${name}(${precision},${scale ?? 0})` as const;
  return isColumnReading(sized) ? sized : null;
}

function orderOf(format: string): ColumnReading | null {
  if (/^%d[./-]%m[./-]%[yY]$/.test(format)) return "day-first";
  if (/^%m[./-]%d[./-]%[yY]$/.test(format)) return "month-first";
  return /^%[yY][./-]?%m[./-]?%d$/.test(format) ? "year-first" : null;
}
