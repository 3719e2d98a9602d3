/** How the cells of a column are read: as a type, or in a notation whose values are converted. */
export const COLUMN_READINGS = [
  "text",
  /** Of the narrowest type that holds all of them, also as accounts write them: 5-, (5) and +5. */
  "number",
  "integer",
  "double",
  /** Exact, with as many digits as the cells have. `decimal(12,2)` fixes them: 12 digits, 2 of them behind the point. */
  "decimal",
  "boolean",
  "date",
  "timestamp",
  "timestamptz",
  "time",
  /** 1234,5 */
  "decimal-comma",
  /** 1,234.5 */
  "thousands-comma",
  /** 1.234,5 and 1 234,5 */
  "thousands-point",
  /** 12.5 % is 0.125 */
  "percent",
  /** 12,5 % is 0.125 */
  "percent-comma",
  /** €1,234.50 and (1,234.50); `currency(EUR)` takes no other currency. */
  "currency",
  /** 1.234,50 € and 1.234,50- */
  "currency-comma",
  /** Hours and minutes, or ISO 8601: 25:10, 25:10:30 and PT1H30M, as seconds */
  "duration",
  /** 31/12/2024, 31.12.24, 31-12-2024 */
  "day-first",
  /** 12/31/2024 */
  "month-first",
  /** 2024/12/31, 24-12-31, 20241231 */
  "year-first",
  /** 31.12.2024 14:30 */
  "day-first-time",
  /** 12/31/2024 2:30 PM */
  "month-first-time",
  /** 2024/12/31 14:30 */
  "year-first-time",
  /** 31. Dezember 2024, Dec 31, 2024 */
  "month-name",
  /** 2024-W52-2; without a day it is the Monday */
  "week",
  /** yes and no, ja and nein, oui and non */
  "yes-no",
] as const;
export type PlainReading = (typeof COLUMN_READINGS)[number];

const SIZED = ["decimal", "decimal-comma", "thousands-comma", "thousands-point"] as const;
const OF_CURRENCY = ["currency", "currency-comma"] as const;
export type ColumnReading =
  PlainReading | `${(typeof SIZED)[number]}(${number},${number})` | `${(typeof OF_CURRENCY)[number]}(${string})`;

/** In place of a reading: the local notation that is the only one to fit all cells; text if there is none. */
export const AUTO = "auto";
/** In place of the name of a column: all columns without a reading of their own. */
export const ALL_OTHERS = "*";

/** Most digits of a decimal that programs agree on. */
export const MAX_PRECISION = 38;

/** Digits of an exact number, and how many of them are behind the point. */
export type DecimalSize = { readonly precision: number; readonly scale: number };

export type ReadingParts = {
  readonly name: PlainReading;
  readonly size: DecimalSize | null;
  /** A code such as EUR, or a sign that several currencies have. */
  readonly currency: string | null;
};

/** Codes of currencies in ISO 4217. */
export const CURRENCY_CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));
const CURRENCY_SIGN = /^(?:\p{L}{0,2}\p{Sc}|kr\.?|zł|Kč|Ft|Fr\.)$/u;

function currencyIn(text: string): string | null {
  const code = text.toUpperCase();
  return CURRENCY_CODES.has(code) ? code : CURRENCY_SIGN.test(text) ? text : null;
}

/** Reads the name of a reading with what is in its brackets; null: there is none of this name. */
export function parseReading(text: string): ReadingParts | null {
  const [, word = "", inside] = /^([a-z-]+)(?:\(([^()]{1,12})\))?$/u.exec(text) ?? [];
  const name = COLUMN_READINGS.find((reading) => reading === word);
  if (name === undefined) return null;
  if (inside === undefined) return { name, size: null, currency: null };
  if (OF_CURRENCY.some((one) => one === name)) {
    const currency = currencyIn(inside);
    return currency === null ? null : { name, size: null, currency };
  }
  const [, precision = "", scale = ""] = /^(\d{1,2}), ?(\d{1,2})$/.exec(inside) ?? [];
  const size = { precision: Number(precision), scale: Number(scale) };
  const isSize = precision !== "" && size.precision > 0 && size.precision <= MAX_PRECISION;
  return isSize && size.scale <= size.precision && SIZED.some((one) => one === name)
    ? { name, size, currency: null }
    : null;
}

/** Tells whether a text names a reading. */
export function isColumnReading(text: string): text is ColumnReading {
  return parseReading(text) !== null;
}

const KINDS: Readonly<Record<PlainReading, string>> = {
  text: "a text",
  number: "a number",
  integer: "a whole number",
  double: "a number",
  decimal: "a decimal number",
  boolean: "true or false",
  date: "a date",
  timestamp: "a date with a time",
  timestamptz: "a time with a zone",
  time: "a time of day",
  "decimal-comma": "a number with a decimal comma",
  "thousands-comma": "a number with commas between thousands",
  "thousands-point": "a number with points between thousands and a decimal comma",
  percent: "a percentage",
  "percent-comma": "a percentage with a decimal comma",
  currency: "an amount of money",
  "currency-comma": "an amount of money with a decimal comma",
  duration: "a duration",
  "day-first": "a date, day first",
  "month-first": "a date, month first",
  "year-first": "a date, year first",
  "day-first-time": "a date with a time, day first",
  "month-first-time": "a date with a time, month first",
  "year-first-time": "a date with a time, year first",
  "month-name": "a date with the name of its month",
  week: "a date of a week",
  "yes-no": "yes or no",
};

/** Says what a cell of a reading is: "a whole number". */
export function kindOfReading(reading: string): string {
  const parts = parseReading(reading);
  if (!parts) return reading;
  const { name, size, currency } = parts;
  if (size) return `${KINDS[name]} of ${size.precision} digits, ${size.scale} behind the point`;
  return currency === null ? KINDS[name] : `${KINDS[name]} in ${currency}`;
}
