import type { DecimalSize } from "#domain/dataset/column-reading.ts";
import type { SchemaElement } from "hyparquet-writer";
import type { Column, ColumnType } from "#domain/core/values/table.ts";

/** Digits of a DECIMAL in all, and behind the point. */
export type { DecimalSize };

/** By column. Null: no DECIMAL holds the values, which are written as texts. */
export type DecimalSizes = ReadonlyMap<string, DecimalSize | null>;

export type ParquetColumn = { readonly name: string; readonly type: ColumnType };

/** Most digits of one that fits 64 bits. */
export const INT64_DIGITS = 18;
const DECIMAL_BYTES = 16;

/** The schema of a file with these columns. */
export function parquetSchema(columns: readonly ParquetColumn[], decimals: DecimalSizes): SchemaElement[] {
  return [
    { name: "root", num_children: columns.length },
    ...columns.map(({ name, type }) => ({
      name,
      repetition_type: "OPTIONAL" as const,
      ...elementOf(type, decimals.get(name) ?? null),
    })),
  ];
}

const STRING = { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } } as const;

function elementOf(type: ColumnType, size: DecimalSize | null): Omit<SchemaElement, "name"> {
  switch (type) {
    case "bigint":
      return { type: "INT64" };
    case "double precision":
      return { type: "DOUBLE" };
    case "numeric":
      return size === null ? STRING : decimal(size);
    case "boolean":
      return { type: "BOOLEAN" };
    case "date":
      return { type: "INT32", converted_type: "DATE", logical_type: { type: "DATE" } };
    case "time":
      return { type: "INT64", logical_type: { type: "TIME", isAdjustedToUTC: false, unit: "MICROS" } };
    case "timestamp":
    case "timestamptz": {
      const isAdjustedToUTC = type === "timestamptz";
      return { type: "INT64", logical_type: { type: "TIMESTAMP", isAdjustedToUTC, unit: "MICROS" } };
    }
    // The writer's JSON would read each value and lose digits of long numbers.
    case "text":
    case "jsonb":
      return STRING;
  }
}

function decimal(size: DecimalSize): Omit<SchemaElement, "name"> {
  const about = { converted_type: "DECIMAL", logical_type: { type: "DECIMAL", ...size }, ...size } as const;
  return size.precision <= INT64_DIGITS
    ? { type: "INT64", ...about }
    : { type: "FIXED_LEN_BYTE_ARRAY", type_length: DECIMAL_BYTES, ...about };
}

/** Labels and types as the product knows them, for readers that want more than names. */
export function parquetMetadata(columns: readonly ParquetColumn[], labelled: readonly Column[]) {
  const labels = new Map(labelled.map(({ name, label }) => [name, label]));
  const told = columns.map(({ name, type }) => ({ name, label: labels.get(name) ?? name, type }));
  return [{ key: "tributary.columns", value: JSON.stringify(told) }];
}
