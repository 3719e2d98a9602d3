import { CELL, cellKindOfText } from "../../core/values/cell-kind.ts";

export type DateKind = "date" | "timestamp" | "timestamptz";

/**
 * The kind of an ISO 8601 text: a date, a date-time with zone, or one without; null for anything else, including a text
 * with spaces at its ends. Called for every text cell of every pull: most return at the first comparison.
 */
export function dateKind(text: string): DateKind | null {
  if (text.length < 10 || text[4] !== "-" || text[7] !== "-" || text.charCodeAt(text.length - 1) <= 0x20) return null;
  switch (cellKindOfText(text)) {
    case CELL.date:
      return "date";
    case CELL.timestamp:
      return "timestamp";
    case CELL.timestamptz:
      return "timestamptz";
    default:
      return null;
  }
}

const MAIL_DATE = /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}(?::\d{2})? (?:GMT|UTC?|[+-]\d{4})$/;

/**
 * The ISO 8601 text of a value declared as a date, or null. Accepts ISO 8601, cut to microseconds, and the dates of
 * mail and HTTP (`Wed, 31 Aug 2016 20:36:28 +0000`).
 */
export function dateText(text: string): string | null {
  if (dateKind(text) !== null) return text;
  const fine = text.replace(/(\.\d{6})\d+/, "$1");
  if (dateKind(fine) !== null) return fine;
  const ms = MAIL_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : new Date(ms).toISOString().replace(".000Z", "Z");
}
