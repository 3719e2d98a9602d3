import { dateKind } from "./dates.ts";
import type { Json } from "./json.ts";
import { patternFault, readPattern, writePattern } from "./strftime.ts";

interface Clocked {
  separator: string;
  fraction: boolean;
  zone: boolean;
}
/** How a time is written, so that computed times are written alike. */
export type MomentForm = "date" | "seconds" | "milliseconds" | Clocked;

/** A point in time and the form in which it was written. */
export interface Moment {
  /** Milliseconds since 1970. */
  ms: number;
  form: MomentForm;
}

/** From here on a plain number means milliseconds since 1970, below it seconds. */
const MILLISECONDS_FROM = 100_000_000_000;
const USUAL: Clocked = { separator: "T", fraction: false, zone: true };

/** Why a text cannot be the `format` of an incremental cursor, or null. */
export function formatFault(format: string): string | null {
  return format === "iso" || format === "epoch" || format === "epoch_ms" ? null : patternFault(format);
}

/**
 * Reads a cursor value as a time: by `format` if it is a pattern, else as a plain number since 1970 or an ISO 8601 text
 * (without a zone: UTC). Null for what is not a time, such as an id.
 */
export function readMoment(text: string, format?: string): Moment | null {
  const patterned = format?.includes("%") === true ? readPattern(text, format) : null;
  if (patterned !== null) return { ms: patterned, form: USUAL };
  if (/^-?\d{1,15}(\.\d{1,9})?$/.test(text)) {
    const number = Number(text);
    return Math.abs(number) >= MILLISECONDS_FROM
      ? { ms: Math.floor(number), form: "milliseconds" }
      : { ms: Math.floor(number * 1_000), form: "seconds" };
  }
  const kind = dateKind(text);
  if (kind === null) return null;
  if (kind === "date") return { ms: Date.parse(`${text}T00:00:00Z`), form: "date" };
  const zoned =
    kind === "timestamptz" ? text.replace(/([+-]\d{2})$/, "$1:00").replace(/([+-]\d{2})(\d{2})$/, "$1:$2") : `${text}Z`;
  return {
    ms: Date.parse(zoned.replace(" ", "T").toUpperCase()),
    form: { separator: text.charAt(10), fraction: text.includes("."), zone: kind === "timestamptz" },
  };
}

/** Writes a time in a format; without one, and for `iso`, in the form of its model. */
export function writeMoment(ms: number, format: string | undefined, model: MomentForm | null): Json {
  if (format === "epoch") return Math.floor(ms / 1_000);
  if (format === "epoch_ms") return ms;
  if (format !== undefined && format !== "iso") return writePattern(ms, format);
  if (format === undefined && model === "seconds") return Math.floor(ms / 1_000);
  if (format === undefined && model === "milliseconds") return ms;
  const text = new Date(ms).toISOString();
  if (model === "date") return text.slice(0, 10);
  const { separator, fraction, zone } = model === null || typeof model === "string" ? USUAL : model;
  return `${text.slice(0, 10)}${separator}${text.slice(11, fraction ? 23 : 19)}${zone ? "Z" : ""}`;
}

/**
 * Compares two cursor values: times of the cursor's own pattern by their moment, numbers by size (ids of any length),
 * other times by their moment, anything else as text.
 */
export function compareCursors(a: string, b: string, format?: string): number {
  if (a === b) return 0;
  if (format?.includes("%") === true) {
    const [x, y] = [readMoment(a, format), readMoment(b, format)];
    if (x !== null && y !== null) return x.ms - y.ms || textOrder(a, b);
  }
  if (/^\d+$/.test(a) && /^\d+$/.test(b)) {
    const [x, y] = [a.replace(/^0+(?=\d)/, ""), b.replace(/^0+(?=\d)/, "")];
    return x.length - y.length || textOrder(x, y);
  }
  if (/^-?\d+(\.\d+)?$/.test(a) && /^-?\d+(\.\d+)?$/.test(b)) return Number(a) - Number(b);
  if (a.length === b.length && a.endsWith("Z") && b.endsWith("Z")) return textOrder(a, b);
  const [x, y] = [readMoment(a), readMoment(b)];
  return x === null || y === null ? textOrder(a, b) : x.ms - y.ms || textOrder(a, b);
}

function textOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
