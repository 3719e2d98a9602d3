import { withoutZerosAtEnd } from "#domain/core/text/text.ts";
import { isUtf8 } from "node:buffer";
import type { SchemaElement, SchemaTree } from "hyparquet";
import { parquetSchema } from "hyparquet";
import type { FileMetaData, ParquetParsers } from "hyparquet";
import { ExactNumber, type Json, stringifyJson } from "#domain/connector-language/json/json.ts";
import { storableText } from "#domain/core/text/storable.ts";
import type { ColumnType } from "#domain/core/values/table.ts";

/** A column of a file: its name, its type in a table, and the text of each of its values. */
export type ParquetColumn = {
  readonly name: string;
  readonly type: ColumnType;
  /** The text of a value; null: it has no value in a table. */
  readonly text: (value: unknown) => string | null;
};

const DAY_MS = 86_400_000;
/** Milliseconds of 9999-12-31 and 0001-01-01: others have no date that a table holds. */
const LAST_MS = Date.UTC(9999, 11, 31) + DAY_MS - 1;
const FIRST_MS = -62_135_596_800_000;

const momentOf =
  (unitsOfMs: bigint, digits: number) =>
  (units: bigint): string => {
    const value = BigInt(units);
    const unitsOfSecond = unitsOfMs * 1_000n;
    const rest = ((value % unitsOfSecond) + unitsOfSecond) % unitsOfSecond;
    const ms = Number((value - rest) / unitsOfMs);
    if (ms < FIRST_MS || ms > LAST_MS) return String(value);
    const fraction = withoutZerosAtEnd(String(rest).padStart(digits, "0"));
    return `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")}${fraction === "" ? "" : `.${fraction}`}`;
  };

/** Dates and moments as texts, so that no digit is lost. */
export const PARSERS: Partial<ParquetParsers> = {
  timestampFromMilliseconds: momentOf(1n, 3),
  timestampFromMicroseconds: momentOf(1_000n, 6),
  timestampFromNanoseconds: momentOf(1_000_000n, 9),
  dateFromDays(days) {
    const ms = days * DAY_MS;
    return ms < FIRST_MS || ms > LAST_MS ? String(days) : new Date(ms).toISOString().slice(0, 10);
  },
  // Digits of long numbers would be lost.
  jsonFromBytes: (bytes) => utf8Of(bytes),
  stringFromBytes: (bytes) => utf8Of(bytes),
  geometryFromBytes: (bytes) => utf8Of(bytes),
  geographyFromBytes: (bytes) => utf8Of(bytes),
};

/** Texts in UTF-8; other bytes as hexadecimal digits. */
function utf8Of(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isUtf8(buffer) ? buffer.toString("utf8") : buffer.toString("hex");
}

/**
 * The columns of a file. Decimals of its metadata lose their mark, so that they are read as whole numbers: the reader would
 * make doubles of them.
 */
export function columnsOf(metadata: FileMetaData): ParquetColumn[] {
  const { children } = parquetSchema(metadata);
  const columns = children.map(columnOf);
  children.forEach(unmarkDecimals);
  return columns;
}

/** The names of a map, of which the reader makes texts, and variants stay as they are. */
function unmarkDecimals(node: SchemaTree): void {
  if (isVariant(node)) return;
  if (scaleOf(node.element) !== null) delete node.element.converted_type;
  const value = mapValue(node);
  for (const child of value ? [value] : node.children) unmarkDecimals(child);
}

function columnOf(node: SchemaTree): ParquetColumn {
  const { element, children } = node;
  const name = storableText(element.name);
  if (children.length === 0 && element.repetition_type !== "REPEATED") return { name, ...valuesOf(element) };
  const toJson = jsonWriter(node);
  return { name, type: "text", text: (value) => storableText(stringifyJson(toJson(value))) };
}

type Values = Omit<ParquetColumn, "name">;

const plain = (type: ColumnType): Values => ({ type, text: (value) => String(value) });
const TEXT: Values = {
  type: "text",
  text: (value) => storableText(value instanceof Uint8Array ? utf8Of(value) : String(value)),
};

/** Whole numbers of a decimal have so many digits behind the point; null: it is none. */
function scaleOf({ converted_type: converted, logical_type: logical, scale }: SchemaElement): number | null {
  if (logical?.type === "DECIMAL") return logical.scale ?? scale ?? 0;
  return converted === "DECIMAL" ? (scale ?? 0) : null;
}

