import { durationFault } from "../../../connector-language/json/durations.ts";
import type { Expression } from "../expression/expression.ts";
import type { StreamDraft } from "../stream-draft.ts";

/** The parts of a time from the year to the second, by the directives that write them. */
const UNITS = [/%[Yy]/, /%[mbBj]/, /%[dej]/, /%[HI]/, /%M/, /%S/];
const DAY = 3;
const SECOND = UNITS.length;
const SHORTHANDS: Readonly<Record<string, string>> = { F: "%Y-%m-%d", T: "%H:%M:%S", D: "%m/%d/%y" };

/** How many parts of a time a format writes without a gap. What is shorter than a second does not count. */
function precisionOf(format: string): number {
  if (/%(s|ms|epoch)/.test(format)) return SECOND;
  const written = format.replace(/%([FTD])/g, (_all, name: string) => SHORTHANDS[name] ?? "");
  const missing = UNITS.findIndex((unit) => !unit.test(written));
  return missing < 0 ? SECOND : missing;
}

/** A time that the language can name, and how exact it is once the source has written it. */
interface Bound {
  /** A duration before now, or a setting in braces. */
  readonly text: string;
  readonly precision: number;
  /** Whether it is the beginning of a day as it is entered. */
  readonly isDay: boolean;
}

/**
 * The bound of reading that an expression means: a duration before now, or a setting in braces. Null for another, and
 * for one that the source writes less exactly than `format`, the format of its requests.
 */
export function boundOf(expression: Expression, format: string, draft: StreamDraft): string | null {
  const bound = readBound(expression, draft);
  return bound === null || bound.precision < precisionOf(format) ? null : bound.text;
}

/** Whether a text means the time of reading, or the day of it. */
export function saysNow(text: string): boolean {
  return /now_utc|today_utc|today_with_timezone/.test(text) && !/duration|timedelta/.test(text);
}

function readBound(expression: Expression, draft: StreamDraft): Bound | null {
  switch (expression.kind) {
    case "path":
      return settingBound(expression, draft);
    case "filter":
      return /^(string|int|float|trim|timestamp)$/.test(expression.name) ? readBound(expression.of, draft) : null;
    case "call":
      return boundOfCall(expression, draft);
    case "binary":
      return expression.operator === "or" ? readBound(expression.left, draft) : beforeNow(expression);
    case "choice":
    case "list":
    case "literal":
    case "not":
      return null;
  }
}

function settingBound(
  { root, steps, otherwise }: Extract<Expression, { kind: "path" }>,
  { settings }: StreamDraft,
): Bound | null {
  const key = root === "config" ? settings.use(steps.map(String)) : null;
  if (key === null) return null;
  if (otherwise?.kind === "literal") settings.suggest(key, otherwise.value);
  return { text: `{${key}}`, precision: SECOND, isDay: settings.field(key)?.type === "date" };
}

function boundOfCall({ name, of, given }: Extract<Expression, { kind: "call" }>, draft: StreamDraft): Bound | null {
  const [first, second] = given;
  switch (name) {
    case "day_delta": {
      const days = first?.kind === "literal" ? Number(first.value) : NaN;
      const isBefore = Number.isInteger(days) && days < 0;
      return isBefore ? writtenAs(second, { text: `P${-days}D`, precision: SECOND, isDay: false }) : null;
    }
    case "format_datetime":
      return first === undefined ? null : writtenAs(second, readBound(first, draft));
    case "str_to_datetime":
    case "timestamp": {
      const inner = first ?? of;
      return inner === null ? null : readBound(inner, draft);
    }
    case "isoformat":
      return of === null ? null : readBound(of, draft);
    case "strftime":
      return of === null ? null : writtenAs(first, readBound(of, draft));
    default:
      return null;
  }
}

/** A bound that is written in a format, which may leave out the end of it or put fixed text there. */
function writtenAs(format: Expression | undefined, bound: Bound | null): Bound | null {
  if (format === undefined || bound === null) return bound;
  if (format.kind !== "literal" || typeof format.value !== "string") return null;
  const precision = precisionOf(format.value);
  const isMidnight = !/[1-9]/.test(format.value.replace(/%./g, ""));
  if (bound.isDay && precision >= DAY && isMidnight) return bound;
  return { ...bound, precision: Math.min(bound.precision, precision) };
}

function beforeNow({ operator, left, right }: Extract<Expression, { kind: "binary" }>): Bound | null {
  if (operator !== "-" || left.kind !== "call" || !/^(now_utc|today_utc)$/.test(left.name)) return null;
  const [length] = right.kind === "call" && right.name === "duration" ? right.given : [];
  const text = length?.kind === "literal" ? String(length.value) : "";
  if (durationFault(text) !== null) return null;
  // Today begins at midnight, a duration before now at the time of day.
  return { text, precision: left.name === "now_utc" ? SECOND : DAY, isDay: false };
}