function valuesOf(element: SchemaElement): Values {
  const { type, converted_type: converted, logical_type: logical } = element;
  const scale = scaleOf(element);
  if (scale !== null) return { type: "numeric", text: (value) => decimalText(value, scale) };
  if (converted === "DATE" || logical?.type === "DATE") return plain("date");
  if (logical?.type === "TIMESTAMP")
    return logical.isAdjustedToUTC ? { type: "timestamptz", text: (value) => `${String(value)}Z` } : plain("timestamp");
  if (converted?.startsWith("TIMESTAMP")) return { type: "timestamptz", text: (value) => `${String(value)}Z` };
  if (logical?.type === "TIME") return time(logical.unit);
  if (converted === "TIME_MILLIS" || converted === "TIME_MICROS") return time(converted.slice(5));
  if (converted === "UINT_64" || (logical?.type === "INTEGER" && !logical.isSigned && logical.bitWidth === 64))
    return plain("numeric");
  switch (type) {
    case "BOOLEAN":
      return plain("boolean");
    case "INT32":
    case "INT64":
      return plain("bigint");
    case "INT96":
      return plain("timestamp");
    case "FLOAT":
    case "DOUBLE":
      return { type: "double precision", text: doubleText };
    default:
      return logical?.type === "FLOAT16" ? { type: "double precision", text: doubleText } : TEXT;
  }
}

function doubleText(value: unknown): string | null {
  const number = Number(value);
  if (!Number.isFinite(number)) return null;
  // A whole number of so many digits would be one of another type.
  return Number.isInteger(number) && Math.abs(number) >= 1e15 ? number.toExponential() : String(number);
}

function decimalText(value: unknown, scale: number): string {
  const units = value instanceof Uint8Array ? signedInteger(value) : BigInt(value as bigint | number);
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, "0");
  const sign = units < 0n ? "-" : "";
  return scale === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Bytes of a number in two's complement, the highest first. */
function signedInteger(bytes: Uint8Array): bigint {
  if (bytes.length === 0) return 0n;
  return BigInt.asIntN(bytes.length * 8, BigInt(`0x${Buffer.from(bytes).toString("hex")}`));
}

const UNITS_OF_SECOND: Readonly<Record<string, readonly [bigint, number]>> = {
  MILLIS: [1_000n, 3],
  MICROS: [1_000_000n, 6],
  NANOS: [1_000_000_000n, 9],
};

function time(unit: string): Values {
  const [units, digits] = UNITS_OF_SECOND[unit] ?? [1n, 0];
  const two = (value: bigint) => String(value).padStart(2, "0");
  return {
    type: "time",
    text(value) {
      const all = BigInt(value as bigint | number);
      const seconds = all / units;
      const fraction = withoutZerosAtEnd(String(all % units).padStart(digits, "0"));
      const clock = [seconds / 3_600n, (seconds / 60n) % 60n, seconds % 60n].map(two).join(":");
      return fraction === "" ? clock : `${clock}.${fraction}`;
    },
  };
}

type ToJson = (value: unknown) => Json;

/** Gives the JSON of values at a place of the schema: with the digits of decimals, and times as in columns of their own. */
function jsonWriter(node: SchemaTree): ToJson {
  const item = listItem(node);
  const one = item ? jsonWriter(item) : node.children.length === 0 ? leafWriter(node.element) : objectWriter(node);
  const write: ToJson = (value) => (value === null || value === undefined ? null : one(value));
  return (value) => (Array.isArray(value) ? value.map(write) : write(value));
}

function leafWriter(element: SchemaElement): ToJson {
  const scale = scaleOf(element);
  if (scale !== null) return (value) => new ExactNumber(decimalText(value, scale));
  const { type, text } = valuesOf(element);
  return type === "time" || type === "timestamptz" ? text : plainJson;
}

function objectWriter(node: SchemaTree): ToJson {
  // The reader gives the values of a variant as they are, in no place of the schema.
  if (isVariant(node)) return plainJson;
  const ofMap = mapValue(node);
  const writeMapped = ofMap && jsonWriter(ofMap);
  const writers = new Map(node.children.map((child) => [child.element.name, jsonWriter(child)]));
  return (value) =>
    Object.fromEntries(
      Object.entries(value as object).map(([name, inner]) => [
        name,
        (writeMapped ?? writers.get(name) ?? plainJson)(inner),
      ]),
    );
}

const isVariant = ({ element }: SchemaTree) => element.logical_type?.type === "VARIANT";

/** The place of the items of a list; null: it is none. */
function listItem({ element, children: [list, ...others] }: SchemaTree): SchemaTree | null {
  const isList = element.converted_type === "LIST" && others.length === 0 && list !== undefined;
  if (!isList || list.children.length > 1 || list.element.repetition_type !== "REPEATED") return null;
  return list.children[0] ?? list;
}

/** The place of the values of a map; null: it is none. */
function mapValue({ element, children: [entries, ...others] }: SchemaTree): SchemaTree | null {
  if (element.converted_type !== "MAP" || others.length > 0 || entries?.children.length !== 2) return null;
  return entries.children.find((child) => child.element.name === "value") ?? null;
}

/** A value as JSON has it. */
function plainJson(value: unknown): Json {
  if (value === undefined || value === null) return null;
  if (value instanceof Uint8Array) return utf8Of(value);
  if (Array.isArray(value)) return value.map(plainJson);
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "object") return value as Json;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plainJson(inner)]));
}
